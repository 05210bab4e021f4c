// SPDX-License-Identifier: MIT

import Bytes

/// The hub's signed answer for one record. Asking again returns the same bytes.
///
/// Wire: `[body, kid4, sig]`, body `[recId, outcome, units, time]`.
package struct HubReceipt: Hashable, Sendable {
    /// What the hub did with the record.
    package enum Outcome: UInt64, Sendable {
        /// The hub has stored it. The payer may delete its bytes.
        case recorded = 0
        /// It was redeemed: ``HubReceipt/units`` were credited to the account that it is bound to.
        case credited = 1
        /// It was not redeemed, or its payee declined it: ``HubReceipt/units`` went back to the payer's account.
        case refunded = 2
    }

    package let recordID: RecordID
    package let outcome: Outcome
    /// Minor units that moved; zero if the record was only stored.
    package let units: UInt64
    /// Hub time, which becomes a floor for the device's clock.
    package let time: Timestamp
    private let signed: SignedBody

    /// Signs the hub's answer.
    package static func issue(
        for recordID: RecordID, outcome: Outcome, units: UInt64, time: Timestamp, signer: WorkingKey, hub: HubID
    ) throws -> HubReceipt {
        let body = encoding(4) {
            $0.bytes(recordID.bytes)
            $0.uint(outcome.rawValue)
            $0.uint(units)
            $0.uint(time.seconds)
        }
        return try HubReceipt(SignedBody(signing: body, as: .receipt, by: signer, of: hub))
    }

    /// Reads a receipt; ``verify(by:)`` checks it.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("hub receipt", bytes, maximum: Bound.record) {
            try HubReceipt(SignedBody(from: &$0))
        }
    }

    private init(_ signed: SignedBody) throws {
        (recordID, outcome, units, time) = try Tokens.decoding(
            "hub receipt", signed.bytes, maximum: Bound.body
        ) { reader in
            try reader.array(of: 4)
            return (
                try reader.fixed(RecordID.self), try Self.outcome(reader.uint()), try reader.uint(maximum: Bound.units),
                try reader.timestamp()
            )
        }
        self.signed = signed
    }

    private static func outcome(_ raw: UInt64) throws -> Outcome {
        guard let outcome = Outcome(rawValue: raw) else {
            throw TokensError(.newerVersion, "Hub receipt outcome \(raw) was made by a newer Satchel. Update this one.")
        }
        return outcome
    }

    /// The encoded bytes, for sending and storing.
    package var encoded: [UInt8] { signed.encoded }

    /// Checks the hub's signature.
    ///
    /// - Throws: ``TokensError`` with code `.unknownKey`, `.keyNotValid` or `.badSignature`.
    package func verify(by announced: AnnouncementSet) throws {
        try signed.verify(
            as: .receipt, for: .receipt, at: time, by: announced,
            otherwise: "The hub's receipt for record \(recordID) is not signed by the hub. Sync again.")
    }
}
