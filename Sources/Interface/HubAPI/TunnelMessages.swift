// SPDX-License-Identifier: MIT
internal import HTTP

/// Lets the device of this session into the hub's tunnel.
///
/// The device makes the key and keeps its private half. The same order again changes nothing.
package struct TunnelOrder: Codable, Sendable, Equatable {
    /// The change is done once under this id, so that a copy of the request does not bring an earlier key back.
    package var id: OperationID
    /// The device's public key of X25519: 32 bytes.
    package var key: Blob

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", key = "key" }

    package init(id: OperationID, key: Blob) {
        self.id = id
        self.key = key
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        key = try fields.decode(Blob.self, forKey: .key)
    }
}

/// A device's place in the hub's tunnel.
package struct TunnelPlace: Codable, Sendable, Equatable {
    /// The device's own address, such as `10.77.0.2`.
    package var address: String
    /// The hub's address in the tunnel, the one to which the device routes.
    package var hubAddress: String
    /// The hub's public key of X25519: 32 bytes.
    package var hubKey: Blob
    /// Where the hub is called from outside, such as `home.example:51820`.
    package var endpoint: String

    enum CodingKeys: String, CodingKey {
        case address = "address", hubAddress = "hubAddress", hubKey = "hubKey", endpoint = "endpoint"
    }

    package init(address: String, hubAddress: String, hubKey: Blob, endpoint: String) {
        self.address = address
        self.hubAddress = hubAddress
        self.hubKey = hubKey
        self.endpoint = endpoint
    }
}

extension Routes {
    /// Makes the device a peer of the hub's tunnel. Each session has one key and one address; another key takes the
    /// place of the one before. What ends the session (``revokeDevice``, a log-out, a new password) removes the peer.
    package static let joinTunnel = Route(
        .post, "/v1/devices/tunnel", .signed, isForFiles: true, in: TunnelOrder.self, out: TunnelPlace.self)
}
