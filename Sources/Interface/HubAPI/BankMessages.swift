// SPDX-License-Identifier: MIT
package import Money

/// How the owner of an account deposits money by bank transfer.
package struct FundingAnswer: Codable, Sendable, Equatable {
    /// A bank account of the hub.
    package struct Bank: Codable, Sendable, Equatable {
        /// ISO 4217.
        package var currency: String
        package var iban: String
        /// The owner of the bank account.
        package var name: String
        package var bic: String?

        enum CodingKeys: String, CodingKey { case currency = "currency", iban = "iban", name = "name", bic = "bic" }

        package init(currency: String, iban: String, name: String, bic: String?) {
            self.currency = currency
            self.iban = iban
            self.name = name
            self.bic = bic
        }
    }

    /// The reference to write on the transfer: ISO 11649. It never changes.
    package var reference: String
    package var banks: [Bank]

    enum CodingKeys: String, CodingKey { case reference = "reference", banks = "banks" }

    package init(reference: String, banks: [Bank]) {
        self.reference = reference
        self.banks = banks
    }
}

/// Orders a payout from the caller's account to a bank account. The money leaves the account at once.
package struct PayoutOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    /// ISO 13616, with or without spaces.
    package var iban: String
    /// The owner of the bank account, at most 64 bytes of UTF-8.
    package var name: String
    package var amount: Amount
    /// The text on the transfer, at most 140 bytes of UTF-8.
    package var note: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id", iban = "iban", name = "name", amount = "amount", note = "note"
    }

    package init(id: OperationID, iban: String, name: String, amount: Amount, note: String?) {
        self.id = id
        self.iban = iban
        self.name = name
        self.amount = amount
        self.note = note
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        iban = try fields.decode(String.self, forKey: .iban)
        name = try fields.decode(String.self, forKey: .name)
        amount = try fields.decode(Amount.self, forKey: .amount)
        note = try fields.decodeIfPresent(String.self, forKey: .note)
    }
}

/// Cancels a pending payout.
package struct PayoutCancellation: Codable, Sendable, Equatable {
    package var id: OperationID
    /// ``Payout/id``.
    package var payout: OperationID

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", payout = "payout" }

    package init(id: OperationID, payout: OperationID) {
        self.id = id
        self.payout = payout
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        payout = try fields.decode(OperationID.self, forKey: .payout)
    }
}

/// A payout to a bank account.
package struct Payout: Codable, Sendable, Equatable {
    package enum State: String, Codable, Sendable, CaseIterable {
        /// Taken from the account and not yet sent to a bank, so that it can be cancelled.
        case pending = "pending"
        case cancelled = "cancelled"
        /// Sent to the bank.
        case exported = "exported"
        /// Paid by the bank.
        case completed = "completed"
        /// Returned by the bank; what came back is on the account again.
        case returned = "returned"
        /// Refused by the bank; the amount is on the account again.
        case refused = "refused"
    }

    package var id: OperationID
    package var iban: String
    package var name: String
    package var amount: Amount
    package var note: String?
    package var state: State
    /// When it was ordered, in seconds since 1970.
    package var time: UInt64

    enum CodingKeys: String, CodingKey {
        case id = "id", iban = "iban", name = "name", amount = "amount", note = "note", state = "state", time = "time"
    }

    package init(
        id: OperationID, iban: String, name: String, amount: Amount, note: String?, state: State, time: UInt64
    ) {
        self.id = id
        self.iban = iban
        self.name = name
        self.amount = amount
        self.note = note
        self.state = state
        self.time = time
    }
}

package struct PayoutAnswer: Codable, Sendable, Equatable {
    package var payout: Payout
    /// The balance in the payout's currency.
    package var balance: Balance

    enum CodingKeys: String, CodingKey { case payout = "payout", balance = "balance" }

    package init(payout: Payout, balance: Balance) {
        self.payout = payout
        self.balance = balance
    }
}

/// The newest hundred payouts.
package struct PayoutList: Codable, Sendable, Equatable {
    package var payouts: [Payout]

    enum CodingKeys: String, CodingKey { case payouts = "payouts" }

    package init(payouts: [Payout]) {
        self.payouts = payouts
    }
}
