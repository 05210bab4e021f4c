// SPDX-License-Identifier: MIT
package import Money

/// One movement on the hub's bank account, as the bank has booked it.
package struct BankTransaction: Equatable, Sendable {
    /// The entry of a movement that is one of several payments which the bank has booked together.
    package struct Batch: Equatable, Sendable {
        /// The reference of the entry as a whole; nil without a reference.
        package var reference: String?
        /// The amount of the whole entry.
        package var amount: Amount
    }

    /// The kind of a bank reference.
    ///
    /// Two references of one kind identify two movements. Two of different kinds may both identify the same movement.
    /// The raw values are stored and never change.
    package enum ReferenceKind: Int64, CaseIterable, Sendable {
        case none = 0
        case common = 1
        /// A reference type of one country's banks.
        case national = 2
    }

    /// The movement's name. With a bank reference it is the same in every file that contains the movement; otherwise
    /// it is the same in every copy of its statement.
    package var id: String
    /// Whether the bank gives it a reference of its own.
    package var hasReference: Bool
    /// Whether the file has already given its reference to another movement. Then its name includes a number.
    package var isReferenceShared = false
    /// The name in the first version, if it was different; old databases contain it.
    package var formerID: String?
    /// The entry of which it is a part.
    package var batch: Batch?
    /// Positive when it came in, negative when it left.
    package var amount: Amount
    /// Whether the bank reverses an earlier movement.
    package var isReversal: Bool
    /// `2026-11-21`.
    package var day: String
    /// The end-to-end id of the ordering party; nil for "NOTPROVIDED".
    package var endToEndID: String?
    /// The ids of the orders from which its entry results, where the bank states them; at most ten.
    package var orderIDs: [String]
    /// Creditor references and free text, in order.
    package var remittance: [String]
    /// Why a transfer was returned: the ISO 20022 code, such as AC04 for a closed account.
    package var returnReason: String?
    package var counterpartName: String?
    package var counterpartIBAN: IBAN?

    package init(
        id: String, hasReference: Bool = true, amount: Amount, isReversal: Bool = false, day: String,
        endToEndID: String? = nil, orderIDs: [String] = [], remittance: [String] = [], returnReason: String? = nil,
        counterpartName: String? = nil, counterpartIBAN: IBAN? = nil
    ) {
        self.id = id
        self.hasReference = hasReference
        self.amount = amount
        self.isReversal = isReversal
        self.day = day
        self.endToEndID = endToEndID
        self.orderIDs = orderIDs
        self.remittance = remittance
        self.returnReason = returnReason
        self.counterpartName = counterpartName
        self.counterpartIBAN = counterpartIBAN
    }

    package var referenceKind: ReferenceKind {
        guard hasReference else { return .none }
        return id.hasPrefix(MovementNames.national) ? .national : .common
    }

    /// Removes all data that belongs to a part only.
    mutating func forgetDetails() {
        (endToEndID, remittance, returnReason) = (nil, [], nil)
        (counterpartName, counterpartIBAN) = (nil, nil)
    }
}

/// A bank statement of one account.
package struct BankStatement: Equatable, Sendable {
    /// The balance of an account at the end of a day.
    package struct Balance: Equatable, Sendable {
        package var amount: Amount
        /// `2026-11-21`; empty if the bank does not state it.
        package var day: String

        package init(amount: Amount, day: String) {
            self.amount = amount
            self.day = day
        }
    }

    /// The bank's id of the statement, which some banks reuse.
    package var id: String
    /// Distinguishes it from all other statements. It is the same in every copy of the statement, and for all its
    /// numbered pages.
    package var source: String
    /// The page number; nil if the statement does not state one.
    package var page: String?
    package var account: IBAN
    /// The closing balance of the statement, if it states one.
    package var closing: Balance?
    /// Booked movements only; pending and informational ones have not happened.
    package var transactions: [BankTransaction]

    /// - Parameter source: nil for the id, if the id is enough to distinguish the statement.
    package init(
        id: String, source: String? = nil, page: String? = nil, account: IBAN, closing: Balance? = nil,
        transactions: [BankTransaction]
    ) {
        self.id = id
        self.source = source ?? id
        self.page = page
        self.account = account
        self.closing = closing
        self.transactions = transactions
    }
}
