// SPDX-License-Identifier: MIT
import Glibc
import HubAPI
import HubLedger
import HubStorage
import Keys
import SQL
import Tokens
package import WireGuard

/// The tunnel by which devices reach this hub from elsewhere, as its operator looks after it.
extension Hub {
    /// The hub's end of the tunnel.
    package struct TunnelServer: Equatable, Sendable {
        /// The public half of the key that root keeps.
        package let key: TunnelPublicKey
        package let network: TunnelNetwork
        /// Where devices call from outside.
        package let endpoint: TunnelEndpoint
        /// The port of UDP on this machine.
        package let listenPort: UInt16

        package init(key: TunnelPublicKey, network: TunnelNetwork, endpoint: TunnelEndpoint, listenPort: UInt16) {
            self.key = key
            self.network = network
            self.endpoint = endpoint
            self.listenPort = listenPort
        }
    }

    /// A device that the tunnel lets in.
    package struct TunnelDevice: Equatable, Sendable {
        package let username: String
        /// Its id in the account's list of devices, by which it is revoked.
        package let id: String
        package let name: String?
        package let key: TunnelPublicKey
        package let address: AddressBlock
    }

    /// The hub's end of the tunnel; nil without one.
    package func tunnel() throws -> TunnelServer? {
        try context.store.read { try context.tunnel($0).server() }
    }

    /// The devices that the tunnel lets in, by their addresses.
    package func tunnelDevices() throws -> [TunnelDevice] {
        try context.store.presentSnapshot { database in
            let table = context.tunnel(database)
            guard let server = try table.server() else { return [] }
            return try table.peers(at: context.clock.now()).map {
                TunnelDevice(
                    username: $0.username, id: context.devices.name(of: $0.session), name: $0.device, key: $0.key,
                    address: server.network.device($0.number))
            }
        }
    }

    /// Turns the tunnel on, or changes it. Durable when it returns.
    ///
    /// - Returns: how many devices have to join again, because what they know has changed.
    package func setTunnel(_ server: TunnelServer) throws -> Int {
        let context = context
        return try context.store.writeAndWait { store in
            let lost = try context.tunnel(store.database).set(server, at: store.now)
            try store.log(
                .tunnelOn, of: nil, by: context.configuration.actor,
                "\(server.network) at \(server.endpoint), key \(server.key)")
            return lost
        }
    }

    /// Turns the tunnel off and forgets its devices. Without a tunnel nothing happens. Durable when it returns.
    package func endTunnel() throws {
        let context = context
        try context.store.writeAndWait { store in
            let table = context.tunnel(store.database)
            guard try table.server() != nil else { return }
            try table.remove()
            try store.log(.tunnelOff, of: nil, by: context.configuration.actor)
        }
    }

    /// The devices as `wg syncconf` takes them; nil without a tunnel.
    package func peerList() throws -> PeerList? {
        try context.store.presentSnapshot { database in
            let table = context.tunnel(database)
            guard let server = try table.server() else { return nil }
            let peers = try table.peers(at: context.clock.now()).map {
                PeerList.Peer(key: $0.key, address: server.network.device($0.number))
            }
            return PeerList(key: server.key, network: server.network, listenPort: server.listenPort, peers: peers)
        }
    }

    /// Writes the list of devices into the hub's directory if it is not what the file says. For the serving process
    /// alone: another one could put an earlier list over a later one.
    ///
    /// - Returns: whether it was written.
    /// - Throws: ``HubError`` with `.system`.
    @discardableResult
    package func writePeerList() throws -> Bool {
        guard let directory else { return false }
        let list = try peerList()
        let present: [UInt8]?
        do {
            present = try AtomicFile.read(directory.peerList, maximumCount: PeerList.maximumBytes)
        } catch {
            // Not there, or not this process's to read: it is written.
            present = nil
        }
        // A hub that never had a tunnel has no list.
        guard list != nil || directory.hasPeerList else { return false }
        let text = Array((list?.written ?? PeerList.off).utf8)
        guard present != text else { return false }
        do {
            try AtomicFile.write(text, to: directory.peerList)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
        return true
    }
}

extension HubDirectory {
    /// The devices that the tunnel lets in. The unit satchel-hub-tunnel applies it.
    package var peerList: String { path + "/tunnel-peers.conf" }

    var hasPeerList: Bool { access(peerList, F_OK) == 0 }
}
