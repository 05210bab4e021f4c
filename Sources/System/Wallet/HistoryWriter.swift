// SPDX-License-Identifier: MIT
internal import Bytes
internal import HubAPI
internal import Money
internal import Tokens

/// Writes lines of the wallet's history as the content of a file.
package struct HistoryWriter {
    private let format: StatementFormat
    /// The name to write for an account.
    private let name: (String) -> String
    /// The number of lines written.
    package private(set) var count = 0
    package private(set) var bytes: [UInt8] = []

    private static let columns = [
        "time", "id", "kind", "direction", "amount", "currency", "state", "counterpart", "note",
    ]

    /// Begins the file.
    package init(_ format: StatementFormat, name: @escaping (String) -> String) {
        (self.format, self.name) = (format, name)
        switch format {
        case .csv: bytes += (CSVWriter.line(Self.columns) + "\r\n").utf8
        case .json: bytes += "[".utf8
        }
    }

    package mutating func add(_ line: Activity) {
        switch format {
        case .csv: bytes += (CSVWriter.line(fields(of: line)) + "\r\n").utf8
        case .json:
            let members = zip(Self.columns, fields(of: line)).map {
                JSONValue.Member($0, $1.isEmpty ? .null : .string($1))
            }
            let object = JSONValue.object(members)
            bytes += ((count == 0 ? "\n" : ",\n") + object.text).utf8
        }
        count += 1
    }

    /// Ends the file.
    package mutating func finish() { if format == .json { bytes += "\n]\n".utf8 } }

    private func fields(of line: Activity) -> [String] {
        let texts = [line.counterpart.map(name) ?? "", line.note ?? ""]
        let amount = line.amount.map { ($0.isZero || line.direction != .outgoing ? "" : "-") + $0.decimalText } ?? ""
        return [
            line.time.description, "\(line.id)", line.kind.rawValue, line.direction?.rawValue ?? "", amount,
            line.amount?.currency.code ?? "", line.status.rawValue,
        ] + (format == .csv ? texts.map(CSVWriter.words) : texts)
    }
}
