// SPDX-License-Identifier: MIT

import Bytes

/// A payment as it came in: its form is right and within bounds, and nothing else is known about it.
///
/// Wire: `[1, root, [transfer...], [short certificate...], (the same three for each further coin)..., attachments?]`.
package struct UnverifiedPayment: Hashable, Sendable {
    package let coins: [Coin]
    package let attachments: Attachments
    /// The bytes exactly as received.
    package let encoded: [UInt8]

    /// Reads a payment: the bounds and the parsing of 02's verification, in this order. The bounds are the loosest of all
    /// policies; ``PaymentVerifier`` holds each coin to its own.
    ///
    /// - Throws: ``TokensError`` with code `.tooLarge`, `.newerVersion`, `.oldVersion`, `.tooManyCoins`, `.tooManyHops`,
    ///   `.uncertified`, `.zeroLength`, `.overflow`, `.badSignature` (malleable form), `.notCanonical` or `.malformed`.
    package init(decoding bytes: [UInt8], policy: LimitPolicy = .standard) throws {
        let bounds = policy.readingBounds
        (coins, attachments) = try Tokens.decoding("payment", bytes, maximum: bounds.payloadBytes) { reader in
            let count = try reader.array(maximum: 4_096)
            guard count > 0 else { throw TokensError(.malformed, "This payment is empty.") }
            try requireVersion(reader.uint(), of: "payment")
            let coinCount = (count - 1) / 3
            guard coinCount > 0, (count - 1) % 3 < 2 else {
                throw TokensError(.malformed, "A payment of \(count) items is cut short. Ask for it again.")
            }
            guard coinCount <= bounds.coins else {
                throw TokensError(
                    .tooManyCoins, "This payment has \(coinCount) coins; at most \(bounds.coins) are accepted.")
            }
            let coins = try (0..<coinCount).map { _ in try Coin(items: &reader, hops: bounds.hops) }
            guard coins.allSatisfy({ !$0.transfers.isEmpty }) else {
                throw TokensError(.malformed, "A coin in this payment is not transferred to anybody.")
            }
            return (coins, (count - 1) % 3 == 1 ? try Attachments(from: &reader) : Attachments())
        }
        encoded = bytes
    }

    /// Puts signed coins together, as the payer hands them over.
    ///
    /// - Throws: ``TokensError`` when the result is over the policy's bounds.
    package init(coins: [Coin], attachments: Attachments = Attachments(), policy: LimitPolicy = .standard) throws {
        try self.init(
            decoding: encoding(1 + 3 * coins.count + (attachments.isEmpty ? 0 : 1)) { writer in
                writer.uint(1)
                for coin in coins { coin.write(items: &writer) }
                if !attachments.isEmpty { attachments.write(to: &writer) }
            }, policy: policy)
    }

    /// The id of each coin, in order: what receipts and declines name.
    package func recordIDs(hub: HubID) -> [RecordID] { coins.map { $0.id(hub: hub) } }
}
