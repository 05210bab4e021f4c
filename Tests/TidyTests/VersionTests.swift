// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import Release
import TestSupport
import Testing

/// One version, in everything that says one.
struct VersionTests {
    /// Files that say the version, and how.
    private static let places: [(path: String, text: @Sendable (String) -> String)] = [
        ("Sources/Primitives/Release/Release.swift", { "version = \"\($0)\"" }),
        ("Packaging/debian/changelog", { "satchel (\($0)) " }),
        ("Packaging/app/org.satchel.Satchel.metainfo.xml", { "<release version=\"\($0)\"" }),
        ("Packaging/app/satchel-app.1", { "\"Satchel \($0)\"" }),
        ("Apps/Apple/project.yml", { "MARKETING_VERSION: \($0)\n" }),
        ("CHANGELOG.md", { "## \($0)\n" }),
    ]

    private func says(
        _ version: String, _ place: (path: String, text: @Sendable (String) -> String), in root: String
    ) throws -> Bool {
        try String(contentsOfFile: "\(root)/\(place.path)", encoding: .utf8).contains(place.text(version))
    }

    @Test func everyPlaceHasTheSameVersion() throws {
        for place in Self.places { #expect(try says(Release.version, place, in: SourceTree.root), "\(place.path)") }
    }

    @Test func programsSayNoVersionOfTheirOwn() throws {
        let found = try SourceTree("Sources").objections("use Release.version") { file, _, code in
            file.module != "Release" && code.contains("\"\(Release.version)\"")
        }
        #expect(found == [])
    }

    @Test func theScriptRaisesAllOfThem() throws {
        let tree = try ScratchFolder()
        for path in Self.places.map(\.path) + ["Scripts/set-version"] {
            let folder = "\(tree.path)/\(path.split(separator: "/").dropLast().joined(separator: "/"))"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: "\(SourceTree.root)/\(path)", toPath: "\(tree.path)/\(path)")
        }
        let script = "\(tree.path)/Scripts/set-version"
        func status(_ version: String) -> Int32 { system("'\(script)' \(version) >/dev/null 2>&1") >> 8 }
        for wrong in ["", "1", "0.0.1", Release.version, "1.2.3.4", "next"] {
            #expect(status(wrong) == 2, "\(wrong)")
            #expect(try says(Release.version, Self.places[0], in: tree.path))
        }
        #expect(status("10.2.3") == 0)
        for place in Self.places { #expect(try says("10.2.3", place, in: tree.path), "\(place.path)") }
        #expect(status("10.2.2") == 2)
    }
}
