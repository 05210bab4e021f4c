// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// What `make install` puts on a machine, and what systemd and man make of it.
struct InstallTests {
    private static let root = String(#filePath.dropLast("/Tests/ProgramTests/InstallTests.swift".count))
    private static let built = Programs.hub.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
    private static let prefix = "/opt/satchel"

    private let network: TestNetwork
    private var place: String { network.file("machine") }

    init() throws {
        network = try TestNetwork()
        let installed = try run(
            Self.root + "/Scripts/install", [Self.built, network.file("machine"), Self.prefix],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
        try #require(installed.status == 0, "\(installed.all)")
    }

    /// The value of a line of an installed unit, with paths and ports of this test in place of the machine's.
    private func values(_ name: String, of unit: String) throws -> [String] {
        let text = String(decoding: try network.bytes("machine/etc/systemd/system/\(unit)"), as: UTF8.self)
        let changes = [
            (Self.prefix, place + Self.prefix), ("/var/lib/satchel-hub", network.file("hub")),
            ("/var/backups/satchel-hub", network.file("backups")), ("/run/satchel-hub", network.folder),
            (":9440", ":0"),
            ("--port 8440", "--port 0"), ("--port 8442", "--port 0"),
            // Percent signs are systemd's own. systemd.unit(5)
            ("%%", "%"),
        ]
        return text.split(separator: "\n").filter { $0.hasPrefix(name + "=") }.map { line in
            changes.reduce(String(line.dropFirst(name.count + 1))) { value, change in
                value.split(separator: change.0, omittingEmptySubsequences: false).joined(separator: change.1)
            }
        }
    }

    @Test func everythingIsBelowThePrefixAndNothingAnywhereElse() throws {
        let listed = try run("/usr/bin/find", [place, "-type", "f", "-printf", "%m %P\n"], environment: [:]).output
        let files = Set(listed.split(separator: "\n").map(String.init))
        var expected: Set<String> = []
        for program in [
            "satchel", "satchel-drive", "satchel-files", "satchel-hub", "satchel-reader", "satchel-tunnel",
            "satchel-unpacker",
        ] {
            expected.insert("755 opt/satchel/bin/\(program)")
        }
        for program in ["satchel", "satchel-drive", "satchel-files", "satchel-hub", "satchel-tunnel"] {
            expected.formUnion(
                [
                    "man/man1/\(program).1", "bash-completion/completions/\(program)",
                    "zsh/site-functions/_\(program)", "fish/vendor_completions.d/\(program).fish",
                ].map { "644 opt/satchel/share/\($0)" })
        }
        expected.formUnion(
            [
                "755 opt/satchel/sbin/satchel-hub-setup", "755 opt/satchel/sbin/satchel-hub-tunnel",
                "644 opt/satchel/share/man/man8/satchel-hub-setup.8",
            ])
        for page in ["nginx.conf", "hub.toml", "Operating.md"] {
            expected.insert("644 opt/satchel/share/doc/satchel/\(page)")
        }
        let units = [
            "satchel-hub.service", "satchel-hub.socket", "satchel-hub-backup.service", "satchel-hub-backup.timer",
            "satchel-files.service", "satchel-files.socket", "satchel-tunnel.service", "satchel-tunnel.socket",
            "satchel-hub-tunnel.service", "satchel-hub-tunnel.path", "satchel-hub-tunnel.timer",
        ]
        for unit in units {
            expected.insert("644 etc/systemd/system/\(unit)")
        }
        for unit in [
            "satchel-camera.service", "satchel-camera.timer", "satchel-drive.service", "satchel-notify.service",
            "satchel-sync.service",
        ] {
            expected.insert("644 opt/satchel/lib/systemd/user/\(unit)")
        }
        if BuiltApp.isThere { expected.formUnion(AppInstallTests.files) }
        #expect(files == expected)
        let program = place + Self.prefix + "/bin/satchel-hub"
        let version = try run(program, ["--version"], environment: ["PATH": "/usr/bin"])
        #expect(version.status == 0, "\(version.all)")
        let example = try run(Programs.hub, ["config", "example"], environment: ["PATH": "/usr/bin"])
        let page = try network.bytes("machine/opt/satchel/share/doc/satchel/hub.toml")
        #expect(example.output == String(decoding: page, as: UTF8.self))
    }

    /// The very words of the units: the hub serves, takes a reload, is copied by its timer's service, and stops.
    @Test func theCommandLinesOfTheUnitsServeReloadCopyAndStop() throws {
        let made = try network.hub("init", "--currency", "USD", "--passphrase-file", network.file("hub.passphrase"))
        try #require(made.status == 0, "\(made.all)")
        var environment = ["HOME": "/nonexistent"]
        for value in try values("Environment", of: "satchel-hub.service") {
            let halves = value.split(separator: "=", maxSplits: 1).map(String.init)
            environment[halves[0]] = halves[1]
        }
        #expect(environment["SATCHEL_HUB_SERVER_TRUSTED_PROXIES"] == "127.0.0.1")
        let start = try #require(try values("ExecStart", of: "satchel-hub.service").first)
            .split(separator: " ").map(String.init)
        #expect(try values("Type", of: "satchel-hub.service") == ["notify"])
        let systemd = try NoticeSocket(at: network.file("notices"))
        environment["NOTIFY_SOCKET"] = network.file("notices")
        let hub = try Running(
            start[0], Array(start.dropFirst()), environment: environment, complaints: network.file("hub.log"))
        let ready = hub.line()
        try #require(ready.hasPrefix("ready http://127.0.0.1:"), "\(ready)")
        let url = ready.dropFirst("ready ".count)
        #expect(systemd.next() == "READY=1\nSTATUS=Serving \(url)")
        #expect(try run("/usr/bin/curl", ["-s", "\(url)/readyz"], environment: [:]).output.hasPrefix("ready"))
        let reload = try #require(try values("ExecReload", of: "satchel-hub.service").first)
        let reloaded = try run("/bin/sh", ["-c", reload], environment: ["MAINPID": "\(hub.pid)"])
        #expect(reloaded.status == 0, "\(reloaded.all)")
        try serveFiles(systemd, environment)
        mkdir(network.file("backups"), 0o700)
        let copy = try #require(try values("ExecStart", of: "satchel-hub-backup.service").first)
        let copied = try run("/bin/sh", ["-c", copy], environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
        #expect(copied.status == 0 && copied.output.contains("Backed up and audited"), "\(copied.all)")
        let copies = try run("/bin/ls", [network.file("backups")], environment: [:]).output
        #expect(copies.split(separator: "\n").count == 2 && copies.contains("files"), "\(copies)")
        #expect(hub.stop() == 0)
        #expect(systemd.next() == "STOPPING=1")
        let log = String(decoding: try network.bytes("hub.log"), as: UTF8.self)
        #expect(log.contains("route=none status=200") || log.contains("stopped"), "\(log)")
    }

    /// The file service as its unit starts it, in the folder that the unit has made, beside the hub.
    private func serveFiles(_ systemd: NoticeSocket, _ environment: [String: String]) throws {
        let unit = "satchel-files.service"
        #expect(try values("Type", of: unit) == ["notify"])
        #expect(try values("StateDirectory", of: unit) == ["satchel-hub satchel-hub/files"])
        #expect(try values("BindPaths", of: unit) == [network.file("hub/files")])
        #expect(try values("CPUWeight", of: unit) + values("IOWeight", of: unit) == ["20", "20"])
        mkdir(network.file("hub/files"), 0o700)
        let start = try #require(try values("ExecStart", of: unit).first).split(separator: " ").map(String.init)
        let files = try Running(
            start[0], Array(start.dropFirst()), environment: environment, complaints: network.file("files.log"))
        let ready = files.line()
        try #require(ready.hasPrefix("ready http://127.0.0.1:"), "\(ready)")
        let url = ready.dropFirst("ready ".count)
        #expect(systemd.next() == "READY=1\nSTATUS=Serving \(url)")
        // 401 and not 503: the hub has been asked.
        let refused = try run(
            "/usr/bin/curl", ["-s", "-H", "Authorization: Bearer x", "--head", "\(url)/v1/uploads/x"], environment: [:])
        #expect(refused.output.hasPrefix("HTTP/1.1 401"), "\(refused.all)")
        #expect(files.stop() == 0)
        #expect(systemd.next() == "STOPPING=1")
    }

    @Test(.enabled(if: access("/usr/bin/man", X_OK) == 0 || getenv("CI") != nil, "man is not here"))
    func manFindsThePagesAndWarnsOfNothing() throws {
        for program in ["satchel", "satchel-drive", "satchel-files", "satchel-hub", "satchel-tunnel"] {
            let page = try run(
                "/usr/bin/man", ["-M", place + Self.prefix + "/share/man", "--warnings", program],
                environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANPAGER": "cat", "HOME": "/nonexistent"])
            #expect(page.status == 0 && page.complaint.isEmpty, "\(page.complaint)")
            #expect(page.output.contains("EXIT STATUS"))
        }
    }

    @Test(.enabled(if: access("/usr/bin/systemd-analyze", X_OK) == 0 || getenv("CI") != nil, "systemd is not here"))
    func theInstalledUnitsAreUnderstoodBySystemdAndLetLittleThrough() throws {
        let names = [
            "satchel-hub.service", "satchel-hub-backup.service", "satchel-files.service", "satchel-tunnel.service",
            "satchel-hub-tunnel.service", "satchel-hub-tunnel.path", "satchel-hub-tunnel.timer",
            "satchel-hub-backup.timer", "satchel-hub.socket", "satchel-files.socket", "satchel-tunnel.socket",
        ]
        let tool = "/usr/bin/systemd-analyze"
        let environment = [
            "PATH": "/usr/bin:/bin", "SYSTEMD_LOG_LEVEL": "warning", "LC_ALL": "C.UTF-8",
            "XDG_RUNTIME_DIR": network.folder,
        ]
        let own = [
            "satchel-drive.service", "satchel-sync.service", "satchel-camera.service", "satchel-camera.timer",
        ]
        for (folder, name) in names.map({ ("etc/systemd/system", $0) })
            + own.map({ ("opt/satchel/lib/systemd/user", $0) })
        {
            // Programs that are not where the unit says would be a complaint of their own.
            let text = String(decoding: try network.bytes("machine/\(folder)/\(name)"), as: UTF8.self)
            try network.write(name, text.split(separator: Self.prefix).joined(separator: place + Self.prefix))
        }
        for (words, units) in [(["verify"], names), (["verify", "--user"], own)] {
            let verified = try run(tool, words + ["--man=no"] + units.map(network.file), environment: environment)
            #expect(verified.status == 0 && !verified.complaint.contains("satchel"), "\(verified.all)")
        }
        for name in names.prefix(3) {
            // 10 is open; this is what systemd itself calls "OK" and better.
            let judged = try run(
                tool, ["security", "--offline=yes", "--threshold=20", network.file(name)], environment: environment)
            #expect(judged.status == 0, "\(judged.all)")
        }
        // For a user's services these imply NoNewPrivileges, which takes fusermount3 its privilege. systemd.exec(5)
        let drive = String(decoding: try network.bytes(own[0]), as: UTF8.self)
        for setting in [
            "NoNewPrivileges", "LockPersonality", "MemoryDenyWriteExecute", "Restrict", "SystemCall", "Private",
            "Protect", "DynamicUser",
        ] { #expect(!drive.contains("\n\(setting)"), "\(setting)") }
    }
}

/// Where systemd listens for what its services say. sd_notify(3)
private final class NoticeSocket {
    private let descriptor: Int32

    init(at path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound)
    }

    deinit { close(descriptor) }

    func next() -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
