// SPDX-License-Identifier: MIT

/// A family of networks that share keys, addresses and transactions.
package enum Chain: String, CaseIterable, Sendable {
    case bitcoin = "bitcoin", ethereum = "ethereum", solana = "solana"
}
