// SPDX-License-Identifier: MIT

import Bytes

/// A payment as received. Its form is valid and within limits; nothing else is verified.
///
/// Wire: `[1, root, [transfer...], [short certificate...], (the same three for each further token)..., attachments?]`.
package struct UnverifiedPayment: Hashable, Sendable {
    package let tokens: [OfflineToken]
    package let attachments: Attachments
    /// The bytes exactly as received.
    package let encoded: [UInt8]

    /// Reads a payment: checks the limits, then parses, in the order of protocol 02's verification. The limits are the
    /// loosest of all policies; ``PaymentVerifier`` checks each coin against its own policy.
    ///
    /// - Throws: ``TokensError`` with code `.tooLarge`, `.newerVersion`, `.oldVersion`, `.tooManyCoins`,
    ///   `.tooManyHops`, `.uncertified`, `.zeroLength`, `.overflow`, `.badSignature` (malleable form), `.notCanonical`
    ///   or `.malformed`.
    package init(decoding bytes: [UInt8], policy: LimitPolicy = .standard) throws {
        let bounds = policy.readingBounds
        (tokens, attachments) = try Tokens.decoding("payment", bytes, maximum: bounds.payloadBytes) { reader in
            let count = try reader.array(maximum: 4_096)
            guard count > 0 else { throw TokensError(.malformed, "This payment is empty.") }
            try requireVersion(reader.uint(), of: "payment")
            let coinCount = (count - 1) / 3
            guard coinCount > 0, (count - 1) % 3 < 2 else {
                throw TokensError(.malformed, "A payment of \(count) items is cut short. Ask for it again.")
            }
            guard coinCount <= bounds.tokens else {
                throw TokensError(
                    .tooManyCoins,
                    "This payment has \(coinCount) offline tokens; at most \(bounds.tokens) are accepted.")
            }
            let tokens = try (0..<coinCount).map { _ in try OfflineToken(items: &reader, hops: bounds.hops) }
            guard tokens.allSatisfy({ !$0.transfers.isEmpty }) else {
                throw TokensError(.malformed, "An offline token in this payment has no transfer to a payee.")
            }
            return (tokens, (count - 1) % 3 == 1 ? try Attachments(from: &reader) : Attachments())
        }
        encoded = bytes
    }

    /// Combines signed coins into a payment, for the payer.
    ///
    /// - Throws: ``TokensError`` when the result is over the policy's limits.
    package init(tokens: [OfflineToken], attachments: Attachments = Attachments(), policy: LimitPolicy = .standard)
        throws
    {
        try self.init(
            decoding: encoding(1 + 3 * tokens.count + (attachments.isEmpty ? 0 : 1)) { writer in
                writer.uint(1)
                for token in tokens { token.write(items: &writer) }
                if !attachments.isEmpty { attachments.write(to: &writer) }
            }, policy: policy)
    }

    /// The id of each coin, in order, as receipts and declines list them.
    package func recordIDs(hub: HubID) -> [RecordID] { tokens.map { $0.id(hub: hub) } }
}
