// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Synchronization
import Testing

/// Answers that are given before evhttp hears of their requests: nobody can tell them from the others.
struct ImmediateAnswerTests {
    private final class Seen: Sendable {
        let immediate = Mutex<[String]>([])
        let handled = Mutex<[String]>([])
    }

    private static func answer(_ request: Request) -> Response {
        let fields = request.headers.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
        let text = "\(request.method) \(request.target) \(request.remoteAddress) \(fields) \(request.body.count)"
        return Response(
            status: request.path == "/gone" ? 404 : 200, headers: ["Content-Type": "text/plain", "X-A": "b"],
            body: Array(text.utf8))
    }

    private func serve(_ paths: [String], _ seen: Seen = Seen(), declines: Bool = false) throws -> Server {
        let immediate = ImmediateAnswers(paths: paths) { request in
            guard !declines else { return nil }
            seen.immediate.withLock { $0.append(request.target) }
            return Self.answer(request)
        }
        return try Server(address: "127.0.0.1", immediate: immediate) { request, respond in
            seen.handled.withLock { $0.append(request.target) }
            respond(Self.answer(request))
        }
    }

    /// Without the line of the date, which may differ by a second.
    private func withoutDate(_ answer: String) -> [Substring] {
        answer.split(separator: "\r\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("Date: ") }
    }

    @Test(arguments: [
        "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x  \r\nX:\r\n\r\n",
        "GET /gone HTTP/1.1\r\nHost:  a\t\r\nAccept-Encoding: gzip\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip;q=0\r\nX: 1:2\r\nx: 3\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        "GET /a HTTP/1.1\r\nhOST: a\r\nConnection: x\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nCONNECTION: Keep-Alive\r\nUser-Agent: x\r\nExpected: y\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n",
        "GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n", "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab",
        "GET /ab HTTP/1.1\r\nHost: a\r\n\r\n", "DELETE /a HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func theAnswerIsTheOneThatTheHandlerGives(request: String) throws {
        let (quick, usual) = (try serve(["/a", "/gone"]), try serve([]))
        let (one, other) = (try RawConnection(port: quick.port), try RawConnection(port: usual.port))
        for _ in 0..<3 {
            one.send(request)
            other.send(request)
            let (answer, expected) = (one.readAnswer(), other.readAnswer())
            #expect(withoutDate(answer) == withoutDate(expected))
            #expect(answer.contains("\r\nDate: ") && answer.statuses.count == 1)
        }
    }

    @Test func onlyItsOwnRequestsAreAnsweredAtOnce() throws {
        let seen = Seen()
        let server = try serve(["/a"], seen)
        let connection = try RawConnection(port: server.port)
        for target in ["/a", "/b", "/a?x=1", "/a/", "/A", "/a"] {
            connection.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(connection.readAnswer().statuses == [200])
        }
        #expect(seen.immediate.withLock { $0 } == ["/a", "/a"])
        #expect(seen.handled.withLock { $0 } == ["/b", "/a?x=1", "/a/", "/A"])
    }

    @Test(arguments: [
        ("User-Agent: a\r\nAccept: */*\r\nCookie: c", true), ("Connection: keep-alive", true),
        ("Connection: close", false), ("connection: upgrade", false), ("Upgrade: h2c", false),
        ("Content-Encoding: gzip", false),
    ])
    func whatSaysMoreOfItsConnectionGoesTheUsualWay(fields: String, isImmediate: Bool) throws {
        let seen = Seen()
        let server = try serve(["/a"], seen)
        let connection = try RawConnection(port: server.port)
        connection.send("GET /a HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n")
        #expect(connection.readAnswer().statuses.count == 1)
        #expect(seen.immediate.withLock { $0.count } == (isImmediate ? 1 : 0))
    }

    @Test func whatIsDeclinedIsHandledOnce() throws {
        let seen = Seen()
        let server = try serve(["/a"], seen, declines: true)
        let connection = try RawConnection(port: server.port)
        connection.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(connection.readAnswer().statuses == [200])
        #expect(seen.handled.withLock { $0 } == ["/a"])
    }

    @Test func answersComeInTheOrderOfTheirRequests() throws {
        let server = try Server(
            address: "127.0.0.1",
            immediate: ImmediateAnswers(paths: ["/now"]) { _ in Response(status: 200, body: Array("/now".utf8)) }
        ) { request, respond in
            let isLate = request.path == "/late"
            later(isLate ? 100 : 0) { respond(Response(status: 200, body: Array(request.path.utf8))) }
        }
        let connection = try RawConnection(port: server.port)
        let now = "GET /now HTTP/1.1\r\nHost: a\r\n\r\n"
        connection.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.send(now)
        connection.send(now + "GET /end HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let text = connection.readToEnd().text
        #expect(text.statuses == [200, 200, 200, 200])
        let places = ["/late", "/now", "/end"].map { text.offset(after: "\r\n\r\n" + $0) }
        #expect(places.allSatisfy { $0 != nil } && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    }

    @Test func aHeadInPiecesIsUnderstood() throws {
        let server = try serve(["/a"])
        let connection = try RawConnection(port: server.port)
        let request = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
        for character in request { connection.send(String(character)) }
        #expect(connection.readAnswer().statuses == [200])
        for _ in 0..<4 { connection.send(request) }
        connection.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(connection.readToEnd().text.statuses == [200, 200, 200, 200, 200])
    }

    /// More answers than fit between two programs: what cannot be sent at once waits as ever.
    @Test func aClientThatReadsLateGetsEveryAnswer() throws {
        let count = 3_000
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 8_000)
        let server = try Server(
            address: "127.0.0.1", immediate: ImmediateAnswers(paths: ["/a"]) { _ in Response(status: 200, body: body) }
        ) { _, respond in respond(Response(status: 200, body: body)) }
        let connection = try RawConnection(port: server.port)
        for _ in 0..<count { connection.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n") }
        connection.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        usleep(200_000)
        let text = connection.readToEnd().text
        #expect(text.statuses.count == count + 1)
        #expect(Set(text.statuses) == [200])
    }

    @Test func aStoppingServerSaysThatItCloses() throws {
        let seen = Seen()
        let server = try serve(["/a"], seen)
        let connection = try RawConnection(port: server.port)
        connection.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(connection.readAnswer().statuses == [200])
        server.stop()
        connection.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(connection.readToEnd().text.statuses.isEmpty)
        #expect(seen.immediate.withLock { $0 } == ["/a"])
    }
}
