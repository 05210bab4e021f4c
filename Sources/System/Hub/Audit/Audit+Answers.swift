// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import HubLedger
import Money
import SQL

/// Checks that the stored answer to a repeated request agrees with its ledger entry.
///
/// The answer is stored beside the entry, in the same commit. So the check also finds a note that was changed before
/// the ledger's tree covered the entry. Answers to requests that moved no money are not checked.
extension Audit {
    func answerFindings() throws -> [AuditFinding] {
        var findings: [AuditFinding] = []
        try database.forEach(
            """
            SELECT o.answer, o.entry, o.id, e.time, e.note, p.amount, p.balance_after, l.currency
            FROM operation o JOIN entry e ON e.id = o.entry JOIN posting p ON p.entry = o.entry
                JOIN ledger_account l ON l.id = p.account LEFT JOIN currency_account c ON c.ledger = p.account
            WHERE o.status = 200 AND coalesce(c.account, p.account) = o.account
            """
        ) { row in
            if try !Self.isAnsweredRightly(row) {
                findings.append(AuditFinding(.answer, "entry \(try row.int(1))"))
            }
        }
        return findings
    }

    /// The longest answer that is read, in bytes. The hub's answers are shorter.
    private static let maximumAnswer = 1 << 20

    private static func isAnsweredRightly(_ row: Row) throws -> Bool {
        let answer: JSONValue
        do {
            answer = try JSONValue(parsing: try row.blob(0), maximumCount: maximumAnswer)
        } catch is BytesError {
            return false
        }
        // A conversion is stored with the entry of the given half. Purchases and payouts are answered without a
        // transaction.
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
