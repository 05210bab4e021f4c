// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// The hub root key's statement that a working key serves one purpose for a period.
///
/// Wire: `[body, sig]`, body `[seq, kid4, pub33, purpose, useFrom, useUntil, acceptUntil, maxRootAmount]`. Decoding
/// checks the form only; ``AnnouncementSet/add(_:)`` checks the signature.
package struct Announcement: Hashable, Sendable {
    /// What a working key may sign.
    package enum Purpose: UInt64, Sendable, CaseIterable {
        case issue = 0
        case certify = 1
        case receipt = 2
        case revoke = 3
        /// Proves the hub's end of a TLS connection; signs no record.
        case channel = 4
    }

    /// Grows by one with each announcement of a hub.
    package let sequence: UInt64
    package let keyID: KeyID
    package let key: P256.PublicKey
    package let purpose: Purpose
    /// The first instant at which the hub signs with the key.
    package let useFrom: Timestamp
    /// The last instant at which the hub signs with the key.
    package let useUntil: Timestamp
    /// Payees refuse what the key signed after this instant.
    package let acceptUntil: Timestamp
    /// The largest root, in minor units, that the key may issue. It limits what a thief of the key can issue at once.
    package let maxRootAmount: UInt64
    /// The signed bytes, exactly as received.
    package let body: [UInt8]
    package let signature: P256.Signature

    /// Announces a working key.
    ///
    /// - Throws: when signing fails, or ``TokensError`` with code `.malformed` when the times are not in order.
    package static func issue(
        sequence: UInt64, key: P256.PublicKey, id: KeyID, purpose: Purpose, useFrom: Timestamp, useUntil: Timestamp,
        acceptUntil: Timestamp, maxRootAmount: UInt64, rootKey: P256.PrivateKey
    ) throws -> Announcement {
        let body = encoding(8) {
            $0.uint(sequence)
            $0.bytes(id.bytes)
            $0.bytes(key.compressed)
            $0.uint(purpose.rawValue)
            $0.uint(useFrom.seconds)
            $0.uint(useUntil.seconds)
            $0.uint(acceptUntil.seconds)
            $0.uint(maxRootAmount)
        }
        let hub = HubID(rootKey: rootKey.publicKey)
        return try Announcement(
            body: body, signature: rootKey.sign(SignatureContext.announcement.input(hub: hub, body)))
    }

    /// Reads one announcement.
    ///
    /// - Throws: ``TokensError`` when the bytes are not exactly one announcement.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("announcement", bytes, maximum: Bound.record) { try Announcement(from: &$0) }
    }

    init(from reader: inout CBORReader) throws {
        try reader.array(of: 2)
        try self.init(body: reader.bytes(maximum: Bound.body), signature: reader.signature())
    }

    private init(body: [UInt8], signature: P256.Signature) throws {
        self = try Tokens.decoding("announcement", body, maximum: Bound.body) { reader in
            try reader.array(of: 8)
            return Announcement(
                sequence: try reader.uint(), keyID: try reader.fixed(KeyID.self), key: try reader.publicKey(),
                purpose: try Self.purpose(reader.uint()), useFrom: try reader.timestamp(),
                useUntil: try reader.timestamp(), acceptUntil: try reader.timestamp(),
                maxRootAmount: try reader.uint(maximum: Bound.units), body: body, signature: signature)
        }
        guard useFrom <= useUntil, useUntil <= acceptUntil else {
            throw TokensError(.malformed, "Announcement \(sequence) has its times out of order.")
        }
    }

    private static func purpose(_ raw: UInt64) throws -> Purpose {
        guard let purpose = Purpose(rawValue: raw) else {
            throw TokensError(.newerVersion, "Key purpose \(raw) was made by a newer Satchel. Update this one.")
        }
        return purpose
    }

    /// The encoded bytes, for sending and storing.
    package var encoded: [UInt8] {
        encoding(2) {
            $0.bytes(body)
            $0.bytes(signature.raw)
        }
    }
}

extension Announcement {
    private init(
        sequence: UInt64, keyID: KeyID, key: P256.PublicKey, purpose: Purpose, useFrom: Timestamp, useUntil: Timestamp,
        acceptUntil: Timestamp, maxRootAmount: UInt64, body: [UInt8], signature: P256.Signature
    ) {
        self.sequence = sequence
        self.keyID = keyID
        self.key = key
        self.purpose = purpose
        self.useFrom = useFrom
        self.useUntil = useUntil
        self.acceptUntil = acceptUntil
        self.maxRootAmount = maxRootAmount
        self.body = body
        self.signature = signature
    }
}
