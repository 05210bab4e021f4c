// SPDX-License-Identifier: MIT
import Cards
import CardStore
import TestSupport
import Testing

struct CardUndoTests {
    let pouch: Pouch
    init() throws { pouch = try Pouch() }

    private func state() throws -> [Card] { try pouch.reopen().cards(CardQuery(archive: .all)) }

    @Test func eachUndoGoesOneFurtherBackAfterAnOverwrite() throws {
        let mine = try (1...3).map { try pouch.cards.add(.sample($0, note: "mine")) }
        let theirs = (1...3).map { Card.sample($0, note: "theirs") }
        _ = try pouch.cards.take(CardImport(cards: theirs), ImportPlan(duplicates: .overwrite))
        for _ in mine { #expect(try pouch.reopen().undo().card?.note == "mine") }
        let end = try pouch.reopen().undo()
        #expect(end.card == nil && end.stayed.isEmpty)
        #expect(try state() == mine)
        // Nothing is lost by it: each step back can be taken back.
        for _ in mine { #expect(try pouch.reopen().redo().card?.note == "theirs") }
        #expect(try pouch.reopen().redo().card == nil)
        #expect(try state().map(\.note) == ["theirs", "theirs", "theirs"])
        #expect(try pouch.cards.undo().card?.note == "mine")
    }

    @Test func eachUndoGoesOneFurtherBackInOneCard() throws {
        try pouch.cards.add(.sample(1, note: "0"))
        for note in 1...3 {
            pouch.pass(days: 1)
            _ = try pouch.cards.take(
                CardImport(cards: [.sample(1, note: "\(note)")]), ImportPlan(duplicates: .overwrite))
        }
        for note in ["2", "1", "0"] {
            pouch.pass(days: 1)
            #expect(try pouch.reopen().undo().card?.note == note)
        }
        #expect(try pouch.reopen().undo().card == nil)
        #expect(try state().map(\.note) == ["0"])
    }

    @Test func allThatAnImportErasedComesBack() throws {
        let mine = try (1...3).map { try pouch.cards.add(.sample($0, note: "mine")) }
        _ = try pouch.cards.take(CardImport(cards: [.sample(2, note: "theirs")]), ImportPlan(erase: true))
        for _ in mine { #expect(try pouch.reopen().undo().card != nil) }
        #expect(try pouch.reopen().undo().card == nil)
        #expect(try state() == mine)
    }

    @Test func aCardThatCannotComeBackIsNamedAndHoldsUpNoOther() throws {
        let first = try pouch.cards.add(.sample(1))
        let second = try pouch.cards.add(.sample(2))
        try pouch.cards.delete([first.id])
        pouch.pass(days: 1)
        try pouch.cards.delete([second.id])
        let twin = try pouch.cards.add(Card.sample(2).identified(as: .made(9)))
        let undoing = try pouch.reopen().undo()
        #expect(undoing.card == first)
        #expect(undoing.stayed.map(\.version.card) == [second] && undoing.stayed.map(\.twin) == [twin])
        #expect(try pouch.cards.undo().card == nil)
        pouch.pass(days: 1)
        try pouch.cards.edit(twin.id) { $0.number = "another" }
        #expect(try pouch.cards.undelete(second.id) == second)
        #expect(try state().count == 3)
    }

    @Test func whatACardWasEarlierDoesNotComeBackInThePlaceOfWhatItWasLast() throws {
        try pouch.cards.add(.sample(1))
        try pouch.cards.edit(.made(1)) { $0.number = "later" }
        try pouch.cards.delete([.made(1)])
        var twin = Card.sample(2)
        twin.number = "later"
        try pouch.cards.add(twin)
        let undoing = try pouch.cards.undo()
        #expect(undoing.card == nil && undoing.stayed.map(\.version.card.number) == ["later"])
    }

    @Test func anEditIsUndoneAndDoneAgain() throws {
        let first = try pouch.cards.add(.sample(1, note: "first"))
        pouch.pass(days: 1)
        let second = try pouch.cards.edit(.made(1)) { $0.note = "second" }
        pouch.pass(days: 1)
        let third = try pouch.cards.edit(.made(1)) { $0.isStarred = true }
        try pouch.cards.markUsed(.made(1))
        #expect(try pouch.reopen().undo().card == second)
        #expect(try pouch.reopen().undo().card == first)
        #expect(try pouch.reopen().undo().card == nil)
        #expect(try pouch.reopen().redo().card == second)
        let last = try pouch.reopen().redo().card
        #expect(last?.isStarred == true && last?.modified == third.modified)
    }

    @Test func anEditCannotBeUndoneAfterThirtyDays() throws {
        try pouch.cards.add(.sample(1, note: "first"))
        try pouch.cards.edit(.made(1)) { $0.note = "second" }
        pouch.pass(days: 31)
        #expect(try pouch.reopen().undo().card == nil)
        #expect(try state().map(\.note) == ["second"])
    }

    @Test func aGroupThatWasRenamedIsNamedAsBeforeOnEachCard() throws {
        let mine = try (1...2).map { number in
            var card = Card.sample(number)
            card.groups = ["food"]
            return try pouch.cards.add(card)
        }
        try pouch.cards.renameGroup("food", to: "groceries")
        for _ in mine { #expect(try pouch.reopen().undo().card?.groups == ["food"]) }
        #expect(try state() == mine)
    }

    @Test func ofVeryManyVersionsTheOldestGo() throws {
        try pouch.cards.add(.sample(1, note: "0"))
        for note in 1...60 {
            pouch.now = pouch.now.advanced(byMilliseconds: 1000)
            try pouch.cards.edit(.made(1)) { $0.note = "\(note)" }
        }
        #expect(try pouch.reopen().deleted().map(\.card.note) == (10...59).reversed().map { "\($0)" })
    }
}
