// SPDX-License-Identifier: MIT

/// The user's order: recipients, amounts, fee rate and coins.
package struct PaymentIntent: Sendable {
    /// A recipient and the amount.
    package struct Recipient: Hashable, Sendable {
        package let address: Address
        /// Nil for the remainder, at most for one recipient.
        package let amount: Satoshis?

        package init(_ address: Address, _ amount: Satoshis?) {
            self.address = address
            self.amount = amount
        }
    }

    package var recipients: [Recipient]
    /// Paid exactly, for the size with the longest signatures.
    package var feeRate: FeeRate
    /// The wallet's coins; the plan takes those that it needs.
    package var coins: [UTXO]
    /// Whether every given coin is spent, as when the user picks them by hand.
    package var spendsAllCoins = false
    /// Where change goes: an unused key of this wallet.
    package var change: Spending
    /// The height of the newest block. The transaction is valid from the next block on, which removes a miner's gain
    /// from reorganizing.
    package var height: UInt32
    /// Whether a higher fee can be offered later. BIP-0125
    package var isReplaceable = true
    /// Public data, in its own output.
    package var data: [UInt8]?
    /// The lowest relayed rate; ask a server before lowering it.
    package var minimumRelay = FeeRate.minimumRelay

    package init(
        _ recipients: [Recipient], feeRate: FeeRate, coins: [UTXO], change: Spending, height: UInt32
    ) {
        self.recipients = recipients
        self.feeRate = feeRate
        self.coins = coins
        self.change = change
        self.height = height
    }

    /// More recipients do not fit into a standard transaction: 400,000 weight units of 31-byte outputs.
    package static let maximumRecipients = 2_500
}
