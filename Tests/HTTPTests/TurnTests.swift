// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Synchronization
import Testing

/// What a handler keeps for the requests that follow in the same turn of its loop.
struct TurnTests {
    /// What happened, in order.
    private final class StepLog: Sendable {
        let isReleased = Atomic(false)
        private let entries = Mutex<[String]>([])
        var all: [String] { entries.withLock { $0 } }
        func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    private final class Kept: LoopTurn.Companion {
        private let stepLog: StepLog
        init(_ stepLog: StepLog) {
            self.stepLog = stepLog
            stepLog.note("begun")
        }
        func turnEnded() { stepLog.note("ended") }
    }

    private func serve(_ stepLog: StepLog, isDirect: Bool) throws -> Server {
        let direct = isDirect ? DirectRequests([(.get, "/slow"), (.get, "/a"), (.get, "/elsewhere")]) : nil
        return try Server(address: "127.0.0.1", direct: direct) { request, respond in
            guard let turn = request.turn, turn.isCurrent else {
                stepLog.note("nowhere")
                return respond(Response(status: 500))
            }
            guard request.path != "/elsewhere" else {
                return later(0) {
                    stepLog.note("on the loop: \(turn.isCurrent)")
                    respond(Response(status: 200))
                }
            }
            // What comes meanwhile comes together.
            if request.path == "/slow" {
                stepLog.note("holding")
                while !stepLog.isReleased.load(ordering: .relaxed) { usleep(1_000) }
            }
            if turn.companion as AnyObject? as? Kept == nil { turn.keep(Kept(stepLog)) }
            stepLog.note(request.path)
            respond(Response(status: 200))
        }
    }

    private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test(arguments: [false, true]) func itIsKeptForWhatHasComeAndNotWhileTheLoopWaits(isDirect: Bool) throws {
        let stepLog = StepLog()
        let server = try serve(stepLog, isDirect: isDirect)
        let connections = try (0..<4).map { _ in try RawConnection(port: server.port) }
        // The loop has them all.
        for connection in connections {
            connection.send(get("/elsewhere"))
            #expect(connection.readAnswer().statuses == [200])
        }
        connections[0].send(get("/slow"))
        while stepLog.all.count < 5 { usleep(1_000) }
        for connection in connections[1...] { connection.send(get("/a")) }
        stepLog.isReleased.store(true, ordering: .relaxed)
        for connection in connections { #expect(connection.readAnswer().statuses == [200]) }
        // An answer leaves before its turn ends.
        while stepLog.all.count < 13 { usleep(1_000) }
        #expect(stepLog.all[..<4].allSatisfy { $0 == "on the loop: false" })
        #expect(stepLog.all[4...] == ["holding", "begun", "/slow", "ended", "begun", "/a", "/a", "/a", "ended"])
        server.stop()
        #expect(stepLog.all.count == 13)
    }

    @Test func aParkedRequestTakesNoPlaceAndIsToldWhenItsClientGoes() throws {
        let stepLog = StepLog()
        var limits = Limits()
        limits.queuedRequests = 2
        let replies = Mutex<[@Sendable (Response) -> Void]>([])
        let server = try Server(address: "127.0.0.1", limits: limits) { request, respond in
            guard request.path == "/park" else { return respond(Response(status: 200)) }
            replies.withLock { $0.append(respond) }
            request.turn?.park {
                stepLog.note("gone")
                respond(Response(status: 503))
            }
            stepLog.note("parked")
        }
        var waiting = try (0..<3).map { _ in try RawConnection(port: server.port) }
        for connection in waiting { connection.send(get("/park")) }
        while stepLog.all.count < 3 { usleep(1_000) }
        let other = try RawConnection(port: server.port)
        other.send(get("/a"))
        #expect(other.readAnswer().statuses == [200])
        #expect(server.load.waiting == 0)
        // An answer comes as any other, and its connection goes on.
        replies.withLock { $0.removeFirst() }(Response(status: 204))
        #expect(waiting[0].readAnswer().statuses == [204])
        waiting[0].send(get("/a"))
        #expect(waiting[0].readAnswer().statuses == [200])
        #expect(stepLog.all == ["parked", "parked", "parked"])
        // One breaks off, as a phone that changes its network; the other hangs up.
        waiting[1].reset()
        waiting.removeLast(2)
        while stepLog.all.count < 5 { usleep(1_000) }
        #expect(stepLog.all[3...] == ["gone", "gone"])
        #expect(server.load.waiting == 0)
        waiting[0].send(get("/park"))
        while stepLog.all.count < 6 { usleep(1_000) }
        #expect(server.load.waiting == 0)
        server.stop()
        // A server that stops asks for the answer, and waits for it.
        #expect(stepLog.all.count == 7 && stepLog.all.last == "gone")
    }

    @Test func inProcessThereIsNone() {
        #expect(Request(method: .get, path: "/").turn == nil)
    }
}
