// SPDX-License-Identifier: MIT
import Cards
import Crypto
import FoundationEssentials
import Barcodes
import TestSupport
import Testing

struct JSONFormatTests {
    private let now = Moment(milliseconds: 1_770_033_600_000)

    @Test(arguments: 0..<20 as Range<UInt64>)
    func whatIsExportedIsImportedWithoutLoss(seed: UInt64) throws {
        let bundle = try CardFixture.bundle(30, seed: seed)
        let export = try JSONFormat.print(bundle, at: #require(now))
        let read = try JSONFormat.parse(export.content)
        #expect(export.problems == [])
        #expect(read.problems == [])
        #expect(read.bundle == bundle)
        #expect(try JSONFormat.print(read.bundle, at: #require(now)).content == export.content)
    }

    /// The shape of the format's first reader, decoded the way it does.
    private struct FirstFile: Decodable {
        struct FirstCard: Decodable {
            var cardNumber: String
            var storeName: String
            var holderName: String?
            var useQRCode: Bool
            var colorHex: String
            var photoDataBase64: [String]?
            var createdAt: Date
        }
        var cards: [FirstCard]
        var exportDate: Date
        var version: Int
    }

    @Test func theFirstReaderOfTheFormatTakesTheExport() throws {
        let bundle = try CardFixture.bundle(200, seed: 7)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let bytes = try JSONFormat.print(bundle, at: #require(now)).content
        let file = try decoder.decode(FirstFile.self, from: Data(bytes))
        #expect(file.version == 1)
        #expect(file.exportDate.timeIntervalSince1970 == 1_770_033_600)
        #expect(file.cards.map(\.cardNumber) == bundle.cards.map(\.number))
        #expect(file.cards.map(\.storeName) == bundle.cards.map(\.store))
        #expect(file.cards.map(\.holderName) == bundle.cards.map(\.holder))
        #expect(file.cards.map(\.useQRCode) == bundle.cards.map(\.usesQRCode))
        #expect(file.cards.map(\.colorHex) == bundle.cards.map { $0.colour?.hex ?? "" })
        for (first, card) in zip(file.cards, bundle.cards) {
            #expect(Int64(first.createdAt.timeIntervalSince1970) == (card.created ?? now)?.seconds)
            let photos = try (first.photoDataBase64 ?? []).map { [UInt8](try #require(Data(base64Encoded: $0))) }
            #expect(photos == card.photos.map { bundle.files[$0.hash] })
        }
    }

    /// What Foundation's encoder writes: a space before the colon, slashes escaped, nothing where there is nil.
    @Test func aFileOfTheFirstWriterIsRead() throws {
        let file = #"""
            {
              "cards" : [
                {
                  "cardNumber" : "4006381333931",
                  "colorHex" : "#FF0000",
                  "createdAt" : "2026-01-15T10:30:00Z",
                  "photoDataBase64" : [
                    "\/9j\/4A==",
                    "iVBORw0KGgo="
                  ],
                  "storeName" : "Caf\u00e9 \"A\/B\"",
                  "useQRCode" : false
                },
                { "cardNumber" : "X1", "colorHex" : "#007AFF", "createdAt" : "2026-01-15T10:30:00.125+01:00",
                  "holderName" : null, "photoDataBase64" : null, "storeName" : "B", "useQRCode" : true, "later" : {"a": [1]} }
              ],
              "exportDate" : "2026-02-02T12:00:00Z",
              "version" : 1
            }
            """#
        let read = try JSONFormat.parse(Array(file.utf8))
        try #require(read.bundle.cards.count == 2)
        let (first, second) = (read.bundle.cards[0], read.bundle.cards[1])
        #expect(first.store == #"Café "A/B""#)
        #expect(first.created == Moment(iso8601: "2026-01-15T10:30:00Z"))
        #expect(first.codes.map(\.symbol) == [Symbol(.code128, Array("4006381333931".utf8))])
        #expect(first.photos.map(\.role) == [.front, .back])
        #expect(read.bundle.files[try #require(first.photos.first).hash] == [0xFF, 0xD8, 0xFF, 0xE0])
        #expect(second.codes.map(\.symbol) == [Symbol(.qr, Array("X1".utf8))])
        #expect(second.created == Moment(iso8601: "2026-01-15T09:30:00.125Z"))
        #expect(second.holder == nil)
        #expect(read.problems == [])
        #expect(try JSONFormat.parse(Array(file.utf8)) == read)
    }

    @Test func aBadCardFailsAloneAndSaysWhere() throws {
        let file = #"""
            {"version":1,"cards":[{"storeName":"A","cardNumber":"1"},{"storeName":"B"},7,{"cardNumber":"2"},
            {"storeName":" ","cardNumber":"3"},{"storeName":"C","cardNumber":"4","photoDataBase64":["%%%","aGk="],
            "createdAt":"yesterday","colorHex":"red","codes":[{"symbology":"ean13","barcodeBase64":"MTIz"}]}]}
            """#
        let read = try JSONFormat.parse(Array(file.utf8))
        #expect(read.bundle.cards.map(\.store) == ["A", "C"])
        #expect(read.positions == [1, 6])
        #expect(read.problems.map(\.position) == [2, 3, 4, 5, 6, 6, 6, 6])
        #expect(read.bundle.cards[1].photos.count == 1)
    }

    @Test func aCodeThatCannotBeIsLeftOutOfItsCard() throws {
        let codes = [
            Symbol(.qr, [UInt8](repeating: 0x61, count: 2954)), Symbol(.pdf417, [0x61], eci: 900),
            Symbol(.ean13, [0x31]), Symbol(.qr, [0x61], eci: 1_000_000), Symbol(.aztec, [0x61]),
        ]
        let list = codes.map { code in
            let bytes = Data(code.bytes).base64EncodedString()
            return #"{"symbology":"\#(code.symbology.rawValue)","barcodeBase64":"\#(bytes)","eci":\#(code.eci ?? 26)}"#
        }.joined(separator: ",")
        let read = try JSONFormat.parse(
            Array(#"{"version":1,"cards":[{"storeName":"A","cardNumber":"1","codes":[\#(list)]}]}"#.utf8))
        #expect(read.bundle.cards.first?.codes.map(\.symbol) == [Symbol(.aztec, [0x61], eci: 26)])
        #expect(read.problems.map(\.position) == [1, 1, 1, 1])
    }

    @Test(arguments: [
        "", "[]", "{}", "nonsense", #"{"cards":7}"#, #"{"cards":[{"storeName":"A""#, #"{"cards":[]} x"#,
    ])
    func whatIsNoFileOfCardsIsRefused(text: String) {
        #expect { try JSONFormat.parse(Array(text.utf8)) } throws: { ($0 as? CardsError)?.code == .decodingFailed }
    }

    @Test func anotherVersionIsRefusedInASentence() {
        let file = Array(#"{"cards":[],"version":2}"#.utf8)
        #expect { try JSONFormat.parse(file) } throws: {
            ($0 as? CardsError)?.code == .newerVersion && ($0 as? CardsError)?.message.contains("version 2") == true
        }
    }

    @Test func noCardsAreNotExported() throws {
        let now = try #require(now)
        #expect { try JSONFormat.print(CardBundle(), at: now) } throws: {
            ($0 as? CardsError)?.code == .noCardsToExport
        }
    }

    @Test func aMissingPhotoIsReported() throws {
        var bundle = try CardFixture.bundle(20, seed: 3)
        bundle.files = [:]
        let export = try JSONFormat.print(bundle, at: #require(now))
        #expect(
            Set(export.problems.map(\.position))
                == Set(bundle.cards.indices.filter { !bundle.cards[$0].files.isEmpty }.map { $0 + 1 }))
    }
}
