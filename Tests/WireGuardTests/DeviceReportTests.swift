// SPDX-License-Identifier: MIT
import Bytes
import Testing
import WireGuard

struct DeviceReportTests {
    private static let key = "c5320103 9adba14b e71f886d a1d8dbe9 eebded08 cb111b75 34007899 9aa9f038".replacing(
        " ", with: "")

    @Test func peersAreReportedWithoutTheirSecrets() throws {
        let answer = """
            private_key=\(String(repeating: "a1", count: 32))
            listen_port=51820
            public_key=\(Self.key)
            preshared_key=\(String(repeating: "b2", count: 32))
            endpoint=[2001:db8::1]:51820
            last_handshake_time_sec=1000
            last_handshake_time_nsec=5
            rx_bytes=7
            tx_bytes=9
            allowed_ip=10.0.0.0/8
            errno=0


            """
        let report = try DeviceReport(Array(answer.utf8))
        let peer = try #require(report.peers.first)
        #expect(peer.publicKey.description == "xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=")
        #expect(peer.endpoint == "[2001:db8::1]:51820")
        #expect((peer.handshake, peer.received, peer.sent) == (1_000, 7, 9))
        #expect(!"\(report)".contains("a1a1") && !"\(report)".contains("b2b2"))
    }

    /// Within 180 seconds, and never by a clock that was set back.
    @Test(arguments: [(1_000, true), (1_180, true), (1_181, false), (999, false)] as [(UInt64, Bool)])
    func aPeerIsConnectedForTheTimeOfASession(_ now: UInt64, _ isConnected: Bool) throws {
        let peer = DeviceReport.Peer(
            publicKey: try TunnelPublicKey("xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg="), handshake: 1_000)
        #expect(peer.isConnected(now: now) == isConnected)
    }

    @Test(arguments: [
        "errno=-22\n\n", "errno=x\n\n", "nonsense\n\n", "public_key=zz\n\n", "public_key=00\n\n",
        "public_key=\(key)\npublic_key=\(key)\n\n", "public_key=\(key)\nrx_bytes=-1\n\n",
        "public_key=\(key)\nendpoint=a b\n\n",
    ])
    func anotherAnswerIsRefused(_ answer: String) {
        #expect(throws: WireGuardError.self) { try DeviceReport(Array(answer.utf8)) }
    }
}
