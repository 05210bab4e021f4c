// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// The app among what was built, where it was.
enum BuiltApp {
    /// The folder of all programs.
    static let folder = Programs.hub.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
    static var isThere: Bool { access(folder + "/satchel-app", X_OK) == 0 }
}

/// What `make install` puts on a machine of the app, and what a desktop makes of it. How the icon looks there is seen by
/// `Tests/AppTests/scenario_installed.py`.
@Suite(.enabled(if: BuiltApp.isThere || getenv("CI") != nil, "the app is not built; SATCHEL_APP=1 builds it"))
struct AppInstallTests {
    private static let root = String(#filePath.dropLast("/Tests/ProgramTests/AppInstallTests.swift".count))
    private static let app = "org.satchel.Satchel"
    private static let sizes = [16, 22, 24, 32, 48, 64, 96, 128, 256, 512]

    /// All that belongs to the app below /opt/satchel, with its mode, as `find` lists it.
    static var files: Set<String> {
        var files: Set = ["755 opt/satchel/bin/satchel-app"]
        let texts = [
            "applications/\(app).desktop", "man/man1/satchel-app.1", "metainfo/\(app).metainfo.xml",
            "icons/hicolor/scalable/apps/\(app).svg", "icons/hicolor/symbolic/apps/\(app)-symbolic.svg",
        ]
        let pictures = sizes.map { "icons/hicolor/\($0)x\($0)/apps/\(app).png" }
        let colours = ["Background", "Bar", "Card", "Field"].map {
            "satchel/Assets.xcassets/\($0).colorset/Contents.json"
        }
        files.formUnion((texts + pictures + colours).map { "644 opt/satchel/share/\($0)" })
        return files
    }

    private let network: TestNetwork
    private var share: String { network.file("machine/opt/satchel/share") }

    init() throws { network = try TestNetwork() }

    private func install(_ environment: [String: String] = [:]) throws {
        let installed = try run(
            Self.root + "/Scripts/install", [BuiltApp.folder, network.file("machine"), "/opt/satchel"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"].merging(environment) { $1 })
        try #require(installed.status == 0, "\(installed.all)")
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try network.bytes("machine/opt/satchel/share/\(path)"), as: UTF8.self)
    }

    @Test func desktopsUnderstandTheEntryAndItStartsWhatWasInstalled() throws {
        try install()
        let judged = try run(
            "/usr/bin/desktop-file-validate", ["\(share)/applications/\(Self.app).desktop"], environment: [:])
        #expect(judged.status == 0 && judged.all.isEmpty, "\(judged.all)")
        let lines = try text("applications/\(Self.app).desktop").split(separator: "\n")
        for line in lines where line.hasPrefix("Exec=") || line.hasPrefix("TryExec=") {
            #expect(line.contains("=/opt/satchel/bin/satchel-app"), "\(line)")
        }
        let links = try #require(lines.first { $0.hasPrefix("MimeType=") })
        for scheme in ["satchel", "bitcoin", "ethereum", "solana"] {
            #expect(links.contains("x-scheme-handler/\(scheme);"))
        }
        for key in ["Name", "GenericName", "Comment", "Keywords"] {
            for language in ["", "[de]", "[ja]", "[fr]"] {
                #expect(lines.contains { $0.hasPrefix("\(key)\(language)=") }, "\(key)\(language) is missing")
            }
        }
    }

    @Test(arguments: ["", "https://project.example/satchel/"])
    func shopsUnderstandTheDescriptionWithAndWithoutAPlaceOnTheWeb(project: String) throws {
        try install(["PROJECT_URL": project])
        let judged = try run(
            "/usr/bin/appstreamcli", ["validate", "--no-net", "\(share)/metainfo/\(Self.app).metainfo.xml"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"])
        #expect(judged.status == 0, "\(judged.all)")
        let description = try text("metainfo/\(Self.app).metainfo.xml")
        #expect(description.contains(">https://project.example/satchel</url>") == !project.isEmpty)
        #expect(description.contains("<screenshot>") == !project.isEmpty)
        #expect(!description.contains("@"))
        let version = try run(Programs.hub, ["--version"], environment: ["PATH": "/usr/bin"]).output
            .split(separator: " ").last?.split(separator: "\n").first
        #expect(description.contains("<release version=\"\(version ?? "none")\""))
    }

    /// PNG, third edition, 11.2.1: width and height stand behind the length and name of the first chunk.
    @Test func eachIconHasTheSizeOfItsFolder() throws {
        try install()
        for size in Self.sizes {
            let bytes = try network.bytes(
                "machine/opt/satchel/share/icons/hicolor/\(size)x\(size)/apps/\(Self.app).png")
            try #require(bytes.count > 24)
            #expect(bytes[1...3].elementsEqual("PNG".utf8))
            let sides = [16, 20].map { start in bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
            #expect(sides == [size, size])
        }
    }

    @Test(.enabled(if: access("/usr/bin/man", X_OK) == 0 || getenv("CI") != nil, "man is not here"))
    func thePageKnowsEveryOptionThatTheHelpKnows() throws {
        try install()
        let page = try run(
            "/usr/bin/man", ["-M", "\(share)/man", "--warnings", "satchel-app"],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANPAGER": "cat", "HOME": "/nonexistent"])
        #expect(page.status == 0 && page.complaint.isEmpty, "\(page.complaint)")
        let version = try run(BuiltApp.folder + "/satchel-app", ["--version"], environment: ["PATH": "/usr/bin"])
        #expect(version.output.hasPrefix("satchel-app ") && version.status == 0)
        let help = try run(BuiltApp.folder + "/satchel-app", ["--help"], environment: ["PATH": "/usr/bin"])
        #expect(help.status == 0, "\(help.all)")
        let words = help.output.split { !$0.isLetter && $0 != "-" }.filter { $0.hasPrefix("--") }
        #expect(words.contains("--wallet"))
        for word in Set(words) { #expect(page.output.contains(word), "the page is silent about \(word)") }
    }
}
