// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import Keys
import Terminal
import Tokens
import Tunnel
import WireGuard

/// The tunnel of a drive: one configuration beside its store, which its owner alone may read.
struct TunnelFile {
    private let folder: String

    private var path: String { folder + "/tunnel.conf" }

    /// - Parameter wallet: the wallet's folder.
    init(besideWallet wallet: String) { folder = wallet + "/drive" }

    var exists: Bool { access(path, F_OK) == 0 }

    func load() throws -> TunnelConfiguration {
        guard exists else {
            throw Failure(
                .failed,
                "There is no tunnel. Import the file that your home's server gave you: satchel drive tunnel import FILE",
                showsUsage: false)
        }
        return try TunnelConfiguration(
            reading: AtomicFile.read(path, maximumCount: TunnelConfiguration.maximumBytes))
    }

    func save(_ configuration: TunnelConfiguration) throws {
        try PrivateFolder.create(folder)
        try Self.write(configuration, to: path)
    }

    /// Writes the configuration, with its private key, for its owner alone (0600).
    static func write(_ configuration: TunnelConfiguration, to path: String) throws {
        try AtomicFile.write(configuration.written.withUnsafeBytes { Array($0) }, to: path)
    }

    /// Removes the configuration; without one nothing happens.
    func remove() throws {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw Failure(
                .storage, "'\(path)' cannot be removed: \(String(cString: strerror(errno))). Remove it by hand.")
        }
    }
}

/// What commands about the tunnel answer.
enum TunnelWords {
    static func json(_ configuration: TunnelConfiguration) -> JSONValue {
        [
            "publicKey": .string(configuration.privateKey.publicKey.description),
            "addresses": .array(configuration.addresses.map { .string($0.host.description) }),
            "routes": .array(configuration.routes.map { .string($0.description) }),
        ]
    }

    static func json(_ status: TunnelStatus) -> JSONValue {
        [
            "state": .string(status.state.rawValue),
            "peers": .array(
                status.peers.map { peer in
                    [
                        "publicKey": .string(peer.publicKey.description), "endpoint": .string(peer.endpoint),
                        "handshake": .time(peer.handshake),
                        "received": .number(Int64(clamping: peer.received)),
                        "sent": .number(Int64(clamping: peer.sent)),
                    ]
                }),
        ]
    }

    static func sentences(_ status: TunnelStatus) -> [String] {
        switch status.state {
        case .off: ["The tunnel is off. Switch it on: satchel drive tunnel up"]
        case .others: ["Another user of this device has a tunnel up."]
        case .connected: ["Connected: home has answered within the last 3 minutes."] + lines(status)
        case .waiting:
            [
                "The tunnel is on, and home has not answered. Check that the server at home runs, that its router lets the port through, and that the server knows this device's key. A home behind a provider's shared address (CGNAT) cannot be called: ask the provider for a public one."
            ] + lines(status)
        }
    }

    private static func lines(_ status: TunnelStatus) -> [String] {
        status.peers.map { peer in
            let seen = peer.handshake.map { "last answer \(Timestamp(seconds: $0))" } ?? "no answer yet"
            return
                "\(peer.publicKey) at \(peer.endpoint ?? "no address"): \(seen), \(DriveWords.size(peer.received)) received, \(DriveWords.size(peer.sent)) sent"
        }
    }
}
