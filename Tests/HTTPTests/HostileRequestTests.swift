// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Synchronization
import Testing

/// What request smuggling and careless clients send, over real sockets. The handler must never see any of it.
struct HostileRequestTests {
    static let hostile: [(String, Int, String)] = [
        ("no host", 400, "GET / HTTP/1.1\r\n\r\n"),
        ("two hosts", 400, "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n"),
        ("an empty host", 400, "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
        ("a host that is a path", 400, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        ("a NUL", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: b\u{0}c\r\n\r\n"),
        ("a lone carriage return", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: b\rY: c\r\n\r\n"),
        ("a blank before the colon", 400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\nabcde"),
        ("a folded line", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n"),
        ("a first line that is folded", 400, "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
        ("a bare line feed", 400, "GET / HTTP/1.1\nHost: a\n\n"),
        ("a bare line feed after the head", 400, "GET / HTTP/1.1\r\nHost: a\r\n\n"),
        ("an empty first line", 400, "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        (
            "both lengths", 400,
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        ("two equal lengths", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na"),
        ("a list of lengths", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\na"),
        ("a negative length", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"),
        ("a signed length", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na"),
        ("a hexadecimal length", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\na"),
        ("an endless length", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n"),
        ("a body on GET", 400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde"),
        ("chunks", 411, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"),
        ("chunks in disguise", 411, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n"),
        ("no length", 411, "POST / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("a body too large", 413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n"),
        (
            "a head too large", 431,
            "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "b", count: 9_000) + "\r\n\r\n"
        ),
        ("a target too large", 431, "GET /" + String(repeating: "b", count: 9_000)),
        ("too many fields", 431, "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 80) + "\r\n"),
        ("a lower-case method", 400, "get / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("an unknown method", 501, "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("TRACE", 501, "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("CONNECT", 501, "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("an absolute target", 400, "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("a target with a blank", 400, "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("a fragment", 400, "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("no version", 400, "GET /\r\nHost: a\r\n\r\n"),
        // M7: libevent answered these with a page of its own.
        ("an unknown expectation", 417, "POST / HTTP/1.1\r\nHost: a\r\nExpect: x\r\nContent-Length: 0\r\n\r\n"),
        ("two expectations", 417, "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue, x\r\n\r\n"),
        ("an empty expectation", 417, "GET / HTTP/1.1\r\nHost: a\r\nExpect:\r\n\r\n"),
        ("another version", 505, "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
        ("TLS", 400, "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n"),
        ("a line without a colon", 400, "GET / HTTP/1.1\r\nHost: a\r\nnothing\r\n\r\n"),
        ("a name with a blank", 400, "GET / HTTP/1.1\r\nHost: a\r\nX Y: z\r\n\r\n"),
        ("a badly encoded query", 400, "GET /?a=%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
    ]

    private final class Seen: Sendable { let targets = Mutex<[String]>([]) }

    /// - Parameter isDirect: whether what can be goes past evhttp.
    private func serve(isDirect: Bool = false) throws -> (Server, Seen) {
        let seen = Seen()
        let kinds = ["/", "/1", "/2", "/smuggled", "/end"].flatMap { [(Method.get, $0), (Method.post, $0)] }
        let server = try Server(address: "127.0.0.1", direct: isDirect ? DirectRequests(kinds) : nil) {
            request, respond in
            seen.targets.withLock { $0.append(request.target) }
            respond(Response(status: 200))
        }
        return (server, seen)
    }

    @Test(arguments: hostile.indices, [false, true])
    func aHostileRequestIsRefusedAndTheConnectionClosed(index: Int, isDirect: Bool) throws {
        let (name, status, text) = Self.hostile[index]
        let (server, seen) = try serve(isDirect: isDirect)
        let connection = try RawConnection(port: server.port)
        connection.send(text)
        // Never answered, if the first request was understood in any way at all.
        connection.send("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
        let answer = connection.readToEnd()
        #expect(answer.text.statuses == [status], "\(name): \(answer.text)")
        #expect(answer.wasClosed, "\(name)")
        #expect(answer.text.contains("\"code\":"), "\(name)")
        #expect(seen.targets.withLock { $0 } == [], "\(name)")
    }

    @Test(arguments: [false, true]) func aRequestBeforeTheHostileOneIsStillAnsweredFirst(isDirect: Bool) throws {
        let (server, seen) = try serve(isDirect: isDirect)
        let connection = try RawConnection(port: server.port)
        connection.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nGET /3 HTTP/1.1\n\n")
        #expect(connection.readToEnd().text.statuses == [200, 200, 400])
        #expect(seen.targets.withLock { $0 } == ["/1", "/2"])
    }

    @Test func aHeadThatArrivesByteByByteIsUnderstood() throws {
        let (server, seen) = try serve()
        let connection = try RawConnection(port: server.port)
        for character in "POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" {
            connection.send(String(character))
        }
        #expect(connection.readAnswer().statuses == [200])
        #expect(seen.targets.withLock { $0 } == ["/slow"])
    }

    /// However the network cuts a stream of requests into pieces, the same requests come out.
    @Test(arguments: 1...20) func requestsAreUnderstoodHoweverTheyAreCut(seed: UInt64) throws {
        var random = Shuffle(state: seed)
        let (server, seen) = try serve(isDirect: seed % 2 == 0)
        let connection = try RawConnection(port: server.port)
        let expected = (0..<6).map { "/\(seed)/\($0)" }
        var stream = ""
        for target in expected {
            let count = Int(random.next() % 40)
            let body = String("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\nabcdefgh".prefix(count))
            let head = "POST \(target) HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: count))\r\n"
            stream += head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
        }
        var rest = Array(stream.utf8)[...]
        while !rest.isEmpty {
            let count = min(rest.count, Int(random.next() % 90) + 1)
            connection.send(String(decoding: rest.prefix(count), as: UTF8.self))
            rest = rest.dropFirst(count)
            if random.next() % 3 == 0 { usleep(200) }
        }
        connection.send("GET /end HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(connection.readToEnd().text.statuses == [Int](repeating: 200, count: 7))
        #expect(seen.targets.withLock { $0 } == expected + ["/end"])
    }

    private struct Shuffle {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
    }
}
