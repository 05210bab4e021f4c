// SPDX-License-Identifier: MIT
package import Money

/// One movement on the hub's account at a bank, as the bank has booked it.
package struct BankTransaction: Equatable, Sendable {
    /// What the bank calls it, the same in every file that mentions it; unique within the account.
    package var id: String
    /// Above zero when it came in, below when it left.
    package var amount: Amount
    /// The bank takes back an earlier movement.
    package var isReversal: Bool
    /// `2026-11-21`.
    package var day: String
    /// What the one who ordered it called it, from end to end; "NOTPROVIDED" is nil.
    package var endToEndID: String?
    /// Creditor references and free text, in their order.
    package var remittance: [String]
    /// Why a transfer came back: ISO 20022's code, such as AC04 for a closed account.
    package var returnReason: String?
    package var counterpartName: String?
    package var counterpartIBAN: IBAN?

    package init(
        id: String, amount: Amount, isReversal: Bool = false, day: String, endToEndID: String? = nil,
        remittance: [String] = [], returnReason: String? = nil, counterpartName: String? = nil,
        counterpartIBAN: IBAN? = nil
    ) {
        self.id = id
        self.amount = amount
        self.isReversal = isReversal
        self.day = day
        self.endToEndID = endToEndID
        self.remittance = remittance
        self.returnReason = returnReason
        self.counterpartName = counterpartName
        self.counterpartIBAN = counterpartIBAN
    }
}

/// What a bank says has happened on one account.
package struct BankStatement: Equatable, Sendable {
    /// The bank's name of it.
    package var id: String
    package var account: IBAN
    /// Only what is booked; what is pending or for information has not happened.
    package var transactions: [BankTransaction]
}
