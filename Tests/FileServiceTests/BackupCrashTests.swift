// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import TestSupport
import Testing

/// `satchel-hub files backup` beside serving processes: killed at any moment, a second run finishes it.
@Suite(.serialized) struct BackupCrashTests {
    private let home: FileHome
    private let contents: [[UInt8]]

    init() throws {
        home = try FileHome()
        var random = SeededRandom(seed: 31)
        contents = (0..<4).map { _ in random.block(3_000_000) }
        let token = try home.account("alice")
        for content in contents {
            let place = try home.begin(token, length: content.count)
            let path = try home.folder.write(content, to: "content")
            let reply = try home.run(home.append(path, to: place, at: 0), token: token)
            try require(reply.status == 200, "\(reply.status)")
        }
    }

    private func words(_ command: String, hub: String = "hub", files: String = "files") -> [String] {
        [
            "files", command, home.folder.file("backup"), "--directory", home.folder.file(hub), "--files",
            home.folder.file(files),
        ]
    }

    @Test func aKilledBackupIsFinishedByTheNext() throws {
        var random = SeededRandom(seed: 32)
        for _ in 0..<12 {
            let child = try Child("satchel-hub", words("backup"))
            _ = child.finish(killingAfterMicroseconds: Int.random(in: 1_000...150_000, using: &random))
        }
        let backup = try Child("satchel-hub", words("backup"))
        let page = try #require(backup.firstLine())
        _ = backup.finish()
        #expect(page.contains("4 contents") && !page.contains("missing"), "\(page)")
        // A restore beside the serving hub is refused; a killed one is finished by the next.
        try refuse(words("restore"))
        mkdir(home.folder.file("other"), 0o700)
        mkdir(home.folder.file("files2"), 0o700)
        for _ in 0..<6 {
            let child = try Child("satchel-hub", words("restore", hub: "other", files: "files2"))
            _ = child.finish(killingAfterMicroseconds: Int.random(in: 1_000...100_000, using: &random))
            guard access(home.folder.file("other/files.sqlite"), F_OK) != 0 else { break }
        }
        if access(home.folder.file("other/files.sqlite"), F_OK) != 0 {
            let restored = try Child("satchel-hub", words("restore", hub: "other", files: "files2"))
            let line = try #require(restored.firstLine())
            _ = restored.finish()
            #expect(line.contains("4 contents") && !line.contains("missing"), "\(line)")
        }
        for content in contents {
            let hash = SHA256.hash(content).description
            #expect(try home.folder.bytes(of: "files2/contents/\(hash.prefix(2))/\(hash)") == content)
        }
        // The second restore would write over the first.
        try refuse(words("restore", hub: "other", files: "files2"))
    }

    private func refuse(_ words: [String]) throws {
        let output = home.folder.file("output")
        let quoted = ([BuiltPrograms.path("satchel-hub")] + words).map { "'\($0)'" }.joined(separator: " ")
        let script = try home.folder.write(
            Array("\(quoted) > '\(output)' 2>&1\necho shown $?\n".utf8), to: "script")
        guard case .shown(let status) = try Child("/bin/sh", [script]).finish() else {
            throw UnexpectedResult("The shell did not run.")
        }
        #expect(status != "0")
    }
}
