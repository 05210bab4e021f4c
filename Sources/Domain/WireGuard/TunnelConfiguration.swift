// SPDX-License-Identifier: MIT

/// A peer of a tunnel: its key, where it is reached, and the addresses that are behind it.
package struct TunnelPeer: Equatable, Sendable {
    package let publicKey: TunnelPublicKey
    package let presharedKey: PresharedKey?
    /// Private networks, without bits behind their prefixes.
    package let routes: [AddressBlock]
    /// nil for a peer that calls by itself.
    package let endpoint: TunnelEndpoint?
    /// Seconds between packets that keep a router's mapping alive; nil for none.
    package let keepaliveSeconds: UInt16?

    /// - Throws: ``WireGuardError`` with `.wideRoute`, `.repeated`, `.missing` or `.tooLarge` for its routes.
    package init(
        _ publicKey: TunnelPublicKey, presharedKey: PresharedKey? = nil, routes: [AddressBlock],
        endpoint: TunnelEndpoint? = nil, keepaliveSeconds: UInt16? = nil
    ) throws {
        let routes = routes.map(\.network)
        guard !routes.isEmpty else {
            throw WireGuardError(
                .missing, "A peer has no AllowedIPs, so that nothing would go to it. Name the network behind it.")
        }
        guard routes.count <= TunnelConfiguration.maximumBlocks else {
            throw WireGuardError(
                .tooLarge, "A peer has more than \(TunnelConfiguration.maximumBlocks) AllowedIPs.")
        }
        for route in routes { try TunnelConfiguration.requirePrivate(route, "AllowedIPs") }
        guard Set(routes).count == routes.count else {
            throw WireGuardError(.repeated, "A peer has the same network in AllowedIPs twice.")
        }
        self.publicKey = publicKey
        self.presharedKey = presharedKey
        self.routes = routes
        self.endpoint = endpoint
        self.keepaliveSeconds = keepaliveSeconds == 0 ? nil : keepaliveSeconds
    }
}

/// A tunnel of this device. It leads into private networks only, and never runs a command.
///
/// Format: man 8 wg, "CONFIGURATION FILE FORMAT"; man 8 wg-quick. Of their keys it has ten.
package struct TunnelConfiguration: Equatable, Sendable {
    package static let maximumBytes = 64 << 10
    package static let maximumPeers = 64
    /// Addresses of an interface, networks of a peer, names in DNS.
    package static let maximumBlocks = 64
    /// The least that IPv6 needs, and what networks carry at most. RFC 8200, section 5
    package static let units: ClosedRange<UInt16> = 1_280...9_000

    package let privateKey: TunnelPrivateKey
    /// Addresses of this device in the tunnel, each private.
    package let addresses: [AddressBlock]
    /// The port of UDP that peers call; nil for one that the kernel chooses.
    package let listenPort: UInt16?
    /// The largest packet in bytes; nil for what WireGuard usually takes.
    package let maximumTransmissionUnit: UInt16?
    package let peers: [TunnelPeer]

    /// - Throws: ``WireGuardError`` with `.wideRoute`, `.repeated`, `.missing` or `.tooLarge`.
    package init(
        privateKey: TunnelPrivateKey, addresses: [AddressBlock], listenPort: UInt16? = nil,
        maximumTransmissionUnit: UInt16? = nil, peers: [TunnelPeer]
    ) throws {
        guard !addresses.isEmpty else {
            throw WireGuardError(.missing, "The section [Interface] has no Address. The server's owner tells it.")
        }
        guard addresses.count <= Self.maximumBlocks, peers.count <= Self.maximumPeers else {
            throw WireGuardError(
                .tooLarge, "A tunnel has at most \(Self.maximumPeers) peers and \(Self.maximumBlocks) addresses.")
        }
        for address in addresses { try Self.requirePrivate(address, "Address") }
        guard Set(addresses.map(\.host)).count == addresses.count else {
            throw WireGuardError(.repeated, "The section [Interface] has the same Address twice.")
        }
        guard !peers.isEmpty else {
            throw WireGuardError(.missing, "There is no section [Peer], so that the tunnel would lead nowhere.")
        }
        var seen: Set<TunnelPublicKey> = [privateKey.publicKey]
        for peer in peers where !seen.insert(peer.publicKey).inserted {
            throw WireGuardError(.repeated, "Two sections have the same key. Each end of a tunnel has its own.")
        }
        // The device would give a network to the last peer that names it.
        let routes = peers.flatMap(\.routes)
        guard Set(routes).count == routes.count else {
            throw WireGuardError(.repeated, "Two peers have the same network in AllowedIPs.")
        }
        if let maximumTransmissionUnit, !Self.units.contains(maximumTransmissionUnit) {
            throw WireGuardError(
                .malformed, "MTU is from \(Self.units.lowerBound) to \(Self.units.upperBound).")
        }
        self.privateKey = privateKey
        self.addresses = addresses
        self.listenPort = listenPort == 0 ? nil : listenPort
        self.maximumTransmissionUnit = maximumTransmissionUnit
        self.peers = peers
    }

    /// All networks that the tunnel leads to.
    package var routes: [AddressBlock] { peers.flatMap(\.routes) }

    static func requirePrivate(_ block: AddressBlock, _ key: String) throws {
        guard block.isPrivate else {
            throw WireGuardError(
                .wideRoute,
                "\(key) has \(block), which is not inside a private network. Satchel's tunnel leads home only: leave it out, and name the network at home, such as 192.168.178.0/24."
            )
        }
    }
}
