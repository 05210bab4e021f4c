// SPDX-License-Identifier: MIT

package import Crypto
package import Money

/// A coin of a payment that was verified; only ``PaymentVerifier`` makes one.
package struct VerifiedCoin: Hashable, Sendable {
    package let coin: Coin
    /// Each transfer as a place in the root's tree; the last one is this payment's.
    package let records: [ChainRecord]
    /// What the receipt names and the wallet files the coin under: the id of the last transfer.
    package let recordID: RecordID
    /// Until when another payee will accept the coin: the root's deadline, every certificate's end and the end of
    /// acceptance of every hub key in it, whichever is first.
    package let spendableUntil: Timestamp

    init(coin: Coin, records: [ChainRecord], recordID: RecordID, spendableUntil: Timestamp) {
        self.coin = coin
        self.records = records
        self.recordID = recordID
        self.spendableUntil = spendableUntil
    }
}

/// A payment that answers a request and is good; only ``PaymentVerifier`` makes one.
package struct VerifiedPayment: Hashable, Sendable {
    package let coins: [VerifiedCoin]
    package let amount: Amount
    package let requestHash: RequestHash
    /// The key that was paid.
    package let payee: P256.PublicKey
    /// The bytes exactly as received.
    package let encoded: [UInt8]
    /// What the payer attached and the payee did not know; verified.
    package let news: [Announcement]
    /// The list that the payer attached, when it is newer than the payee's; verified.
    package let revocations: RevocationList?

    /// The ids that receipts and declines name, in order.
    package var recordIDs: [RecordID] { coins.map(\.recordID) }

    init(
        coins: [VerifiedCoin], amount: Amount, requestHash: RequestHash, payee: P256.PublicKey, encoded: [UInt8],
        news: [Announcement], revocations: RevocationList?
    ) {
        self.coins = coins
        self.amount = amount
        self.requestHash = requestHash
        self.payee = payee
        self.encoded = encoded
        self.news = news
        self.revocations = revocations
    }
}
