// SPDX-License-Identifier: MIT

package import Crypto
package import Money

/// A coin of a verified payment. Only ``PaymentVerifier`` makes one.
package struct VerifiedToken: Hashable, Sendable {
    package let token: OfflineToken
    /// Each transfer as a record in the root's tree; the last one is this payment's.
    package let records: [ChainRecord]
    /// The id of the last transfer, used in the receipt and as the coin's key in the wallet.
    package let recordID: RecordID
    /// Until when another payee accepts the coin: the earliest of the root's deadline, each certificate's end and the
    /// last acceptance of each hub key in it.
    package let spendableUntil: Timestamp

    init(token: OfflineToken, records: [ChainRecord], recordID: RecordID, spendableUntil: Timestamp) {
        self.token = token
        self.records = records
        self.recordID = recordID
        self.spendableUntil = spendableUntil
    }
}

/// A verified payment that answers a request. Only ``PaymentVerifier`` makes one.
package struct VerifiedPayment: Hashable, Sendable {
    package let tokens: [VerifiedToken]
    package let amount: Amount
    package let requestHash: RequestHash
    /// The key that was paid.
    package let payee: P256.PublicKey
    /// The bytes exactly as received.
    package let encoded: [UInt8]
    /// The announcements that the payer attached and the payee did not know; verified.
    package let news: [Announcement]
    /// The list that the payer attached, if it is newer than the payee's; verified.
    package let revocations: RevocationList?

    /// The ids in receipts and declines, in order.
    package var recordIDs: [RecordID] { tokens.map(\.recordID) }

    init(
        tokens: [VerifiedToken], amount: Amount, requestHash: RequestHash, payee: P256.PublicKey, encoded: [UInt8],
        news: [Announcement], revocations: RevocationList?
    ) {
        self.tokens = tokens
        self.amount = amount
        self.requestHash = requestHash
        self.payee = payee
        self.encoded = encoded
        self.news = news
        self.revocations = revocations
    }
}
