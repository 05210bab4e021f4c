// SPDX-License-Identifier: MIT
import HTTP
import TestSupport
import Testing

struct StreamConnectionTests {
    private func connect(_ listener: LocalListener) throws -> StreamConnection {
        try StreamConnection(host: "127.0.0.1", port: listener.port, isProtected: false)
    }

    private func soon(_ milliseconds: Int = 60_000) -> ContinuousClock.Instant { .now + .milliseconds(milliseconds) }

    /// The code of the refusal, and how long it took.
    private func refusal(_ body: () throws -> some Any) -> (code: HTTPError.Code?, took: Duration) {
        var code: HTTPError.Code?
        let took = ContinuousClock().measure {
            code = #expect(throws: HTTPError.self) { _ = try body() }?.code
        }
        return (code, took)
    }

    @Test func linesGoBothWaysWhateverPacketsTheyComeIn() throws {
        let listener = try LocalListener { caller in
            let line = caller.read()
            caller.send("first\nsec")
            caller.wait(milliseconds: 50)
            caller.send("ond\n\n")
            caller.send(line)
            caller.waitForEnd()
        }
        let connection = try connect(listener)
        try connection.send(Array("hello\n".utf8), until: soon())
        for expected in ["first", "second", "", "hello"] {
            #expect(try connection.readLine(maximumBytes: 6, until: soon()) == Array(expected.utf8))
        }
    }

    @Test func aServerThatStallsIsLeftAtTheDeadline() throws {
        let listener = try LocalListener { $0.waitForEnd() }
        let connection = try connect(listener)
        let (code, took) = refusal { try connection.readLine(maximumBytes: 100, until: soon(200)) }
        #expect(code == .timedOut)
        #expect(took >= .milliseconds(200))
        #expect(refusal { try connection.send([1], until: soon()) }.code == .unreachable)
    }

    @Test func aServerThatSendsAByteNowAndThenIsLeftAtTheDeadline() throws {
        let listener = try LocalListener { caller in
            while caller.send("x") { caller.wait(milliseconds: 20) }
        }
        let connection = try connect(listener)
        // Without a deadline the line would become too long.
        #expect(refusal { try connection.readLine(maximumBytes: 1_000, until: soon(300)) }.code == .timedOut)
    }

    @Test func aFloodWithoutAnEndOfLineIsCutOff() throws {
        let listener = try LocalListener { caller in
            let chunk = [UInt8](repeating: 120, count: 1 << 20)
            for _ in 0..<100 where caller.send(chunk) {}
        }
        let connection = try connect(listener)
        #expect(refusal { try connection.readLine(maximumBytes: 1 << 20, until: soon()) }.code == .tooLarge)
    }

    @Test func aLineIsTooLongByOneByte() throws {
        let listener = try LocalListener { caller in
            caller.send("12345\n123456\n")
            caller.waitForEnd()
        }
        let connection = try connect(listener)
        #expect(try connection.readLine(maximumBytes: 5, until: soon()).count == 5)
        #expect(refusal { try connection.readLine(maximumBytes: 5, until: soon()) }.code == .tooLarge)
    }

    @Test func aServerThatEndsInALineIsUnreachable() throws {
        let listener = try LocalListener { caller in
            caller.send("whole\nhalf")
            caller.endSending()
            caller.waitForEnd()
        }
        let connection = try connect(listener)
        #expect(try connection.readLine(maximumBytes: 100, until: soon()) == Array("whole".utf8))
        #expect(refusal { try connection.readLine(maximumBytes: 100, until: soon()) }.code == .cutOff)
    }

    @Test func aServerThatReadsNothingIsLeftAtTheDeadline() throws {
        let listener = try LocalListener { $0.wait(milliseconds: 2_000) }
        let connection = try connect(listener)
        let bytes = [UInt8](repeating: 1, count: 64 << 20)
        #expect(refusal { try connection.send(bytes, until: soon(300)) }.code == .timedOut)
    }

    @Test func aPortWithoutAServerIsUnreachable() throws {
        let port = try LocalListener { _ in }.port
        let attempt = refusal { try StreamConnection(host: "127.0.0.1", port: port, isProtected: false) }
        #expect(attempt.code == .unreachable)
    }

    @Test func anUnprotectedConnectionToAnotherMachineIsInsecure() {
        for host in ["192.0.2.1", "electrum.example", "::2"] {
            #expect(refusal { try StreamConnection(host: host, port: 50001, isProtected: false) }.code == .insecure)
        }
        #expect(refusal { try StreamConnection(host: "a@b/", port: 1, isProtected: true) }.code == .malformed)
    }

    @Test func aServerThatDoesNotSpeakTLSIsRefused() throws {
        let listener = try LocalListener { caller in
            _ = caller.read()
            caller.send("HTTP/1.1 200 OK\r\n\r\n")
            caller.waitForEnd()
        }
        let attempt = refusal { try StreamConnection(host: "127.0.0.1", port: listener.port, isProtected: true) }
        #expect(attempt.code == .insecure)
    }
}
