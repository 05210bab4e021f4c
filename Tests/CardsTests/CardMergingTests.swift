// SPDX-License-Identifier: MIT
import Cards
import Barcodes
import TestSupport
import Testing

struct CardMergingTests {
    private let early = Moment(seconds: 1000)
    private let late = Moment(seconds: 2000)
    private let id = CardID([UInt8](repeating: 1, count: 16))

    @Test func missingFieldsAreFilledAndTheNewerOneWins() throws {
        var old = Card(id: id, store: "Shop", number: "1", note: "mine", created: early)
        old.groups = ["a"]
        old.codes = [CardCode(Symbol(.ean13, Array("4006381333931".utf8)))]
        old.isStarred = true
        old.lastUsed = late
        var new = Card(id: id, store: "SHOP", number: "1", holder: "Ada", created: late)
        new.groups = ["b"]
        new.codes = [CardCode(Symbol(.qr, [1])), old.codes[0]]
        for merged in [old.merging(new), new.merging(old)] {
            #expect(merged.store == "SHOP" && merged.holder == "Ada" && merged.note == "mine")
            #expect(merged.groups == ["a", "b"] && merged.codes == new.codes)
            #expect(!merged.isStarred && merged.lastUsed == late && merged.created == early)
        }
    }

    @Test func aVersionThatDoesNotTellItsAgeOnlyFillsGaps() {
        let here = Card(id: id, store: "Shop", number: "1", holder: "Ada", created: early)
        let coming = Card(id: id, store: "Shop!", number: "2", holder: "Bob", note: "new")
        let merged = here.merging(coming)
        #expect(merged.store == "Shop" && merged.holder == "Ada" && merged.note == "new")
    }

    @Test func mergingTwiceIsMergingOnceInEitherOrder() {
        var cards = RandomCards(seed: 3)
        for _ in 0..<2000 {
            let first = cards.card(id: id)
            let second = cards.card(id: id)
            let merged = first.merging(second)
            #expect(merged.merging(second) == merged && merged.merging(first) == merged)
            #expect(first.merging(first) == first)
            if (first.modified ?? first.created) != (second.modified ?? second.created) {
                #expect(second.merging(first) == merged)
            }
            #expect(Set(merged.groups) == Set(first.groups).union(second.groups))
            #expect(Set(merged.files).isSuperset(of: first.photos.map(\.hash)))
            #expect(Set(merged.files).isSuperset(of: second.photos.map(\.hash)))
        }
    }

    @Test func aMergedCardIsWithinItsLimits() throws {
        func card(_ start: Int) -> Card {
            Card(
                id: id, store: "S", number: "1",
                codes: (0..<CardLimits.codes).map {
                    CardCode(Symbol(.qr, [UInt8(start + $0)]))
                }, groups: (0..<CardLimits.groups).map { "g\(start + $0)" })
        }
        #expect(throws: Never.self) { try card(0).merging(card(100)).checked() }
    }
}

struct CardShelfTests {
    private let now = Moment(seconds: 5000)

    private func taken(_ cards: [Card], onto start: CardShelf, _ duplicates: ImportPlan.Duplicates, at time: Moment)
        -> CardShelf
    {
        var shelf = start
        for card in cards { _ = shelf.take(card, duplicates, now: time) }
        return shelf
    }

    private func contents(_ shelf: CardShelf) -> [CardID: Card] {
        Dictionary(uniqueKeysWithValues: shelf.all.map { ($0.id, $0) })
    }

    @Test(arguments: [ImportPlan.Duplicates.skip, .overwrite, .merge], 1...20)
    func takingAFileTwiceChangesNothing(_ duplicates: ImportPlan.Duplicates, seed: UInt64) throws {
        var random = RandomCards(seed: seed)
        let now = try #require(now)
        let file = (0..<40).map { number in
            random.card(store: "Shop \(number % 4)", number: "\(number % 30)")
        }
        let once = taken(file, onto: CardShelf(), duplicates, at: now)
        let again = taken(file, onto: once, duplicates, at: now.advanced(byMilliseconds: 1000))
        switch duplicates {
        // A file that overwrites its own cards does so again, and ends where it ended.
        case .overwrite: #expect(contents(again).mapValues(\.store) == contents(once).mapValues(\.store))
        default: #expect(contents(again) == contents(once))
        }
    }

    @Test(arguments: 1...20) func filesOfDifferentCardsMayComeInAnyOrder(_ seed: UInt64) throws {
        var random = RandomCards(seed: seed)
        let now = try #require(now)
        let cards = (0..<30).map { random.card(store: "Shop", number: "\($0)") }
        let shuffled = cards.shuffled(using: &random.random)
        for duplicates in ImportPlan.Duplicates.allCases {
            #expect(
                contents(taken(cards, onto: CardShelf(), duplicates, at: now))
                    == contents(taken(shuffled, onto: CardShelf(), duplicates, at: now)))
        }
    }

    @Test func noTwoCardsHaveOneIdentity() {
        var shelf = CardShelf()
        let first = Card(id: CardID([UInt8](repeating: 1, count: 16)), store: "S", number: "1")
        let second = first.identified(as: CardID([UInt8](repeating: 2, count: 16)))
        #expect(shelf.put(first) && !shelf.put(second) && shelf.count == 1)
        var moved = first
        moved.number = "2"
        #expect(shelf.put(moved) && shelf.put(second) && shelf.count == 2)
        shelf.remove(first.id)
        #expect(shelf.twin(of: moved) == nil && shelf.twin(of: second) == second)
    }
}
