// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Synchronization
import Testing

/// The server for large bodies, over real sockets: what it takes, what it refuses, whom it cuts off.
struct TransferTests {
    /// Answers with the bytes of the body, or how many they were.
    private static func server(_ limits: TransferLimits = TransferLimits()) throws -> TransferServer {
        try TransferServer(address: "127.0.0.1", port: 0, limits: limits) { exchange in
            var body: [UInt8] = []
            try exchange.readBody { body += $0.prefix(100 - min(100, body.count)) }
            try exchange.answer(200, ["Content-Type": "text/plain"], body: body)
        }
    }

    private func status(of answer: String) -> Int? {
        answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// What may be otherwise here: bodies of any length, and chunks.
    private static let differs = ["chunks", "chunks in disguise", "a body too large", "a badly encoded query"]

    @Test(arguments: HostileRequestTests.hostile.filter { !differs.contains($0.0) })
    func whatEveryServerMustRefuseIsRefused(name: String, status: Int, request: String) throws {
        let server = try Self.server()
        defer { server.stop() }
        let connection = try RawConnection(port: server.port)
        connection.send(request)
        connection.endSending()
        #expect(self.status(of: connection.readToEnd().text) == status, "\(name)")
    }

    @Test(arguments: [
        ("a coding beside chunks", 501, "gzip, chunked", "0\r\n\r\n"), ("another coding", 501, "xchunked", ""),
        ("an extension", 400, "chunked", "1;a=b\r\nx\r\n0\r\n\r\n"), ("a trailer", 400, "chunked", "0\r\nX: y\r\n\r\n"),
        ("no size", 400, "chunked", "\r\n"), ("a signed size", 400, "chunked", "+1\r\na\r\n0\r\n\r\n"),
        ("a prefix", 400, "chunked", "0x1\r\na\r\n0\r\n\r\n"), ("an endless size", 400, "chunked", "fffffffffffff\r\n"),
        ("a bare line feed", 400, "chunked", "1\na\n0\n\n"),
        ("a chunk that is too long", 400, "chunked", "1\r\nab\r\n"),
        ("a blank behind the size", 400, "chunked", "1 \r\na\r\n0\r\n\r\n"),
    ])
    func chunksInDoubtAreRefused(name: String, status: Int, coding: String, body: String) throws {
        let server = try Self.server()
        defer { server.stop() }
        let connection = try RawConnection(port: server.port)
        connection.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \(coding)\r\n\r\n\(body)")
        let (text, wasClosed) = connection.readToEnd()
        #expect(self.status(of: text) == status && wasClosed, "\(name): \(text)")
    }

    @Test func twoCodingsAreRefused() throws {
        let server = try Self.server()
        defer { server.stop() }
        for fields in ["Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding:"] {
            let connection = try RawConnection(port: server.port)
            connection.send("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n0\r\n\r\n")
            #expect([400, 501].contains(status(of: connection.readToEnd().text)), "\(fields)")
        }
    }

    @Test func requestsFollowEachOtherWhereverTheyAreCut() throws {
        let server = try Self.server()
        defer { server.stop() }
        let both =
            "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
            + "PATCH /b HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nfg"
            + "GET /c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        for step in [1, 7, 1_000] {
            let connection = try RawConnection(port: server.port)
            var rest = Substring(both)
            while !rest.isEmpty {
                connection.send(String(rest.prefix(step)))
                rest = rest.dropFirst(step)
            }
            let (text, wasClosed) = connection.readToEnd()
            #expect(text.components(of: "HTTP/1.1 200 OK") == 3 && wasClosed, "step \(step): \(text)")
            #expect(text.contains("abcde") && text.contains("fg"))
        }
    }

    @Test func aClientThatSendsTooSlowlyIsCutOff() throws {
        var limits = TransferLimits()
        limits.slowMilliseconds = 1_000
        limits.slowBytes = 100
        let server = try Self.server(limits)
        defer { server.stop() }
        let slow = try RawConnection(port: server.port)
        slow.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\na")
        #expect(slow.readToEnd().wasClosed)
        let fast = try RawConnection(port: server.port)
        fast.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
        for _ in 0..<10 {
            usleep(200_000)
            fast.send(String(repeating: "b", count: 100))
        }
        #expect(status(of: fast.readAnswer()) == 200)
    }

    @Test func aHeadThatTakesTooLongIsRefused() throws {
        var limits = TransferLimits()
        limits.headMilliseconds = 500
        limits.idleMilliseconds = 500
        let server = try Self.server(limits)
        defer { server.stop() }
        let started = try RawConnection(port: server.port)
        started.send("GET / HT")
        #expect(status(of: started.readToEnd().text) == 408)
        let silent = try RawConnection(port: server.port)
        let (text, wasClosed) = silent.readToEnd()
        #expect(text == "" && wasClosed)
    }

    @Test func moreConnectionsThanThreadsAreClosed() throws {
        var limits = TransferLimits()
        limits.connections = 3
        let server = try Self.server(limits)
        defer { server.stop() }
        let held = try (0..<3).map { _ in try RawConnection(port: server.port) }
        for connection in held { connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
        for connection in held { #expect(status(of: connection.readAnswer()) == 200) }
        #expect(try RawConnection(port: server.port).readToEnd() == ("", true))
    }

    @Test func oneAddressDoesNotTakeAllThreads() throws {
        var limits = TransferLimits()
        limits.connectionsPerAddress = 1
        let server = try Self.server(limits)
        defer { server.stop() }
        let held = try RawConnection(port: server.port)
        held.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(status(of: held.readAnswer()) == 200)
        #expect(try RawConnection(port: server.port).readToEnd() == ("", true))
    }

    @Test func aStoppingServerEndsBodiesAndLeavesNoThread() throws {
        let breaks = Mutex<[TransferBreak]>([])
        let server = try TransferServer(address: "127.0.0.1", port: 0) { exchange in
            do {
                try exchange.readBody { _ in }
            } catch let failure as TransferBreak {
                breaks.withLock { $0.append(failure) }
                throw failure
            }
            try exchange.answer(204)
        }
        let connection = try RawConnection(port: server.port)
        connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
        usleep(300_000)
        server.stop()
        #expect(breaks.withLock { $0 } == [.stopping])
        #expect(connection.readToEnd() == ("", true))
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
