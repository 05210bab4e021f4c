// SPDX-License-Identifier: MIT
internal import Cards
internal import SQLite

/// Finds cards by what is typed, in an SQLite FTS5 index that lives in memory only: nothing of it is ever on the disk.
///
/// Words of three letters and more are found anywhere in a text by their trigrams; shorter ones where a word of the card
/// begins, and in scripts that write no spaces anywhere. <https://www.sqlite.org/fts5.html>
final class SearchIndex {
    private let database: Database
    /// The row that each card has here, which is none of the store.
    private var rows: [CardID: Int64] = [:]
    private var last: Int64 = 0

    /// The most words that are looked for; the rest of what is typed does not count.
    private static let maximumTerms = 16
    /// The longest word, in characters.
    private static let maximumTermCount = 64
    /// How much of a note is looked at, in characters.
    private static let maximumNoteCount = 4096

    init() throws {
        database = try Database(path: .inMemory)
        // The texts come folded; what is asked for is which rows match, so neither places, ranks nor columns are kept. The
        // hash tables hold all there is, in bytes, so that nothing is merged while it grows.
        try database.execute(
            """
            CREATE VIRTUAL TABLE piece USING fts5(
                text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0);
            CREATE VIRTUAL TABLE start USING fts5(
                text, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2', detail = none, columnsize = 0);
            INSERT INTO piece (piece, rank) VALUES ('hashsize', 67108864);
            INSERT INTO start (start, rank) VALUES ('hashsize', 67108864);
            """)
    }

    /// The folded words of what was typed; none when there is nothing to look for.
    static func terms(of text: String) -> [String] {
        Folding.fold(String(text.prefix(1024))).split(whereSeparator: \.isWhitespace)
            .map { String($0.prefix(maximumTermCount)) }
            // A lone sign says nothing about a card.
            .filter { $0.unicodeScalars.count >= 3 || $0.contains { $0.isLetter || $0.isNumber } }
            .prefix(maximumTerms).map { $0 }
    }

    /// Adds cards that are not in it.
    func add(_ cards: some Sequence<Card>) throws {
        let piece = try database.prepare("INSERT INTO piece (rowid, text) VALUES (?, ?)")
        let start = try database.prepare("INSERT INTO start (rowid, text) VALUES (?, ?)")
        try database.transaction {
            for card in cards {
                last += 1
                let text = Self.text(of: card)
                try piece.run([.integer(last), .text(text)])
                try start.run([.integer(last), .text(text)])
                rows[card.id] = last
            }
        }
    }

    func remove(_ id: CardID) throws {
        guard let row = rows.removeValue(forKey: id) else { return }
        try database.run("DELETE FROM piece WHERE rowid = ?", [.integer(row)])
        try database.run("DELETE FROM start WHERE rowid = ?", [.integer(row)])
    }

    /// The row that a card has here.
    func row(of id: CardID) -> Int64? { rows[id] }

    /// The rows in which every term occurs, or the number that they are the groups of.
    func find(_ terms: [String]) throws -> Set<Int64> {
        var found: Set<Int64>?
        func narrow(_ rows: Set<Int64>) { found = found?.intersection(rows) ?? rows }
        let (long, short) = (terms.filter { !Self.isShort($0) }, terms.filter(Self.isShort))
        for term in long { narrow(try containing(term)) }
        for term in short.filter(Self.isUnspaced) {
            narrow(try rows("SELECT rowid FROM piece WHERE instr(text, ?) > 0", term))
        }
        let starts = short.filter { !Self.isUnspaced($0) }.map { Self.quoted($0) + "*" }
        if !starts.isEmpty {
            narrow(try rows("SELECT rowid FROM start WHERE start MATCH ?", starts.joined(separator: " AND ")))
        }
        let number = terms.joined().filter { $0 != "-" }
        if terms.count > 1, !Self.isShort(number), number.allSatisfy(\.isNumber) {
            return try (found ?? []).union(containing(number))
        }
        return found ?? []
    }

    /// Without a trigram.
    private static func isShort(_ term: String) -> Bool { term.unicodeScalars.count < 3 }

    /// Whether it is of a script that writes words without spaces: from the CJK radicals on. Unicode, blocks
    private static func isUnspaced(_ term: String) -> Bool { term.unicodeScalars.contains { $0.value >= 0x2E80 } }

    /// The rows with a term of three letters or more: those with all its trigrams, of which the texts are then looked at.
    private func containing(_ term: String) throws -> Set<Int64> {
        let scalars = Array(term.unicodeScalars)
        let trigrams = Set((0...scalars.count - 3).map { String(String.UnicodeScalarView(scalars[$0..<$0 + 3])) })
        guard scalars.count > 3 else {
            return try rows("SELECT rowid FROM piece WHERE piece MATCH ?", Self.quoted(term))
        }
        return try rows(
            "SELECT rowid FROM piece WHERE piece MATCH ? AND instr(text, ?) > 0",
            trigrams.sorted().map(Self.quoted).joined(separator: " AND "), term)
    }

    private func rows(_ sql: String, _ texts: String...) throws -> Set<Int64> {
        var rows: Set<Int64> = []
        try database.forEach(sql, texts.map(Value.text)) { rows.insert(try $0.int(0)) }
        return rows
    }

    /// A string of FTS5's query language, in which nothing is an operator.
    private static func quoted(_ term: String) -> String {
        "\"" + term.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// Everything of a card that is searched, folded; the number also without its spaces and hyphens.
    private static func text(of card: Card) -> String {
        var parts = [card.store, card.number]
        let bare = card.number.filter { !$0.isWhitespace && $0 != "-" }
        if bare != card.number { parts.append(bare) }
        if let holder = card.holder { parts.append(holder) }
        if !card.note.isEmpty { parts.append(String(card.note.prefix(maximumNoteCount))) }
        parts += card.groups
        return Folding.fold(parts.joined(separator: "\n"))
    }
}
