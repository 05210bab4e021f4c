// SPDX-License-Identifier: MIT
import Banking
import Crypto
import Money
import SQL

/// Decides which bank movements are already posted and which are new. Runs inside an open transaction.
///
/// No movement that may be new is treated as known, and no movement that may be known is credited: it waits for the
/// operator.
///
/// | the movement's name | what else is in the database | it is |
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
/// "Here" means the movements of the statement, including those of its pages in the same file; see ``SeenReferences``.
/// Everything else is "from elsewhere", also an earlier file of the same statement, because it may have been split
/// into other pages.
struct StatementDeduplicator {
    enum Verdict {
        case known
        /// - Parameters:
        ///   - name: the name under which it is to be stored.
        ///   - original: the movement that already has its reference, if that is the reason for the doubt.
        case unknown(name: [UInt8], MovementDoubt?, original: Int64? = nil)
    }

    let database: any SQLConnection
    let statement: BankStatement
    /// The movements that are here, as ``hash(_:)`` of each movement's name.
    let told: Set<[UInt8]>
    /// For entries that were reported in parts elsewhere, the first part. Movements posted from here do not change it.
    private var parts: [[UInt8]: Part?] = [:]
    private var looks: [[UInt8]: Alike] = [:]

    private var iban: Value { .text(statement.account.text) }
    private var source: [UInt8] { Self.source(of: statement) }

    init(database: any SQLConnection, statement: BankStatement, told: Set<[UInt8]>) {
        (self.database, self.statement, self.told) = (database, statement, told)
    }

    static func hash(_ name: String) -> [UInt8] { SHA256.hash(Array(name.utf8)).bytes }
    static func source(of statement: BankStatement) -> [UInt8] { hash(statement.source) }

    /// Judges a movement. The caller must post a movement that is not known before it judges the next one.
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

    /// Adds to a row of the first version everything that today's version stores.
    private mutating func adopt(_ row: Stored, _ name: [UInt8], _ movement: BankTransaction) throws {
        try database.run(
            "UPDATE bank_transaction SET bank_id = ?, named = ?, source = ?, batch = ?, whole = ? WHERE id = ?",
            [
                .blob(name), .integer(movement.referenceKind.rawValue), .blob(source),
                .optional(movement.batch?.reference.map(Self.hash)), .optional(movement.batch?.amount.minorUnits),
                .integer(row.id),
            ])
        // The movement is from here now.
        looks[Look(movement).key] = nil
    }

    /// The verdict on a movement whose reference is taken. Its name contains what distinguishes it from the other
    /// movement.
    private func doubtful(_ movement: BankTransaction, beside original: Int64) throws -> Verdict {
        let words = [
            movement.id, movement.day, movement.amount.formatted, movement.counterpartIBAN?.text ?? "",
        ]
        let more = [
            movement.endToEndID ?? "", movement.counterpartName ?? "", movement.remittance.joined(separator: "\n"),
        ]
        let name = Self.hash("d:" + (words + more).joined(separator: "\u{1f}"))
        if try find(name) != nil { return .known }
        // Earlier versions used fewer words.
        let former = try find(Self.hash("d:" + words.joined(separator: "\u{1f}")))
        if let former, former.agrees(with: movement, on: statement.account) { return .known }
        return .unknown(name: name, .otherReference, original: original)
    }

    // MARK: - Entries of several payments

    /// The verdict on an entry that was posted as a whole and then reported in parts, or the other way round; nil if
    /// neither applies.
    private mutating func asPartOrWhole(_ movement: BankTransaction) throws -> Verdict? {
        if let batch = movement.batch {
            guard let reference = batch.reference else { return nil }
            let entry = Self.hash(reference)
            if let whole = try find(entry) {
                let isSame = whole.day == movement.day && whole.amount == batch.amount.minorUnits
                // Also when it is here: the reference may belong to another movement too.
                if told.contains(entry) {
                    if isSame { return .unknown(name: Self.hash(movement.id), .repetition, original: whole.id) }
                } else {
                    return try isSame ? .known : doubtful(movement, beside: whole.id)
                }
            }
            // The same entry, but the bank named its parts differently before.
            return try part(of: entry) == nil ? nil : .unknown(name: Self.hash(movement.id), .repetition)
        }
        guard movement.hasReference else { return nil }
        if let part = try part(of: Self.hash(movement.id)) {
            let isSame = part.day == movement.day && part.whole == movement.amount.minorUnits
            return try isSame ? .known : doubtful(movement, beside: part.id)
        }
        // The first version did not store to which entry a part belongs, only that it was the first part.
        guard let first = try find(Self.hash(movement.id + "/0")), first.source == nil else { return nil }
        return .unknown(name: Self.hash(movement.id), .repetition)
    }

    private typealias Part = (id: Int64, day: String, whole: Int64?)

    /// The first part, from elsewhere, of an entry that was reported in parts.
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

    /// Whether a movement that agrees with this one is posted under any reference of the same kind.
    ///
    /// A bank that gives several movements the same reference may report them in another order, or only some of them.
    /// Then their numbers carry no meaning.
    private func isBookedUnderItsKind(_ movement: BankTransaction) throws -> Bool {
        try stored(
            "iban = ? AND named = ? AND day = ? AND amount = ? AND state <> ?",
            [
                iban, .integer(movement.referenceKind.rawValue), .text(movement.day),
                .integer(movement.amount.minorUnits), .integer(BankTransactionState.struck.rawValue),
            ]
        ).contains { $0.agrees(with: movement, on: statement.account) }
    }

    /// Whether this may be the same movement as one from elsewhere, because one of the two has no reference or their
    /// references differ in kind. References that earlier versions posted as national ones count as common.
    ///
    /// Each movement from here that already waits accounts for one from elsewhere. The next one beyond that number is
    /// certainly a separate movement. A movement that was known, or is certainly new, accounts only for itself.
    private mutating func mayBeRepeated(_ movement: BankTransaction) throws -> Bool {
        let own = movement.referenceKind
        let kinds = BankTransaction.ReferenceKind.allCases.filter { $0 == .none || $0 != own }
        let alike = try alike(Look(movement))
        let elsewhere = kinds.reduce(0) { $0 + alike.elsewhere[$1, default: 0] }
        return try kinds.reduce(0) { $0 + alike.waiting[$1, default: 0] } < elsewhere || isToldOtherwise(movement)
    }

    /// Everything that the bank reports of a movement except its reference.
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

        /// Compared byte by byte, as in the database: two texts that look the same may come from two authors.
        var key: [UInt8] {
            let texts = [day, amount.formatted, counterIBAN, endToEnd, name, remittance]
            return texts.flatMap { Array(($0.map { "+" + $0 } ?? "-").utf8) + [0] }
        }
    }

    /// How many movements in the database look the same.
    private struct Alike {
        /// Movements from here that may be repetitions of movements from elsewhere.
        var waiting: [BankTransaction.ReferenceKind: Int] = [:]
        var elsewhere: [BankTransaction.ReferenceKind: Int] = [:]
    }

    /// Read once: of the movements posted from here only those that wait change it, see ``noteThatItWaits(_:)``.
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

    /// Whether an entry of this amount was reported in parts elsewhere, or this part's entry as a whole, where no
    /// reference links the two.
    ///
    /// An entry without its own reference may be reported under the reference of its only part in a file.
    private func isToldOtherwise(_ movement: BankTransaction) throws -> Bool {
        let other: String
        if let batch = movement.batch {
            // Parts of an entry that has a reference have the common kind.
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

        /// Whether a movement with the same reference is the same movement. Some banks reuse a reference.
        ///
        /// One file may omit what another one contains, and may break the texts at other places, but what both contain
        /// must agree. Names are written in several ways, so they count only where nothing else identifies the
        /// counterparty's account.
        func agrees(with movement: BankTransaction, on own: IBAN) -> Bool {
            guard day == movement.day, amount == movement.amount.minorUnits else { return false }
            // For some returns, earlier versions stored the hub's account as the counterparty.
            let isOurs = counterIBAN == own.text
            let isSame = { (stored: String?, told: String?) in stored == nil || told == nil || stored == told }
            guard isOurs || isSame(counterIBAN, movement.counterpartIBAN?.text), isSame(endToEnd, movement.endToEndID),
                isSame(Self.letters(remittance), Self.letters(movement.remittance.joined()))
            else { return false }
            let isAccountTold = counterIBAN != nil && movement.counterpartIBAN != nil
            return isOurs || isAccountTold
                || isSame(name.flatMap(Self.letters), movement.counterpartName.flatMap(Self.letters))
        }

        /// The text without white space; nil if nothing is left.
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
                id: try $0.int("id"), statement: try $0.text("statement"), day: try $0.text("day"),
                amount: try $0.int("amount"), name: try $0.optionalText("name"),
                counterIBAN: try $0.optionalText("counter_iban"), endToEnd: try $0.optionalText("end_to_end"),
                remittance: try $0.text("remittance"), source: try $0.optionalBlob("source"))
        }
    }
}
