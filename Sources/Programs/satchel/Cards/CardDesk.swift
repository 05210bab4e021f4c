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
        self.invocation = invocation
        let desk = try WalletDesk(invocation)
        wallet = try desk.open()
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

    /// Everything in the order that gives each card its number.
    func all() throws -> [Card] { try cards.cards(CardQuery(archive: .all)) }

    /// The numbers that lists show, by card.
    func numbers() throws -> [CardID: Int] {
        Dictionary(uniqueKeysWithValues: try all().enumerated().map { ($1.id, $0 + 1) })
    }

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

    /// The card by its number in the list, what is printed on it, the start of its id, or its store.
    ///
    /// The number in the list goes before a number that is printed on another card.
    ///
    /// - Throws: ``Failure`` when none or several are meant, or nothing is said.
    func card(named word: String) throws -> Card {
        guard !word.allSatisfy(\.isWhitespace) else {
            throw Failure(.usage, "Name a card: an empty word names none. See them with `satchel cards list`.")
        }
        let all = try all()
        // As lists write it: 0815 is no place in a list.
        if let number = Int(word), String(number) == word, number > 0, number <= all.count { return all[number - 1] }
        let folded = word.lowercased()
        let ways: [(Card) -> Bool] = [
            { $0.number == word }, { folded.utf8.count >= 4 && $0.id.text.hasPrefix(folded) },
            { $0.store.lowercased() == folded }, { $0.store.lowercased().hasPrefix(folded) },
        ]
        for way in ways {
            let found = all.filter(way)
            if found.count == 1 { return found[0] }
            guard found.isEmpty else {
                let numbers = all.indices.filter { way(all[$0]) }.map { String($0 + 1) }
                throw Failure(
                    .usage, "\(found.count) cards are called '\(word)': numbers \(numbers.joined(separator: ", ")).")
            }
        }
        throw Failure(.failed, "There is no card '\(word)'. See them with `satchel cards list`.")
    }

    /// Whether there is somebody to ask.
    var isInteractive: Bool {
        !invocation.wantsJSON && invocation.console.isTerminal && !(invocation.declares(.yes) && invocation.has(.yes))
    }
}
