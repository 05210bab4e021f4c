// SPDX-License-Identifier: MIT
import Cards
import CardStore
import SQLite
import TestSupport
import Testing

/// Cards that came together share a row; whatever becomes of one of them, the others are as they were.
struct CardSheetTests {
    let pouch: Pouch
    init() throws { pouch = try Pouch() }

    private func rows(_ state: Int64) throws -> Int64 {
        try pouch.database().row("SELECT count(*) FROM card WHERE state = ?", [.integer(state)])?.int(0) ?? 0
    }

    private func state() throws -> [CardID: Card] {
        Dictionary(uniqueKeysWithValues: try pouch.reopen().cards(CardQuery(archive: .all)).map { ($0.id, $0) })
    }

    private func bring(_ numbers: Range<Int>, note: String = "") throws {
        _ = try pouch.cards.take(
            CardImport(cards: numbers.map { .sample($0, note: note) }), ImportPlan(duplicates: .overwrite))
    }

    @Test func cardsOfOneFileShareRows() throws {
        try bring(1..<201)
        #expect(try rows(0) <= 200 / 32 + 1)
        #expect(try state().count == 200)
    }

    @Test func aLargeCardHasARowOfItsOwn() throws {
        let cards = (1...9).map { Card.sample($0, note: String(repeating: "n", count: $0 == 5 ? 60_000 : 1)) }
        _ = try pouch.cards.take(CardImport(cards: cards))
        #expect(try rows(0) == 3)
        #expect(try state().count == 9)
    }

    @Test func aCardThatChangesLeavesItsSheetOnce() throws {
        try bring(1..<21)
        let before = try state()
        try pouch.cards.markUsed(.made(3))
        #expect(try rows(0) == 2)
        try pouch.cards.edit(.made(3)) { $0.note = "mine" }
        #expect(try rows(0) == 2)
        var after = try state()
        #expect(after.removeValue(forKey: .made(3))?.note == "mine")
        #expect(after == before.filter { $0.key != .made(3) })
    }

    @Test func aSheetOfWhichAllCardsGoIsGone() throws {
        try bring(1..<11)
        let before = try state()
        try pouch.cards.delete((1...10).map { .made($0) })
        #expect(try state().isEmpty && rows(0) == 0 && rows(3) == 1)
        for number in 1...10 { try pouch.cards.undelete(.made(number)) }
        #expect(try state() == before)
    }

    @Test func cardsThatAreOverwrittenMoveOntoTheNewSheet() throws {
        try bring(1..<31)
        try bring(11..<41, note: "theirs")
        let after = try state()
        #expect(after.count == 40 && after.values.count { $0.note == "theirs" } == 30)
        #expect(try rows(0) <= 3)
        for _ in 11..<31 { #expect(try pouch.cards.undo().card?.note == "") }
        #expect(try state().values.count { $0.note == "theirs" } == 10)
    }

    @Test(arguments: 1...4) func whateverIsDoneIsThereAfterwards(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var model: [CardID: Card] = [:]
        for round in 1...60 {
            pouch.now = pouch.now.advanced(byMilliseconds: 1000)
            let chosen = model.keys.sorted().filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let start = Int.random(in: 0..<150, using: &random)
                try bring(start..<start + Int.random(in: 1..<70, using: &random), note: "\(round)")
                model = try state()
            case 1:
                try pouch.cards.delete(chosen)
                for id in chosen { model[id] = nil }
            case 2:
                for id in chosen { model[id] = try pouch.cards.edit(id) { $0.holder = "\(round)" } }
            case 3:
                for id in chosen { model[id] = try pouch.cards.markUsed(id) }
            case 4:
                if let card = try pouch.cards.undo().card { model[card.id] = card }
            default:
                if let card = try pouch.cards.redo().card { model[card.id] = card }
            }
            let here = try pouch.cards.cards(CardQuery(archive: .all))
            #expect(Dictionary(uniqueKeysWithValues: here.map { ($0.id, $0) }) == model, "round \(round)")
            if round.isMultiple(of: 5) { #expect(try state() == model, "round \(round)") }
        }
    }
}
