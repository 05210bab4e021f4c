// SPDX-License-Identifier: MIT
internal import Bytes

/// What a WireGuard device tells of its peers. <https://www.wireguard.com/xplatform/>
package struct DeviceReport: Equatable, Sendable {
    package struct Peer: Equatable, Sendable {
        package let publicKey: TunnelPublicKey
        /// Where its last packet came from, as the device writes it; nil before the first one.
        package var endpoint: String?
        /// Seconds since 1970 of the last handshake; nil before the first one.
        package var handshake: UInt64?
        /// Bytes received from the peer and sent to it.
        package var received: UInt64 = 0
        package var sent: UInt64 = 0

        package init(
            publicKey: TunnelPublicKey, endpoint: String? = nil, handshake: UInt64? = nil, received: UInt64 = 0,
            sent: UInt64 = 0
        ) {
            self.publicKey = publicKey
            self.endpoint = endpoint
            self.handshake = handshake
            self.received = received
            self.sent = sent
        }

        /// Whether the peer answered within the time for which WireGuard keeps a session's keys (REJECT-AFTER-TIME).
        ///
        /// A handshake in the future counts as none, because a clock that was set back says nothing of its age.
        package func isConnected(now seconds: UInt64) -> Bool {
            handshake.map { $0 <= seconds && seconds - $0 <= DeviceReport.sessionSeconds } ?? false
        }
    }

    package static let sessionSeconds: UInt64 = 180
    package static let maximumBytes = 1 << 20
    private static let maximumEndpoint = 64

    package private(set) var peers: [Peer] = []

    /// Parses the answer to ``DeviceOrder/report``. Keys in it are passed over.
    ///
    /// - Throws: ``WireGuardError`` with `.malformed`, `.tooLarge`, or `.deviceRefused` for an error number.
    package init(_ answer: [UInt8]) throws {
        guard answer.count <= Self.maximumBytes else {
            throw WireGuardError(.tooLarge, "The device of the tunnel reports more than it can have.")
        }
        for (key, value) in try Self.lines(answer) {
            switch key {
            case "errno": try Self.requireSuccess(value)
            case "public_key":
                guard let bytes = Self.hexadecimal(value), !peers.contains(where: { $0.publicKey.bytes == bytes })
                else { throw Self.malformed }
                peers.append(Peer(publicKey: try TunnelPublicKey(bytes)))
            // Of the device itself, before the first peer; and keys, which are not needed here.
            case _ where peers.isEmpty: break
            default: try Self.set(key, value, of: &peers[peers.count - 1])
            }
        }
    }

    /// Whether the answer to an order is success.
    ///
    /// - Throws: as ``init(_:)`` does.
    package static func requireSuccess(_ answer: [UInt8]) throws { _ = try DeviceReport(answer) }

    private static let malformed = WireGuardError(.malformed, "The device of the tunnel does not answer as WireGuard.")

    private static func lines(_ answer: [UInt8]) throws -> [(key: Substring, value: Substring)] {
        guard let text = String(validating: answer, as: UTF8.self) else { throw malformed }
        return try text.split(separator: "\n").map { line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw malformed }
            return (parts[0], parts[1])
        }
    }

    private static func hexadecimal(_ text: Substring) -> [UInt8]? {
        do { return try Hex.decode(String(text)) } catch { return nil }
    }

    private static func set(_ key: Substring, _ value: Substring, of peer: inout Peer) throws {
        func number() throws -> UInt64 {
            guard let number = UInt64(value) else { throw malformed }
            return number
        }
        switch key {
        case "endpoint":
            guard value.utf8.count <= maximumEndpoint, value.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
                throw malformed
            }
            peer.endpoint = String(value)
        case "last_handshake_time_sec": peer.handshake = try number() == 0 ? nil : number()
        case "rx_bytes": peer.received = try number()
        case "tx_bytes": peer.sent = try number()
        default: break
        }
    }

    private static func requireSuccess(_ value: Substring) throws {
        guard let number = Int32(value) else { throw malformed }
        guard number == 0 else {
            throw WireGuardError(
                .deviceRefused, "The device of the tunnel refused its settings with error \(number).")
        }
    }
}
