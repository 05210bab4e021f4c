// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Synchronization
import Testing

struct ServerTests {
    private static let get = "GET /a?b=1 HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func aHandlerSeesTheRequestAndItsAnswerArrives() throws {
        let server = try Server(address: "127.0.0.1") { request, respond in
            let text = "\(request.method) \(request.path) \(request.query) \(request.headers["x-y"] ?? "") "
            respond(
                Response(
                    status: 201, headers: ["X-From": request.remoteAddress], body: Array(text.utf8) + request.body))
        }
        let connection = try RawConnection(port: server.port)
        connection.send("POST /a%2F?b=1 HTTP/1.1\r\nHost: a\r\nX-Y:  z \r\nContent-Length: 3\r\n\r\nabc")
        let answer = connection.readAnswer()
        #expect(answer.hasPrefix("HTTP/1.1 201 Created\r\n"))
        #expect(answer.contains("X-From: 127.0.0.1\r\n"))
        #expect(answer.hasSuffix(#"post /a%2F [(name: "b", value: "1")] z abc"#))
    }

    @Test func aConnectionIsKeptAndPipelinedRequestsAreAnsweredInOrder() throws {
        let server = try Server(address: "127.0.0.1") { request, respond in
            let delay: UInt32 = request.path == "/1" ? 50 : 1
            later(delay) { respond(Response(status: 200, body: Array(request.path.utf8))) }
        }
        let connection = try RawConnection(port: server.port)
        for round in 0..<3 {
            let paths = ["/1", "/2", "/3"]
            connection.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            var text = ""
            while text.statuses.count < 3 { text += connection.readAnswer() }
            let ends = paths.map { text.offset(after: $0) ?? 0 }
            #expect(ends == ends.sorted() && !ends.contains(0), "round \(round)")
        }
    }

    @Test func aBodyOfTheLargestSizeArrivesWhole() throws {
        let server = try Server(address: "127.0.0.1") { request, respond in
            respond(Response(status: 200, body: request.body))
        }
        let connection = try RawConnection(port: server.port)
        let body = String(repeating: "0123456789abcdef", count: 4_096)
        connection.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let isWhole = connection.readAnswer().hasSuffix("\r\n\r\n" + body)
        #expect(isWhole)
    }

    @Test func aClientThatAsksForLeaveToSendItsBodyGetsIt() throws {
        let server = try Server(address: "127.0.0.1") { request, respond in
            respond(Response(status: 200, body: request.body))
        }
        let connection = try RawConnection(port: server.port, timeoutSeconds: 1)
        let head = "Host: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n"
        connection.send("POST / HTTP/1.1\r\n" + head)
        #expect(connection.readToEnd().text == "HTTP/1.1 100 Continue\r\n\r\n")
        connection.send("abc")
        #expect(connection.readToEnd().text.hasSuffix("\r\n\r\nabc"))
    }

    @Test func onlyTheFirstAnswerCounts() throws {
        let server = try Server(address: "127.0.0.1") { _, respond in
            respond(Response(status: 200, body: Array("first".utf8)))
            respond(Response(status: 200, body: Array("second".utf8)))
        }
        let connection = try RawConnection(port: server.port)
        for _ in 0..<3 {
            connection.send(Self.get)
            #expect(connection.readAnswer().hasSuffix("first"))
        }
    }

    @Test func aForgottenRequestIsAnswered500() throws {
        let server = try Server(address: "127.0.0.1") { _, _ in }
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        #expect(connection.readAnswer().statuses == [500])
    }

    @Test func anAnswerThatWouldSplitItsHeadIsReplacedBy500() throws {
        let server = try Server(address: "127.0.0.1") { _, respond in
            respond(Response(status: 200, headers: ["X": "a\r\nSet-Cookie: b"]))
        }
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        let answer = connection.readAnswer()
        #expect(answer.statuses == [500])
        #expect(!answer.contains("Set-Cookie"))
    }

    @Test func aClientThatGoesAwayHarmsNobody() throws {
        let server = try Server(address: "127.0.0.1") { request, respond in
            later(20) { respond(Response(status: 200, body: [UInt8](repeating: 65, count: 1 << 20))) }
        }
        for _ in 0..<50 {
            let connection = try RawConnection(port: server.port)
            connection.send(Self.get)
        }
        usleep(50_000)
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        #expect(connection.readAnswer().statuses == [200])
    }

    @Test func moreThanTheLimitOfWaitingRequestsIsToldToComeBack() throws {
        let box = HeldAnswers()
        var limits = Limits()
        limits.queuedRequests = 2
        let server = try Server(address: "127.0.0.1", limits: limits) { _, respond in box.hold(respond) }
        let connections = try (0..<3).map { _ in try RawConnection(port: server.port) }
        for connection in connections[..<2] { connection.send(Self.get) }
        while box.count < 2 { usleep(1_000) }
        connections[2].send(Self.get)
        let refusal = connections[2].readAnswer()
        #expect(refusal.statuses == [503])
        #expect(refusal.contains("Retry-After: 1\r\n"))
        box.answerAll()
        for connection in connections[..<2] { #expect(connection.readAnswer().statuses == [200]) }
    }

    @Test func aSlowHeadIsEndedAndASilentConnectionToo() throws {
        var limits = Limits()
        limits.headSeconds = 1
        let server = try Server(address: "127.0.0.1", limits: limits) { _, respond in respond(Response(status: 200)) }
        let slow = try RawConnection(port: server.port)
        let silent = try RawConnection(port: server.port)
        slow.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
        usleep(500_000)
        slow.send("still going")
        for connection in [slow, silent] {
            let answer = connection.readToEnd()
            #expect(answer.text.statuses == [408])
            #expect(answer.wasClosed)
        }
    }

    @Test func aBodyThatDripsIsEnded() throws {
        var limits = Limits()
        limits.bodySeconds = 1
        let server = try Server(address: "127.0.0.1", limits: limits) { _, respond in respond(Response(status: 200)) }
        let connection = try RawConnection(port: server.port)
        connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
        for _ in 0..<8 {
            usleep(300_000)
            connection.send("a")
        }
        let answer = connection.readToEnd()
        #expect(answer.text.statuses == [])
    }

    @Test func moreConnectionsThanTheLimitAreClosed() throws {
        var limits = Limits()
        limits.connections = 2
        let server = try Server(address: "127.0.0.1", limits: limits) { _, respond in respond(Response(status: 200)) }
        var open = try (0..<2).map { _ in try RawConnection(port: server.port) }
        for connection in open {
            connection.send(Self.get)
            #expect(connection.readAnswer().statuses == [200])
        }
        #expect(try RawConnection(port: server.port).readToEnd().wasClosed)
        open.removeLast()
        usleep(50_000)
        let next = try RawConnection(port: server.port)
        next.send(Self.get)
        #expect(next.readAnswer().statuses == [200])
    }

    @Test func stoppingAnswersWhatWasReceivedAndClosesTheRest() throws {
        let box = HeldAnswers()
        let server = try Server(address: "127.0.0.1", loops: 2) { _, respond in box.hold(respond) }
        let idle = try RawConnection(port: server.port)
        let busy = try (0..<8).map { _ in try RawConnection(port: server.port) }
        for connection in busy { connection.send(Self.get) }
        while box.count < 8 { usleep(1_000) }
        later(500) { box.answerAll() }
        server.stop()
        for connection in busy {
            let answer = connection.readToEnd()
            #expect(answer.text.statuses == [200])
            #expect(answer.text.contains("Connection: close"))
            #expect(answer.wasClosed)
        }
        #expect(idle.readToEnd().wasClosed)
        let next = try Server(address: "127.0.0.1", port: server.port) { _, _ in }  // the port is free
        next.stop()
        server.stop()
    }

    @Test func stoppingDoesNotWaitForEverForAHandlerThatNeverAnswers() throws {
        let box = HeldAnswers()
        var limits = Limits()
        limits.stopSeconds = 1
        let server = try Server(address: "127.0.0.1", limits: limits) { _, respond in box.hold(respond) }
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        while box.count < 1 { usleep(1_000) }
        server.stop()
        #expect(connection.readToEnd().wasClosed)
        box.answerAll()  // too late, and harmless
    }

    @Test func aPortInUseIsASentence() throws {
        let server = try Server(address: "127.0.0.1") { _, respond in respond(Response(status: 200)) }
        let error = #expect(throws: HTTPError.self) {
            try Server(address: "127.0.0.1", port: server.port) { _, _ in }
        }
        #expect(error?.code == .cantListen)
        #expect(error?.message.contains("Another program listens there") == true)
        #expect(throws: HTTPError.self) { try Server(address: "hub.example") { _, _ in } }
    }

    @Test func everyLoopServes() throws {
        let server = try Server(address: "127.0.0.1", loops: 4) { _, respond in respond(Response(status: 200)) }
        for _ in 0..<64 {
            let connection = try RawConnection(port: server.port)
            connection.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n")
            let answer = connection.readToEnd()
            #expect(answer.text.statuses == [200] && answer.wasClosed)
        }
    }
}

/// Keeps answers back until a test lets them go.
private final class HeldAnswers: Sendable {
    private let responders = Mutex<[Responder]>([])

    var count: Int { responders.withLock { $0.count } }
    func hold(_ responder: @escaping Responder) { responders.withLock { $0.append(responder) } }
    func answerAll() {
        for responder in responders.withLock({ $0 }) { responder(Response(status: 200)) }
    }
}
