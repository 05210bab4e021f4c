// SPDX-License-Identifier: MIT
import Cards
import Pocket
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
        try pouch.cards.edit(twin.id) { $0.number = "another" }
        #expect(try pouch.cards.undo().card == second)
    }
}
