// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import HTTP
import HubAPI
import Synchronization
import TestSupport
import Testing

/// A file service that lies, behind an honest hub: no file ever has a byte that its hash does not vouch for.
@Suite(.serialized) struct LyingServerTests {
    private static let content = Array("what the file really holds, and nothing else".utf8)
    private static var tag: String { ContentHash(SHA256.hash(content)).entityTag }

    private static func head(_ status: String, _ fields: [String], _ body: [UInt8], length: Int? = nil) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(length ?? body.count)", "Connection: close"]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    private static var range: String { "Content-Range: bytes 0-\(content.count - 1)/\(content.count)" }

    /// What the liar answers, and how the download ends.
    private static var lies: [(String, [UInt8], DriveReason)] {
        let wrong = content.reversed() as [UInt8]
        let other = ContentHash(SHA256.hash(wrong)).entityTag
        let html = Array("<html>Please log in</html>".utf8)
        return [
            ("wrong bytes", head("206 Partial Content", ["ETag: \(tag)", range], wrong), .wrongBytes),
            (
                "truncated",
                head("206 Partial Content", ["ETag: \(tag)", range], Array(content.prefix(9)), length: content.count),
                .cutOff
            ),
            (
                "shorter than its range",
                head("206 Partial Content", ["ETag: \(tag)", range], Array(content.prefix(9))),
                .wrongBytes
            ),
            (
                "longer than its range", head("206 Partial Content", ["ETag: \(tag)", range], content + [0]),
                .wrongBytes
            ),
            (
                "another range",
                head("206 Partial Content", ["ETag: \(tag)", "Content-Range: bytes 1-44/45"], content), .foreignAnswer
            ),
            ("no range", head("206 Partial Content", ["ETag: \(tag)"], content), .foreignAnswer),
            ("whole", head("200 OK", ["ETag: \(tag)"], content), .foreignAnswer),
            ("another content", head("200 OK", ["ETag: \(other)"], wrong), .contentChanged),
            ("a log-in page", head("200 OK", ["Content-Type: text/html"], html), .foreignAnswer),
            ("a redirect", head("302 Found", ["Location: http://127.0.0.1:1/"], []), .foreignAnswer),
            ("a proxy", head("502 Bad Gateway", ["Content-Type: text/html"], html), .busy),
            ("noise", Array("SSH-2.0-OpenSSH\r\n".utf8), .foreignAnswer),
        ]
    }

    @Test func noLieBecomesAFile() throws {
        let home = try DriveHome()
        let device = try home.device("laptop")
        try device.client().refresh()
        try device.write(Self.content, to: "a")
        try device.order("a")
        try device.drain()
        let shared = Shared(Mutex([]))
        let liar = try LocalListener { caller in
            _ = caller.read()
            caller.send(shared.answer.withLock { $0 })
            caller.endSending()
        }
        try home.restart(withService: "http://127.0.0.1:\(liar.port)")
        let target = try ScratchFolder()
        var client = try device.client()
        let item = try client.requireItem(at: FilePath([FileName("a")]), in: client.space(named: nil).id)
        let task = try client.get(item, into: target.path, as: FileName("a"), replaces: false)[0]
        for (name, lie, reason) in Self.lies {
            shared.answer.withLock { $0 = lie }
            client = try device.client()
            _ = try client.drain(isRequested: true)
            let waiting = try #require(try client.store.task(task))
            #expect(waiting.state == .waiting, "\(name)")
            #expect(waiting.reason == reason, "\(name): \(waiting.message ?? "")")
            #expect(!Folder.names(in: target.path).contains("a"), "\(name)")
        }
        // The honest service goes on where the liars have left nothing.
        try home.restart(withService: nil)
        #expect(try device.drain().done == 1)
        #expect(try target.bytes(of: "a") == Self.content)
        #expect(Folder.names(in: target.path) == ["a"])
    }

    @Test func noLieCountsAsAnUpload() throws {
        let home = try DriveHome()
        let device = try home.device("laptop")
        try device.client().refresh()
        let shared = Shared(Mutex([]))
        let liar = try LocalListener { caller in
            _ = caller.read()
            caller.send(shared.answer.withLock { $0 })
            caller.endSending()
        }
        try home.restart(withService: "http://127.0.0.1:\(liar.port)")
        try device.write(Self.content, to: "a")
        try device.order("a")
        let lies = [
            Self.head("201 Created", ["Location: /v1/uploads/../../etc/passwd"], []),
            Self.head(
                "201 Created", ["Location: http://evil.example/v1/uploads/" + String(repeating: "0", count: 32)], []),
            Self.head("201 Created", [], []), Self.head("200 OK", ["Content-Type: text/html"], Array("<html>".utf8)),
        ]
        for lie in lies {
            shared.answer.withLock { $0 = lie }
            _ = try device.drain()
            let tasks = try device.client().store.tasks(.waiting)
            #expect(tasks.map(\.reason) == [.foreignAnswer])
        }
        // It gives a place, and then says that all of it is there: the honest hub knows better.
        let place = "Location: /v1/uploads/" + String(repeating: "0a", count: 16)
        shared.answer.withLock {
            $0 = Self.head("201 Created", [place, "Upload-Offset: 45", "Upload-Complete: ?1"], [])
        }
        _ = try device.drain()
        #expect(try device.client().store.count(.done) == 0)
        #expect(try device.listed() == ["a"], "shown as waiting")
        try home.restart(withService: nil)
        #expect(try device.drain().waiting == 0)
        #expect(try device.received("a") == Self.content)
    }

    /// The listener's thread reads what the test sets.
    private final class Shared: Sendable {
        let answer: Mutex<[UInt8]>
        init(_ answer: consuming Mutex<[UInt8]>) { self.answer = answer }
    }
}

@Suite struct BackOffTests {
    @Test func pausesGrowToAnHourAndNeverVanish() {
        for random in [0, 128, 255] as [UInt8] {
            let pauses = (1...40).map { BackOff.seconds(afterAttempts: $0, random: random) }
            #expect(pauses.allSatisfy { 2...BackOff.maximumSeconds ~= $0 })
            #expect(pauses == pauses.sorted())
            #expect(pauses[39] >= BackOff.maximumSeconds / 2)
        }
        #expect(BackOff.seconds(afterAttempts: 1, random: 0) == 5)
        #expect(BackOff.seconds(afterAttempts: 40, random: 0) == 3_600)
    }
}
