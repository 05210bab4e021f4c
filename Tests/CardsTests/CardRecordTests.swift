// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Barcodes
import TestSupport
import Testing

struct CardRecordTests {
    private func encoded(_ card: Card) -> [UInt8] {
        var writer = CBORWriter()
        card.write(to: &writer)
        return writer.encoded
    }

    private func decoded(_ bytes: [UInt8]) throws -> Card {
        var reader = try CBORReader(bytes, maximumCount: 1 << 20)
        let card = try Card(from: &reader)
        try reader.finish()
        return card
    }

    @Test func everyCardIsReadAsItWasWritten() throws {
        var cards = RandomCards(seed: 1)
        for _ in 0..<2000 {
            let card = cards.card()
            #expect(try decoded(encoded(card)) == card)
        }
    }

    /// The numbers that stand for kinds never change: cards of the first day are read for ever.
    @Test func theFirstRecordIsReadForEver() throws {
        let card = Card(
            id: CardID([UInt8](repeating: 7, count: 16)), store: "S", number: "1",
            codes: [CardCode(Symbol(.qr, [1], eci: 26, correction: .qr(.high)))])
        let expected =
            "9201" + "50" + String(repeating: "07", count: 16) + "6153" + "6131" + "f6" + "60" + "197aff"
            + "81860d4101181af4820004f6" + "f6f6f6" + "80" + "00" + "f6f6f6" + "80" + "f6"
        #expect(Hex.encode(encoded(card)) == expected)
    }

    /// K6: version 1 wrote 0x007AFF where a card had no colour; a card that has it says so in version 2.
    @Test func aColourThatNobodyChoseIsNone() throws {
        var card = Card(id: CardID([UInt8](repeating: 7, count: 16)), store: "S", number: "1")
        #expect(card.colour == nil && encoded(card)[1] == 1)
        #expect(try decoded(encoded(card)).colour == nil)
        card.colour = .standard
        #expect(encoded(card)[1] == 2)
        #expect(try decoded(encoded(card)) == card)
        card.colour = nil
        card.catimaNumber = 8
        #expect(try decoded(encoded(card)) == card)
    }

    @Test func aRecordOfANewerProgramSaysSo() throws {
        var bytes = encoded(Card(id: CardID([UInt8](repeating: 7, count: 16)), store: "S", number: "1"))
        bytes[1] = 3
        let error = #expect(throws: CardsError.self) { try decoded(bytes) }
        #expect(error?.code == .newerVersion)
    }

    @Test func aCutRecordIsRefusedEverywhere() throws {
        var cards = RandomCards(seed: 2)
        let bytes = encoded(cards.card())
        for count in bytes.indices { #expect(throws: (any Error).self) { try decoded(Array(bytes.prefix(count))) } }
    }

    @Test func fieldsBeyondTheirLimitsAreRefused() throws {
        let id = CardID([UInt8](repeating: 7, count: 16))
        func long(_ count: Int) -> String { String(repeating: "a", count: count + 1) }
        var cards = [
            Card(id: id, store: long(CardLimits.store), number: "1"),
            Card(id: id, store: "S", number: long(CardLimits.number)),
            Card(id: id, store: "S", number: "1", holder: long(CardLimits.holder)),
            Card(id: id, store: "S", number: "1", note: long(CardLimits.note)),
            Card(id: id, store: "S", number: "1", groups: [long(CardLimits.group)]),
            Card(id: id, store: "S", number: "1", groups: (0...CardLimits.groups).map { "\($0)" }),
        ]
        let codes = [
            (0...CardLimits.codes).map { CardCode(Symbol(.qr, [UInt8($0)])) },
            [CardCode(Symbol(.qr, [UInt8](repeating: 1, count: CardLimits.codeBytes + 1)))],
            [CardCode(Symbol(.qr, [1]), caption: long(CardLimits.caption))],
        ]
        cards += codes.map { Card(id: id, store: "S", number: "1", codes: $0) }
        for card in cards {
            let error = #expect(throws: CardsError.self) { try card.checked() }
            #expect(error?.code == .tooLarge)
            #expect(throws: (any Error).self) { try decoded(encoded(card)) }
        }
    }
}
