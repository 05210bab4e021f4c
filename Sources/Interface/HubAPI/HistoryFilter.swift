// SPDX-License-Identifier: MIT
package import Money

/// Selects transactions of an account. A field that is nil or empty excludes nothing.
package struct HistoryFilter: Sendable, Equatable {
    package enum Direction: String, Sendable, CaseIterable { case incoming = "incoming", outgoing = "outgoing" }

    package static let maximumText = 128

    package var kinds: [AccountTransaction.Kind] = []
    package var direction: Direction?
    /// The first time to include, in seconds since 1970.
    package var since: UInt64?
    /// The first time to exclude, in seconds since 1970.
    package var until: UInt64?
    /// Without a sign: the amount in either direction.
    package var least: Amount?
    package var most: Amount?
    /// A username, exactly.
    package var counterpart: String?
    /// Words that must all occur in the note or the counterpart's name, ignoring case.
    package var text: String?

    package init() {}

    package var isEmpty: Bool { self == HistoryFilter() }

    /// The words of ``text`` in lower case.
    package var words: [String] { (text ?? "").lowercased().split(whereSeparator: \.isWhitespace).map { String($0) } }

    // MARK: - Query

    private static let kindField = QueryField<[AccountTransaction.Kind]>.choices(
        "kind", "What they are; any otherwise.")
    private static let directionField = QueryField<Direction>.choice("direction", "Which way the money went.")
    private static let sinceField = QueryField<UInt64>.number(
        "since", seconds, "Seconds since 1970, the first instant that is wanted.")
    private static let untilField = QueryField<UInt64>.number(
        "until", seconds, "Seconds since 1970, the first instant that is not wanted any more.")
    private static let leastField = QueryField<String>.form(
        "least", Amount.unsignedPattern, "How much moved at least, in the currency of the history.")
    private static let mostField = QueryField<String>.form(
        "most", Amount.unsignedPattern, "How much moved at most, in the currency of the history.")
    private static let counterpartField = QueryField<String>.text(
        "counterpart", maximumBytes: 64, "A username, exactly.")
    private static let textField = QueryField<String>.text(
        "text", maximumBytes: maximumText, "Words that all occur in the note or the other side's name.")
    /// Up to the end of the year 9999.
    private static let seconds: ClosedRange<UInt64> = 0...253_402_300_799

    /// All fields of the query.
    package static let fields: [any DescribedField] = [
        kindField, directionField, sinceField, untilField, leastField, mostField, counterpartField, textField,
    ]

    /// The filter as query fields. Equal filters give equal queries.
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

    /// Parses what ``query`` returns.
    ///
    /// - Parameter currency: the currency of the amounts, which the query does not contain.
    /// - Throws: ``HubProblem`` with `.badRequest` and the name of the field.
    package init(query: [String: String], currency: Currency) throws {
        kinds = try Self.kindField.value(in: query) ?? []
        direction = try Self.directionField.value(in: query)
        since = try Self.sinceField.value(in: query)
        until = try Self.untilField.value(in: query)
        least = try Self.amount(Self.leastField, query, currency)
        most = try Self.amount(Self.mostField, query, currency)
        counterpart = try Self.counterpartField.value(in: query)
        text = try Self.textField.value(in: query)
    }

    private static func amount(
        _ field: QueryField<String>, _ query: [String: String], _ currency: Currency
    ) throws -> Amount? {
        guard let text = try field.value(in: query) else { return nil }
        do {
            let amount = try Amount(decimalText: text, currency: currency)
            guard !amount.isNegative else {
                throw MoneyError(.negative, "An amount in this filter must not be negative.")
            }
            return amount
        } catch let error as MoneyError {
            throw HubProblem(
                .badRequest, "\"\(field.name)\" is an amount: \(error.message)", details: ["field": field.name])
        }
    }

    // MARK: - Matching

    /// Whether a transaction matches.
    package func accepts(_ transaction: AccountTransaction) -> Bool {
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
