// SPDX-License-Identifier: MIT
import Glibc
import Keys
import TestSupport
import Testing

/// Each finding about files and the process, made and undone.
struct DeviceCheckTests {
    private let scratch: ScratchFolder
    /// Nobody's number on a usual system.
    private static let stranger: uid_t = 61_234
    private static var isRoot: Bool { geteuid() == 0 }

    init() throws {
        scratch = try ScratchFolder(in: .memory)
        chmod(scratch.path, 0o700)
        mkdir(scratch.file("wallet"), 0o700)
        mkdir(scratch.file("bin"), 0o755)
        try scratch.write([1], to: "bin/satchel", mode: 0o755)
        for folder in ["root", "root/etc", "root/proc", "root/proc/self"] { mkdir(scratch.file(folder), 0o755) }
    }

    private func check(_ variables: [String: String] = [:]) -> DeviceCheck {
        DeviceCheck(
            wallet: scratch.file("wallet"), program: scratch.file("bin/satchel"), root: scratch.file("root"),
            variable: { variables[$0] })
    }

    /// The findings, without those of the process that runs the tests.
    private func findings(_ variables: [String: String] = [:]) -> [DeviceFinding] {
        check(variables).findings().filter { $0 != .dumps }
    }

    private func write(_ text: String, to name: String) throws {
        try scratch.write(Array(text.utf8), to: "root/\(name)")
    }

    @Test func aUsualDeviceHasNoFinding() throws {
        #expect(findings() == [])
        try write("Name:\tsatchel\nTracerPid:\t0\nUid:\t0\n", to: "proc/self/status")
        #expect(findings() == [])
    }

    @Test func aMissingFolderIsNone() {
        #expect(
            DeviceCheck(wallet: "/nowhere/at/all", root: scratch.file("root"), variable: { _ in nil }).notes() != [])
        rmdir(scratch.file("wallet"))
        #expect(findings() == [])
    }

    @Test(arguments: [0o755, 0o710, 0o701] as [mode_t])
    func aWalletThatOthersSeeIsWeak(mode: mode_t) {
        chmod(scratch.file("wallet"), mode)
        #expect(findings() == [.openFolder(scratch.file("wallet"))])
        #expect(findings().map(\.weight) == [.weak])
        chmod(scratch.file("wallet"), 0o700)
        #expect(findings() == [])
    }

    @Test func aFolderOnTheWayThatOthersMayWriteIsTakenUnlessItIsSticky() {
        chmod(scratch.path, 0o777)
        #expect(findings() == [.openWay(scratch.path)])
        #expect(findings().map(\.weight) == [.taken])
        chmod(scratch.path, 0o1777)
        #expect(findings() == [])
        chmod(scratch.file("bin"), 0o757)
        #expect(findings() == [.openWay(scratch.file("bin"))])
        chmod(scratch.file("bin"), 0o755)
        #expect(findings() == [])
    }

    @Test func theWayToTheEpochFileCountsToo() {
        mkdir(scratch.file("state"), 0o700)
        var check = check()
        check.epochs = scratch.file("state")
        chmod(scratch.file("state"), 0o703)
        #expect(check.findings().contains(.openWay(scratch.file("state"))))
        chmod(scratch.file("state"), 0o700)
        #expect(!check.findings().contains(.openWay(scratch.file("state"))))
    }

    @Test func theFolderBehindALinkCounts() {
        mkdir(scratch.file("real"), 0o700)
        symlink("real/../real", scratch.file("link"))
        var check = check()
        check.wallet = scratch.file("link") + "/wallet"
        chmod(scratch.file("real"), 0o702)
        #expect(check.findings().contains(.openWay(scratch.file("real"))))
        chmod(scratch.file("real"), 0o700)
        #expect(!check.findings().contains(.openWay(scratch.file("real"))))
    }

    @Test func aLinkToItselfEndsTheWay() {
        symlink("loop", scratch.file("loop"))
        var check = check()
        check.epochs = scratch.file("loop")
        #expect(check.findings().filter { $0 != .dumps } == [])
    }

    @Test(.enabled(if: isRoot))
    func aGroupWithOthersInItCountsAndAGroupOfOneDoesNot() throws {
        try write("root:x:0:0::/root:/bin/sh\nalone:x:700:700::/:/bin/sh\n", to: "etc/passwd")
        try write("root:x:0:\nown:x:61235:root\nshared:x:61236:root,alone\nusual:x:700:\n", to: "etc/group")
        chmod(scratch.file("bin"), 0o775)
        for (group, isFinding) in [(61_235, false), (61_236, true), (700, true), (61_999, true), (0, false)] {
            chown(scratch.file("bin"), 0, gid_t(group))
            #expect((findings() == [.openWay(scratch.file("bin"))]) == isFinding, "group \(group)")
        }
    }

    @Test func aProgramThatOthersMayReplaceIsTaken() {
        chmod(scratch.file("bin/satchel"), 0o777)
        #expect(findings() == [.replaceableProgram(scratch.file("bin/satchel"))])
        #expect(findings().map(\.weight) == [.taken])
        chmod(scratch.file("bin/satchel"), 0o755)
        #expect(findings() == [])
    }

    @Test func codeOfAFileThatOthersMayWriteIsTakenAndReplacedCodeIsANote() throws {
        let library = try scratch.write([1], to: "bin/library.so", mode: 0o755)
        let rows = [
            "7f00-7f01 r--p 00000000 00:01 1  \(scratch.file("bin/data"))",
            "7f00-7f01 r-xp 00000000 00:01 1    \(library)", "7f00-7f01 r-xp 00000000 00:01 1    \(library)",
            "7f00-7f01 r-xp 00000000 00:01 1    /usr/lib/old.so (deleted)",
            "7f00-7f01 r-xp 00000000 00:01 1    /memfd:calls (deleted)", "7f00-7f01 rwxp 00000000 00:00 0 ",
            "7ffd-7ffe r-xp 00000000 00:00 0    [vdso]",
        ]
        try write(rows.joined(separator: "\n"), to: "proc/self/maps")
        #expect(findings() == [])
        #expect(check().notes().filter { $0.code == "replacedCode" } == [.replacedCode("/usr/lib/old.so")])
        chmod(library, 0o757)
        #expect(findings() == [.foreignCode(library)])
        #expect(findings().map(\.weight) == [.taken])
        chmod(library, 0o755)
        #expect(findings() == [])
    }

    @Test(.enabled(if: isRoot))
    func aPreloadedLibraryThatIsNotRootsIsTaken() throws {
        let library = try scratch.write([1], to: "library.so", mode: 0o755)
        try write("# \(library)\n", to: "etc/ld.so.preload")
        #expect(findings() == [])
        try write("/nowhere.so:\(library) # why\n", to: "etc/ld.so.preload")
        #expect(findings() == [])
        chown(library, Self.stranger, Self.stranger)
        #expect(findings() == [.preloadFile(library)])
        #expect(findings().map(\.weight) == [.taken])
        chown(library, 0, 0)
        #expect(findings() == [])
    }

    @Test(arguments: [
        "LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "GCONV_PATH", "OPENSSL_CONF", "SSLKEYLOGFILE",
        "GIO_EXTRA_MODULES",
    ])
    func aVariableThatChangesWhatIsLoadedIsWeak(name: String) {
        #expect(findings([name: "/somewhere"]) == [.variable(name)])
        #expect(findings([name: "/somewhere"]).map(\.weight) == [.weak])
        #expect(findings([name: "", "GTK_MODULES": "gail"]) == [])
    }

    @Test func anotherProgramForLinksIsWeak() throws {
        let home = scratch.file("home")
        for folder in ["home", "home/.config", "home/.local", "home/.local/share", "home/.local/share/applications"] {
            mkdir(scratch.file(folder), 0o700)
        }
        func list(_ entry: String) throws {
            let text = "[Added Associations]\nx-scheme-handler/satchel=evil.desktop\n[Default Applications]\n"
            try scratch.write(
                Array("\(text)x-scheme-handler/satchel=\(entry);more.desktop\n[Other]\n".utf8),
                to: "home/.config/mimeapps.list")
        }
        try list("evil.desktop")
        #expect(findings(["HOME": home]) == [.linkHandler("evil.desktop")])
        #expect(findings(["HOME": home]).map(\.weight) == [.weak])
        try list("org.satchel.Satchel.desktop")
        #expect(findings(["HOME": home]) == [])
        let entry = "home/.local/share/applications/org.satchel.Satchel.desktop"
        try scratch.write(Array("[Desktop Entry]\nExec=/opt/other %u\n".utf8), to: entry)
        #expect(findings(["HOME": home]) == [.linkHandler("/opt/other")])
        try scratch.write(Array("[Desktop Entry]\nExec=\"/usr/bin/satchel-app\" %u\n".utf8), to: entry)
        #expect(findings(["HOME": home]) == [])
    }

    @Test(.enabled(if: isRoot))
    func anotherUsersFolderAndLinkAreTakenForAUserAndNotForRoot() async {
        await #expect(processExitsWith: .success) {
            let scratch = try ScratchFolder(in: .memory)
            chmod(scratch.path, 0o755)
            mkdir(scratch.file("theirs"), 0o755)
            mkdir(scratch.file("theirs/wallet"), 0o700)
            symlink("theirs", scratch.file("link"))
            for name in ["theirs", "link"] { lchown(scratch.file(name), 61_234, 61_234) }
            chown(scratch.file("theirs/wallet"), 61_235, 61_235)
            let check = DeviceCheck(wallet: scratch.file("link") + "/wallet", root: "/nowhere", variable: { _ in nil })
            #expect(check.findings().filter { $0.weight == .taken } == [])
            setgid(61_235)
            setuid(61_235)
            let taken = check.findings().filter { $0.weight == .taken }
            #expect(taken == [.foreignLink(scratch.file("link")), .foreignFolder(scratch.file("theirs"))])
        }
    }

    /// Such a number stands for every user outside; where root outside has no number, it may be root's own.
    /// user_namespaces(7)
    @Test(.enabled(if: isRoot))
    func anOwnerWithoutANumberInThisNamespaceIsNotJudged() async {
        await #expect(processExitsWith: .success) {
            let scratch = try ScratchFolder(in: .memory)
            chmod(scratch.path, 0o755)
            for folder in ["theirs", "root", "root/proc", "root/proc/self"] { mkdir(scratch.file(folder), 0o755) }
            try scratch.write([], to: "root/proc/self/uid_map")
            chmod(scratch.file("root/proc/self/uid_map"), 0o666)
            lchown(scratch.file("theirs"), 65_534, 65_534)
            setgid(61_235)
            setuid(61_235)
            let check = DeviceCheck(
                wallet: scratch.file("theirs"), root: scratch.file("root"), variable: { _ in nil })
            func taken(_ map: String) throws -> [DeviceFinding] {
                try File.write(Array(map.utf8), to: scratch.file("root/proc/self/uid_map"), mode: 0o666)
                return check.findings().filter { $0.weight == .taken }
            }
            #expect(try taken("         0          0 4294967295\n") == [.foreignFolder(scratch.file("theirs"))])
            #expect(try taken("      1000       1000          1\n") == [])
        }
    }

    @Test func everyFindingHasItsOwnCodeAndSentencesThatNameItsSubject() {
        let all = Self.all
        #expect(Set(all.map(\.code)).count == all.count)
        for finding in all {
            #expect(!finding.sentence.isEmpty && !finding.cure.isEmpty)
            if let subject = finding.subject {
                #expect((finding.sentence + finding.cure).contains(subject), "\(finding.code)")
            }
        }
    }

    private static let all: [DeviceFinding] = [
        .preloadFile("/x"), .debugged, .openWay("/x"), .foreignFolder("/x"), .foreignLink("/x"),
        .replaceableProgram("/x"), .foreignCode("/x"), .openFolder("/x"), .dumps, .variable("X"), .linkHandler("x"),
        .plainSwap("/x"), .replacedCode("/x"), .ownProgram("/x"), .unlockedMemory, .root, .ptraceScope, .noSecureBoot,
        .virtualMachine("X"), .plainDisk("/x"),
    ]
}
