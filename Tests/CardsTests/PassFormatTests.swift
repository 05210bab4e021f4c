// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Crypto
import Barcodes
import Testing

struct PassFormatTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// With a comma too much, as many have.
    private static let storeCard = """
        {"formatVersion":1,"passTypeIdentifier":"pass.example.club","serialNumber":"S-7","teamIdentifier":"T",
        "organizationName":"Club","description":"club card","backgroundColor":"rgb(255, 79,165)",
        "expirationDate":"2027-06-30","storeCard":{"headerFields":[{"key":"points","label":"PTS","value":120}],
        "primaryFields":[{"key":"balance","label":"bal","value":21.75,"currencyCode":"EUR"}],
        "secondaryFields":[{"key":"member_name","label":"Name","value":"Jo Do"}],
        "backFields":[{"key":"x","label":"Terms","value":"none",},],},
        "barcodes":[{"format":"PKBarcodeFormatQR","message":"Mü-123","messageEncoding":"utf-8","altText":"123"},
        {"format":"PKBarcodeFormatCode128","message":"123","messageEncoding":"iso-8859-1"}],
        "barcode":{"format":"PKBarcodeFormatAztec","message":"old","messageEncoding":"iso-8859-1"},
        "locations":[{"latitude":1,"longitude":2,"distance":null}],"webServiceURL":"https://example.org/?",}
        """

    private func parse(
        _ json: String, _ more: [FileEntry] = [], language: String = "en"
    ) throws -> (card: Card, result: CardImport) {
        let entries = [FileEntry("pass.json", Array(json.utf8))] + more
        let result = try PassFormat.parse(entries, original: Array("zip".utf8), language: language)
        return (try #require(result.bundle.cards.first), result)
    }

    @Test func aStoreCardGivesAllThatIsOnIt() throws {
        let (card, result) = try parse(Self.storeCard)
        #expect(result.problems == [])
        #expect(card.store == "Club")
        #expect(card.number == "S-7" && card.codes[0].caption == "123")
        #expect(card.holder == "Jo Do")
        #expect(card.colour?.hex == "#FF4FA5")
        #expect(card.expiry == Moment(iso8601: "2027-06-30"))
        #expect(card.note == "club card\nPTS: 120\nbal: 21.75 EUR\nName: Jo Do\nTerms: none")
        #expect(card.codes.map(\.symbol) == [Symbol(.qr, Array("Mü-123".utf8)), Symbol(.code128, Array("123".utf8))])
        #expect(result.bundle.files[try #require(card.origin)] == Array("zip".utf8))
    }

    /// Points stand first, so they are the balance.
    @Test func theFirstBalanceCounts() throws {
        #expect(try parse(Self.storeCard).card.balance?.text == "120")
    }

    @Test func theSamePassIsTheSameCard() throws {
        let newer = Self.storeCard.replacing("21.75", with: "3")
        #expect(try parse(Self.storeCard).card.id == parse(newer).card.id)
        #expect(try parse(Self.storeCard).card.id != parse(Self.storeCard.replacing("S-7", with: "S-8")).card.id)
    }

    @Test func passesWithOneCaptionAreTwoCards() throws {
        let other = try parse(Self.storeCard.replacing("S-7", with: "S-8")).card
        #expect(try parse(Self.storeCard).card.identity != other.identity)
        let same = try parse(Self.storeCard.replacing("\"123\"}", with: "\"Mü 123\"}")).card
        #expect(same.number == "Mü 123" && same.codes[0].caption == nil)
    }

    @Test func aPassWithoutStyleAndCodeIsACard() throws {
        let (card, result) = try parse(#"{"organizationName":"A","serialNumber":7}"#)
        #expect(card.store == "A")
        #expect(card.number == "7")
        #expect(card.codes == [])
        #expect(result.problems == [])
    }

    @Test(
        arguments: [
            ("iso-8859-1", [0xFC]), ("ISO-8859-1", [0xFC]), ("utf-8", [0xC3, 0xBC]), ("UTF8", [0xC3, 0xBC]),
        ] as [(String, [UInt8])])
    func theStatedEncodingMakesTheBytes(encoding: String, bytes: [UInt8]) throws {
        let json = """
            {"organizationName":"A","barcode":{"format":"PKBarcodeFormatAztec","message":"ü","messageEncoding":"\(encoding)"}}
            """
        #expect(try parse(json).card.codes.map(\.symbol) == [Symbol(.aztec, bytes)])
    }

    @Test(
        arguments: [
            ("rgb(1,2,3)", "#010203"), ("rgba(1, 2, 3, 0.5)", "#010203"), ("#a0B1c2", "#A0B1C2"), ("#abc", "#AABBCC"),
            ("#11223344", "#112233"), ("rgb(1,2)", nil), ("rgb(300,0,0)", nil), ("red", nil),
        ] as [(String, String?)])
    func coloursOfAllKindsAreRead(text: String, hex: String?) throws {
        let (card, result) = try parse(#"{"organizationName":"A","serialNumber":"1","backgroundColor":"\#(text)"}"#)
        #expect(card.colour?.hex == hex)
        #expect(result.problems.isEmpty == (hex != nil))
    }

    @Test(arguments: ["2026-03-01", "2026-03-01T10:30", "2026-03-01T10:30:00Z", "2026-03-01T10:30:00.5-08:00"])
    func datesWithAndWithoutZoneAreRead(text: String) throws {
        let (card, _) = try parse(#"{"organizationName":"A","serialNumber":"1","expirationDate":"\#(text)"}"#)
        #expect(card.expiry?.isoDate == "2026-03-01")
    }

    private static let german = "/* Karte */ \"bal\" = \"Guthaben\";\n// x\n\"club card\" = \"Klub\\\"karte\\u00df\";\n"

    @Test(arguments: ["de", "de-AT", "DE_at", "de_DE.UTF-8", "de_AT@euro"])
    func textsComeInTheLanguageThatIsWanted(language: String) throws {
        let utf16 = Self.german.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let big = Self.german.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        for bytes in [
            Array(Self.german.utf8), [0xEF, 0xBB, 0xBF] + Self.german.utf8, [0xFF, 0xFE] + utf16, [0xFE, 0xFF] + big,
            utf16,
        ] {
            let files = [
                FileEntry(place: ["de.lproj", "pass.strings"], bytes: bytes),
                FileEntry(place: ["en.lproj", "pass.strings"], bytes: Array(#""bal" = "Balance";"#.utf8)),
            ]
            let note = try parse(Self.storeCard, files, language: language).card.note
            #expect(note.hasPrefix("Klub\"karteß\n"))
            #expect(note.contains("Guthaben: 21.75 EUR"))
            #expect(try parse(Self.storeCard, files, language: "fr").card.note.contains("Balance: 21.75 EUR"))
        }
    }

    @Test func theSharpestPictureInTheRightLanguageIsKept() throws {
        let files = [
            FileEntry("logo.png", Self.png + [1]), FileEntry("logo@2x.png", Self.png + [2]),
            FileEntry("strip.png", Self.png + [3]), FileEntry("thumbnail.png", Array("no picture".utf8)),
            FileEntry(place: ["de.lproj", "logo.png"], bytes: Self.png + [4]),
        ]
        let (card, result) = try parse(Self.storeCard, files)
        #expect(card.photos.map(\.role) == [.icon, .other])
        #expect(card.photos.map { result.bundle.files[$0.hash]?.last } == [2, 3])
        #expect(result.problems.count == 1)
        let german = try parse(Self.storeCard, files, language: "de")
        #expect(german.card.photos.map { german.result.bundle.files[$0.hash]?.last } == [4, 3])
    }

    @Test(arguments: ["", "[]", "{", "7"])
    func whatIsNoPassIsRefused(json: String) {
        #expect(throws: CardsError.self) { try parse(json) }
        #expect(throws: CardsError.self) { try PassFormat.parse([], original: [], language: "en") }
    }

    // MARK: - Seals

    private func sealed(_ change: (inout [FileEntry]) -> Void = { _ in }) throws -> PassSeal? {
        var files = [
            FileEntry("pass.json", Array(Self.storeCard.utf8)),
            FileEntry(place: ["en.lproj", "pass.strings"], bytes: [1]),
        ]
        let hashes = files.map { "\"\($0.place.joined(separator: "/"))\":\"\(Hex.encode(SHA1.hash($0.bytes)))\"" }
        files.append(FileEntry("manifest.json", Array("{\(hashes.joined(separator: ",")),\".DS_Store\":\"00\"}".utf8)))
        change(&files)
        return PassSeal(files)
    }

    @Test func aManifestThatDoesNotMatchIsNoticed() throws {
        #expect(try sealed() == .unsigned)
        #expect(try sealed { $0[1] = FileEntry(place: $0[1].place, bytes: [2]) } == .changed)
        #expect(try sealed { $0.remove(at: 1) } == .changed)
        #expect(try sealed { $0.append(FileEntry("extra.png", [])) } == .changed)
        #expect(try sealed { $0[2] = FileEntry("manifest.json", [0x7B]) } == .changed)
        #expect(try sealed { $0.append(FileEntry("signature", [1, 2, 3])) } == .broken)
        #expect(PassSeal([]) == nil)
    }
}
