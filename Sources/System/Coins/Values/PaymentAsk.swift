// SPDX-License-Identifier: MIT

/// What a payment link asks for; whoever pays may change all of it.
package struct PaymentAsk: Hashable, Sendable {
    /// As the link writes it, so that an address without a checksum is seen to have none.
    package let to: String
    /// In whole coins; nil when the payer chooses.
    package var amount: String?
    /// A token's address; nil for the network's own coin.
    package var token: String?
    /// Who asks.
    package var label: String?
    /// What for.
    package var message: String?
    package var memo: String?
    /// Keys by which a shop finds the payment. Solana Pay.
    package var references: [String] = []
}
