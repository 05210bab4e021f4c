// SPDX-License-Identifier: MIT

/// The contents of a payment link. The payer may change all of it.
package struct PaymentAsk: Hashable, Sendable {
    /// As the link spells it, so that a missing address checksum is noticed.
    package let to: String
    /// In whole coins; nil when the payer chooses.
    package var amount: String?
    /// A token's address; nil for the network's own coin.
    package var token: String?
    /// The payee's name.
    package var label: String?
    /// The purpose of the payment.
    package var message: String?
    package var memo: String?
    /// Keys by which a shop finds the payment. Solana Pay.
    package var references: [String] = []

    package init(
        to: String, amount: String? = nil, token: String? = nil, label: String? = nil, message: String? = nil,
        memo: String? = nil, references: [String] = []
    ) {
        self.to = to
        self.amount = amount
        self.token = token
        self.label = label
        self.message = message
        self.memo = memo
        self.references = references
    }
}
