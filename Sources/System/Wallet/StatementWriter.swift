// SPDX-License-Identifier: MIT
internal import Bytes
package import HubAPI
internal import Money

/// The formats in which an account's history can be exported.
package enum StatementFormat: String, Sendable, CaseIterable {
    /// Comma-separated, RFC 4180, in UTF-8.
    case csv = "csv"
    /// A single array of objects, RFC 8259.
    case json = "json"
}

/// Writes transactions as the content of a file, piece by piece.
package struct StatementWriter {
    private let format: StatementFormat
    /// The number of transactions written.
    package private(set) var count = 0

    package static let columns = ["time", "id", "kind", "amount", "currency", "balance", "counterpart", "note"]

    package init(_ format: StatementFormat) {
        self.format = format
    }

    /// The beginning of the file.
    package var head: [UInt8] {
        switch format {
        case .csv: Array((CSVWriter.line(Self.columns) + "\r\n").utf8)
        case .json: Array("[".utf8)
        }
    }

    /// The end of the file.
    package var tail: [UInt8] {
        switch format {
        case .csv: []
        case .json: Array("\n]\n".utf8)
        }
    }

    /// The bytes of the next transactions.
    package mutating func piece(_ transactions: [AccountTransaction]) throws -> [UInt8] {
        var piece: [UInt8] = []
        for transaction in transactions {
            switch format {
            case .csv: piece += Array((Self.line(transaction) + "\r\n").utf8)
            case .json:
                piece +=
                    Array((count == 0 ? "\n" : ",\n").utf8)
                    + Array(try JSONValue(parsing: try Wire.encode(transaction)).text.utf8)
            }
            count += 1
        }
        return piece
    }

    private static func line(_ transaction: AccountTransaction) -> String {
        let day = CalendarDay(number: Int(clamping: transaction.time / 86_400))
        let second = transaction.time % 86_400
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }
        return CSVWriter.line([
            "\(day)T\(clock.joined(separator: ":"))Z", transaction.id, transaction.kind.rawValue,
            transaction.amount.decimalText, transaction.amount.currency.code, transaction.balanceAfter.decimalText,
            CSVWriter.words(transaction.counterpart ?? ""), CSVWriter.words(transaction.note ?? ""),
        ])
    }
}
