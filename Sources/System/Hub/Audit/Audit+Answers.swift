// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Money
import SQL

/// What an account is told when it gives an order again is what the order's entry says.
///
/// The answer is kept beside the entry and written with it, so it also tells of a note that was changed before the ledger's
/// tree covered the entry. Answers about nothing that moved money are not proved.
extension Audit {
    func answerFindings() throws -> [String] {
        var findings: [String] = []
        try database.forEach(
            """
            SELECT o.answer, o.entry, o.id, e.time, e.note, p.amount, p.balance_after, l.currency
            FROM operation o JOIN entry e ON e.id = o.entry JOIN posting p ON p.entry = o.entry
                JOIN ledger_account l ON l.id = p.account LEFT JOIN currency_account c ON c.ledger = p.account
            WHERE o.status = 200 AND coalesce(c.account, p.account) = o.account
            """
        ) { row in
            if try !Self.isAnsweredRightly(row) {
                findings.append("An answer is not what its entry says: entry \(try row.int(1))")
            }
        }
        return findings
    }

    /// Bytes of an answer that are read; a hub gives shorter ones.
    private static let maximumAnswer = 1 << 20

    private static func isAnsweredRightly(_ row: Row) throws -> Bool {
        let answer: JSONValue
        do {
            answer = try JSONValue(parsing: try row.blob(0), maximumCount: maximumAnswer)
        } catch is BytesError {
            return false
        }
        // Of a conversion the entry is the half that was given; purchases and payouts are answered without a transaction.
        guard let told = answer["transaction"] ?? answer["given"] else { return true }
        let currency = try Currency(code: try row.text(7))
        func text(_ minorUnits: Int64) -> String { Amount(minorUnits: minorUnits, currency: currency).decimalText }
        return try told["id"]?.string == OperationID(bytes: row.blob(2))?.description
            && told["amount"]?["value"]?.string == text(row.int(5))
            && told["balanceAfter"]?["value"]?.string == text(row.int(6))
            && told["amount"]?["currency"]?.string == currency.code
            && told["note"]?.string == row.optionalText(4) && told["time"]?.uint64 == row.unsigned(3)
    }
}
