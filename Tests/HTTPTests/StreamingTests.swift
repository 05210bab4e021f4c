// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Synchronization
import Testing

struct StreamingTests {
    private static let get = "GET /events HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Streams that a test holds, and what became of them.
    private final class Held: Sendable {
        let streams = Mutex<[ResponseStream]>([])
        let lost = Mutex(0)
        let rooms = Mutex(0)
        let unanswered = Mutex<[@Sendable (Response) -> Void]>([])
        let isWanted = Atomic(true)

        func begin(maximumPending: Int = 256 << 10) -> Response {
            let stream = ResponseStream(maximumPending: maximumPending) { [self] in
                rooms.withLock { $0 += 1 }
            } onOver: { [self] in
                lost.withLock { $0 += 1 }
            }
            streams.withLock { $0.append(stream) }
            return Response(
                status: 200, headers: ["Content-Type": "text/event-stream"], body: Array(": hello\n\n".utf8),
                stream: stream)
        }

        func first() -> ResponseStream? { streams.withLock { $0.first } }
    }

    private func waitUntil(_ condition: () -> Bool) -> Bool {
        for _ in 0..<5_000 {
            if condition() { return true }
            usleep(1_000)
        }
        return false
    }

    @Test func piecesArriveAsTheyAreSentAndTheEndIsAnEnd() throws {
        let held = Held()
        let server = try Server(address: "127.0.0.1") { _, respond in respond(held.begin()) }
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        #expect(connection.read(until: ": hello\n\n").contains("Transfer-Encoding: chunked\r\n"))
        let stream = try #require(held.first())
        for word in ["one", "two", "three"] {
            #expect(stream.send(Array("data: \(word)\n\n".utf8)))
            #expect(connection.read(until: "data: \(word)\n\n").contains(word))
        }
        #expect(server.load.streams == 1)
        stream.end()
        #expect(connection.readToEnd().wasClosed)
        #expect(!stream.send([1]))
        #expect(held.lost.withLock { $0 } == 0)
        #expect(waitUntil { server.load.streams == 0 && server.load.connections == 0 })
    }

    @Test func aProtectedStreamGoesOnWhileTheKeyIsReplacedUntilItsClientLeaves() throws {
        let held = Held()
        let credentials = try ProtectionTests.credentials()
        let server = try Server(address: "127.0.0.1", credentials: credentials) { _, respond in respond(held.begin()) }
        var client: StreamConnection? = try StreamConnection(
            host: "127.0.0.1", port: server.port, isProtected: true, trust: .keys([credentials.pin]))
        let deadline = ContinuousClock.now + .seconds(30)
        func read(until end: String) throws -> [String] {
            var lines: [String] = []
            while lines.last != end {
                let line = try #require(try client?.readLine(maximumBytes: 1_000, until: deadline))
                lines.append(String(decoding: line, as: UTF8.self))
            }
            return lines
        }
        try client?.send(Array(Self.get.utf8), until: deadline)
        #expect(try read(until: ": hello").contains("Transfer-Encoding: chunked\r"))
        let stream = try #require(held.first())
        server.use(try ProtectionTests.credentials())
        for word in ["one", "two", "three"] {
            try client?.send(Array("more\r\n".utf8), until: deadline)
            #expect(stream.send(Array("data: \(word)\n\n".utf8)))
            #expect(try read(until: "data: \(word)").count == 4, "the end of a piece, a length, and the line")
        }
        #expect(server.load.streams == 1 && stream.isOpen)
        client = nil
        #expect(waitUntil { held.lost.withLock { $0 } == 1 && server.load.connections == 0 })
        #expect(server.load.streams == 0)
    }

    @Test func aProtectedStreamThatIsEndedEndsForItsClientToo() throws {
        let held = Held()
        let credentials = try ProtectionTests.credentials()
        let server = try Server(address: "127.0.0.1", credentials: credentials) { _, respond in respond(held.begin()) }
        let client = try Client(trust: .keys([credentials.pin]))
        var text: [UInt8] = []
        let response = try client.stream(
            ClientRequest(url: "https://127.0.0.1:\(server.port)/events"), silenceSeconds: 30
        ) { bytes in
            text += bytes
            held.first()?.end()
            return true
        }
        #expect(response.status == 200 && text == Array(": hello\n\n".utf8))
        #expect(held.lost.withLock { $0 } == 0)
        #expect(waitUntil { server.load.connections == 0 })
    }

    @Test func aClientOfHTTP10GetsPiecesWithoutLengthsAndTheEndOfTheConnection() throws {
        let held = Held()
        let server = try Server(address: "127.0.0.1") { _, respond in respond(held.begin()) }
        let connection = try RawConnection(port: server.port)
        connection.send("GET /events HTTP/1.0\r\nHost: a\r\n\r\n")
        #expect(connection.read(until: ": hello\n\n").hasSuffix("\r\n\r\n: hello\n\n"))
        let stream = try #require(held.first())
        stream.send(Array("data: x\n\n".utf8))
        #expect(connection.read(until: "data: x\n\n") == "data: x\n\n")
        stream.end()
        let (rest, wasClosed) = connection.readToEnd()
        #expect(rest == "" && wasClosed)
    }

    @Test func aClientThatLeavesIsNoticed() throws {
        let held = Held()
        let server = try Server(address: "127.0.0.1") { _, respond in respond(held.begin()) }
        do {
            let connection = try RawConnection(port: server.port)
            connection.send(Self.get)
            _ = connection.read(until: ": hello\n\n")
        }
        #expect(waitUntil { held.lost.withLock { $0 } == 1 })
        #expect(held.first()?.isOpen == false)
        #expect(waitUntil { server.load.streams == 0 })
    }

    @Test func aClientThatReadsTooSlowlyIsCutOff() throws {
        let held = Held()
        let server = try Server(address: "127.0.0.1") { _, respond in respond(held.begin(maximumPending: 64 << 10)) }
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        _ = connection.read(until: ": hello\n\n")
        let stream = try #require(held.first())
        let piece = [UInt8](repeating: 65, count: 16 << 10)
        // More than the sockets of this machine hold.
        let isCut = waitUntil { !stream.send(piece) }
        #expect(isCut)
        #expect(held.lost.withLock { $0 } == 1)
    }

    @Test func aSilentStreamOutlivesTheTimeOfIdleConnections() throws {
        let held = Held()
        var limits = Limits()
        limits.idleSeconds = 1
        limits.headSeconds = 1
        let server = try Server(address: "127.0.0.1", limits: limits) { _, respond in respond(held.begin()) }
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        _ = connection.read(until: ": hello\n\n")
        usleep(2_500_000)
        held.first()?.send(Array("data: still here\n\n".utf8))
        #expect(connection.read(until: "still here\n\n").contains("still here"))
    }

    @Test func whatAClientSendsDuringAStreamIsDropped() throws {
        let held = Held()
        let server = try Server(address: "127.0.0.1") { _, respond in respond(held.begin()) }
        let connection = try RawConnection(port: server.port)
        connection.send(Self.get)
        _ = connection.read(until: ": hello\n\n")
        for _ in 0..<200 { connection.send(Self.get + "garbage") }
        held.first()?.send(Array("data: x\n\n".utf8))
        #expect(connection.read(until: "data: x\n\n").contains("data: x"))
        #expect(held.streams.withLock { $0.count } == 1)
    }

    @Test func stoppingEndsTheStreamsAtOnce() throws {
        let held = Held()
        let server = try Server(address: "127.0.0.1", loops: 2) { _, respond in respond(held.begin()) }
        let connections = try (0..<20).map { _ in try RawConnection(port: server.port) }
        for connection in connections {
            connection.send(Self.get)
            _ = connection.read(until: ": hello\n\n")
        }
        server.stop()
        for connection in connections { #expect(connection.readToEnd().wasClosed) }
        #expect(held.lost.withLock { $0 } == 20)
        #expect(server.load.streams == 0)
    }

    @Test func oneStreamTakesPiecesFromManyThreadsWhole() throws {
        let held = Held()
        let server = try Server(address: "127.0.0.1") { _, respond in respond(held.begin(maximumPending: 1 << 22)) }
        let done = Mutex(0)
        let client = try Client()
        var lines = 0
        var text: [UInt8] = []
        for thread in 0..<4 {
            later(100) {
                for number in 0..<500 { held.first()?.send(Array("data: \(thread)-\(number)\n\n".utf8)) }
                if done.withLock({
                    $0 += 1; return $0 == 4
                }) {
                    held.first()?.end()
                }
            }
        }
        let response = try client.stream(
            ClientRequest(url: "http://127.0.0.1:\(server.port)/events"), silenceSeconds: 10
        ) { bytes in
            text += bytes
            lines += 1
            return true
        }
        #expect(response.status == 200)
        let all = String(decoding: text, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("data: ") }
        #expect(all.count == 2_000 && Set(all).count == 2_000)
    }

    @Test func aClientEndsAStreamThatIsSilentOrUnwanted() throws {
        let held = Held()
        let server = try Server(address: "127.0.0.1") { _, respond in respond(held.begin()) }
        let client = try Client()
        let request = ClientRequest(url: "http://127.0.0.1:\(server.port)/events")
        #expect(try client.stream(request, silenceSeconds: 5) { _ in false }.status == 200)
        let error = #expect(throws: HTTPError.self) { try client.stream(request, silenceSeconds: 1) { _ in true } }
        #expect(error?.code == .timedOut)
    }

    @Test func aStreamMayBeSilentForLongerOnceItHasBegun() throws {
        let held = Held()
        let server = try Server(address: "127.0.0.1") { request, respond in
            var response = held.begin()
            if request.path == "/silent" { response.body = [] }
            respond(response)
        }
        let client = try Client()
        let address = "http://127.0.0.1:\(server.port)"
        later(13_000) {
            held.first()?.send(Array("late".utf8))
            held.first()?.end()
        }
        var text: [UInt8] = []
        _ = try client.stream(ClientRequest(url: address + "/events"), firstSeconds: 3, silenceSeconds: 60) { bytes in
            text += bytes
            return true
        }
        #expect(String(decoding: text, as: UTF8.self) == ": hello\n\nlate")
        later(20_000) { held.streams.withLock { for stream in $0 { stream.end() } } }
        let silent = ClientRequest(url: address + "/silent")
        let never = #expect(throws: HTTPError.self) {
            try client.stream(silent, firstSeconds: 1, silenceSeconds: 60) { _ in true }
        }
        #expect(never?.code == .timedOut)
    }

    @Test(arguments: ["/events", "/slow"]) func whatNobodyWaitsForAnyMoreIsGivenUp(path: String) throws {
        let held = Held()
        // A stream that stays silent, or an answer that never comes; nobody wants either once it was asked for.
        let server = try Server(address: "127.0.0.1") { request, respond in
            if request.path == "/events" {
                respond(held.begin())
            } else {
                held.unanswered.withLock { $0.append(respond) }
            }
            held.isWanted.store(false, ordering: .releasing)
        }
        let client = try Client(timeoutSeconds: 60) { held.isWanted.load(ordering: .acquiring) }
        let request = ClientRequest(url: "http://127.0.0.1:\(server.port)\(path)")
        let error = #expect(throws: HTTPError.self) {
            path == "/events"
                ? try client.stream(request, silenceSeconds: 60) { _ in true } : try client.send(request)
        }
        #expect(error?.code == .cutOff)
        // The next one is wanted again.
        held.isWanted.store(true, ordering: .releasing)
        let other = try Server(address: "127.0.0.1") { _, respond in respond(Response(status: 200)) }
        #expect(try client.send(ClientRequest(url: "http://127.0.0.1:\(other.port)/")).status == 200)
    }
}
