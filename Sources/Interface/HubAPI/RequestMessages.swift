// SPDX-License-Identifier: MIT
package import Money

/// A payment request as its payee and its payer see it.
package struct MoneyRequest: Codable, Sendable, Equatable {
    /// The state of a request. Only `open` can change. `expired` is an open request past its expiry.
    package enum State: String, Codable, Sendable, CaseIterable {
        case open = "open", paid = "paid", declined = "declined", cancelled = "cancelled", expired = "expired"
    }

    /// What the payer of a share sees of the whole bill.
    package struct Bill: Codable, Sendable, Equatable {
        /// The split's id. Only the owner of the split can look it up.
        package var split: String
        package var total: Amount
        /// The number of people who share the bill, including the one who paid it.
        package var people: Int

        enum CodingKeys: String, CodingKey { case split = "split", total = "total", people = "people" }

        package init(split: String, total: Amount, people: Int) {
            self.split = split
            self.total = total
            self.people = people
        }
    }

    /// A UUID from the hub. Anyone who knows the id of an open payment link can view and pay it.
    package var id: String
    package var state: State
    /// The account that gets the money.
    package var payee: String
    /// The account that is asked to pay; absent for a payment link until it is paid.
    package var payer: String?
    /// Absent until it is paid if the payer chooses the amount.
    package var amount: Amount?
    /// ISO 4217 code of the amount, also if the payer chooses it.
    package var currency: String
    package var note: String?
    /// The payee's reference, such as an invoice number.
    package var reference: String?
    /// Seconds since 1970.
    package var created: UInt64
    /// The day on which a bill is due. Nothing happens automatically on that day.
    package var due: CalendarDay?
    /// When the request expires, in seconds since 1970.
    package var expires: UInt64
    /// When it was paid, declined or cancelled, in seconds since 1970.
    package var closed: UInt64?
    /// The id of the transaction that paid it, as in the reader's own history.
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

/// Creates a payment request.
package struct RequestOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    /// A username; absent for a payment link that anyone may pay once.
    package var payer: String?
    /// In any currency of the hub; absent if the payer chooses.
    package var amount: Amount?
    /// ISO 4217 code, if the payer chooses the amount. Absent for the currency of the amount, or otherwise the hub's
    /// first one.
    package var currency: String?
    /// At most 256 bytes of UTF-8.
    package var note: String?
    /// At most 64 bytes of UTF-8.
    package var reference: String?
    package var due: CalendarDay?
    /// When the request expires, in seconds since 1970, within a year; absent for 30 days from now.
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
    /// The amount that the payer agreed to: that of the request, or if it has none, the payer's choice.
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
    package var transaction: AccountTransaction
    package var balance: Balance

    enum CodingKeys: String, CodingKey { case request = "request", transaction = "transaction", balance = "balance" }

    package init(request: MoneyRequest, transaction: AccountTransaction, balance: Balance) {
        self.request = request
        self.transaction = transaction
        self.balance = balance
    }
}
