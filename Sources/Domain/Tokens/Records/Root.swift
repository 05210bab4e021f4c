// SPDX-License-Identifier: MIT

import Bytes
package import Crypto
package import Money

/// Value signed by the hub: units `0..<amount`, owned by one key.
///
/// Wire: `[body, kid4, sig]`, body `[serial16, amount, unit, policyId, ownerPub33, issuedAt, acceptUntil]`.
package struct Root: Hashable, Sendable {
    package let serial: Serial
    /// Minor units; more than zero.
    package let amount: UInt64
    /// The currency's ISO 4217 number.
    package let unit: UInt16
    /// The number of the ``LimitPolicy`` of the coin.
    package let policyID: UInt64
    package let owner: P256.PublicKey
    package let issuedAt: Timestamp
    /// Payees refuse the coin after this instant.
    package let acceptUntil: Timestamp
    /// The signed bytes, exactly as received.
    package let body: [UInt8]
    package let issuer: KeyID
    package let signature: P256.Signature

    /// Signs a root.
    ///
    /// - Throws: ``TokensError`` with code `.zeroLength` for an amount of zero; what signing throws.
    package static func issue(
        serial: Serial, amount: UInt64, unit: Currency, policyID: UInt64, owner: P256.PublicKey, issuedAt: Timestamp,
        acceptUntil: Timestamp, signer: WorkingKey, hub: HubID
    ) throws -> Root {
        let body = encoding(7) {
            $0.bytes(serial.bytes)
            $0.uint(amount)
            $0.uint(UInt64(unit.numeric))
            $0.uint(policyID)
            $0.bytes(owner.compressed)
            $0.uint(issuedAt.seconds)
            $0.uint(acceptUntil.seconds)
        }
        return try Root(
            body: body, issuer: signer.id, signature: signer.key.sign(SignatureContext.root.input(hub: hub, body)))
    }

    /// Reads a root. Only the verifiers check its signature.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("root", bytes, maximum: Bound.record) { try Root(from: &$0) }
    }

    init(from reader: inout CBORReader) throws {
        try reader.array(of: 3)
        try self.init(items: &reader)
    }

    init(items reader: inout CBORReader) throws {
        try self.init(
            body: reader.bytes(maximum: Bound.body), issuer: reader.fixed(KeyID.self), signature: reader.signature())
    }

    init(body: [UInt8], issuer: KeyID, signature: P256.Signature) throws {
        (serial, amount, unit, policyID, owner, issuedAt, acceptUntil) = try Tokens.decoding(
            "root", body, maximum: Bound.body
        ) { reader in
            try reader.array(of: 7)
            return (
                try reader.fixed(Serial.self), try reader.uint(maximum: Bound.units),
                UInt16(try reader.uint(maximum: UInt64(UInt16.max))), try reader.uint(), try reader.publicKey(),
                try reader.timestamp(), try reader.timestamp()
            )
        }
        guard amount > 0 else { throw TokensError(.zeroLength, "A root of zero units holds no money. Refuse it.") }
        self.body = body
        self.issuer = issuer
        self.signature = signature
    }

    /// The encoded bytes, for sending and storing.
    package var encoded: [UInt8] {
        encoding(3) {
            $0.bytes(body)
            $0.bytes(issuer.bytes)
            $0.bytes(signature.raw)
        }
    }

    /// The root's id under a hub.
    package func id(hub: HubID) -> RecordID { SignatureContext.root.recordID(hub: hub, body) }

    /// All units of the root.
    package var range: UnitRange {
        // Safe: the initializer refused an amount of zero, and a range from zero cannot overflow.
        try! UnitRange(lower: 0, length: amount)
    }

    /// The currency.
    ///
    /// - Throws: `MoneyError` when this version knows no currency of that number.
    package func currency() throws -> Currency { try Currency(numeric: unit) }

    /// The policy under which the root was issued. The root keeps that policy's dates when the hub changes its policy.
    ///
    /// A root of an unknown policy gets the dates of the first one; no verifier accepts it.
    private var policy: LimitPolicy { LimitPolicy.known.first { $0.id == policyID } ?? .standard }

    /// The hub credits redemptions until this instant.
    package var redeemUntil: Timestamp { acceptUntil.adding(days: policy.redeemDays) }

    /// From this instant on, by hub time, the hub refunds unredeemed units to their last known owner.
    package var refundAt: Timestamp { redeemUntil.adding(days: policy.refundDays) }
}
