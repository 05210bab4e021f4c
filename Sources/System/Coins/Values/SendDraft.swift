// SPDX-License-Identifier: MIT
internal import Chains

/// What a person wants to send, before anything is decided.
package struct SendDraft: Sendable {
    package enum Quantity: Hashable, Sendable {
        /// In whole coins as people type them: `0.001`.
        case exactly(String)
        /// Everything there is, less the fee.
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
    /// Several only on Bitcoin.
    package var recipients: [Recipient]
    /// A token's symbol or address; nil for the network's own coin.
    package var token: String?
    package var fee: FeeChoice
    /// Kept here, never sent.
    package var label: String?
    /// Put on the chain for all to read; Solana's memo, Bitcoin's data output.
    package var memo: String?
    /// The account whose nonce stands in for a blockhash, for signing offline. Solana.
    package var nonceAccount: String?
    /// Keys by which a shop finds the payment. Solana Pay.
    package var references: [String] = []
    /// What the link asks for that led here; what it says is shown and kept, and another amount must be acknowledged.
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
