// SPDX-License-Identifier: MIT
import Bytes
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// Exports the ledger for other programs.
extension Hub {
    /// The format of an export.
    package enum ExportFormat: String, CaseIterable, Sendable {
        /// One line for each posting, with a header line; RFC 4180.
        case csv = "csv"
        /// One JSON object on each line.
        case json = "json"
    }

    /// Exports every posting of one snapshot, a line at a time, in ledger order.
    ///
    /// The amounts of all lines add up to zero.
    ///
    /// - Parameter write: called with each line, without its line break.
    package func export(_ format: ExportFormat, _ write: (String) throws -> Void) throws {
        if format == .csv { try write(CSVWriter.line(Self.columns)) }
        try context.store.snapshot { database in
            try database.forEach(Self.postings) { row in
                let values = try line(row)
                switch format {
                case .csv: try write(CSVWriter.line(zip(Self.columns, values).map(Self.field)))
                case .json:
                    try write(
                        JSONValue.object(
                            zip(Self.columns, values).map { .init($0, $1.map { .string($0) } ?? .null) }
                        ).text)
                }
            }
        }
    }

    private static let columns = [
        "entry", "id", "time", "kind", "account", "name", "amount", "balance", "currency", "note",
    ]

    private static let postings = """
        SELECT e.id AS id, e.public_id AS public_id, e.time AS time, e.kind AS kind, l.name AS name,
            a.username AS username, p.amount AS amount, p.balance_after AS balance_after, l.currency AS currency,
            e.note AS note
        FROM posting p JOIN entry e ON e.id = p.entry JOIN ledger_account l ON l.id = p.account
            LEFT JOIN account a ON a.id = p.account
        ORDER BY e.id, p.account
        """

    private func line(_ row: Row) throws -> [String?] {
        let currency = try Currency(code: try row.text("currency"))
        let number = try row.int("kind")
        let kind = EntryKind(rawValue: number)?.name ?? "\(number)"
        return [
            String(try row.int("id")), Hex.encode(try row.blob("public_id")),
            Timestamp(seconds: try row.unsigned("time")).description, kind, try row.text("name"),
            try row.optionalText("username"),
            Amount(minorUnits: try row.int("amount"), currency: currency).decimalText,
            Amount(minorUnits: try row.int("balance_after"), currency: currency).decimalText, currency.code,
            try row.optionalText("note"),
        ]
    }

    /// Names and notes come from users, so they are escaped; the hub makes the other fields.
    private static func field(of column: String, _ value: String?) -> String {
        ["account", "name", "note"].contains(column) ? CSVWriter.words(value ?? "") : value ?? ""
    }
}
