// SPDX-License-Identifier: MIT
package import Money

/// A request for money as its two sides see it.
package struct MoneyRequest: Codable, Sendable, Equatable {
    /// What can become of it: `open` is the only one that changes, and `expired` is what `open` is called past its date.
    package enum State: String, Codable, Sendable, CaseIterable {
        case open = "open", paid = "paid", declined = "declined", cancelled = "cancelled", expired = "expired"
    }

    /// What a share of a bill tells its payer of the whole.
    package struct Bill: Codable, Sendable, Equatable {
        /// The split's id; only who shared the bill can look it up.
        package var split: String
        package var total: Amount
        /// How many share it, with who paid the bill.
        package var people: Int

        enum CodingKeys: String, CodingKey { case split = "split", total = "total", people = "people" }

        package init(split: String, total: Amount, people: Int) {
            self.split = split
            self.total = total
            self.people = people
        }
    }

    /// A UUID that the hub made; whoever knows the one of an open link may look at it and pay it.
    package var id: String
    package var state: State
    /// Who gets the money.
    package var payee: String
    /// Who is asked; absent while a link for anybody waits.
    package var payer: String?
    /// Absent when the payer chooses, until it is paid.
    package var amount: Amount?
    /// ISO 4217: of the amount, whoever chooses it.
    package var currency: String
    package var note: String?
    /// What the payee calls it, such as the number of an invoice.
    package var reference: String?
    /// Seconds since 1970.
    package var created: UInt64
    /// The day on which payment is due, for bills; nothing happens by itself on it.
    package var due: CalendarDay?
    /// Seconds since 1970 from which it can no longer be paid.
    package var expires: UInt64
    /// When it was paid, declined or cancelled.
    package var closed: UInt64?
    /// The transaction that paid it, as the reader's own history names it.
    package var transaction: String?
    package var bill: Bill?

    enum CodingKeys: String, CodingKey {
        case id = "id", state = "state", payee = "payee", payer = "payer", amount = "amount", currency = "currency"
        case note = "note", reference = "reference", created = "created", due = "due", expires = "expires"
        case closed = "closed", transaction = "transaction", bill = "bill"
    }

    package init(
        id: String, state: State, payee: String, payer: String?, amount: Amount?, currency: String, note: String?,
        reference: String?, created: UInt64, due: CalendarDay?, expires: UInt64, closed: UInt64?, transaction: String?,
        bill: Bill?
    ) {
        self.id = id
        self.state = state
        self.payee = payee
        self.payer = payer
        self.amount = amount
        self.currency = currency
        self.note = note
        self.reference = reference
        self.created = created
        self.due = due
        self.expires = expires
        self.closed = closed
        self.transaction = transaction
        self.bill = bill
    }
}

package struct RequestPage: Codable, Sendable {
    /// Newest first.
    package var items: [MoneyRequest]
    package var next: String?

    enum CodingKeys: String, CodingKey { case items = "items", next = "next" }

    package init(items: [MoneyRequest], next: String?) {
        self.items = items
        self.next = next
    }
}

/// Asks for money.
package struct RequestOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    /// A username; absent for a link that anybody may pay, once.
    package var payer: String?
    /// In any currency that the hub keeps; absent when the payer chooses.
    package var amount: Amount?
    /// ISO 4217, where the payer chooses the amount; absent for that of the amount, or else for the hub's first one.
    package var currency: String?
    /// At most 256 bytes of UTF-8.
    package var note: String?
    /// At most 64 bytes of UTF-8.
    package var reference: String?
    package var due: CalendarDay?
    /// Seconds since 1970, within a year; absent for 30 days from now.
    package var expires: UInt64?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id", payer = "payer", amount = "amount", currency = "currency", note = "note"
        case reference = "reference", due = "due", expires = "expires"
    }

    package init(
        id: OperationID, payer: String?, amount: Amount?, currency: String? = nil, note: String? = nil,
        reference: String? = nil, due: CalendarDay? = nil, expires: UInt64? = nil
    ) {
        self.id = id
        self.payer = payer
        self.amount = amount
        self.currency = currency
        self.note = note
        self.reference = reference
        self.due = due
        self.expires = expires
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        payer = try fields.decodeIfPresent(String.self, forKey: .payer)
        amount = try fields.decodeIfPresent(Amount.self, forKey: .amount)
        currency = try fields.decodeIfPresent(String.self, forKey: .currency)
        note = try fields.decodeIfPresent(String.self, forKey: .note)
        reference = try fields.decodeIfPresent(String.self, forKey: .reference)
        due = try fields.decodeIfPresent(CalendarDay.self, forKey: .due)
        expires = try fields.decodeIfPresent(UInt64.self, forKey: .expires)
    }
}

/// Pays a request.
package struct RequestPayment: Codable, Sendable, Equatable {
    package var id: OperationID
    /// What the payer agreed to: the request's amount, or the payer's choice where it has none.
    package var amount: Amount

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", amount = "amount" }

    package init(id: OperationID, amount: Amount) {
        self.id = id
        self.amount = amount
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        amount = try fields.decode(Amount.self, forKey: .amount)
    }
}

package struct RequestPaid: Codable, Sendable {
    package var request: MoneyRequest
    package var transaction: Transaction
    package var balance: Balance

    enum CodingKeys: String, CodingKey { case request = "request", transaction = "transaction", balance = "balance" }

    package init(request: MoneyRequest, transaction: Transaction, balance: Balance) {
        self.request = request
        self.transaction = transaction
        self.balance = balance
    }
}
