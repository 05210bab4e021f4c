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
/// | unknown, part of an entry | the entry as a whole, from elsewhere | known |
/// | unknown, part of an entry | other parts of it, from elsewhere | doubtful |
/// | unknown, an entry | its parts, from elsewhere | known |
/// | unknown, one of several that share a reference | one that looks like it and has a reference | doubtful |
/// | unknown | as many that look like it, from elsewhere, as there have been here | doubtful |
/// | unknown | anything else | new |
///
/// "Here" is what the statement tells of, with those of its pages that stand in the same file; see ``ToldNames``. Everything
/// else is from elsewhere, an earlier file of the same statement as well: it may have been cut into other pages.
struct KnownMovements {
    enum Verdict {
        case known
        /// - Parameters:
        ///   - name: under which it is to be remembered.
        ///   - original: the movement that has its reference, if that is why there is a doubt.
        case unknown(name: [UInt8], MovementDoubt?, original: Int64? = nil)
    }

    let database: any SQLConnection
    let statement: BankStatement
    /// What is here, as ``hash(_:)`` of each movement's name.
    let told: Set<[UInt8]>
    /// Of entries that were told in parts elsewhere, the first one; what is booked from here changes none of it.
    private var parts: [[UInt8]: Part?] = [:]
    private var looks: [[UInt8]: Alike] = [:]

    private var iban: Value { .text(statement.account.text) }
    private var source: [UInt8] { Self.source(of: statement) }

    init(database: any SQLConnection, statement: BankStatement, told: Set<[UInt8]>) {
        (self.database, self.statement, self.told) = (database, statement, told)
    }

    static func hash(_ name: String) -> [UInt8] { SHA256.hash(Array(name.utf8)).bytes }
    static func source(of statement: BankStatement) -> [UInt8] { hash(statement.source) }

    /// What it says is not known is taken to be booked before the next one is judged.
    mutating func judge(_ movement: BankTransaction) throws -> Verdict {
        let verdict = try verdict(on: movement)
        if case .unknown(_, .repetition, _) = verdict { noteThatItWaits(movement) }
        return verdict
    }

    private mutating func verdict(on movement: BankTransaction) throws -> Verdict {
        let name = Self.hash(movement.id)
        if let row = try find(name) {
            guard !movement.hasReference || row.agrees(with: movement, on: statement.account) else {
                return try doubtful(movement, beside: row.id)
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
        if movement.isReferenceShared, try isBookedUnderItsKind(movement) { return .unknown(name: name, .repetition) }
        return .unknown(name: name, try mayBeRepeated(movement) ? .repetition : nil)
    }

    /// Remembers of what the first version has booked all that would be remembered of it today.
    private mutating func adopt(_ row: Stored, _ name: [UInt8], _ movement: BankTransaction) throws {
        try database.run(
            "UPDATE bank_transaction SET bank_id = ?, named = ?, source = ?, batch = ?, whole = ? WHERE id = ?",
            [
                .blob(name), .integer(movement.referenceKind.rawValue), .blob(source),
                .optional(movement.batch?.reference.map(Self.hash)), .optional(movement.batch?.amount.minorUnits),
                .integer(row.id),
            ])
        // It is from here now.
        looks[Look(movement).key] = nil
    }

    /// One whose reference is taken keeps a name that says what tells it from the other.
    private func doubtful(_ movement: BankTransaction, beside original: Int64) throws -> Verdict {
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
        return .unknown(name: name, .otherReference, original: original)
    }

    // MARK: - Entries of several payments

    /// An entry that was booked as a whole and then told in parts, or the other way round; nil when it was not.
    private mutating func asPartOrWhole(_ movement: BankTransaction) throws -> Verdict? {
        if let batch = movement.batch {
            guard let reference = batch.reference else { return nil }
            let entry = Self.hash(reference)
            if let whole = try find(entry) {
                let isSame = whole.day == movement.day && whole.amount == batch.amount.minorUnits
                // Here as well: the reference may be that of something else too.
                if told.contains(entry) {
                    if isSame { return .unknown(name: Self.hash(movement.id), .repetition, original: whole.id) }
                } else {
                    return try isSame ? .known : doubtful(movement, beside: whole.id)
                }
            }
            // The same entry, whose parts the bank has called something else before.
            return try part(of: entry) == nil ? nil : .unknown(name: Self.hash(movement.id), .repetition)
        }
        guard movement.hasReference else { return nil }
        if let part = try part(of: Self.hash(movement.id)) {
            let isSame = part.day == movement.day && part.whole == movement.amount.minorUnits
            return try isSame ? .known : doubtful(movement, beside: part.id)
        }
        // The first version did not remember of which entry a movement was a part, only that it was its first.
        guard let first = try find(Self.hash(movement.id + "/0")), first.source == nil else { return nil }
        return .unknown(name: Self.hash(movement.id), .repetition)
    }

    private typealias Part = (id: Int64, day: String, whole: Int64?)

    /// The first part from elsewhere of an entry that was told in parts.
    private mutating func part(of entry: [UInt8]) throws -> Part? {
        if let known = parts[entry] { return known }
        let rows = try database.rows(
            "SELECT bank_id, day, whole, id FROM bank_transaction WHERE iban = ? AND batch = ? ORDER BY id",
            [iban, .blob(entry)])
        let first = try rows.first { try !told.contains($0.blob(0)) }
        let part = try first.map { (try $0.int(3), try $0.text(1), try $0.optionalInt(2)) }
        parts[entry] = .some(part)
        return part
    }

    // MARK: - Movements that look the same

    /// Whether one that agrees with this is in the books under any reference of this kind.
    ///
    /// A bank that gives a reference to several movements may tell of them in another order, or of some alone: then their numbers
    /// say nothing.
    private func isBookedUnderItsKind(_ movement: BankTransaction) throws -> Bool {
        try stored(
            "iban = ? AND named = ? AND day = ? AND amount = ? AND state <> ?",
            [
                iban, .integer(movement.referenceKind.rawValue), .text(movement.day),
                .integer(movement.amount.minorUnits), .integer(BankTransactionState.struck.rawValue),
            ]
        ).contains { $0.agrees(with: movement, on: statement.account) }
    }

    /// Whether this may be the same movement as one from elsewhere, because one of the two has no reference, or they have
    /// references of different kinds. What earlier versions booked under a national one counts as common.
    ///
    /// As many as wait from here already, so many from elsewhere are accounted for: the next one beyond them is a movement of
    /// its own for certain. One that was known, or is new for certain, accounts for itself alone.
    private mutating func mayBeRepeated(_ movement: BankTransaction) throws -> Bool {
        let own = movement.referenceKind
        let kinds = BankTransaction.ReferenceKind.allCases.filter { $0 == .none || $0 != own }
        let alike = try alike(Look(movement))
        let elsewhere = kinds.reduce(0) { $0 + alike.elsewhere[$1, default: 0] }
        return try kinds.reduce(0) { $0 + alike.waiting[$1, default: 0] } < elsewhere || isToldOtherwise(movement)
    }

    /// All that the bank says of a movement but its reference.
    private struct Look {
        let day: String
        let amount: Amount
        let counterIBAN: String?
        let endToEnd: String?
        let name: String?
        let remittance: String

        init(_ movement: BankTransaction) {
            (day, amount) = (movement.day, movement.amount)
            (counterIBAN, endToEnd) = (movement.counterpartIBAN?.text, movement.endToEndID)
            (name, remittance) = (movement.counterpartName, movement.remittance.joined(separator: "\n"))
        }

        /// Byte by byte, as the books compare: texts that look the same to people may have been written by two.
        var key: [UInt8] {
            let texts = [day, amount.formatted, counterIBAN, endToEnd, name, remittance]
            return texts.flatMap { Array(($0.map { "+" + $0 } ?? "-").utf8) + [0] }
        }
    }

    /// How many movements that look alike are in the books.
    private struct Alike {
        /// Here, of which it was doubtful whether they are some from elsewhere.
        var waiting: [BankTransaction.ReferenceKind: Int] = [:]
        var elsewhere: [BankTransaction.ReferenceKind: Int] = [:]
    }

    /// Looked up once: of what is booked from here only what waits changes it, see ``noteThatItWaits(_:)``.
    private mutating func alike(_ look: Look) throws -> Alike {
        let key = look.key
        if let known = looks[key] { return known }
        var alike = Alike()
        let rows = try database.rows(
            """
            SELECT bank_id, state, doubt, named FROM bank_transaction
            WHERE iban = ? AND named IN (0, 1, 2) AND day = ? AND amount = ? AND currency = ?
                AND counter_iban IS NOT DISTINCT FROM ? AND end_to_end IS NOT DISTINCT FROM ?
                AND name IS NOT DISTINCT FROM ? AND remittance = ?
            """,
            [
                iban, .text(look.day), .integer(look.amount.minorUnits), .text(look.amount.currency.code),
                .optional(look.counterIBAN), .optional(look.endToEnd), .optional(look.name), .text(look.remittance),
            ])
        for row in rows {
            guard let kind = BankTransaction.ReferenceKind(rawValue: try row.int(3)) else { continue }
            if try told.contains(row.blob(0)) {
                if try row.optionalInt(2) == MovementDoubt.repetition.rawValue { alike.waiting[kind, default: 0] += 1 }
            } else if try row.int(1) != BankTransactionState.struck.rawValue {
                alike.elsewhere[kind, default: 0] += 1
            }
        }
        looks[key] = alike
        return alike
    }

    private mutating func noteThatItWaits(_ movement: BankTransaction) {
        looks[Look(movement).key]?.waiting[movement.referenceKind, default: 0] += 1
    }

    /// Whether an entry of this sum was told in parts elsewhere, or the whole of this part, where no reference ties the two.
    ///
    /// An entry without a reference of its own may be told under that of the only part that a file tells of.
    private func isToldOtherwise(_ movement: BankTransaction) throws -> Bool {
        let other: String
        if let batch = movement.batch {
            // Parts of an entry that has one have the common kind.
            other = "amount = ? AND whole IS NULL AND named IN (0, 2\(batch.reference == nil ? ", 1" : ""))"
        } else {
            other =
                "whole = ?"
                + (movement.referenceKind == .common && !movement.isReferenceShared ? " AND batch IS NULL" : "")
        }
        let rows = try database.rows(
            "SELECT bank_id FROM bank_transaction WHERE iban = ? AND day = ? AND \(other) AND state <> ?",
            [
                iban, .text(movement.day), .integer((movement.batch?.amount ?? movement.amount).minorUnits),
                .integer(BankTransactionState.struck.rawValue),
            ])
        return try rows.contains { try !told.contains($0.blob(0)) }
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
        try stored("iban = ? AND bank_id = ?", [iban, .blob(name)]).first
    }

    private func stored(_ condition: String, _ values: [Value]) throws -> [Stored] {
        try database.rows(
            """
            SELECT id, statement, day, amount, name, counter_iban, end_to_end, remittance, source FROM bank_transaction
            WHERE \(condition)
            """, values
        ).map {
            Stored(
                id: try $0.int(0), statement: try $0.text(1), day: try $0.text(2), amount: try $0.int(3),
                name: try $0.optionalText(4), counterIBAN: try $0.optionalText(5), endToEnd: try $0.optionalText(6),
                remittance: try $0.text(7), source: try $0.optionalBlob(8))
        }
    }
}
