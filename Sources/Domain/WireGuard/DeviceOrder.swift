// SPDX-License-Identifier: MIT
package import Bytes

/// What is said to a WireGuard device over its socket. <https://www.wireguard.com/xplatform/>
package enum DeviceOrder {
    /// Asks for a ``DeviceReport``.
    package static let report = Array("get=1\n\n".utf8)

    /// Gives the device the whole configuration. Peers that are not in it are removed.
    ///
    /// - Parameter endpoints: the addresses of the peers' endpoints, as text with a port. A peer without one here
    ///   has to call first.
    package static func configure(
        _ configuration: TunnelConfiguration, endpoints: [TunnelPublicKey: String]
    ) -> SecretBytes {
        var lines = ["set=1", "private_key=\(configuration.privateKey.secret.hexadecimal)"]
        lines.append("listen_port=\(configuration.listenPort ?? 0)")
        lines.append("replace_peers=true")
        for peer in configuration.peers {
            lines.append("public_key=\(Hex.encode(peer.publicKey.bytes))")
            if let presharedKey = peer.presharedKey { lines.append("preshared_key=\(presharedKey.secret.hexadecimal)") }
            if let endpoint = endpoints[peer.publicKey] { lines.append("endpoint=\(endpoint)") }
            lines.append("persistent_keepalive_interval=\(peer.keepaliveSeconds ?? 0)")
            lines.append("replace_allowed_ips=true")
            lines += peer.routes.map { "allowed_ip=\($0)" }
        }
        return SecretBytes(Array((lines.joined(separator: "\n") + "\n\n").utf8))
    }

    /// Gives one known peer another endpoint, as text with a port.
    package static func move(_ peer: TunnelPublicKey, to endpoint: String) -> [UInt8] {
        Array(
            "set=1\npublic_key=\(Hex.encode(peer.bytes))\nupdate_only=true\nendpoint=\(endpoint)\n\n".utf8)
    }
}
