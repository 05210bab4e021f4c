// SPDX-License-Identifier: MIT
package import Bytes
package import WireGuard

/// What a client asks the service for: one word, for `up` followed by a newline and the configuration, then the end.
package enum TunnelRequest: Sendable {
    case up(SecretBytes)
    case down
    case status

    static let maximumBytes = TunnelConfiguration.maximumBytes + 16

    /// - Throws: ``TunnelError`` with `.malformed`.
    package init(_ bytes: [UInt8]) throws {
        switch bytes {
        case _ where bytes.starts(with: "up\n".utf8): self = .up(SecretBytes(Array(bytes.dropFirst(3))))
        case Array("down".utf8): self = .down
        case Array("status".utf8): self = .status
        default: throw TunnelError(.malformed, "The tunnel service does not know this request.")
        }
    }

    /// The bytes for the service.
    package var encoded: SecretBytes {
        switch self {
        case .up(let configuration):
            SecretBytes(Array("up\n".utf8) + configuration.withUnsafeBytes { Array($0) })
        case .down: SecretBytes(Array("down".utf8))
        case .status: SecretBytes(Array("status".utf8))
        }
    }
}

/// Where a tunnel is.
package struct TunnelStatus: Equatable, Sendable {
    /// The raw value is sent and answered to scripts.
    package enum State: String, CaseIterable, Equatable, Sendable {
        /// There is none.
        case off = "off"
        /// It is up, and no peer has answered within 180 seconds.
        case waiting = "waiting"
        /// It is up, and a peer has answered within 180 seconds.
        case connected = "connected"
        /// Another user of this machine has one.
        case others = "others"
    }

    package let state: State
    package let peers: [DeviceReport.Peer]

    package init(_ state: State, peers: [DeviceReport.Peer] = []) {
        self.state = state
        self.peers = peers
    }
}

/// The service's answer: one JSON object.
package enum TunnelReply: Sendable {
    case status(TunnelStatus)
    case refused(TunnelError)

    static let maximumBytes = 256 << 10

    package var encoded: [UInt8] {
        let value: JSONValue =
            switch self {
            case .status(let status):
                ["state": .string(status.state.rawValue), "peers": .array(status.peers.map(Self.json))]
            case .refused(let error): ["error": .string(error.code.rawValue), "message": .string(error.message)]
            }
        return Array((value.text + "\n").utf8)
    }

    /// - Throws: ``TunnelError`` with `.malformed`.
    package init(_ bytes: [UInt8]) throws {
        do {
            let value = try JSONValue(parsing: bytes)
            if let word = value["error"]?.string {
                guard let code = TunnelError.Code(rawValue: word), let message = value["message"]?.string else {
                    throw Self.malformed
                }
                self = .refused(TunnelError(code, message))
                return
            }
            guard let state = value["state"]?.string.flatMap({ TunnelStatus.State(rawValue: $0) }),
                let peers = value["peers"]?.array
            else { throw Self.malformed }
            self = .status(TunnelStatus(state, peers: try peers.map(Self.peer)))
        } catch {
            throw Self.malformed
        }
    }

    private static let malformed = TunnelError(
        .malformed,
        "The tunnel service sent an answer that this program does not understand. Install the same version of all programs."
    )

    private static func json(_ peer: DeviceReport.Peer) -> JSONValue {
        var members = [
            JSONValue.Member("publicKey", .string(peer.publicKey.description)),
            JSONValue.Member("received", .number(peer.received)), JSONValue.Member("sent", .number(peer.sent)),
        ]
        if let endpoint = peer.endpoint { members.append(JSONValue.Member("endpoint", .string(endpoint))) }
        if let handshake = peer.handshake { members.append(JSONValue.Member("handshake", .number(handshake))) }
        return .object(members)
    }

    private static func peer(_ value: JSONValue) throws -> DeviceReport.Peer {
        guard let key = value["publicKey"]?.string, let received = value["received"]?.uint64,
            let sent = value["sent"]?.uint64
        else { throw malformed }
        return DeviceReport.Peer(
            publicKey: try TunnelPublicKey(key), endpoint: value["endpoint"]?.string,
            handshake: value["handshake"]?.uint64, received: received, sent: sent)
    }
}
