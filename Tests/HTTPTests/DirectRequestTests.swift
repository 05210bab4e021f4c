// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Synchronization
import Testing

/// Requests that go past evhttp: nobody can tell their answers from the others.
struct DirectRequestTests {
    private static func answer(_ request: Request) -> Response {
        let fields = request.headers.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
        let body = String(decoding: request.body, as: UTF8.self)
        let text = "\(request.method) \(request.target) \(request.remoteAddress) \(fields) \(body)"
        return Response(
            status: request.path == "/gone" ? 404 : 200, headers: ["Content-Type": "text/plain", "X-A": "b"],
            body: Array(text.utf8))
    }

    /// - Parameter milliseconds: after which another thread answers; nil for at once.
    private func serve(
        _ paths: [String], after milliseconds: UInt32? = nil, limits: Limits = Limits(),
        _ answer: @escaping @Sendable (Request) -> Response = answer
    ) throws -> Server {
        let direct = DirectRequests(paths.flatMap { [(.get, $0), (.post, $0)] })
        return try Server(address: "127.0.0.1", limits: limits, direct: direct) { request, respond in
            guard let milliseconds else { return respond(answer(request)) }
            later(milliseconds) { respond(answer(request)) }
        }
    }

    private static let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let last = "GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    /// Without the line of the date, which may differ by a second.
    private func withoutDate(_ answer: String) -> [Substring] {
        answer.split(separator: "\r\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("Date: ") }
    }

    @Test(
        arguments: [
            "GET /a HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x  \r\nX:\r\n\r\n",
            "GET /gone HTTP/1.1\r\nHost:  a\t\r\nAccept-Encoding: gzip\r\n\r\n",
            "GET /gone HTTP/1.1\r\nHost: a\r\nAuthorization:\tBearer x\r\nX: \t\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip;q=0\r\nX: 1:2\r\nx: 3\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            "GET /a HTTP/1.1\r\nhOST: a\r\nConnection: x\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: a\r\nCONNECTION: Keep-Alive\r\nUser-Agent: x\r\nExpected: y\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n",
            "GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n", "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab",
            "POST /gone HTTP/1.1\r\nContent-Length: 1\r\nContent-Type: x\r\nHost: a\r\n\r\n\n",
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n" + String(repeating: "x", count: 2_000),
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n" + String(repeating: "x", count: 20_000),
            "GET /ab HTTP/1.1\r\nHost: a\r\n\r\n", "DELETE /a HTTP/1.1\r\nHost: a\r\n\r\n",
        ], [nil, 1])
    func theAnswerIsTheOneOfTheUsualWay(request: String, delay: UInt32?) throws {
        let (quick, usual) = (try serve(["/a", "/gone"], after: delay), try serve([]))
        let (one, other) = (try RawConnection(port: quick.port), try RawConnection(port: usual.port))
        for _ in 0..<3 {
            one.send(request)
            other.send(request)
            let (answer, expected) = (one.readAnswer(), other.readAnswer())
            #expect(withoutDate(answer) == withoutDate(expected))
            #expect(answer.contains("\r\nDate: ") && answer.statuses.count == 1)
        }
    }

    @Test func onlyWholeRequestsOfTheirPathsAreDirect() throws {
        let server = try serve(["/a"])
        let connection = try RawConnection(port: server.port)
        for target in ["/a", "/b", "/a?x=1", "/a/", "/A", "/a"] {
            connection.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(connection.readAnswer().statuses == [200])
        }
        #expect(server.load.direct == 2)
        connection.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx")
        #expect(connection.readAnswer().statuses == [200])
        #expect(server.load.direct == 3)
        connection.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx")
        // Whoever was answered twice since then was answered after the loop had read that.
        let other = try RawConnection(port: server.port)
        for _ in 0..<2 {
            other.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(other.readAnswer().statuses == [200])
        }
        connection.send("y")
        #expect(connection.readAnswer().statuses == [200])
        #expect(server.load.direct == 3)
    }

    @Test func aBodyOverTheLimitIsRefusedOnEitherWay() throws {
        var limits = Limits()
        limits.bodyBytes = 10
        let server = try serve(["/a"], limits: limits)
        for path in ["/a", "/b"] {
            let connection = try RawConnection(port: server.port)
            for count in [10, 11] {
                let body = String(repeating: "x", count: count)
                connection.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n\(body)")
                let answer = connection.readAnswer()
                #expect(answer.statuses == [count > 10 ? 413 : 200], "\(answer)")
                if count > 10 { #expect(answer.contains("The body is larger than 10 bytes."), "\(answer)") }
            }
        }
        #expect(server.load.direct == 1)
    }

    @Test(arguments: [
        ("User-Agent: a\r\nAccept: */*\r\nCookie: c", true), ("Connection: keep-alive", true),
        ("Connection: close", false), ("connection: upgrade", false), ("Upgrade: h2c", false),
        ("Content-Encoding: gzip", false), ("Expect: 100-continue", false),
    ])
    func whatSaysMoreOfItsConnectionGoesTheUsualWay(fields: String, isDirect: Bool) throws {
        let server = try serve(["/a"])
        let connection = try RawConnection(port: server.port)
        connection.send("GET /a HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n")
        #expect(connection.readAnswer().statuses.count >= 1)
        #expect(server.load.direct == (isDirect ? 1 : 0))
    }

    /// Some are direct, some are not, some are late, and they come while others are under way.
    @Test(arguments: [nil, 0, 3]) func answersComeInTheOrderOfTheirRequests(delay: UInt32?) throws {
        let server = try serve(["/a", "/b"], after: delay) {
            Response(status: 200, body: Array("[\($0.path)\(String(decoding: $0.body, as: UTF8.self))]".utf8))
        }
        let connection = try RawConnection(port: server.port)
        var random = SystemRandomNumberGenerator()
        var expected: [String] = []
        for number in 0..<200 {
            let path = ["/a", "/b", "/c"].randomElement(using: &random) ?? "/a"
            let request =
                "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \("\(number)".utf8.count)\r\n\r\n\(number)"
            expected.append("[\(path)\(number)]")
            // Whole, in two pieces, or together with the next one.
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                connection.send(String(request.prefix(20)))
                connection.send(String(request.dropFirst(20)))
            case 1:
                expected.append("[/a]")
                connection.send(request + Self.get)
            default: connection.send(request)
            }
            if number % 7 == 0 { usleep(1_000) }
        }
        expected.append("[/a]")
        connection.send(Self.last)
        let (text, wasClosed) = connection.readToEnd()
        #expect(wasClosed)
        #expect(text.statuses == Array(repeating: 200, count: expected.count))
        let bodies = text.split(separator: "\r\n\r\n").compactMap { part in
            part.hasPrefix("[") ? String(part.prefix { $0 != "]" }) + "]" : nil
        }
        #expect(bodies == expected)
    }

    /// More than is kept while an answer is outstanding waits with the system.
    @Test func aFloodBehindALateAnswerIsAnsweredInTime() throws {
        let server = try serve(["/a"], after: 1)
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        let count = 400
        let next = "GET /b HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 1_000))\r\n\r\n"
        later(0) {
            for _ in 0..<(count / 10) { connection.send(String(repeating: next, count: 10)) }
            connection.send(Self.last)
        }
        let statuses = connection.readToEnd().text.statuses
        #expect(statuses.count == count + 2 && Set(statuses) == [200])
    }

    @Test(arguments: [nil, 100]) func aClientThatHasSaidAllGetsItsAnswer(delay: UInt32?) throws {
        let server = try serve(["/a"], after: delay)
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        connection.endSending()
        let (text, wasClosed) = connection.readToEnd()
        #expect(text.statuses == [200])
        #expect(wasClosed)
        #expect(server.load.direct == 1)
    }

    @Test func aClientThatHasGoneCostsNothing() throws {
        let server = try serve(["/a"], after: 100)
        for _ in 0..<50 {
            let connection = try RawConnection(port: server.port)
            connection.send(Self.get)
            usleep(1_000)
        }
        // Some may not have been accepted yet.
        for _ in 0..<1_500 where server.load.direct < 50 || server.load.connections > 0 || server.load.waiting > 0 {
            usleep(20_000)
        }
        #expect(server.load.connections == 0)
        #expect(server.load.waiting == 0)
        #expect(server.load.direct == 50)
    }

    @Test func aHeadInPiecesIsUnderstood() throws {
        let server = try serve(["/a"])
        let connection = try RawConnection(port: server.port)
        for character in Self.get { connection.send(String(character)) }
        #expect(connection.readAnswer().statuses == [200])
        for _ in 0..<4 { connection.send(Self.get) }
        connection.send(Self.last)
        #expect(connection.readToEnd().text.statuses == [200, 200, 200, 200, 200])
    }

    /// More answers than fit between two programs: what cannot be sent at once waits.
    @Test(arguments: [nil, 0]) func aClientThatReadsLateGetsEveryAnswer(delay: UInt32?) throws {
        let count = 150
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 80_000)
        let server = try serve(["/a"], after: delay) { _ in Response(status: 200, body: body) }
        let connection = try RawConnection(port: server.port, room: 1 << 20)
        for number in 0..<count {
            connection.send(Self.get)
            if number == 0 { usleep(20_000) }
        }
        connection.send(Self.last)
        usleep(200_000)
        let all = connection.readAll().bytes
        #expect(all.split(separator: UInt8(ascii: "H")).count { $0.starts(with: "TTP/1.1 200 OK".utf8) } == count + 1)
        #expect(all.count { $0 == UInt8(ascii: "x") } == (count + 1) * body.count)
        #expect(server.load.direct > 0)
    }

    /// One answer that is larger than what the system takes at once, on a connection that then goes on.
    @Test(arguments: [nil, 5]) func aLargeAnswerArrivesWholeAndTheConnectionGoesOn(delay: UInt32?) throws {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 8 << 20)
        let server = try serve(["/a"], after: delay) { _ in Response(status: 200, body: body) }
        let connection = try RawConnection(port: server.port, room: 1 << 20)
        for _ in 0..<2 {
            connection.send(Self.get)
            usleep(20_000)
        }
        // The second came while the first was being written.
        let whole = (body.count + "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n".utf8.count)
        var read = 0
        while read < 2 * whole { read += connection.readSome().bytes.count }
        usleep(20_000)
        #expect(server.load.direct == 2)
        connection.send(Self.last)
        #expect(connection.readAll().bytes.count { $0 == UInt8(ascii: "x") } == body.count)
    }

    @Test func aClientThatNeverReadsIsLetGo() throws {
        var limits = Limits()
        limits.idleSeconds = 1
        let server = try serve(["/a"], limits: limits) { _ in
            Response(status: 200, body: [UInt8](repeating: 120, count: 16 << 20))
        }
        let connection = try RawConnection(port: server.port, room: 1 << 20)
        connection.send(Self.get)
        for _ in 0..<200 where server.load.direct == 0 || server.load.connections > 0 { usleep(20_000) }
        #expect(server.load.connections == 0)
        withExtendedLifetime(connection) {}
    }

    @Test func tooManyWaitingRequestsAreToldToComeAgain() throws {
        var limits = Limits()
        limits.queuedRequests = 2
        let server = try serve(["/a"], after: 200, limits: limits)
        let connections = try (0..<4).map { _ in try RawConnection(port: server.port) }
        for connection in connections {
            connection.send(Self.get)
            usleep(20_000)
        }
        let answers = connections.map { $0.readAnswer() }
        #expect(answers.map(\.statuses) == [[200], [200], [503], [503]])
        #expect(answers[3].contains("Retry-After: 1\r\n"))
        connections[3].send(Self.get)
        #expect(connections[3].readAnswer().statuses == [200])
    }

    @Test func aStreamThatWasDeclaredDirectIsAFault() throws {
        let server = try serve(["/a"]) { _ in Response(status: 200, stream: ResponseStream()) }
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        #expect(connection.readAnswer().statuses == [500])
    }

    @Test func aStoppingServerAnswersWhatItHasAndCloses() throws {
        let server = try serve(["/a"], after: 200)
        let connections = try (0..<3).map { _ in try RawConnection(port: server.port) }
        for connection in connections { connection.send(Self.get) }
        for _ in 0..<100 where server.load.direct < 3 { usleep(10_000) }
        server.stop()
        for connection in connections {
            let (text, wasClosed) = connection.readToEnd()
            #expect(text.statuses == [200])
            #expect(text.contains("\r\nConnection: close\r\n"))
            #expect(wasClosed)
        }
    }

    @Test func nothingIsTakenAfterTheStop() throws {
        let server = try serve(["/a"])
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        #expect(connection.readAnswer().statuses == [200])
        server.stop()
        connection.send(Self.get)
        #expect(connection.readToEnd().text.statuses.isEmpty)
        #expect(server.load.direct == 1)
    }
}
