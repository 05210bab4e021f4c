// SPDX-License-Identifier: MIT
import HTTP
import PeerSupport
import Testing

@Suite(.needsPeers) struct ProtectedConnectionTests {
    private func connect(_ server: LocalTLSEcho, pin: String?) throws -> StreamConnection {
        try StreamConnection(
            host: "127.0.0.1", port: server.port, isProtected: true, trust: pin.map { .keys([$0]) } ?? .authorities)
    }

    @Test func aServerWithThePinnedKeyIsTrustedAndLinesGoBothWays() throws {
        let server = try LocalTLSEcho()
        let connection = try connect(server, pin: server.pin)
        let deadline = ContinuousClock.now + .seconds(10)
        for count in [0, 1, 100, 300_000] {
            let line = [UInt8](repeating: 97, count: count)
            try connection.send(line + [10], until: deadline)
            #expect(try connection.readLine(maximumBytes: 300_000, until: deadline) == line)
        }
    }

    @Test func aServerWithAnotherKeyThanThePinnedIsInsecure() throws {
        let server = try LocalTLSEcho()
        let other = try LocalTLSEcho()
        let error = #expect(throws: HTTPError.self) { try connect(server, pin: other.pin) }
        #expect(error?.code == .insecure)
    }

    @Test func aServerThatNobodyVouchesForIsInsecure() throws {
        let server = try LocalTLSEcho()
        let error = #expect(throws: HTTPError.self) { try connect(server, pin: nil) }
        #expect(error?.code == .insecure)
    }
}
