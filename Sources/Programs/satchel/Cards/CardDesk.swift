// SPDX-License-Identifier: MIT
import Cards
import Codes
import Glibc
import Pocket
import Symbols
import Terminal
import Wallet

/// Opens the cards of a wallet with the machine's clock, and finds those that a command line names.
struct CardDesk {
    let invocation: Invocation
    let cards: CardCase
    /// Kept open with the cards: its lock keeps other processes out.
    private let wallet: Wallet

    init(_ invocation: Invocation) throws {
        try self.init(invocation, of: try WalletDesk(invocation).open())
    }

    /// The cards of a wallet that is open already.
    init(_ invocation: Invocation, of wallet: Wallet) throws {
        self.invocation = invocation
        self.wallet = wallet
        let console = invocation.console
        cards = try CardCase(
            store: wallet.sealedStore, photos: wallet.photoFolder.map { .folder($0) } ?? .memory,
            CardCase.Environment(
                clock: { Self.now },
                onExportFailure: {
                    console.note(
                        "The change is kept, but the file that follows the cards is not: \($0.message)".printable())
                }))
    }

    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        // Safe: a machine's clock stands between the years 1 and 9999.
        return Moment(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)!
    }

    /// Everything, as lists order it.
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

    /// The card by its number in lists, what is printed on it, the start of its id, or its store.
    ///
    /// The number in lists goes before a number that is printed on another card.
    ///
    /// - Throws: ``Failure`` when none or several are meant, or nothing is said.
    func card(named word: String) throws -> Card {
        guard !word.allSatisfy(\.isWhitespace) else {
            throw Failure(.usage, "Name a card: an empty word names none. See them with `satchel cards list`.")
        }
        // As lists write it: 0815 is no number of theirs.
        if let number = Int(word), String(number) == word, let card = cards.card(numbered: number) { return card }
        let all = try all()
        for way in Self.ways(to: word) {
            let found = all.filter(way)
            if found.count == 1 { return found[0] }
            guard found.isEmpty else {
                let numbers = found.compactMap { cards.number(of: $0.id) }.sorted().map(String.init)
                throw Failure(
                    .usage, "\(found.count) cards are called '\(word)': numbers \(numbers.joined(separator: ", ")).")
            }
        }
        throw Failure(.failed, "There is no card '\(word)'. See them with `satchel cards list`.")
    }

    /// The last version of a card that can come back, by what was printed on it, the start of its id, or its store.
    ///
    /// - Throws: ``Failure`` when there is none, or several cards are meant.
    func formerCard(named word: String) throws -> CardCase.Former {
        let versions = cards.deleted().filter { !$0.wasUndone }
        let here = Set(try all().map(\.id))
        for way in Self.ways(to: word) {
            let found = versions.filter { way($0.card) }
            guard let first = found.first else { continue }
            let ids = Set(found.map(\.card.id))
            guard ids.count == 1 else {
                let names = ids.map(\.text).sorted().map { String($0.prefix(8)) }.joined(separator: ", ")
                throw Failure(.usage, "\(ids.count) cards were called '\(word)'. Say which by its id: \(names).")
            }
            // Of a card that is not here, what it was when it was deleted.
            return here.contains(first.card.id) ? first : found.first { !$0.wasReplaced } ?? first
        }
        throw Failure(
            .failed, "No card that was deleted or changed within \(CardCase.daysKept) days was called '\(word)'.")
    }

    /// What a word may be of a card, the most certain first.
    private static func ways(to word: String) -> [(Card) -> Bool] {
        let folded = word.lowercased()
        return [
            { $0.number == word }, { folded.utf8.count >= 4 && $0.id.text.hasPrefix(folded) },
            { $0.store.lowercased() == folded }, { $0.store.lowercased().hasPrefix(folded) },
        ]
    }

    /// Whether there is somebody to ask.
    var isInteractive: Bool {
        !invocation.wantsJSON && invocation.console.isTerminal && !(invocation.declares(.yes) && invocation.has(.yes))
    }
}
