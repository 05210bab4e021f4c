// SPDX-License-Identifier: MIT
import Bytes
import Tunnel
import WireGuard

/// What a tunnel's server, its device and the clients of its service send.
extension FuzzEntry {
    /// What is read leads into private networks, and is written in the one form.
    func tunnelConfiguration(_ input: [UInt8]) {
        check(WireGuardError.self) {
            try TunnelConfiguration(reading: input)
        } writesBack: { configuration in
            let written = configuration.written.withUnsafeBytes { Array($0) }
            do {
                return try TunnelConfiguration(reading: written) == configuration
                    && (configuration.routes + configuration.addresses).allSatisfy(\.isPrivate)
            } catch { return false }
        }
        let text = String(decoding: input, as: UTF8.self)
        check(WireGuardError.self) {
            try AddressBlock(text)
        } writesBack: { block in
            do { return try AddressBlock(block.description) == block } catch { return false }
        }
        check(WireGuardError.self) {
            try TunnelEndpoint(text)
        } writesBack: { endpoint in
            do { return try TunnelEndpoint(endpoint.description) == endpoint } catch { return false }
        }
    }

    func tunnelDevice(_ input: [UInt8]) {
        check(WireGuardError.self) {
            try DeviceReport(input)
        } writesBack: { report in
            Set(report.peers.map(\.publicKey)).count == report.peers.count
        }
    }

    /// The service's end and the client's end of its socket.
    func tunnelMessage(_ input: [UInt8]) {
        check(TunnelError.self) {
            try TunnelRequest(input)
        } writesBack: {
            $0.encoded.withUnsafeBytes { Array($0) } == input
        }
        check(TunnelError.self) {
            try TunnelReply(input)
        } writesBack: { reply in
            guard case .status(let status) = reply else { return true }
            do {
                guard case .status(let again) = try TunnelReply(reply.encoded) else { return false }
                return again == status
            } catch { return false }
        }
    }

    static let tunnelSeeds: [String] = [
        """
        [Interface]
        PrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=
        ListenPort = 51820
        Address = 10.8.0.2/24, fd00:8::2/64
        DNS = 192.168.178.1
        MTU = 1380
        [Peer]
        PublicKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=
        PresharedKey = FpCyhws9cxwWoV4xELtfJvjJN+zQVRPISllRWgeopVE=
        AllowedIPs = 192.168.178.0/24, fd00:8::/64
        Endpoint = home.example:51820
        PersistentKeepalive = 25
        """, "fd00:0:0:1::/64", "[fd00::1]:51820",
    ]

    static let tunnelDeviceSeeds: [String] = [
        """
        listen_port=51820
        public_key=c53201039adba14be71f886da1d8dbe9eebded08cb111b75340078999aa9f038
        endpoint=[2001:db8::1]:51820
        last_handshake_time_sec=1000
        rx_bytes=7
        tx_bytes=9
        errno=0


        """
    ]

    static let tunnelMessageSeeds: [String] = [
        "up\n[Interface]", "down", "status", "{\"error\":\"overlap\",\"message\":\"m\"}",
        "{\"state\":\"connected\",\"peers\":[{\"publicKey\":\"xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=\",\"received\":1,\"sent\":2,\"endpoint\":\"198.51.100.1:51820\",\"handshake\":5}]}",
    ]
}
