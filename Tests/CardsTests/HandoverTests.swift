// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Codes
import Crypto
import Money
import Barcodes
import TestSupport
import Testing

/// Cards as one record, the way they go from wallet to wallet.
struct HandoverTests {
    @Test func whatIsHandedOverArrivesToTheLastField() throws {
        let bundle = try sample()
        let record = try HandoverRecord.encode(bundle, pack: Deflate.encode)
        #expect(try HandoverRecord.decode(record, unpack: Inflate.decode) == bundle)
    }

    @Test func tenCardsWithoutPhotosAreOneToTwoKilobytes() throws {
        var random = SeededRandom(seed: 11)
        let cards = try (0..<10).map { number in
            var card = Card(
                id: CardID(random.bytes(16)),
                store: ["Grocer", "Library", "Cinema", "Baker"][number % 4] + " \(number)",
                number: (0..<13).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined(),
                holder: "A. Holder")
            card.codes = [CardCode(Symbol(.ean13, Array(card.number.utf8)))]
            card.created = Moment(milliseconds: 1_700_000_000_000 + Int64.random(in: 0..<1_000_000_000, using: &random))
            return try card.checked()
        }
        let record = try HandoverRecord.encode(CardBundle(cards: cards), pack: Deflate.encode)
        print("ten cards handed over: \(record.count) bytes")
        #expect(record.count <= 2_000)
        // Three frames of an animation at the usual size.
        #expect(try ResourceSender(UniformResource(type: HandoverRecord.type, cbor: record)).count <= 4)
    }

    @Test func aPhotoThatIsLeftOutIsNoLongerNamed() throws {
        var bundle = try sample()
        bundle.files = [:]
        let record = try HandoverRecord.encode(bundle, pack: Deflate.encode)
        let arrived = try HandoverRecord.decode(record, unpack: Inflate.decode)
        #expect(arrived.cards[0].photos == [] && arrived.cards[0].origin == nil && arrived.files == [:])
        #expect(arrived.cards[0].number == bundle.cards[0].number)
    }

    @Test func oneChangedByteAnywhereIsRefused() throws {
        let record = try HandoverRecord.encode(try sample(), pack: { $0 })
        for place in record.indices {
            var changed = record
            changed[place] ^= 1
            #expect(throws: (any Error).self, "byte \(place)") {
                try HandoverRecord.decode(changed) { packed, _ in packed }
            }
        }
        for count in [0, 1, 40, record.count - 1] {
            #expect(throws: (any Error).self) {
                try HandoverRecord.decode(Array(record.prefix(count))) { packed, _ in packed }
            }
        }
    }

    @Test func whatIsNotWrittenLikeThisIsRefusedThoughItsHashIsRight() throws {
        let card = Card(id: CardID([UInt8](repeating: 1, count: 16)), store: " Grocer", number: "1")
        // A store with a space before it is in no wallet: who writes it so is not Satchel.
        let record = try HandoverRecord.encode(CardBundle(cards: [card]), pack: Deflate.encode)
        let error = #expect(throws: CardsError.self) { try HandoverRecord.decode(record, unpack: Inflate.decode) }
        #expect(error?.code == .malformed)
    }

    @Test func aSmallRecordCannotAskForMuchMemory() throws {
        var writer = CBORWriter()
        writer.array(4)
        writer.uint(1)
        writer.bytes([UInt8](repeating: 0, count: 32))
        writer.uint(1000)
        writer.bytes(try Deflate.encode([UInt8](repeating: 0, count: 50 << 20)))
        let error = #expect(throws: CodesError.self) {
            try HandoverRecord.decode(writer.encoded, unpack: Inflate.decode)
        }
        #expect(error?.code == .resourceTooLarge)
    }

    @Test func aNewerRecordSaysSo() throws {
        var writer = CBORWriter()
        writer.array(2)
        writer.uint(2)
        writer.text("whatever comes")
        let error = #expect(throws: CardsError.self) {
            try HandoverRecord.decode(writer.encoded) { packed, _ in packed }
        }
        #expect(error?.code == .newerVersion)
    }

    @Test func noCardAndTooManyPhotosAreSentences() throws {
        #expect(throws: CardsError.self) { try HandoverRecord.encode(CardBundle(), pack: Deflate.encode) }
        var random = SeededRandom(seed: 12)
        var bundle = CardBundle(cards: [Card(id: CardID(random.bytes(16)), store: "Grocer", number: "1")])
        bundle.cards[0].photos = [try bundle.addPhoto(random.bytes(1 << 20), role: .front)]
        let error = #expect(throws: CardsError.self) { try HandoverRecord.encode(bundle, pack: Deflate.encode) }
        #expect(error?.code == .tooLarge && error?.message.contains("leave out their photos") == true)
    }

    /// Two cards with all that a card can have.
    private func sample() throws -> CardBundle {
        var random = SeededRandom(seed: 10)
        var bundle = CardBundle()
        var card = Card(
            id: CardID(random.bytes(16)), store: "Bücher & Söhne", number: "6035 1234", holder: "A. Holder",
            note: "ring twice\nthen wait", colour: CardColour(red: 1, green: 2, blue: 255))
        card.codes = Symbology.allCases.enumerated().map { number, symbology in
            CardCode(
                Symbol(
                    symbology, random.bytes(8), eci: number % 3 == 0 ? 26 : nil, isGS1: number % 5 == 0,
                    correction: [nil, .qr(.high), .pdf417(level: 5), .aztec(percent: 23)][number % 4]),
                caption: number % 2 == 0 ? "no. \(number)" : nil)
        }
        card.validFrom = Moment(milliseconds: -86_400_000)
        card.expiry = Moment(milliseconds: 4_000_000_000_123)
        card.balance = try CardBalance("-12.5", currency: Currency(code: "EUR"))
        card.groups = ["food", "home"]
        (card.isStarred, card.isArchived) = (true, true)
        card.lastUsed = Moment(milliseconds: 1_700_000_000_001)
        card.created = Moment(milliseconds: 1_600_000_000_000)
        card.modified = Moment(milliseconds: 1_650_000_000_000)
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        card.photos = [
            try bundle.addPhoto(png + random.bytes(300), role: .front),
            try bundle.addPhoto([0xFF, 0xD8, 0xFF] + random.bytes(200), role: .other),
        ]
        card.origin = try bundle.addFile(random.bytes(100))
        var plain = Card(id: CardID(random.bytes(16)), store: "Library", number: "7")
        plain.balance = try CardBalance("120")
        // The same photo stands there once.
        plain.photos = [CardPhoto(role: .back, mediaType: card.photos[0].mediaType, hash: card.photos[0].hash)]
        bundle.cards = [try card.checked(), try plain.checked()]
        return bundle
    }
}
