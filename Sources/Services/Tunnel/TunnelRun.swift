// SPDX-License-Identifier: MIT
internal import Bytes
internal import Glibc
internal import WireGuard

/// A tunnel that is up: its device, its interface, and what they were set up from. It is down when this object goes.
///
/// | State | What is there | After a kill of the service |
/// |---|---|---|
/// | checked | nothing | nothing |
/// | started | the device without keys, switched off | systemd ends the device with the service; the next start removes a left one |
/// | configured | keys in the device, no address, no route | the same |
/// | prepared | addresses and routes | the same; they vanish with the interface |
final class TunnelRun {
    static let deviceName = "satchel0"

    private let configuration: TunnelConfiguration
    private let device: UserSpaceDevice
    /// When a peer's endpoint was looked up last, in seconds since 1970.
    private var lastLookUp: UInt64

    /// Checks everything that can be checked, then brings the tunnel up.
    ///
    /// - Throws: ``TunnelError``; the machine is then as it was.
    init(_ configuration: TunnelConfiguration, now: UInt64) throws {
        let endpoints = try Self.endpoints(of: configuration)
        try Self.requireElsewhere(configuration)
        self.configuration = configuration
        lastLookUp = now
        device = try UserSpaceDevice(named: Self.deviceName)
        try device.order(DeviceOrder.configure(configuration, endpoints: endpoints))
        guard let link = TunnelLink(named: Self.deviceName) else {
            throw TunnelError(.noDevice, "The tunnel's interface has gone. Bring the tunnel up again.")
        }
        try link.prepare(configuration)
    }

    /// Whether the program behind the interface still runs.
    var isRunning: Bool { device.isRunning }

    /// The status now.
    func status(now: UInt64) throws -> TunnelStatus {
        let peers = try device.report().peers
        return TunnelStatus(peers.contains { $0.isConnected(now: now) } ? .connected : .waiting, peers: peers)
    }

    /// Sends a packet to each peer that has not answered lately, which starts a handshake.
    func probe(now: UInt64) throws {
        let silent = try device.report().peers.filter { !$0.isConnected(now: now) }.map(\.publicKey)
        for peer in configuration.peers where silent.contains(peer.publicKey) {
            for route in peer.routes.prefix(1) { Self.send(to: route) }
        }
    }

    /// Looks up the names of the peers that have not answered for the time of a session: their hosts may have moved.
    func follow(now: UInt64) throws {
        guard now < lastLookUp || now - lastLookUp >= DeviceReport.sessionSeconds else { return }
        let silent = try device.report().peers.filter { !$0.isConnected(now: now) }.map(\.publicKey)
        lastLookUp = now
        for peer in configuration.peers where silent.contains(peer.publicKey) {
            guard let endpoint = peer.endpoint, endpoint.address == nil else { continue }
            do {
                let place = try Self.place(of: endpoint, outside: configuration.routes)
                try device.order(SecretBytes(DeviceOrder.move(peer.publicKey, to: place)))
            } catch let error as TunnelError where error.code == .unresolved || error.code == .overlap {
                // Safe: without a network there is no answer now; the next round asks again.
                continue
            }
        }
    }

    // MARK: - Checks

    private static func endpoints(of configuration: TunnelConfiguration) throws -> [TunnelPublicKey: String] {
        var places: [TunnelPublicKey: String] = [:]
        for peer in configuration.peers {
            guard let endpoint = peer.endpoint else { continue }
            places[peer.publicKey] = try place(of: endpoint, outside: configuration.routes)
        }
        return places
    }

    /// Address and port of an endpoint, as the device reads them.
    private static func place(of endpoint: TunnelEndpoint, outside routes: [AddressBlock]) throws -> String {
        let addresses = try endpoint.address.map { [$0] } ?? LocalNetworks.addresses(of: endpoint.host)
        let address = addresses[0]
        // The packets that carry the tunnel would go into it.
        guard !routes.contains(where: { $0.contains(address) }) else {
            throw TunnelError(
                .overlap,
                "The host \(endpoint.host) has the address \(address.addressText), which is in the network that the tunnel leads to. At home no tunnel is needed."
            )
        }
        return address.isIPv6
            ? "[\(address.addressText)]:\(endpoint.port)" : "\(address.addressText):\(endpoint.port)"
    }

    /// In a network with the same addresses as the one at home, packets would reach the wrong hosts.
    private static func requireElsewhere(_ configuration: TunnelConfiguration) throws {
        let networks = LocalNetworks.all(except: deviceName)
        for route in configuration.routes {
            guard let network = networks.first(where: { $0.contains(route) }) else { continue }
            throw TunnelError(
                .overlap,
                "This device is in the network \(network), to which \(route) of the tunnel belongs too. At home no tunnel is needed; elsewhere use another network."
            )
        }
    }

    /// One byte to the discard port of a network's first host. RFC 863
    private static func send(to route: AddressBlock) {
        var bytes = route.bytes
        if route.prefixLength < bytes.count * 8 { bytes[bytes.count - 1] |= 1 }
        let descriptor = socket(
            route.isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let port = in_port_t(discardPort).bigEndian
        var byte: UInt8 = 0
        if route.isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = sendto(descriptor, &byte, 1, 0, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port
            withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = sendto(descriptor, &byte, 1, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }

    private static let discardPort: UInt16 = 9
}
