// SPDX-License-Identifier: MIT

import Bytes
package import Crypto
package import Money

/// A payee's request: the amount, a certified key for this one payment, and what the payee knows of the hub.
///
/// Wire: `[1, hubId8, unit, amount, full certificate, nonce16, time, announcementSeq, revocationHash4]`. Unsigned: the
/// payer's transfer is bound to the request's hash, so if the request is changed in transit, the payee refuses the
/// payment.
package struct PaymentRequest: Hashable, Sendable {
    /// The first eight bytes of the hub's id.
    package let hubShort: [UInt8]
    /// The currency's ISO 4217 number.
    package let unit: UInt16
    /// Minor units.
    package let units: UInt64
    /// Certifies the key to be paid.
    package let certificate: Certificate
    package let nonce: Nonce
    /// When the request was made, by the payee's clock.
    package let time: Timestamp
    /// The highest announcement number that the payee knows. The payer attaches later announcements.
    package let announcementSequence: UInt64
    /// ``RevocationList/shortHash`` of the payee's list, or ``RevocationList/noList``.
    package let revocationHash: [UInt8]
    /// The encoded bytes, which are shown and hashed.
    package let encoded: [UInt8]

    /// The largest request: a merchant's, with a name.
    package static let maximumBytes = 512

    /// Makes a request. The nonce must be durable before the request is shown.
    package init(
        hub: HubID, amount: Amount, certificate: Certificate, nonce: Nonce, time: Timestamp,
        announcementSequence: UInt64,
        revocations: RevocationList?
    ) throws {
        guard amount.minorUnits > 0 else {
            throw TokensError(.wrongAmount, "A request must ask for more than nothing. Type an amount above zero.")
        }
        let hash = revocations?.shortHash ?? RevocationList.noList
        try self.init(
            decoding: encoding(9) {
                $0.uint(1)
                $0.bytes(hub.short)
                $0.uint(UInt64(amount.currency.numeric))
                $0.uint(UInt64(amount.minorUnits))
                $0.raw(certificate.encoded)
                $0.bytes(nonce.bytes)
                $0.uint(time.seconds)
                $0.uint(announcementSequence)
                $0.bytes(hash)
            })
    }

    /// Reads a request; ``RequestCheck`` checks whether to pay it.
    package init(decoding bytes: [UInt8]) throws {
        (hubShort, unit, units, certificate, nonce, time, announcementSequence, revocationHash) = try Tokens.decoding(
            "payment request", bytes, maximum: Self.maximumBytes
        ) { reader in
            let count = try reader.array(maximum: 64)
            try requireVersion(reader.uint(), of: "payment request")
            guard count == 9 else { throw TokensError(.malformed, "A payment request has nine fields, not \(count).") }
            return (
                try reader.bytes(count: HubID.shortCount), UInt16(try reader.uint(maximum: UInt64(UInt16.max))),
                try reader.uint(maximum: Bound.units), try Certificate(full: &reader), try reader.fixed(Nonce.self),
                try reader.timestamp(), try reader.uint(), try reader.bytes(count: 4)
            )
        }
        encoded = bytes
    }

    /// The key to be paid.
    package var payee: P256.PublicKey { certificate.key }

    /// The hash that every transfer of the payment carries.
    package func hash(hub: HubID) -> RequestHash { SignatureContext.request.requestHash(hub: hub, encoded) }

    /// The amount asked for.
    ///
    /// - Throws: `MoneyError` when this version knows no currency of that number.
    package func amount() throws -> Amount {
        Amount(minorUnits: Int64(units), currency: try Currency(numeric: unit))
    }
}
