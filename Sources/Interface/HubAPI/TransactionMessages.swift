// SPDX-License-Identifier: MIT
package import Money

/// One movement of money as its account sees it.
package struct AccountTransaction: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, CaseIterable, Sendable {
        case topUp = "topUp", sent = "sent", received = "received", purchase = "purchase", redemption = "redemption"
        case refund = "refund", compensation = "compensation", recovery = "recovery"
        /// The two halves of a conversion, each in the history of its currency.
        case converted = "converted"
        /// From and to a bank.
        case deposit = "deposit", payout = "payout", payoutReturned = "payoutReturned"
    }

    /// A UUID. For a client's operation it is the client's own id.
    package var id: String
    package var kind: Kind
    /// Negative when the money left the account.
    package var amount: Amount
    /// The account's balance after it.
    package var balanceAfter: Amount
    /// The other side's name, if there is one.
    package var counterpart: String?
    package var note: String?
    /// Seconds since 1970.
    package var time: UInt64

    enum CodingKeys: String, CodingKey {
        case id = "id", kind = "kind", amount = "amount", balanceAfter = "balanceAfter", counterpart = "counterpart"
        case note = "note", time = "time"
    }

    package init(
        id: String, kind: Kind, amount: Amount, balanceAfter: Amount, counterpart: String?, note: String?,
        time: UInt64
    ) {
        self.id = id
        self.kind = kind
        self.amount = amount
        self.balanceAfter = balanceAfter
        self.counterpart = counterpart
        self.note = note
        self.time = time
    }
}

package struct TransactionPage: Codable, Sendable {
    /// Newest first.
    package var items: [AccountTransaction]
    /// The value of `before` for the next page; absent on the last one.
    package var next: String?

    enum CodingKeys: String, CodingKey { case items = "items", next = "next" }

    package init(items: [AccountTransaction], next: String?) {
        self.items = items
        self.next = next
    }
}

/// Sends money from the caller's account to another account of the same hub.
package struct SendOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    /// The recipient's username.
    package var recipient: String
    package var amount: Amount
    /// At most 256 bytes of UTF-8.
    package var note: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id", recipient = "recipient", amount = "amount", note = "note"
    }

    package init(id: OperationID, recipient: String, amount: Amount, note: String?) {
        self.id = id
        self.recipient = recipient
        self.amount = amount
        self.note = note
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        recipient = try fields.decode(String.self, forKey: .recipient)
        amount = try fields.decode(Amount.self, forKey: .amount)
        note = try fields.decodeIfPresent(String.self, forKey: .note)
    }
}

package struct SendAnswer: Codable, Sendable {
    package var transaction: AccountTransaction
    package var balance: Balance

    enum CodingKeys: String, CodingKey { case transaction = "transaction", balance = "balance" }

    package init(transaction: AccountTransaction, balance: Balance) {
        self.transaction = transaction
        self.balance = balance
    }
}
