// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Crypto
import FoundationEssentials
import Keys
import Pocket
import SQLite
import Vault

/// Ten thousand cards: brought in from a file, opened, and searched as one types.
enum CardsSection {
    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let count = options.isQuick ? 2_000 : 10_000
        let file = CardSamples.file(count)
        let shelf = try CardShelfOnDisk(scratch.path)
        let plain = try least(3) { try PlainImport(scratch.path + "/plain-\($0).sqlite").run(file) }
        let ours = try least(3) { try shelf.importInto("import-\($0)", file) }
        let cards = try shelf.open("import-0")
        guard cards.count == count else {
            throw BenchError(.wrongResult, "Only \(cards.count) of \(count) cards came.")
        }
        let (again, second) = try Stopwatch.measure { try cards.take(CardFormat.parse(file)) }
        guard again.changedNothing, again.skipped == count else {
            throw BenchError(.wrongResult, "The second import of the same file changed something.")
        }
        let opening = try least(3) { _ in try Stopwatch.measure { try shelf.open("import-0") }.nanoseconds }
        let indexing = try Stopwatch.measure { try cards.prepareSearch() }.nanoseconds
        let letters = try CardSamples.keystrokes.map { text in
            try least(5) { _ in
                try Stopwatch.measure { try cards.cards(CardQuery(text)) }.nanoseconds
            }
        }
        let name = "\(Text.count(count)) cards"
        return [
            Finding(
                .cards, "import of \(name) from JSON, sealed and durable",
                "\(Text.duration(ours)); JSONDecoder and plain rows \(Text.duration(plain))",
                target: "<= 0.5x their time", ratio: 0.5 * Double(plain) / Double(max(1, ours))),
            Finding(.cards, "the same file again, which changes nothing", Text.duration(second)),
            Finding(.cards, "opening \(name)", Text.duration(opening)),
            Finding(.cards, "making the search index of \(name)", Text.duration(indexing)),
            .atMost(
                16_000_000, .cards, "the slowest of \(letters.count) keystrokes of a search", letters.max() ?? 0,
                note: ", median \(Text.duration(letters.sorted()[letters.count / 2]))"),
        ]
    }

    /// The least of some runs, each of which is told its number: what else the machine does only ever adds.
    private static func least(_ runs: Int, _ body: (Int) throws -> UInt64) rethrows -> UInt64 {
        try (0..<runs).map(body).min() ?? 0
    }
}

/// Cards in real files, as the program keeps them.
private struct CardShelfOnDisk {
    let path: String
    let vaultKey: VaultKey

    init(_ path: String) throws {
        self.path = path
        vaultKey = try SealedVaultKey.create(passphrase: SecretBytes([1]), random: .system, cost: .minimum).1
    }

    func open(_ name: String) throws -> CardCase {
        let now = Moment(seconds: Int64(Stopwatch.civilSeconds))
        let store = SealedStore(
            try Database(path: "\(path)/\(name).sqlite"), vaultKey: vaultKey, random: .system)
        guard let now else { throw BenchError(.wrongResult, "The clock is outside of four digits.") }
        return try CardCase(store: store, photos: .folder("\(path)/\(name)-photos"), .init(clock: { now }))
    }

    /// From the bytes of the file to the durable commit.
    func importInto(_ name: String, _ file: [UInt8]) throws -> UInt64 {
        let cards = try open(name)
        return try Stopwatch.measure { _ = try cards.take(CardFormat.parse(file)) }.nanoseconds
    }
}

/// What a program does that decodes the file with Foundation and inserts clear rows: the baseline.
private struct PlainImport {
    struct File: Decodable {
        struct Card: Decodable {
            let cardNumber: String
            let storeName: String
            let holderName: String?
            let useQRCode: Bool
            let colorHex: String
            let createdAt: Date
        }
        let cards: [Card]
        let exportDate: Date
        let version: Int
    }

    let database: Database

    init(_ path: String) throws {
        database = try Database(path: path)
        try database.execute(
            """
            CREATE TABLE card (
                id INTEGER PRIMARY KEY, number TEXT NOT NULL UNIQUE, store TEXT NOT NULL, holder TEXT,
                usesQRCode INTEGER NOT NULL, colour TEXT NOT NULL, created INTEGER NOT NULL) STRICT
            """)
    }

    func run(_ file: [UInt8]) throws -> UInt64 {
        try Stopwatch.measure {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let decoded = try decoder.decode(File.self, from: Data(file))
            try database.transaction {
                for card in decoded.cards {
                    try database.run(
                        "INSERT INTO card (number, store, holder, usesQRCode, colour, created) VALUES (?, ?, ?, ?, ?, ?)",
                        [
                            .text(card.cardNumber), .text(card.storeName), .optional(card.holderName),
                            .bool(card.useQRCode), .text(card.colorHex),
                            .integer(Int64(card.createdAt.timeIntervalSince1970)),
                        ])
                }
            }
        }.nanoseconds
    }
}
