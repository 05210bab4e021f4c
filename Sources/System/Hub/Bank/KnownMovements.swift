// SPDX-License-Identifier: MIT
import Banking
import Crypto
import Money
import SQL

/// Tells movements that the books know from those that they do not; inside an open transaction.
///
/// Nothing that may be new is taken for known, and nothing that may be known is paid: it waits for the operator.
///
/// | the movement's name | what else is in the books | it is |
/// | --- | --- | --- |
/// | known, without a reference | | known: the name says everything |
/// | known, with a reference | the same day and amount, and all else where both say it, see `Stored.agrees` | known |
/// | known, with a reference | anything else | doubtful |
/// | unknown | the first version booked it from this statement, see `BankTransaction.formerID` | known |
/// | unknown, part of an entry | the entry as a whole, from another statement | known |
/// | unknown, an entry | its parts, from another statement | known |
/// | unknown | as many that look like it, from other statements, as there have been in this one | doubtful |
/// | unknown | anything else | new |
struct KnownMovements {
    enum Verdict {
        case known
        /// - Parameter name: under which it is to be remembered.
        case unknown(name: [UInt8], MovementDoubt?)
    }

    let database: any SQLConnection
    let statement: BankStatement

    private var iban: Value { .text(statement.account.text) }
    private var source: [UInt8] { Self.source(of: statement) }

    static func hash(_ name: String) -> [UInt8] { SHA256.hash(Array(name.utf8)).bytes }
    static func source(of statement: BankStatement) -> [UInt8] { hash(statement.source) }

    func judge(_ movement: BankTransaction) throws -> Verdict {
        let name = Self.hash(movement.id)
        if let row = try find(name) {
            guard !movement.hasReference || row.agrees(with: movement, on: statement.account) else {
                return try doubtful(movement)
            }
            if row.source == nil { try adopt(row, name, movement) }
            return .known
        }
        if let former = movement.formerID, let row = try find(Self.hash(former)), row.source == nil,
            row.statement == statement.id, row.looks(like: movement)
        {
            try adopt(row, name, movement)
            return .known
        }
        if let verdict = try asPartOrWhole(movement) { return verdict }
        return .unknown(name: name, try mayBeRepeated(movement) ? .repetition : nil)
    }

    /// Remembers of what the first version has booked all that would be remembered of it today.
    private func adopt(_ row: Stored, _ name: [UInt8], _ movement: BankTransaction) throws {
        try database.run(
            "UPDATE bank_transaction SET bank_id = ?, named = ?, source = ?, batch = ?, whole = ? WHERE id = ?",
            [
                .blob(name), .integer(movement.referenceKind.rawValue), .blob(source),
                .optional(movement.batch?.reference.map(Self.hash)), .optional(movement.batch?.amount.minorUnits),
                .integer(row.id),
            ])
    }

    /// One whose reference is taken keeps a name that says what tells it from the other.
    private func doubtful(_ movement: BankTransaction) throws -> Verdict {
        let words = [
            movement.id, movement.day, movement.amount.formatted, movement.counterpartIBAN?.text ?? "",
        ]
        let more = [
            movement.endToEndID ?? "", movement.counterpartName ?? "", movement.remittance.joined(separator: "\n"),
        ]
        let name = Self.hash("d:" + (words + more).joined(separator: "\u{1f}"))
        if try find(name) != nil { return .known }
        // Earlier versions took fewer words.
        let former = try find(Self.hash("d:" + words.joined(separator: "\u{1f}")))
        if let former, former.agrees(with: movement, on: statement.account) { return .known }
        return .unknown(name: name, .otherReference)
    }

    // MARK: - Entries of several payments

    /// An entry that was booked as a whole and then told in parts, or the other way round; nil when it was not.
    private func asPartOrWhole(_ movement: BankTransaction) throws -> Verdict? {
        if let batch = movement.batch {
            guard let reference = batch.reference, let whole = try find(Self.hash(reference)), whole.source != source
            else { return nil }
            let isSame = whole.day == movement.day && whole.amount == batch.amount.minorUnits
            return try isSame ? .known : doubtful(movement)
        }
        guard movement.hasReference else { return nil }
        let part = try database.row(
            """
            SELECT day, whole FROM bank_transaction
            WHERE iban = ? AND batch = ? AND source IS DISTINCT FROM ? ORDER BY id LIMIT 1
            """, [iban, .blob(Self.hash(movement.id)), .blob(source)])
        if let part {
            let isSame = try part.text(0) == movement.day && part.optionalInt(1) == movement.amount.minorUnits
            return try isSame ? .known : doubtful(movement)
        }
        // The first version did not remember of which entry a movement was a part, only that it was its first.
        guard let first = try find(Self.hash(movement.id + "/0")), first.source == nil else { return nil }
        return .unknown(name: Self.hash(movement.id), .repetition)
    }

    // MARK: - Movements that look the same

    /// Whether this may be the same movement as one of another statement, because one of the two has no reference, or they have
    /// references of different kinds. What earlier versions booked under a national one counts as common.
    ///
    /// As many as this statement has told of already, so many of the others' are accounted for: the next one beyond them
    /// is a movement of its own for certain.
    private func mayBeRepeated(_ movement: BankTransaction) throws -> Bool {
        let kind = movement.referenceKind
        let others = BankTransaction.ReferenceKind.allCases.filter { $0 == .none || $0 != kind }
        let rows = try database.rows(
            """
            SELECT source, state, count(*) FROM bank_transaction
            WHERE iban = ? AND named IN (0, ?, ?) AND day = ? AND amount = ? AND currency = ?
                AND counter_iban IS NOT DISTINCT FROM ? AND end_to_end IS NOT DISTINCT FROM ?
                AND name IS NOT DISTINCT FROM ? AND remittance = ?
            GROUP BY source, state
            """,
            [
                iban, .integer(others[1].rawValue), .integer(others[others.count - 1].rawValue), .text(movement.day),
                .integer(movement.amount.minorUnits), .text(movement.amount.currency.code),
                .optional(movement.counterpartIBAN?.text), .optional(movement.endToEndID),
                .optional(movement.counterpartName),
                .text(movement.remittance.joined(separator: "\n")),
            ])
        var (here, elsewhere): (Int64, Int64) = (0, 0)
        for row in rows {
            if try row.optionalBlob(0) == source {
                here += try row.int(2)
            } else if try row.int(1) != BankTransactionState.struck.rawValue {
                elsewhere += try row.int(2)
            }
        }
        let isPart = movement.batch != nil
        return try here < elsewhere || (isPart || !movement.hasReference) && isToldOtherwise(movement)
    }

    /// Whether another statement has told, without a reference, of an entry of this sum in parts, or of the whole of this part.
    private func isToldOtherwise(_ movement: BankTransaction) throws -> Bool {
        let struck = Value.integer(BankTransactionState.struck.rawValue)
        guard let batch = movement.batch else {
            return try database.row(
                """
                SELECT 1 FROM bank_transaction
                WHERE iban = ? AND day = ? AND whole = ? AND source IS DISTINCT FROM ? AND state <> ? LIMIT 1
                """,
                [iban, .text(movement.day), .integer(movement.amount.minorUnits), .blob(source), struck]) != nil
        }
        return try database.row(
            """
            SELECT 1 FROM bank_transaction WHERE iban = ? AND named = 0 AND day = ? AND amount = ?
                AND whole IS NULL AND source IS DISTINCT FROM ? AND state <> ? LIMIT 1
            """,
            [iban, .text(movement.day), .integer(batch.amount.minorUnits), .blob(source), struck]) != nil
    }

    // MARK: - Rows

    private struct Stored {
        let id: Int64
        let statement: String
        let day: String
        let amount: Int64
        let name: String?
        let counterIBAN: String?
        let endToEnd: String?
        let remittance: String
        let source: [UInt8]?

        /// Whether what the bank says under one reference is one movement: there are banks that give a reference again.
        ///
        /// It may leave out in one file what it says in another, and break its texts elsewhere, but not say something else. Names
        /// are written in several ways; they count only where nothing else says whose account it was.
        func agrees(with movement: BankTransaction, on own: IBAN) -> Bool {
            guard day == movement.day, amount == movement.amount.minorUnits else { return false }
            // Earlier versions took us for the other one of some returns.
            let isOurs = counterIBAN == own.text
            let isSame = { (stored: String?, told: String?) in stored == nil || told == nil || stored == told }
            guard isOurs || isSame(counterIBAN, movement.counterpartIBAN?.text), isSame(endToEnd, movement.endToEndID),
                isSame(Self.letters(remittance), Self.letters(movement.remittance.joined()))
            else { return false }
            let isAccountTold = counterIBAN != nil && movement.counterpartIBAN != nil
            return isOurs || isAccountTold
                || isSame(name.flatMap(Self.letters), movement.counterpartName.flatMap(Self.letters))
        }

        /// Without white space; nil when there are none.
        private static func letters(_ text: String) -> String? {
            let letters = text.filter { !$0.isWhitespace }
            return letters.isEmpty ? nil : letters
        }

        func looks(like movement: BankTransaction) -> Bool {
            day == movement.day && amount == movement.amount.minorUnits && name == movement.counterpartName
                && counterIBAN == movement.counterpartIBAN?.text && endToEnd == movement.endToEndID
                && remittance == movement.remittance.joined(separator: "\n")
        }
    }

    private func find(_ name: [UInt8]) throws -> Stored? {
        try database.row(
            """
            SELECT id, statement, day, amount, name, counter_iban, end_to_end, remittance, source FROM bank_transaction
            WHERE iban = ? AND bank_id = ?
            """, [iban, .blob(name)]
        ).map {
            Stored(
                id: try $0.int(0), statement: try $0.text(1), day: try $0.text(2), amount: try $0.int(3),
                name: try $0.optionalText(4), counterIBAN: try $0.optionalText(5), endToEnd: try $0.optionalText(6),
                remittance: try $0.text(7), source: try $0.optionalBlob(8))
        }
    }
}
