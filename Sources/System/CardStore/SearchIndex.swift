// SPDX-License-Identifier: MIT
internal import Cards
internal import SQLite

/// Finds cards by typed text, with an SQLite FTS5 index in memory. Nothing of it is ever on disk.
///
/// Words of three or more letters match anywhere, by their trigrams. Shorter ones match at the beginning of a word, or
/// anywhere in scripts without spaces. <https://www.sqlite.org/fts5.html>
final class SearchIndex {
    private let database: Database
    /// The row of each card in the index, unrelated to the rows of the store.
    private var rows: [CardID: Int64] = [:]
    private var last: Int64 = 0

    /// The most words of a search; further ones are ignored.
    private static let maximumTerms = 16
    /// The longest word, in characters.
    private static let maximumTermCount = 64
    /// The indexed length of a note, in characters.
    private static let maximumNoteCount = 4096

    init() throws {
        database = try Database(path: .inMemory)
        // The texts are folded already, and only matching rows are needed, so positions, ranks and columns are not
        // stored. The hash tables are large enough for everything, in bytes, so that the index is not merged while it
        // grows.
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

    /// The folded words of the typed text; empty when there is nothing to search.
    static func terms(of text: String) -> [String] {
        Folding.fold(String(text.prefix(1024))).split(whereSeparator: \.isWhitespace)
            .map { String($0.prefix(maximumTermCount)) }
            // A single punctuation mark matches nothing useful.
            .filter { $0.unicodeScalars.count >= 3 || $0.contains { $0.isLetter || $0.isNumber } }
            .prefix(maximumTerms).map { $0 }
    }

    /// Adds cards that are not in the index.
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

    /// The row of a card in the index.
    func row(of id: CardID) -> Int64? { rows[id] }

    /// The rows in which every term occurs, or the number whose digit groups they are.
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

    /// Whether it is too short for a trigram.
    private static func isShort(_ term: String) -> Bool { term.unicodeScalars.count < 3 }

    /// Whether it is in a script without spaces between words: from the CJK radicals on. Unicode, blocks
    private static func isUnspaced(_ term: String) -> Bool { term.unicodeScalars.contains { $0.value >= 0x2E80 } }

    /// The rows with a term of three or more letters: those with all its trigrams, whose texts are then searched.
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

    /// A string of FTS5's query language without operators.
    private static func quoted(_ term: String) -> String {
        "\"" + term.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// The searchable text of a card, folded; the number also without its spaces and hyphens.
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
