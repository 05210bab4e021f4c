// SPDX-License-Identifier: MIT
package import Money

/// How an account's owner brings money to it by a bank transfer.
package struct FundingAnswer: Codable, Sendable, Equatable {
    /// The hub's account at a bank.
    package struct Bank: Codable, Sendable, Equatable {
        /// ISO 4217.
        package var currency: String
        package var iban: String
        /// Whose it is.
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

    /// What to write as the reference of the transfer: ISO 11649, the same for ever.
    package var reference: String
    package var banks: [Bank]

    enum CodingKeys: String, CodingKey { case reference = "reference", banks = "banks" }

    package init(reference: String, banks: [Bank]) {
        self.reference = reference
        self.banks = banks
    }
}

/// Pays from the caller's account to an account at a bank; the money leaves the account at once.
package struct PayoutOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    /// ISO 13616, with or without spaces.
    package var iban: String
    /// The owner of that account, at most 64 bytes of UTF-8.
    package var name: String
    package var amount: Amount
    /// What the transfer says, at most 140 bytes of UTF-8.
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

/// Takes a pending payout back.
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

/// Money on its way to an account at a bank.
package struct Payout: Codable, Sendable, Equatable {
    package enum State: String, Codable, Sendable, CaseIterable {
        /// Taken from the account; no bank has seen it yet, so it can be taken back.
        case pending = "pending"
        case cancelled = "cancelled"
        /// Ordered from the bank.
        case exported = "exported"
        /// The bank has paid it.
        case completed = "completed"
        /// It came back, and what came back is on the account again.
        case returned = "returned"
        /// The bank has not paid it, and what it held is on the account again.
        case refused = "refused"
    }

    package var id: OperationID
    package var iban: String
    package var name: String
    package var amount: Amount
    package var note: String?
    package var state: State
    /// When it was ordered, seconds since 1970.
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
    /// In the payout's currency.
    package var balance: Balance

    enum CodingKeys: String, CodingKey { case payout = "payout", balance = "balance" }

    package init(payout: Payout, balance: Balance) {
        self.payout = payout
        self.balance = balance
    }
}

/// The newest hundred.
package struct PayoutList: Codable, Sendable, Equatable {
    package var payouts: [Payout]

    enum CodingKeys: String, CodingKey { case payouts = "payouts" }

    package init(payouts: [Payout]) {
        self.payouts = payouts
    }
}
