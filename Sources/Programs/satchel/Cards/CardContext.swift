// SPDX-License-Identifier: MIT
import Cards
import Codes
import Glibc
import CardStore
import Barcodes
import Terminal
import Wallet

/// Opens the cards of a wallet with the machine's clock, and finds the cards that a command line names.
struct CardContext {
    let invocation: Invocation
    let cards: CardLibrary
    /// Open as long as the cards are: its lock keeps other processes out.
    private let wallet: Wallet

    init(_ invocation: Invocation) throws {
        try self.init(invocation, of: try CommandContext(invocation).open())
    }

    /// The cards of an open wallet.
    init(_ invocation: Invocation, of wallet: Wallet) throws {
        self.invocation = invocation
        self.wallet = wallet
        let console = invocation.console
        cards = try CardLibrary(
            store: wallet.sealedStore, photos: wallet.photoFolder.map { .folder($0) } ?? .memory,
            CardLibrary.Environment(
                clock: { Self.now },
                onExportFailure: {
                    console.note(
                        "The change is saved, but the file of `satchel cards follow` could not be written: \($0.message)"
                            .printable())
                }))
    }

    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        // Safe: a machine's clock stands between the years 1 and 9999.
        return Moment(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)!
    }

    /// All cards, archived ones too, in the order of lists.
    func all() throws -> [Card] { try cards.cards(CardQuery(archive: .all)) }

    func card() throws -> Card { try card(named: try invocation.operand(.card)) }

    /// The cards that an operand names, each once.
    func cards(_ operand: Operand) throws -> [Card] {
        var found: [Card] = []
        for word in invocation.operands(operand) {
            let card = try card(named: word)
            if !found.contains(card) { found.append(card) }
        }
        return found
    }

    /// The card with this number in lists, printed number, start of its ID, or store.
    ///
    /// The number in lists takes precedence over a printed number of another card.
    ///
    /// - Throws: ``Failure`` when no card or several match, or the word is empty.
    func card(named word: String) throws -> Card {
        guard !word.allSatisfy(\.isWhitespace) else {
            throw Failure(.usage, "An empty word names no card. List the cards: satchel cards list")
        }
        // Only in the form of lists: 0815 is a printed number.
        if let number = Int(word), String(number) == word, let card = cards.card(numbered: number) { return card }
        let all = try all()
        for way in Self.ways(to: word) {
            let found = all.filter(way)
            if found.count == 1 { return found[0] }
            guard found.isEmpty else {
                let numbers = found.compactMap { cards.number(of: $0.id) }.sorted().map(String.init)
                throw Failure(
                    .usage,
                    "'\(word)' matches \(found.count) cards: numbers \(numbers.joined(separator: ", ")). Use a number.")
            }
        }
        throw Failure(.failed, "There is no card '\(word)'. List the cards: satchel cards list")
    }

    /// The last restorable version of the card with this printed number, start of its ID, or store.
    ///
    /// - Throws: ``Failure`` when no card or several match.
    func formerCard(named word: String) throws -> CardLibrary.Former {
        let versions = cards.deleted().filter { !$0.wasUndone }
        let here = Set(try all().map(\.id))
        for way in Self.ways(to: word) {
            let found = versions.filter { way($0.card) }
            guard let first = found.first else { continue }
            let ids = Set(found.map(\.card.id))
            guard ids.count == 1 else {
                let names = ids.map(\.text).sorted().map { String($0.prefix(8)) }.joined(separator: ", ")
                throw Failure(.usage, "'\(word)' matches \(ids.count) former cards. Use an ID: \(names).")
            }
            // Of a deleted card, the version at its deletion.
            return here.contains(first.card.id) ? first : found.first { !$0.wasReplaced } ?? first
        }
        throw Failure(
            .failed, "No card '\(word)' was deleted or changed within the last \(CardLibrary.daysKept) days.")
    }

    /// The ways in which a word can match a card, the most certain first.
    private static func ways(to word: String) -> [(Card) -> Bool] {
        let folded = word.lowercased()
        return [
            { $0.number == word }, { folded.utf8.count >= 4 && $0.id.text.hasPrefix(folded) },
            { $0.store.lowercased() == folded }, { $0.store.lowercased().hasPrefix(folded) },
        ]
    }

    /// Whether the command may ask questions.
    var isInteractive: Bool {
        !invocation.wantsJSON && invocation.console.isTerminal && !(invocation.declares(.yes) && invocation.has(.yes))
    }
}
