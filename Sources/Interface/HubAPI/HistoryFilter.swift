// SPDX-License-Identifier: MIT
package import Money

/// Which transactions of an account are wanted; a field that is nil or empty excludes nothing.
package struct HistoryFilter: Sendable, Equatable {
    package enum Direction: String, Sendable, CaseIterable { case incoming, outgoing }

    package static let maximumText = 128

    package var kinds: [Transaction.Kind] = []
    package var direction: Direction?
    /// Seconds since 1970, the first instant that is wanted.
    package var since: UInt64?
    /// Seconds since 1970, the first instant that is not wanted any more.
    package var until: UInt64?
    /// Without a sign: how much moved, whichever way.
    package var least: Amount?
    package var most: Amount?
    /// A username, exactly.
    package var counterpart: String?
    /// Words that all occur in the note or the other side's name, in any case.
    package var text: String?

    package init() {}

    package var isEmpty: Bool { self == HistoryFilter() }

    /// The words of ``text``, in small letters.
    package var words: [String] { (text ?? "").lowercased().split(whereSeparator: \.isWhitespace).map { String($0) } }

    // MARK: - In a query

    /// The names that a query may hold.
    package static let names: Set<String> = [
        "kind", "direction", "since", "until", "least", "most", "counterpart", "text",
    ]

    /// The filter as the query of a route: always the same for the same filter.
    package var query: [(String, String)] {
        var query: [(String, String)] = []
        if !kinds.isEmpty { query.append(("kind", kinds.map(\.rawValue).joined(separator: ","))) }
        if let direction { query.append(("direction", direction.rawValue)) }
        if let since { query.append(("since", "\(since)")) }
        if let until { query.append(("until", "\(until)")) }
        if let least { query.append(("least", least.decimalText)) }
        if let most { query.append(("most", most.decimalText)) }
        if let counterpart { query.append(("counterpart", counterpart)) }
        if let text { query.append(("text", text)) }
        return query
    }

    /// Reads what ``query`` wrote.
    ///
    /// - Parameter currency: of the amounts, which carry none here.
    /// - Throws: ``HubProblem`` with `.badRequest` and the name of the field.
    package init(query: [String: String], currency: Currency) throws {
        kinds =
            try query["kind"].map { text in
                try text.split(separator: ",", omittingEmptySubsequences: false).map {
                    try Self.choice("kind", String($0), of: Transaction.Kind.self)
                }
            } ?? []
        direction = try query["direction"].map { try Self.choice("direction", $0, of: Direction.self) }
        since = try query["since"].map { try Self.seconds("since", $0) }
        until = try query["until"].map { try Self.seconds("until", $0) }
        least = try query["least"].map { try Self.amount("least", $0, currency) }
        most = try query["most"].map { try Self.amount("most", $0, currency) }
        counterpart = query["counterpart"]
        text = query["text"]
        guard text?.utf8.count ?? 0 <= Self.maximumText, counterpart?.utf8.count ?? 0 <= 64 else {
            throw HubProblem(.badRequest, "\"text\" has at most \(Self.maximumText) bytes, \"counterpart\" 64.")
        }
    }

    private static func choice<Value>(_ name: String, _ text: String, of type: Value.Type) throws -> Value
    where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
        guard let value = Value(rawValue: text) else {
            let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw HubProblem(.badRequest, "\"\(name)\" is one of: \(choices).", details: ["field": name])
        }
        return value
    }

    private static func seconds(_ name: String, _ text: String) throws -> UInt64 {
        guard let seconds = UInt64(text), "\(seconds)" == text, seconds <= 253_402_300_799 else {
            throw HubProblem(
                .badRequest, "\"\(name)\" is a number of seconds since 1970.", details: ["field": name])
        }
        return seconds
    }

    private static func amount(_ name: String, _ text: String, _ currency: Currency) throws -> Amount {
        do {
            let amount = try Amount(decimalText: text, currency: currency)
            guard !amount.isNegative else { throw MoneyError(.negative, "An amount here has no sign.") }
            return amount
        } catch let error as MoneyError {
            throw HubProblem(.badRequest, "\"\(name)\" is an amount: \(error.message)", details: ["field": name])
        }
    }

    // MARK: - Judging

    /// Whether a transaction is wanted.
    package func accepts(_ transaction: Transaction) -> Bool {
        let size = transaction.amount.minorUnits.magnitude
        let words = "\(transaction.counterpart ?? "") \(transaction.note ?? "")".lowercased()
        return (kinds.isEmpty || kinds.contains(transaction.kind))
            && (direction == nil || (direction == .incoming) == transaction.amount.isPositive)
            && since.map { transaction.time >= $0 } ?? true
            && until.map { transaction.time < $0 } ?? true
            && least.map { size >= $0.minorUnits.magnitude } ?? true
            && most.map { size <= $0.minorUnits.magnitude } ?? true
            && counterpart.map { transaction.counterpart == $0 } ?? true
            && self.words.allSatisfy(words.contains)
    }
}
