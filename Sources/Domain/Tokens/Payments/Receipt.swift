// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// The payee's signed statement that it holds these coins durably.
///
/// Wire: `[body, sig]`, body `[[recId...], time]`, signed by the key that was paid.
package struct Receipt: Hashable, Sendable {
    /// The coins of one payment, in its order.
    package let recordIDs: [RecordID]
    /// The payee's clock; for display only.
    package let time: Timestamp
    /// The signed bytes, exactly as received.
    package let body: [UInt8]
    package let signature: P256.Signature

    /// Signs a receipt. Call only after the payment is durable.
    package static func issue(
        for recordIDs: [RecordID], time: Timestamp, key: P256.PrivateKey, hub: HubID
    ) throws -> Receipt {
        let body = encoding(2) {
            $0.array(recordIDs.count)
            for id in recordIDs { $0.bytes(id.bytes) }
            $0.uint(time.seconds)
        }
        return try Receipt(body: body, signature: key.sign(SignatureContext.acknowledgement.input(hub: hub, body)))
    }

    /// Reads a receipt; ``isSigned(by:hub:)`` checks it.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("receipt", bytes, maximum: Bound.record) { reader in
            try reader.array(of: 2)
            return try Receipt(body: reader.bytes(maximum: Bound.body), signature: reader.signature())
        }
    }

    private init(body: [UInt8], signature: P256.Signature) throws {
        (recordIDs, time) = try Tokens.decoding("receipt", body, maximum: Bound.body) { reader in
            try reader.array(of: 2)
            return (try reader.recordIDs(), try reader.timestamp())
        }
        self.body = body
        self.signature = signature
    }

    /// The encoded bytes, for sending and storing.
    package var encoded: [UInt8] {
        encoding(2) {
            $0.bytes(body)
            $0.bytes(signature.raw)
        }
    }

    /// Whether this key, the one that was paid, signed it.
    package func isSigned(by payee: P256.PublicKey, hub: HubID) -> Bool {
        payee.isValid(signature, for: SignatureContext.acknowledgement.input(hub: hub, body))
    }
}

extension CBORReader {
    /// The record ids of one payment: at least one, at most as many as a payment has coins.
    mutating func recordIDs() throws -> [RecordID] {
        let count = try array(maximum: LimitPolicy.standard.tokens)
        guard count > 0 else { throw TokensError(.malformed, "It names no payment.") }
        return try (0..<count).map { _ in try fixed(RecordID.self) }
    }
}
