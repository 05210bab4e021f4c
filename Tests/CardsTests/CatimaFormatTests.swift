// SPDX-License-Identifier: MIT
import Cards
import Crypto
import Barcodes
import TestSupport
import Testing

struct CatimaFormatTests {
    /// What the format can say of a card, as it is read again.
    private func said(_ card: Card) -> Card {
        var said = Card(
            id: card.identity.derivedID, store: card.store, number: card.number, holder: card.holder, note: card.note,
            colour: card.colour, validFrom: card.validFrom, expiry: card.expiry, balance: card.balance,
            groups: card.groups, isStarred: card.isStarred, isArchived: card.isArchived)
        said.codes = card.codes.prefix(1).map { code in
            let isASCII = code.symbol.bytes.allSatisfy { $0 < 0x80 }
            return CardCode(
                Symbol(code.symbol.symbology, code.symbol.bytes, eci: isASCII ? nil : code.symbol.eci))
        }
        said.lastUsed = card.lastUsed.flatMap { $0.seconds == 0 ? nil : Moment(seconds: $0.seconds) }
        return said
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func whatTheListCanSayIsReadAgain(seed: UInt64) throws {
        var bundle = try CardFixture.bundle(30, seed: seed)
        for index in bundle.cards.indices { bundle.cards[index].photos = [] }
        let list = try CatimaFormat.printList(bundle)
        let read = try CatimaFormat.parse(list: list.content)
        #expect(read.problems == [])
        let cards = read.bundle.cards.map { card in
            var card = card
            card.catimaNumber = nil
            return card
        }
        #expect(cards == bundle.cards.map(said))
        #expect(read.bundle.cards.map(\.catimaNumber) == (1...30).map { $0 })
        #expect(
            Set(list.problems.map(\.position))
                == Set(bundle.cards.indices.filter { bundle.cards[$0].codes.count > 1 }.map { $0 + 1 }))
    }

    @Test func picturesTravelInTheirPlaces() throws {
        let bundle = try CardFixture.bundle(30, seed: 4)
        let export = try CatimaFormat.print(bundle)
        let read = try CatimaFormat.parse(export.content)
        for (before, after) in zip(bundle.cards, read.bundle.cards) {
            for role in [CardPhoto.Role.front, .back, .icon] {
                guard let photo = before.photos.first(where: { $0.role == role }) else { continue }
                #expect(after.photos.first { $0.role == role } == photo)
                #expect(read.bundle.files[photo.hash] == bundle.files[photo.hash])
            }
            #expect(after.photos.count == min(before.photos.count, 3) || before.photos.contains { $0.role == .other })
        }
        // Catima throws at anything else in the zip.
        #expect(
            export.content.allSatisfy {
                $0.place.count == 1
                    && ($0.name == "catima.csv" || $0.name.wholeMatch(of: /card_[0-9]+_(front|back|icon)\.png/) != nil)
            })
    }

    @Test func aPhotoThatIsNoPNGIsTurnedIntoOneOrReported() throws {
        var bundle = CardBundle()
        var card = Card(id: CardID([UInt8](repeating: 1, count: 16)), store: "A", number: "1")
        card.photos = [try bundle.addPhoto([0xFF, 0xD8, 0xFF, 1], role: .front)]
        bundle.cards = [card]
        let without = try CatimaFormat.print(bundle)
        #expect(without.content.map(\.name) == ["catima.csv"])
        #expect(without.problems.map(\.position) == [1])
        let with = try CatimaFormat.print(bundle) { _ in [0x89] }
        #expect(with.content.map(\.name) == ["catima.csv", "card_1_front.png"])
        #expect(with.problems == [])
    }

    /// As Catima documents it: signed colours, milliseconds and seconds, notes with blank lines.
    private static let list = """
        2\r
        \r
        _id\r
        Health\r
        "Food, fast"\r
        \r
        _id,store,note,validfrom,expiry,balance,balancetype,cardid,barcodeid,barcodetype,headercolor,starstatus,lastused,archive,later\r
        1,Card 1,Note 1,1601510400,1618053234,100,USD,1234,5432,QR_CODE,-45147,1,1618053234,0,x\r
        8,Clothes Store,"Note about ""store""\r
        \r
        \r
        2",,,0,,a,,,,0,0,1,\r
        2,Department Store,,,1618041729,0,USD,A,,QR_CODE,-9977996,0,0,0,\r
        \r
        cardId,groupId\r
        1,Health\r
        1,"Food, fast"\r
        8,Health\r

        """

    @Test func aListOfVersionTwoIsRead() throws {
        let read = try CatimaFormat.parse(list: Array(Self.list.utf8))
        #expect(read.problems == [])
        try #require(read.bundle.cards.count == 3)
        let cards = read.bundle.cards
        #expect(cards[0].validFrom?.milliseconds == 1_601_510_400)
        #expect(cards[0].lastUsed?.seconds == 1_618_053_234)
        #expect(cards[0].colour?.hex == "#FF4FA5")
        #expect(cards[0].balance?.shown == "100.00 USD")
        #expect(cards[0].codes.map(\.symbol) == [Symbol(.qr, Array("5432".utf8))])
        #expect(cards[0].groups == ["Food, fast", "Health"])
        #expect(cards[0].isStarred)
        #expect(cards[1].note == "Note about \"store\"\r\n\r\n\r\n2")
        #expect(cards[1].codes == [])
        #expect(cards[1].balance == nil)
        #expect(cards[1].isArchived)
        #expect(cards[2].balance?.shown == "0.00 USD")
    }

    @Test(arguments: ["\r\n", "\n", "\r"])
    func linesMayEndInAnyWay(end: String) throws {
        let text =
            "\u{FEFF}"
            + ["_id,store,note,cardid,barcodetype", "1,A,,1,EAN_13", "2,B,,4006381333931,EAN_13"].joined(separator: end)
        let read = try CatimaFormat.parse(list: Array(text.utf8))
        #expect(read.bundle.cards.map(\.store) == ["A", "B"])
        // No thirteen digits: kept as what can hold it, and said.
        #expect(read.bundle.cards.map { $0.codes.first?.symbol.symbology } == [.code128, .ean13])
        #expect(read.problems.map(\.position) == [1])
    }

    @Test func columnsMayBeMissingAndInAnyOrder() throws {
        let text = "cardid,extra,store,_id\n1,x,A,1\n2,y,B\n,z,C,3\n"
        let read = try CatimaFormat.parse(list: Array(text.utf8))
        #expect(read.bundle.cards.map(\.store) == ["A", "B"])
        #expect(read.problems.map(\.position) == [3])
    }

    @Test func badFieldsAreLeftOutAndSaid() throws {
        let text =
            "_id,store,cardid,expiry,balance,balancetype,barcodetype,headercolor\n1,A,1,soon,many,ABC,BRAILLE,red\n"
        let read = try CatimaFormat.parse(list: Array(text.utf8))
        #expect(read.bundle.cards.count == 1)
        #expect(read.problems.map(\.position) == [1, 1, 1, 1])
    }

    @Test(arguments: ["", "2\r\n", "hello", "_id,store\n1,A\n", "_id,store,cardid\n1,\"A,1\n"])
    func whatIsNoListIsRefused(text: String) {
        #expect { try CatimaFormat.parse(list: Array(text.utf8)) } throws: {
            ($0 as? CardsError)?.code == .decodingFailed
        }
    }

    @Test func aNewerListIsRefusedInASentence() {
        #expect { try CatimaFormat.parse(list: Array("3\r\n\r\n_id\r\n".utf8)) } throws: {
            ($0 as? CardsError)?.code == .newerVersion
        }
    }

    @Test(
        arguments: [
            ("", nil), ("", "Jo"), ("a", "Jo Do"), ("a\nHolder: x", nil), ("a\nHolder: x", "y"), ("Holder:", nil),
            ("a\nHolder:", "z"), ("Holder: b\nc", nil),
        ] as [(String, String?)])
    func aHolderFindsBackOutOfTheNote(note: String, holder: String?) throws {
        let card = Card(
            id: CardID([UInt8](repeating: 1, count: 16)), store: "A", number: "1", holder: holder, note: note)
        let read = try CatimaFormat.parse(list: CatimaFormat.printList(CardBundle(cards: [card])).content)
        #expect(read.bundle.cards.map(\.note) == [note])
        #expect(read.bundle.cards.map(\.holder) == [holder])
    }

    @Test func aHolderIsFoundBehindLinesOfAnyKind() throws {
        let list = "_id,store,cardid,note\r\n1,A,1,\"n\r\nHolder: Jo: Do\"\r\n"
        let read = try CatimaFormat.parse(list: Array(list.utf8))
        #expect(read.bundle.cards.map(\.note) == ["n"])
        #expect(read.bundle.cards.map(\.holder) == ["Jo: Do"])
    }

    @Test func bytesOfACodeSurviveWhateverTheyAre() throws {
        let symbols = [
            Symbol(.qr, [UInt8](0...255)), Symbol(.qr, Array("Ω".utf8), eci: 26), Symbol(.qr, Array("Ω".utf8)),
            Symbol(.aztec, [0xE4]), Symbol(.codabar, Array("B12-3D".utf8)), Symbol(.code39, Array("+A1".utf8)),
            try Symbol(typed: "0123456", as: .upcE),
        ]
        for symbol in symbols {
            let card = Card(
                id: CardID([UInt8](repeating: 1, count: 16)), store: "A", number: "1", codes: [CardCode(symbol)])
            let read = try CatimaFormat.parse(list: CatimaFormat.printList(CardBundle(cards: [card])).content)
            #expect(read.bundle.cards.first?.codes.map(\.symbol) == [symbol])
        }
    }
}

struct CatimaLinkTests {
    @Test(arguments: 0..<50 as Range<UInt64>)
    func whatALinkCanSayIsReadAgain(seed: UInt64) throws {
        var card = try CardFixture.bundle(1, seed: seed).cards[0]
        card.photos = []
        let read = try CatimaLink.parse(CatimaLink.print(card).content)
        let again = try #require(read.bundle.cards.first)
        #expect(again.store == card.store)
        #expect(again.number == card.number)
        #expect(again.note == card.note)
        #expect(again.holder == card.holder)
        #expect(again.colour == card.colour)
        #expect(again.validFrom == card.validFrom)
        #expect(again.expiry == card.expiry)
        #expect(again.balance == card.balance)
        #expect(again.codes.first?.symbol.bytes == card.codes.first?.symbol.bytes)
        #expect(read.problems == [])
    }

    /// Single and double encoding, older hosts, a query, unknown keys.
    @Test(arguments: [
        "https://catima.app/share#store%3DA%2520b%26note%3D%26cardid%3D1%252B2%26barcodetype%3DQR_CODE%26new%3D1",
        "https://catima.app/share#store%3DA%2Bb%26note%3D%26cardid%3D1%252B2%26barcodetype%3DQR_CODE",
        "http://thelastproject.github.io/Catima/share#store%3DA%2Bb%26note%3Dx%26cardid%3D1%252B2%26barcodetype%3DQR_CODE",
        "https://brarcher.github.io/loyalty-card-locker/share?store=A%20b&note=&cardid=1%2B2&barcodetype=QR_CODE",
        " https://catima.app/share/#store=A+b&note=&cardid=1%252B2&barcodetype=QR_CODE\n",
    ])
    func linksOfAllAgesAreRead(link: String) throws {
        let card = try #require(try CatimaLink.parse(link).bundle.cards.first)
        #expect(card.store == "A b")
        #expect(card.number == "1+2")
        #expect(card.codes.map(\.symbol) == [Symbol(.qr, Array("1+2".utf8))])
    }

    @Test(arguments: [
        "", "https://catima.app/", "https://example.org/share#store%3DA%26note%3D%26cardid%3D1",
        "https://catima.app/share#store%3DA%26cardid%3D1", "https://catima.app/share#note%3DA%26cardid%3D1",
        "https://catima.app/share#store%3DA%26note%3D",
    ])
    func whatIsNoWholeLinkIsRefused(link: String) {
        #expect(throws: CardsError.self) { try CatimaLink.parse(link) }
    }
}
