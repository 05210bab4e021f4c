// SPDX-License-Identifier: MIT
import Cards
import Crypto
import Money
import CardStore
import SQLite
import Barcodes
import TestSupport
import Testing

struct CardCaseTests {
    let pouch: Pouch
    init() throws { pouch = try Pouch() }

    @Test func aCardIsThereWhenTheWalletIsOpenedAgain() throws {
        var card = Card.sample(1, note: "two lines\nof note")
        card.holder = "Ada"
        card.colour = CardColour(red: 1, green: 2, blue: 255)
        card.codes.append(
            CardCode(Symbol(.qr, [0, 255, 7], eci: 26, isGS1: true, correction: .qr(.high)), caption: "back"))
        card.validFrom = Moment(seconds: 5)
        card.expiry = Moment(milliseconds: 1_900_000_000_123)
        card.balance = try CardBalance("12.50", currency: Currency(code: "EUR"))
        card.groups = ["food", "Café"]
        card.isStarred = true
        let kept = try pouch.cards.add(card)
        #expect(kept.created == pouch.now && kept.groups == ["Café", "food"])
        #expect(try pouch.reopen().card(card.id) == kept)
        #expect(try pouch.cards.cards() == [kept])
    }

    @Test func aCardNeedsAStoreAndANumber() throws {
        for card in [Card(id: .made(1), store: " \n", number: "1"), Card(id: .made(1), store: "S", number: "\t")] {
            let error = #expect(throws: CardStoreError.self) { try pouch.cards.add(card) }
            #expect(error?.code == .badCard)
        }
        #expect(try pouch.reopen().count == 0)
    }

    @Test func oneStoreHasANumberOnce() throws {
        try pouch.cards.add(Card(id: .made(1), store: "Food Shop", number: "12-34"))
        let again = Card(id: .made(2), store: " food  shop", number: "1234")
        #expect(throws: CardStoreError.self) { try pouch.cards.add(again) }
        try pouch.cards.add(Card(id: .made(3), store: "Other", number: "1234"))
        let error = #expect(throws: CardStoreError.self) { try pouch.cards.edit(.made(3)) { $0.store = "FOOD SHOP" } }
        #expect(error?.code == .duplicate)
        #expect(try pouch.reopen().count == 2)
    }

    @Test func anEditKeepsTheIDAndSaysWhen() throws {
        try pouch.cards.add(.sample(1))
        pouch.pass(days: 1)
        let edited = try pouch.cards.edit(.made(1)) { card in
            card = Card.sample(7, store: "Elsewhere").identified(as: .made(9))
        }
        #expect(edited.id == .made(1) && edited.modified == pouch.now)
        #expect(try pouch.reopen().cards() == [edited])
    }

    @Test func anEditThatChangesNothingWritesNothing() throws {
        let card = try pouch.cards.add(.sample(1))
        pouch.pass(days: 1)
        #expect(try pouch.cards.edit(card.id) { $0.store += " " } == card)
        #expect(pouch.changes == [[card.id]])
    }

    @Test func whoeverLooksOnHearsOfEachChange() throws {
        let ids = try [1, 2].map { try pouch.cards.add(.sample($0)).id }
        try pouch.cards.setStarred(ids[0], true)
        try pouch.cards.delete(ids)
        #expect(pouch.changes == [[ids[0]], [ids[1]], [ids[0]], Set(ids)])
    }

    @Test func showingACardIsNoChangeOfIt() throws {
        let card = try pouch.cards.add(.sample(1))
        pouch.pass(days: 1)
        let used = try pouch.cards.markUsed(card.id)
        #expect(used.lastUsed == pouch.now && used.modified == card.modified)
    }

    @Test func listsAreSortedAsAsked() throws {
        for (number, store) in [(1, "beta"), (2, "Alpha"), (3, "Árbol"), (4, "gamma")] {
            try pouch.cards.add(.sample(number, store: store))
        }
        try pouch.cards.setStarred(.made(4), true)
        try pouch.cards.markUsed(.made(1))
        pouch.pass(days: 1)
        try pouch.cards.markUsed(.made(3))
        func stores(_ order: CardQuery.Order) throws -> [String] {
            try pouch.cards.cards(CardQuery(order: order)).map(\.store)
        }
        #expect(try stores(.store) == ["Alpha", "Árbol", "beta", "gamma"])
        #expect(try stores(.lastUsed) == ["Árbol", "beta", "Alpha", "gamma"])
        #expect(try stores(.starred) == ["gamma", "Alpha", "Árbol", "beta"])
    }

    @Test func archivedCardsAreListedWhenAskedFor() throws {
        try pouch.cards.add(.sample(1))
        try pouch.cards.add(.sample(2))
        try pouch.cards.setArchived(.made(2), true)
        #expect(try pouch.cards.cards().map(\.id) == [.made(1)])
        #expect(try pouch.cards.cards(CardQuery(archive: .only)).map(\.id) == [.made(2)])
        #expect(try pouch.cards.cards(CardQuery(archive: .all)).count == 2)
    }

    @Test func groupsAreCountedRenamedAndTakenOff() throws {
        for number in 1...3 {
            var card = Card.sample(number)
            card.groups = number == 1 ? ["a"] : ["a", "b"]
            try pouch.cards.add(card)
        }
        let groups = try pouch.cards.groups()
        #expect(groups.map(\.name) == ["a", "b"] && groups.map(\.count) == [3, 2])
        try pouch.cards.renameGroup("a", to: "b")
        #expect(try pouch.reopen().groups().map(\.count) == [3])
        #expect(try pouch.cards.cards(CardQuery(group: "b")).count == 3)
        try pouch.cards.renameGroup("b", to: nil)
        #expect(try pouch.reopen().groups().isEmpty)
    }

    @Test func cardsThatExpireSoonAreNamedInTime() throws {
        for (number, days) in [(1, 3), (2, 40), (3, -1)] {
            var card = Card.sample(number)
            card.expiry = pouch.now.advanced(byMilliseconds: Int64(days) * 86_400_000)
            try pouch.cards.add(card)
        }
        try pouch.cards.add(.sample(4))
        #expect(pouch.cards.expiring(withinDays: 7).map(\.id) == [.made(3), .made(1)])
        #expect(try pouch.cards.card(.made(3)).isExpired(at: pouch.now))
    }

    @Test func aDeletedCardComesBackForThirtyDays() throws {
        let card = try pouch.cards.add(.sample(1))
        try pouch.cards.delete([card.id])
        #expect(try pouch.reopen().count == 0)
        pouch.pass(days: 29)
        #expect(try pouch.reopen().undelete(card.id) == card)
        try pouch.cards.delete([card.id])
        pouch.pass(days: 31)
        #expect(try pouch.reopen().deleted().isEmpty)
        let error = #expect(throws: CardStoreError.self) { try pouch.cards.undelete(card.id) }
        #expect(error?.code == .noCard)
    }

    @Test func noCardIsDeletedWhenOneIsUnknown() throws {
        try pouch.cards.add(.sample(1))
        #expect(throws: CardStoreError.self) { try pouch.cards.delete([.made(1), .made(2)]) }
        #expect(try pouch.reopen().count == 1)
    }

    @Test func aDeletedCardDoesNotComeBackBesideItsTwin() throws {
        try pouch.cards.add(.sample(1))
        try pouch.cards.delete([.made(1)])
        try pouch.cards.add(Card.sample(1).identified(as: .made(2)))
        let error = #expect(throws: CardStoreError.self) { try pouch.cards.undelete(.made(1)) }
        #expect(error?.code == .duplicate)
    }

    @Test func anEmptiedBinHoldsNothing() throws {
        let photo = [UInt8](repeating: 9, count: 99)
        try pouch.cards.add(.sample(1))
        try pouch.cards.addPhoto(photo, role: .front, to: .made(1))
        try pouch.cards.delete([.made(1)])
        #expect(pouch.photoNames.count == 1)
        try pouch.cards.emptyBin()
        #expect(pouch.photoNames.isEmpty)
        #expect(try pouch.reopen().deleted().isEmpty)
    }

    @Test func theFileHoldsNoClearText() throws {
        var card = Card.sample(1, store: "Quagmirebooks", note: "Zanzibarnote")
        card.holder = "Wilhelmina"
        card.groups = ["Xylophones"]
        try pouch.cards.add(card)
        try pouch.cards.addPhoto(Array("Photographically".utf8), role: .front, to: card.id)
        #expect(try pouch.cards.cards(CardQuery("quag zanzi wil")).count == 1)
        try pouch.cards.delete([card.id])
        for name in Folder.names(in: pouch.folder.path) where name != "photos" {
            let text = String(decoding: try pouch.folder.bytes(of: name), as: Unicode.ASCII.self)
            for word in ["Quagmire", "quagmire", "Zanzibar", "Wilhelm", "wilhelm", "Xylo", "1001"] {
                #expect(!text.contains(word), "\(word) stands in \(name)")
            }
        }
        for name in pouch.photoNames {
            let text = String(decoding: try File.read("\(pouch.photoPath)/\(name)"), as: Unicode.ASCII.self)
            #expect(!text.contains("Photo"))
        }
    }

    @Test func cardsOfANewerProgramAreRefusedWithASentence() throws {
        let database = try pouch.database()
        try database.run("UPDATE part SET version = 99 WHERE name = 'cards'")
        let error = #expect(throws: CardStoreError.self) { try pouch.reopen() }
        #expect(error?.code == .newerVersion && error?.message.isEmpty == false)
    }

    @Test func aRowThatWasChangedOutsideIsNamed() throws {
        try pouch.cards.add(.sample(1))
        try pouch.database().run("UPDATE card SET payload = zeroblob(80)")
        let error = #expect(throws: CardStoreError.self) { try pouch.reopen() }
        #expect(error?.code == .damaged)
    }

    @Test func afterAStopNothingMoreIsDone() throws {
        pouch.onStep = { if $0 == .adding { throw Stop() } }
        #expect(throws: Stop.self) { try pouch.cards.add(.sample(1)) }
        pouch.onStep = { _ in }
        let error = #expect(throws: CardStoreError.self) { try pouch.cards.add(.sample(2)) }
        #expect(error?.code == .stopped)
        #expect(try pouch.reopen().count == 0)
    }
}
