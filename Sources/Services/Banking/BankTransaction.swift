// SPDX-License-Identifier: MIT
package import Money

/// One movement on the hub's account at a bank, as the bank has booked it.
package struct BankTransaction: Equatable, Sendable {
    /// One of several payments that the bank has booked as one entry.
    package struct Batch: Equatable, Sendable {
        /// What the entry is called when it is told as a whole; nil without a reference.
        package var reference: String?
        /// Of the whole entry.
        package var amount: Amount
    }

    /// A kind of references of the bank's own.
    ///
    /// Two of one kind tell two movements apart; two of different kinds may both be one movement's. The numbers are kept for ever.
    package enum ReferenceKind: Int64, CaseIterable, Sendable {
        case none = 0
        case common = 1
        /// Of one country's banks.
        case national = 2
    }

    /// What it is called: the same in every file that mentions it when the bank gives it a reference, and otherwise the same
    /// in every copy of its statement.
    package var id: String
    /// Whether the bank gives it a reference of its own.
    package var hasReference: Bool
    /// Whether the file has given its reference to another movement before; then its name has a number.
    package var isReferenceShared = false
    /// What the first version called it, when it was something else: books of that time know it so.
    package var formerID: String?
    /// The entry of which it is a part.
    package var batch: Batch?
    /// Above zero when it came in, below when it left.
    package var amount: Amount
    /// The bank takes back an earlier movement.
    package var isReversal: Bool
    /// `2026-11-21`.
    package var day: String
    /// What the one who ordered it called it, from end to end; "NOTPROVIDED" is nil.
    package var endToEndID: String?
    /// What the orders are called that its entry comes from, where the bank says so; at most ten.
    package var orderIDs: [String]
    /// Creditor references and free text, in their order.
    package var remittance: [String]
    /// Why a transfer came back: ISO 20022's code, such as AC04 for a closed account.
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

    /// Leaves out all that was said of a part alone.
    mutating func forgetDetails() {
        (endToEndID, remittance, returnReason) = (nil, [], nil)
        (counterpartName, counterpartIBAN) = (nil, nil)
    }
}

/// What a bank says has happened on one account.
package struct BankStatement: Equatable, Sendable {
    /// What an account held at the end of a day.
    package struct Balance: Equatable, Sendable {
        package var amount: Amount
        /// `2026-11-21`; empty when the bank does not say.
        package var day: String

        package init(amount: Amount, day: String) {
            self.amount = amount
            self.day = day
        }
    }

    /// The bank's name of it, which some banks use again.
    package var id: String
    /// What tells it from all other statements: the same in every copy of it, and for all its pages that say they are pages.
    package var source: String
    /// Which page of the statement this is; nil unless it says that it is one.
    package var page: String?
    package var account: IBAN
    /// What the account held when the statement ended, if the bank says so here.
    package var closing: Balance?
    /// Only what is booked; what is pending or for information has not happened.
    package var transactions: [BankTransaction]

    /// - Parameter source: the id, unless something else must tell it from others.
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
