// SPDX-License-Identifier: MIT
internal import Chains

/// A payment as the user entered it, before planning.
package struct SendDraft: Sendable {
    package enum Quantity: Hashable, Sendable {
        /// In whole coins as users type them: `0.001`.
        case exactly(String)
        /// The whole balance minus the fee.
        case everything
    }

    package struct Recipient: Hashable, Sendable {
        /// An address, or a contact's name.
        package var to: String
        package var quantity: Quantity

        package init(to: String, _ quantity: Quantity) {
            self.to = to
            self.quantity = quantity
        }
    }

    package var account: Int64
    /// More than one only on Bitcoin.
    package var recipients: [Recipient]
    /// A token's symbol or address; nil for the network's own coin.
    package var token: String?
    package var fee: FeeChoice
    /// Stored locally, never sent.
    package var label: String?
    /// Written to the chain, where anyone can read it: Solana's memo, Bitcoin's data output.
    package var memo: String?
    /// The account whose nonce replaces a blockhash, for signing offline. Solana.
    package var nonceAccount: String?
    /// Keys by which a shop finds the payment. Solana Pay.
    package var references: [String] = []
    /// The payment link that led here. Its text is shown and stored, and a different amount must be acknowledged.
    package var ask: PaymentAsk?

    package init(
        account: Int64, recipients: [Recipient], token: String? = nil, fee: FeeChoice = .level(.normal),
        label: String? = nil, memo: String? = nil, nonceAccount: String? = nil
    ) {
        self.account = account
        self.recipients = recipients
        self.token = token
        self.fee = fee
        self.label = label
        self.memo = memo
        self.nonceAccount = nonceAccount
    }
}
