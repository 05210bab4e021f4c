// SPDX-License-Identifier: MIT

/// What a user asks for: who gets how much, at what fee, from which coins.
package struct PaymentOrder: Sendable {
    /// Somebody to pay.
    package struct Recipient: Hashable, Sendable {
        package let address: Address
        /// Nil for whatever is left: at most one recipient.
        package let amount: Satoshis?

        package init(_ address: Address, _ amount: Satoshis?) {
            self.address = address
            self.amount = amount
        }
    }

    package var recipients: [Recipient]
    /// Paid to the satoshi, for the size with the longest signatures.
    package var feeRate: FeeRate
    /// What the wallet holds; the plan takes what it needs.
    package var coins: [Coin]
    /// Whether every coin given is spent, as one does who picks them by hand.
    package var spendsAllCoins = false
    /// Where change goes: a key of ours not used before.
    package var change: Spending
    /// The height of the newest block: the transaction is valid from the next one on, so that nobody gains by going back.
    package var height: UInt32
    /// Whether a higher fee can be offered later. BIP-0125
    package var isReplaceable = true
    /// Bytes for everybody to read, in an output of their own.
    package var data: [UInt8]?
    /// What the network relays; ask a server before lowering it.
    package var minimumRelay = FeeRate.minimumRelay

    package init(
        _ recipients: [Recipient], feeRate: FeeRate, coins: [Coin], change: Spending, height: UInt32
    ) {
        self.recipients = recipients
        self.feeRate = feeRate
        self.coins = coins
        self.change = change
        self.height = height
    }

    /// One wallet, one transaction: more recipients than this do not fit. 400,000 weight units of 31-byte outputs
    package static let maximumRecipients = 2_500
}
