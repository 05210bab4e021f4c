// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Crypto
import FoundationEssentials
import Keys
import CardStore
import SQLite
import Vault

/// Ten thousand cards: brought in from a file, opened, and searched as one types.
enum CardsSection {
    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let count = options.isQuick ? 2_000 : 10_000
        let shelf = try CardShelfOnDisk(scratch.path)
        // Everything that is kept of a card, its codes too: both sides do the same.
        let first = try shelf.open("first")
        _ = try first.take(CardFormat.parse(CardSamples.file(count)))
        let file = try CardFormat.json.write(first.export().bundle, at: CardSamples.now).content
        var plain: [UInt64] = []
        var ours: [UInt64] = []
        for run in 0..<3 {
            plain.append(try PlainImport("\(scratch.path)/plain-\(run).sqlite").run(file))
            ours.append(try shelf.importInto("import-\(run)", file))
        }
        let decoded = try least(3) { _ in try processor { try PlainImport.decode(file) } }
        let read = try least(3) { _ in try processor { _ = try CardFormat.parse(file) } }
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
                "\(Text.duration(least(ours))); JSONDecoder and clear rows \(Text.duration(least(plain)))",
                target: "<= 0.5x their time", ratio: 0.5 * Double(least(plain)) / Double(max(1, least(ours)))),
            Finding(
                .cards, "of that, reading the file",
                "\(Text.duration(read)); JSONDecoder \(Text.duration(decoded))", target: "<= 0.5x its time",
                ratio: 0.5 * Double(decoded) / Double(max(1, read))),
            Finding(.cards, "the same file again, which changes nothing", Text.duration(second)),
            Finding(.cards, "opening \(name)", Text.duration(opening)),
            Finding(.cards, "making the search index of \(name)", Text.duration(indexing)),
            .atMost(
                16_000_000, .cards, "the slowest of \(letters.count) keystrokes of a search", letters.max() ?? 0,
                note: ", median \(Text.duration(letters.sorted()[letters.count / 2]))"),
        ]
    }

    private static func least(_ times: [UInt64]) -> UInt64 { times.min() ?? 0 }

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

    func open(_ name: String) throws -> CardLibrary {
        let store = SealedStore(
            try Database(path: "\(path)/\(name).sqlite"), vaultKey: vaultKey, random: .system)
        return try CardLibrary(
            store: store, photos: .folder("\(path)/\(name)-photos"), .init(clock: { CardSamples.now }))
    }

    /// From the bytes of the file to the durable commit.
    func importInto(_ name: String, _ file: [UInt8]) throws -> UInt64 {
        let cards = try open(name)
        return try processor { _ = try cards.take(CardFormat.parse(file)) }
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
            // What stands in our own files beside these.
            let id: String?
            let codes: [Code]?
            let note: String?
            let groups: [String]?
            let starred: Bool?
            let archived: Bool?
            let modified: String?
            let lastUsed: String?
            let created: String?

            struct Code: Decodable {
                let symbology: String
                let barcodeBase64: Data
                let caption: String?
            }
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
                id TEXT PRIMARY KEY, number TEXT NOT NULL, store TEXT NOT NULL, holder TEXT, symbology TEXT, code BLOB,
                usesQRCode INTEGER NOT NULL, colour TEXT NOT NULL, created INTEGER NOT NULL, UNIQUE (store, number)
            ) STRICT
            """)
    }

    @discardableResult
    static func decode(_ file: [UInt8]) throws -> File {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(File.self, from: Data(file))
    }

    func run(_ file: [UInt8]) throws -> UInt64 {
        try processor {
            let decoded = try Self.decode(file)
            try database.transaction {
                for card in decoded.cards {
                    try database.run(
                        """
                        INSERT INTO card (id, number, store, holder, symbology, code, usesQRCode, colour, created)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                        [
                            .optional(card.id), .text(card.cardNumber), .text(card.storeName),
                            .optional(card.holderName),
                            .optional(card.codes?.first?.symbology),
                            .optional((card.codes?.first?.barcodeBase64).map { [UInt8]($0) }), .bool(card.useQRCode),
                            .text(card.colorHex),
                            .integer(Int64(card.createdAt.timeIntervalSince1970)),
                        ])
                }
            }
        }
    }
}

/// Nanoseconds of processor that some work takes: what is compared does not depend on who else works.
private func processor(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = Stopwatch.processorTime
    try body()
    return Stopwatch.processorTime - start
}
