// SPDX-License-Identifier: MIT
package import Money

/// Splits a bill that the caller has paid: each other person gets a request for a share.
///
/// Either every share has a weight, and minor units that cannot be divided go one each to the first shares in the
/// given order. Or every share has an amount, and the amounts add up to the total exactly.
package struct SplitOrder: Codable, Sendable, Equatable {
    package struct Share: Codable, Sendable, Equatable {
        /// A username. The caller's own share creates no request.
        package var person: String
        /// 1 to 1000.
        package var weight: Int?
        package var amount: Amount?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case person = "person", weight = "weight", amount = "amount"
        }

        package init(person: String, weight: Int? = nil, amount: Amount? = nil) {
            self.person = person
            self.weight = weight
            self.amount = amount
        }

        package init(from decoder: any Decoder) throws {
            let fields = try decoder.strictFields(CodingKeys.self)
            person = try fields.decode(String.self, forKey: .person)
            weight = try fields.decodeIfPresent(Int.self, forKey: .weight)
            amount = try fields.decodeIfPresent(Amount.self, forKey: .amount)
        }
    }

    package var id: OperationID
    package var total: Amount
    /// At most 256 bytes of UTF-8.
    package var note: String?
    /// Seconds since 1970, within a year; absent for 30 days from now.
    package var expires: UInt64?
    /// 2 to 50 shares, each person once.
    package var shares: [Share]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id", total = "total", note = "note", expires = "expires", shares = "shares"
    }

    package init(id: OperationID, total: Amount, note: String?, expires: UInt64?, shares: [Share]) {
        self.id = id
        self.total = total
        self.note = note
        self.expires = expires
        self.shares = shares
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        total = try fields.decode(Amount.self, forKey: .total)
        note = try fields.decodeIfPresent(String.self, forKey: .note)
        expires = try fields.decodeIfPresent(UInt64.self, forKey: .expires)
        shares = try fields.decode([Share].self, forKey: .shares)
    }
}

/// A split bill with the state of its shares.
package struct Split: Codable, Sendable, Equatable {
    package struct Share: Codable, Sendable, Equatable {
        package var person: String
        package var amount: Amount
        /// The id of the request for the share; absent for the share of the person who paid the bill.
        package var request: String?
        package var state: MoneyRequest.State

        enum CodingKeys: String, CodingKey {
            case person = "person", amount = "amount", request = "request", state = "state"
        }

        package init(person: String, amount: Amount, request: String?, state: MoneyRequest.State) {
            self.person = person
            self.amount = amount
            self.request = request
            self.state = state
        }
    }

    /// A UUID from the hub.
    package var id: String
    package var total: Amount
    package var note: String?
    /// Seconds since 1970.
    package var created: UInt64
    /// In the given order. The owner's share counts as paid.
    package var shares: [Share]
    /// The total of the other people's paid shares.
    package var paid: Amount
    /// The total of the open requests.
    package var open: Amount

    enum CodingKeys: String, CodingKey {
        case id = "id", total = "total", note = "note", created = "created", shares = "shares", paid = "paid"
        case open = "open"
    }

    package init(
        id: String, total: Amount, note: String?, created: UInt64, shares: [Share], paid: Amount, open: Amount
    ) {
        self.id = id
        self.total = total
        self.note = note
        self.created = created
        self.shares = shares
        self.paid = paid
        self.open = open
    }
}

package struct SplitPage: Codable, Sendable {
    /// Newest first.
    package var items: [Split]
    package var next: String?

    enum CodingKeys: String, CodingKey { case items = "items", next = "next" }

    package init(items: [Split], next: String?) {
        self.items = items
        self.next = next
    }
}
