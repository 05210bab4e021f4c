// SPDX-License-Identifier: MIT

/// The devices that the tunnel of a server lets in. It holds public keys only.
package struct PeerList: Equatable, Sendable {
    package struct Peer: Equatable, Sendable {
        package let key: TunnelPublicKey
        /// One address.
        package let address: AddressBlock

        package init(key: TunnelPublicKey, address: AddressBlock) {
            self.key = key
            self.address = address.host
        }
    }

    /// Longer than the list of the largest network.
    package static let maximumBytes = 1 << 20

    /// The server's own key.
    package let key: TunnelPublicKey
    package let network: TunnelNetwork
    /// The port of UDP that devices call.
    package let listenPort: UInt16
    package let peers: [Peer]

    package init(key: TunnelPublicKey, network: TunnelNetwork, listenPort: UInt16, peers: [Peer]) {
        self.key = key
        self.network = network
        self.listenPort = listenPort
        self.peers = peers
    }

    /// The list in the form of `wg syncconf`, without the private key. man 8 wg, "CONFIGURATION FILE FORMAT"
    ///
    /// `wg` reads neither the interface's address nor its public key, so both are in comments.
    /// `Packaging/hub/satchel-hub-tunnel` reads them, takes lines of exactly these forms, and adds the private key.
    package var written: String {
        let interface = [
            "# Key = \(key)", "# Address = \(network.server)", "[Interface]", "ListenPort = \(listenPort)",
        ]
        let sections = peers.flatMap { ["", "[Peer]", "PublicKey = \($0.key)", "AllowedIPs = \($0.address)"] }
        return Self.text(interface + sections)
    }

    /// The list when there is no tunnel: the interface is removed.
    package static let off = text(["# Off"])

    private static func text(_ lines: [String]) -> String {
        (["# Written by satchel-hub. Changes here are overwritten."] + lines).joined(separator: "\n") + "\n"
    }
}
