// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import HubAPI
import Synchronization
import TestSupport
import Testing

/// What answers in the place of a BaluHost lies: nothing that was known is lost, and no file has a byte that its hash does
/// not vouch for.
@Suite(.serialized) struct BaluLiarTests {
    private static let content = Array("what the file really holds, and nothing else".utf8)
    private static var sum: String { ContentHash(SHA256.hash(content)).description }
    private static var range: String { "Content-Range: bytes 0-\(content.count - 1)/\(content.count)" }

    private static func head(_ status: String, _ fields: [String], _ body: [UInt8], length: Int? = nil) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(length ?? body.count)", "Connection: close"]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    private static func json(_ text: String) -> [UInt8] {
        head("200 OK", ["Content-Type: application/json"], Array(text.utf8))
    }

    private static func row(
        _ name: String = "a", path: String? = nil, size: String? = nil, sum: String? = nil, type: String = "file"
    ) -> String {
        #"{"name":"\#(name)","path":"\#(path ?? "alice/" + name)","size":\#(size ?? "\(content.count)"),"#
            + #""type":"\#(type)","modified_at":"2026-11-20T13:11:11","checksum":"\#(sum ?? Self.sum)"}"#
    }

    private static func list(_ rows: String...) -> [UInt8] { json(#"{"files":[\#(rows.joined(separator: ","))]}"#) }

    /// A server that answers each route as it is told; the longest part of the address that is known decides.
    private final class Liar: Sendable {
        private let answers: Mutex<[String: [UInt8]]>
        let followed = Mutex(0)

        init() {
            answers = Mutex([
                "mobile/register": json(
                    #"{"access_token":"access-secret","refresh_token":"refresh-secret","user":{"username":"alice"},"#
                        + #""device":{"id":"d"}}"#),
                "storage/available": json(#"{"used_bytes":0,"quota_bytes":1000000}"#),
                "list?path= ": list(#"{"name":"alice","path":"alice","size":0,"type":"directory"}"#),
                "list?path=alice ": list(row()),
                "download/alice/a": head("206 Partial Content", [range], content),
                "files/folder": json(#"{"message":"made"}"#),
                "list?path=alice%2F": list(),
                "files/upload": json(#"{"message":"Files uploaded","uploaded":1,"upload_ids":[]}"#),
            ])
        }

        func set(_ part: String, _ answer: [UInt8]) { answers.withLock { $0[part] = answer } }

        func answer(_ request: String) -> [UInt8] {
            let line = request.prefix { !$0.isNewline }
            return answers.withLock { answers in
                let part = answers.keys.filter { line.contains($0) }.max { $0.count < $1.count }
                guard let answer = part.flatMap({ answers[$0] }) else {
                    return head("404 Not Found", [], Array(#"{"detail":"Not Found"}"#.utf8))
                }
                // The name that was asked about, of 32 digits.
                guard let asked = request.firstRange(of: #"filenames":[""#) else { return answer }
                let name = String(request[asked.upperBound...].prefix { $0 != "\"" })
                return Array(String(decoding: answer, as: UTF8.self).replacing(Liar.name, with: name).utf8)
            }
        }

        static let name = String(repeating: "N", count: 32)
    }

    private static func listen(_ liar: Liar) throws -> LocalListener {
        try LocalListener { caller in
            let request = whole(caller)
            guard !request.isEmpty else { return }
            caller.send(liar.answer(request))
            caller.endSending()
            caller.waitForEnd()
        }
    }

    /// A head, and as many bytes after it as it says.
    private static func whole(_ caller: LocalListener.Caller) -> String {
        var bytes: [UInt8] = []
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.firstRange(of: "\r\n\r\n") {
                let lines = text[..<end.lowerBound].split(separator: "\r\n").map { $0.lowercased() }
                let field = lines.first { $0.hasPrefix("content-length: ") }
                let count = field.flatMap { Int($0.dropFirst("content-length: ".count)) } ?? 0
                if text[end.upperBound...].utf8.count >= count { return text }
            }
            let more = caller.read()
            guard !more.isEmpty else { return text }
            bytes += more
        }
    }

    private static func device(_ listener: LocalListener, in scratch: ScratchFolder) throws -> Device {
        let device = try Device("laptop", in: scratch)
        let code = try #require(
            BaluPairingCode(
                #"{"token":"reg_a","server":"http://127.0.0.1:\#(listener.port)","expires_at":"2100-01-01T00:00:00Z"}"#)
        )
        try BaluHome.account(of: device).pair(with: code, device: "laptop")
        device.makeServer = { [device] in try BaluHome.server(of: device) }
        return device
    }

    private static func elsewhere(_ liar: Liar) throws -> (LocalListener, [UInt8]) {
        let other = try LocalListener { caller in
            liar.followed.withLock { $0 += 1 }
            _ = caller.read()
        }
        return (other, head("302 Found", ["Location: http://127.0.0.1:\(other.port)/"], []))
    }

    @Test func noLieOfAListForgetsAFile() throws {
        let (liar, scratch) = (Liar(), try ScratchFolder())
        let listener = try Self.listen(liar)
        let device = try Self.device(listener, in: scratch)
        #expect(try device.listed() == ["a"])
        let (other, redirect) = try Self.elsewhere(liar)
        let html = Self.head("200 OK", ["Content-Type: text/html"], Array("<html>Please log in</html>".utf8))
        let lies: [(String, [UInt8])] = [
            ("a log-in page", html), ("a redirect", redirect), ("nothing", []), ("no rows", Self.json("{}")),
            ("rows that are none", Self.json(#"{"files":{"name":"a"}}"#)),
            ("a name with a way out", Self.list(Self.row("../a"))),
            ("a file elsewhere", Self.list(Self.row("a", path: "bob/a"))),
            ("a name twice", Self.list(Self.row(), Self.row())),
            ("a size that no disk has", Self.list(Self.row(size: "9223372036854775808"))),
            ("a negative size", Self.list(Self.row(size: "-1"))),
            ("half a hash", Self.list(Self.row(sum: "abcdef"))),
            ("a link", Self.list(Self.row(type: "symlink"))),
            ("a list that breaks off", Self.head("200 OK", [], Array(#"{"files":["#.utf8), length: 5_000)),
            ("a proxy", Self.head("502 Bad Gateway", ["Content-Type: text/html"], [])),
            ("a hidden fault", Self.head("500 Oops", [], Array(#"{"detail":"Internal server error"}"#.utf8))),
        ]
        for (name, lie) in lies {
            liar.set("list?path=alice ", lie)
            #expect(throws: DriveError.self, "\(name)") { try device.client().refresh() }
            let client = try device.client()
            let space = try client.space(named: nil)
            #expect(try client.item(at: FilePath([FileName("a")]), in: space.id)?.file != nil, "\(name)")
        }
        #expect(liar.followed.withLock { $0 } == 0, "no redirect was followed")
        withExtendedLifetime((listener, other)) {}
    }

    @Test func noLieBecomesAFile() throws {
        let (liar, scratch) = (Liar(), try ScratchFolder())
        let listener = try Self.listen(liar)
        let device = try Self.device(listener, in: scratch)
        try device.client().refresh()
        var client = try device.client()
        let item = try client.requireItem(at: FilePath([FileName("a")]), in: client.space(named: nil).id)
        let target = try ScratchFolder()
        let task = try client.get(item, into: target.path, as: FileName("a"), replaces: false)[0]
        let (other, redirect) = try Self.elsewhere(liar)
        let endless = [UInt8](repeating: 65, count: 4 << 20)
        let lies: [(String, [UInt8])] = [
            ("wrong bytes", Self.head("206 Partial Content", [Self.range], Self.content.reversed())),
            ("truncated", Self.head("206 Partial Content", [Self.range], Array(Self.content.prefix(9)), length: 44)),
            ("shorter than its range", Self.head("206 Partial Content", [Self.range], Array(Self.content.prefix(9)))),
            ("longer than its range", Self.head("206 Partial Content", [Self.range], Self.content + [0])),
            ("another range", Self.head("206 Partial Content", ["Content-Range: bytes 1-44/45"], Self.content)),
            ("no range", Self.head("206 Partial Content", [], Self.content)),
            ("without end", Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + endless),
            ("a log-in page", Self.head("200 OK", ["Content-Type: text/html"], Array("<html>Log in</html>".utf8))),
            ("a redirect", redirect), ("noise", Array("SSH-2.0-OpenSSH\r\n".utf8)),
        ]
        for (name, lie) in lies {
            liar.set("download/alice/a", lie)
            client = try device.client()
            _ = try client.drain(isRequested: true)
            #expect(try client.store.task(task)?.state == .waiting, "\(name)")
            #expect(!Folder.names(in: target.path).contains("a"), "\(name)")
        }
        #expect(liar.followed.withLock { $0 } == 0, "no redirect was followed")
        liar.set("download/alice/a", Self.head("206 Partial Content", [Self.range], Self.content))
        #expect(try device.drain().done == 1)
        #expect(try target.bytes(of: "a") == Self.content)
        withExtendedLifetime((listener, other)) {}
    }

    @Test func noLieCountsAsAnUpload() throws {
        let (liar, scratch) = (Liar(), try ScratchFolder())
        let listener = try Self.listen(liar)
        let device = try Self.device(listener, in: scratch)
        let server = try BaluHome.server(of: device)
        let space = try #require(try server.spaces().first).id
        let bytes = Array("sent".utf8)
        func found(_ size: Int, _ sum: String, name: String = Liar.name) -> [UInt8] {
            Self.json(#"{"duplicates":[{"filename":"\#(name)","size_bytes":\#(size),"checksum":"\#(sum)"}]}"#)
        }
        let sum = ContentHash(SHA256.hash(bytes)).description
        for (name, lie) in [
            ("nothing there", Self.json(#"{"duplicates":[]}"#)), ("no answer", Self.json("{}")),
            ("another size", found(5, sum)), ("another sum", found(4, Self.sum)),
            ("another file", found(4, sum, name: "x")),
            ("two", Self.json(#"{"duplicates":[{},{}]}"#)),
        ] {
            liar.set("check-exists", lie)
            #expect(throws: DriveError.self, "\(name)") { try server.store(bytes, in: space) }
            #expect(try server.have(ContentHash(SHA256.hash(bytes))) == HaveState.State.none, "\(name)")
        }
        liar.set("check-exists", found(4, sum))
        try server.store(bytes, in: space)
        #expect(try server.have(ContentHash(SHA256.hash(bytes))) == .uploaded)
        withExtendedLifetime(listener) {}
    }

    /// The tokens are in the session's file alone.
    @Test func noRefusalTellsASecret() throws {
        let (liar, scratch) = (Liar(), try ScratchFolder())
        let listener = try Self.listen(liar)
        let device = try Self.device(listener, in: scratch)
        let text = #"{"detail":"Bearer \u001b[31m is \u202e wrong"}"#
        for status in ["403 Forbidden", "422 Wrong", "500 Oops", "401 Unauthorized"] {
            liar.set("storage/available", Self.head(status, [], Array(text.utf8)))
            liar.set("auth/refresh", Self.head("401 Unauthorized", [], Array(text.utf8)))
            do {
                _ = try BaluHome.server(of: device).spaces()
                Issue.record("\(status) is a refusal.")
            } catch {
                let words = "\(error)"
                #expect(
                    !words.contains("secret") && !words.contains("\u{1B}") && !words.contains("\u{202E}"), "\(status)")
            }
        }
        withExtendedLifetime(listener) {}
    }
}
