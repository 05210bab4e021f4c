// SPDX-License-Identifier: MIT

/// Where the pairing of a device stands.
package enum PairingState: String, Codable, Sendable, CaseIterable {
    /// No device has used the code.
    case waiting = "waiting"
    /// A device has used the code and shows six digits.
    case claimed = "claimed"
    /// The owner has typed the digits.
    case confirmed = "confirmed"
    /// The device has its session.
    case paired = "paired"
    /// The owner has refused.
    case refused = "refused"
    /// Two devices have used the code.
    case contested = "contested"
    /// The digits were wrong too often.
    case mistyped = "mistyped"
    /// The account has made another code.
    case replaced = "replaced"
    /// The time is over.
    case expired = "expired"
}

/// Lets the hub know the token of a pairing code. The device that shows the code makes it; the hub gets its hash alone.
package struct PairingOrder: Codable, Sendable, Equatable {
    /// The SHA-256 of the token.
    package var hash: Blob

    enum CodingKeys: String, CodingKey, CaseIterable { case hash = "hash" }

    package init(hash: Blob) { self.hash = hash }

    package init(from decoder: any Decoder) throws {
        hash = try decoder.strictFields(CodingKeys.self).decode(Blob.self, forKey: .hash)
    }
}

/// The latest pairing of an account.
package struct Pairing: Codable, Sendable, Equatable {
    /// The SHA-256 of its code's token.
    package var hash: Blob
    package var state: PairingState
    /// Seconds since 1970: until when the code can be used, or a confirmed device can fetch its session.
    package var expires: UInt64
    /// What the new device calls itself.
    package var device: String?
    /// From where it has used the code.
    package var address: String?

    enum CodingKeys: String, CodingKey {
        case hash = "hash", state = "state", expires = "expires", device = "device", address = "address"
    }

    package init(hash: Blob, state: PairingState, expires: UInt64, device: String? = nil, address: String? = nil) {
        self.hash = hash
        self.state = state
        self.expires = expires
        self.device = device
        self.address = address
    }
}

/// The owner's decision about the device that has used a code. A copy of it decides about no other code.
package struct PairingDecision: Codable, Sendable, Equatable {
    /// The SHA-256 of the code's token.
    package var hash: Blob
    /// The six digits that the new device shows; absent to refuse it.
    package var digits: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case hash = "hash", digits = "digits" }

    package init(hash: Blob, digits: String?) {
        self.hash = hash
        self.digits = digits
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        hash = try fields.decode(Blob.self, forKey: .hash)
        digits = try fields.decodeIfPresent(String.self, forKey: .digits)
    }
}

/// A new device's use of a code. The same again changes nothing.
package struct PairingClaim: Codable, Sendable, Equatable {
    /// The code's token: 16 bytes.
    package var token: Blob
    /// The secret by which the device fetches its session later, and the device's name.
    package var secret: HashedSecret

    enum CodingKeys: String, CodingKey, CaseIterable { case token = "token", secret = "secret" }

    package init(token: Blob, secret: HashedSecret) {
        self.token = token
        self.secret = secret
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        token = try fields.decode(Blob.self, forKey: .token)
        secret = try fields.decode(HashedSecret.self, forKey: .secret)
    }
}

extension PairingClaim: CustomStringConvertible, CustomReflectable {
    package var description: String { "PairingClaim(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// What the new device needs for its six digits.
package struct PairingNonce: Codable, Sendable, Equatable {
    /// Bytes of a nonce.
    package static let count = 16

    package var nonce: Blob
    /// Seconds since 1970.
    package var expires: UInt64

    enum CodingKeys: String, CodingKey { case nonce = "nonce", expires = "expires" }

    package init(nonce: Blob, expires: UInt64) {
        self.nonce = nonce
        self.expires = expires
    }
}

/// Asks for the session of a device that has used a code.
package struct PairingProof: Codable, Sendable, Equatable {
    /// Bytes of a new device's secret.
    package static let secretCount = 32

    package var secret: Blob

    enum CodingKeys: String, CodingKey, CaseIterable { case secret = "secret" }

    package init(secret: Blob) { self.secret = secret }

    package init(from decoder: any Decoder) throws {
        secret = try decoder.strictFields(CodingKeys.self).decode(Blob.self, forKey: .secret)
    }
}

extension PairingProof: CustomStringConvertible, CustomReflectable {
    package var description: String { "PairingProof(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The session of a paired device.
package struct PairingOutcome: Codable, Sendable {
    /// Absent while the owner has not confirmed the device.
    package var session: Session?

    enum CodingKeys: String, CodingKey { case session = "session" }

    package init(session: Session?) { self.session = session }
}

extension PairingOutcome: CustomStringConvertible, CustomReflectable {
    package var description: String { "PairingOutcome(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
