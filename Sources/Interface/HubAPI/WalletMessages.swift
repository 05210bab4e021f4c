// SPDX-License-Identifier: MIT
package import Money

/// The balance of an account in one currency.
package struct Balance: Codable, Sendable, Equatable {
    /// The sum of all postings.
    package var balance: Amount
    /// What can be sent or turned into offline tokens now: the balance less what is frozen.
    package var available: Amount
    /// What is held, for example while a fraud case is open.
    package var frozen: Amount

    enum CodingKeys: String, CodingKey { case balance = "balance", available = "available", frozen = "frozen" }

    package init(balance: Amount, available: Amount, frozen: Amount) {
        self.balance = balance
        self.available = available
        self.frozen = frozen
    }
}

package struct BalanceAnswer: Codable, Sendable {
    /// One entry for each currency, the hub's first one first. Others are present once the account has had money in
    /// them.
    package var balances: [Balance]
    /// The hub's time, seconds since 1970.
    package var time: UInt64

    enum CodingKeys: String, CodingKey { case balances = "balances", time = "time" }

    package init(balances: [Balance], time: UInt64) {
        self.balances = balances
        self.time = time
    }
}

/// Buys root tokens from the balance, each owned by a key that the wallet created.
package struct PurchaseOrder: Codable, Sendable {
    /// One root to issue.
    package struct Piece: Codable, Sendable, Equatable {
        package var amount: Amount
        /// Compressed P-256 key, 33 bytes.
        package var owner: Blob

        enum CodingKeys: String, CodingKey, CaseIterable { case amount = "amount", owner = "owner" }

        package init(amount: Amount, owner: Blob) {
            self.amount = amount
            self.owner = owner
        }

        package init(from decoder: any Decoder) throws {
            let fields = try decoder.strictFields(CodingKeys.self)
            amount = try fields.decode(Amount.self, forKey: .amount)
            owner = try fields.decode(Blob.self, forKey: .owner)
        }
    }

    package var id: OperationID
    /// 1 to 16 pieces of one currency.
    package var pieces: [Piece]

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", pieces = "pieces" }

    package init(id: OperationID, pieces: [Piece]) {
        self.id = id
        self.pieces = pieces
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        pieces = try fields.decode([Piece].self, forKey: .pieces)
    }
}

package struct PurchaseAnswer: Codable, Sendable {
    /// Signed roots, in the order of the pieces. The same id always gives the same bytes.
    package var roots: [Blob]
    package var balance: Balance

    enum CodingKeys: String, CodingKey { case roots = "roots", balance = "balance" }

    package init(roots: [Blob], balance: Balance) {
        self.roots = roots
        self.balance = balance
    }
}
