// SPDX-License-Identifier: MIT
package import Bytes

extension TunnelConfiguration {
    /// The configuration as a file, in one form: what is read from it is equal to this. It holds the private key.
    package var written: SecretBytes {
        var lines = ["[Interface]", "PrivateKey = \(privateKey.secret.base64)"]
        if let listenPort { lines.append("ListenPort = \(listenPort)") }
        lines.append("Address = \(Self.list(addresses))")
        if let maximumTransmissionUnit { lines.append("MTU = \(maximumTransmissionUnit)") }
        for peer in peers {
            lines += ["", "[Peer]", "PublicKey = \(peer.publicKey)"]
            if let presharedKey = peer.presharedKey { lines.append("PresharedKey = \(presharedKey.secret.base64)") }
            lines.append("AllowedIPs = \(Self.list(peer.routes))")
            if let endpoint = peer.endpoint { lines.append("Endpoint = \(endpoint)") }
            if let seconds = peer.keepaliveSeconds { lines.append("PersistentKeepalive = \(seconds)") }
        }
        return SecretBytes(Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    private static func list(_ blocks: [AddressBlock]) -> String { blocks.map(\.description).joined(separator: ", ") }
}
