// SPDX-License-Identifier: MIT
import Cards
import Crypto
import CardStore
import TestSupport
import Testing

struct CardImportTests {
    let pouch: Pouch
    init() throws { pouch = try Pouch() }

    private func state() throws -> [Card] { try pouch.reopen().cards(CardQuery(archive: .all)) }

    @Test func cardsOfAFileAreKeptWithTheirPhotos() throws {
        let photo: [UInt8] = [1, 2, 3]
        var first = Card.sample(1)
        first.photos = [CardPhoto(role: .front, of: photo)]
        first.created = Moment(seconds: 1)
        let imported = CardImport(cards: [first, .sample(2)], files: [SHA256.hash(photo): photo])
        let report = try pouch.cards.take(imported)
        #expect(report.inserted == 2 && report.bad.isEmpty)
        #expect(try state().map(\.created) == [Moment(seconds: 1), pouch.now])
        #expect(try pouch.cards.file(SHA256.hash(photo)) == photo)
    }

    @Test(arguments: ImportPlan.Duplicates.allCases, [true, false])
    func importingTwiceChangesNothing(_ duplicates: ImportPlan.Duplicates, hasIDs: Bool) throws {
        let cards = (1...50).map { number in
            var card = Card.sample(number % 40, store: "Shop \(number % 7)", note: "note \(number)")
            if number.isMultiple(of: 3) { card.created = Moment(seconds: Int64(number)) }
            if number.isMultiple(of: 5) { card.groups = ["g\(number)"] }
            return hasIDs ? card.identified(as: .made(number)) : card.identified(as: card.identity.derivedID)
        }
        _ = try pouch.cards.take(
            CardImport(cards: cards), ImportPlan(duplicates: duplicates == .cancel ? .skip : duplicates))
        let before = try state()
        pouch.pass(days: 1)
        let plan = ImportPlan(duplicates: duplicates)
        if duplicates == .cancel {
            let error = #expect(throws: CardStoreError.self) { try pouch.cards.take(CardImport(cards: cards), plan) }
            #expect(error?.code == .duplicate)
        } else {
            _ = try pouch.cards.take(CardImport(cards: cards), plan)
        }
        #expect(try state() == before)
    }

    @Test func aDuplicateIsSkippedOverwrittenOrMerged() throws {
        var here = Card.sample(1, note: "mine")
        here.groups = ["a"]
        var coming = Card.sample(1).identified(as: .made(9))
        coming.holder = "Ada"
        coming.groups = ["b"]
        for (duplicates, note, holder, groups) in [
            (ImportPlan.Duplicates.skip, "mine", nil, ["a"]), (.overwrite, "", "Ada", ["b"]),
            (.merge, "mine", "Ada", ["a", "b"]),
        ] {
            let pouch = try Pouch()
            let id = try pouch.cards.add(here).id
            let report = try pouch.cards.take(CardImport(cards: [coming]), ImportPlan(duplicates: duplicates))
            #expect(report.inserted == 0 && report.skipped + report.overwritten + report.merged == 1)
            let card = try pouch.reopen().card(id)
            #expect(card.note == note && card.holder == holder && card.groups == groups, "\(duplicates)")
            #expect(pouch.cards.count == 1)
        }
    }

    @Test func whatWasOverwrittenComesBack() throws {
        let mine = try pouch.cards.add(.sample(1, note: "mine"))
        let coming = Card.sample(1, note: "theirs")
        _ = try pouch.cards.take(CardImport(cards: [coming]), ImportPlan(duplicates: .overwrite))
        let former = try pouch.reopen().deleted()
        #expect(former.map(\.card) == [mine] && former.map(\.wasReplaced) == [true])
        #expect(try pouch.cards.restore(former[0]) == mine)
        #expect(try state() == [mine])
        #expect(pouch.cards.deleted().map(\.card.note) == ["theirs"])
    }

    @Test func duplicatesWithinTheFileAreFound() throws {
        let twice = [Card.sample(1), Card.sample(1, note: "again").identified(as: .made(2))]
        #expect(try pouch.cards.take(CardImport(cards: twice)).skipped == 1)
        #expect(try state().map(\.note) == [""])
        let error = #expect(throws: CardStoreError.self) {
            try Pouch().cards.take(CardImport(cards: twice), ImportPlan(duplicates: .cancel))
        }
        #expect(error?.message.contains("Card 2") == true)
    }

    @Test func aCardThatMeetsAnotherOfItsFileIsNamedWithIt() throws {
        let cards = [Card.sample(1), .sample(2), Card.sample(1, note: "other").identified(as: .made(9))]
        let report = try pouch.cards.take(CardImport(cards: cards))
        #expect(report.inserted == 2 && report.skipped == 1)
        #expect(report.repeated.map(\.position) == [3])
        #expect(report.repeated[0].reason.contains("card 1 of the same file"))
        #expect(try pouch.cards.take(CardImport(cards: cards)).repeated.isEmpty, "the second time they were here")
    }

    @Test func cancellingAfterEraseErasesNothing() throws {
        try pouch.cards.add(.sample(1))
        let twice = [Card.sample(5), Card.sample(5)]
        #expect(throws: CardStoreError.self) {
            try pouch.cards.take(CardImport(cards: twice), ImportPlan(erase: true, duplicates: .cancel))
        }
        #expect(try state().map(\.id) == [.made(1)])
    }

    @Test func nothingIsErasedForAFileWithoutAGoodCard() throws {
        let mine = try pouch.cards.add(.sample(1))
        var bad = CardImport()
        bad.add(Card(id: .made(2), store: "", number: "1"), at: 1)
        for imported in [bad, CardImport()] {
            let error = #expect(throws: CardStoreError.self) {
                try pouch.cards.take(imported, ImportPlan(erase: true))
            }
            #expect(error?.code == .badCard && error?.message.contains("nothing was erased") == true)
        }
        #expect(try state() == [mine] && pouch.cards.deleted().isEmpty)
    }

    @Test func erasedCardsComeBackWhenWanted() throws {
        let mine = try pouch.cards.add(.sample(1))
        let report = try pouch.cards.take(CardImport(cards: [.sample(2)]), ImportPlan(erase: true))
        #expect(report.erased == 1 && report.inserted == 1)
        #expect(try state().map(\.id) == [.made(2)])
        #expect(try pouch.cards.undelete(mine.id) == mine)
        #expect(try state().count == 2)
    }

    @Test func aBadCardIsNamedByItsPlaceAndDoesNotHoldUpTheOthers() throws {
        var imported = CardImport()
        imported.add(Card(id: .made(1), store: "", number: "1"), at: 1)
        imported.add(.sample(2), at: 2)
        imported.refuse(3, .notACard)
        var photographed = Card.sample(4)
        photographed.photos = [CardPhoto(role: .front, of: [1])]
        imported.add(photographed, at: 4)
        let report = try pouch.cards.take(imported)
        #expect(report.inserted == 2 && report.bad.map(\.position) == [1, 3, 4])
        #expect(try state().map(\.id) == [.made(2), .made(4)])
    }

    @Test func oneCardCannotBeTwo() throws {
        try pouch.cards.add(.sample(1))
        try pouch.cards.add(.sample(2))
        let both = Card(id: .made(1), store: "Shop", number: "1002")
        let report = try pouch.cards.take(CardImport(cards: [both]), ImportPlan(duplicates: .overwrite))
        #expect(report.bad.map(\.position) == [1] && report.overwritten == 0)
        #expect(try state().map(\.number) == ["1001", "1002"])
    }

    @Test func anEmptyWalletHasNothingToExport() throws {
        let error = #expect(throws: CardStoreError.self) { try pouch.cards.export() }
        #expect(error?.code == .noCardsToExport)
    }

    @Test func anExportIsImportedElsewhereAsTheSame() throws {
        try pouch.cards.add(.sample(1))
        try pouch.cards.addPhoto([1, 2, 3], role: .front, to: .made(1))
        try pouch.cards.add(.sample(2))
        try pouch.cards.setArchived(.made(2), true)
        let other = try Pouch()
        let report = try other.cards.take(CardImport(try pouch.cards.export().bundle))
        #expect(report.inserted == 2)
        #expect(try other.reopen().cards(CardQuery(archive: .all)) == state())
        #expect(try other.cards.file(SHA256.hash([1, 2, 3])) == [1, 2, 3])
    }

    @Test func duplicatesAreNamedBeforeAnythingIsDone() throws {
        try pouch.cards.add(.sample(2))
        let cards = [Card.sample(1), .sample(2).identified(as: .made(7)), .sample(2, note: "other")]
        #expect(pouch.cards.relations(of: CardBundle(cards: cards)) == [.new, .same, .different])
    }
}
