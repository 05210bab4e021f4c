// SPDX-License-Identifier: MIT
import Archives
import Cards
import Crypto
import CardStore
import Barcodes
import TestSupport
import Testing

/// Files of every format on their way into a wallet and out again.
struct CardFileImportTests {
    private static let now = Moment(seconds: 1_790_000_000) ?? Moment.start
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// One file of each kind, the second card of each the first one again where the kind holds several.
    private static func file(_ format: CardFormat) throws -> [UInt8] {
        func zip(_ entries: (String, String)...) throws -> [UInt8] {
            try Archive.write(
                entries.map {
                    ArchiveEntry(place: $0.0.split(separator: "/").map(String.init), bytes: Array($0.1.utf8))
                })
        }
        let list = "_id,store,cardid,barcodetype\r\n1,A,1,QR_CODE\r\n2,B,2,\r\n3,A,1,QR_CODE\r\n"
        let pass = #"{"organizationName":"A","serialNumber":"1","passTypeIdentifier":"p"}"#
        switch format {
        case .json:
            let card =
                #"{"storeName":"A","cardNumber":"1","useQRCode":true,"createdAt":"2026-01-15T10:30:00Z","photoDataBase64":["iVBORw0KGgo="]}"#
            return Array(#"{"version":1,"cards":[\#(card),{"storeName":"B","cardNumber":"2"},\#(card)]}"#.utf8)
        case .catima:
            return try Archive.write([
                ArchiveEntry("catima.csv", Array(list.utf8)), ArchiveEntry("card_1_front.png", png),
            ])
        case .catimaCSV: return Array(list.utf8)
        case .shareLink: return Array("https://catima.app/share#store%3DA%26note%3D%26cardid%3D1".utf8)
        case .pass: return try zip(("pass.json", pass))
        case .passes:
            let one = ArchiveEntry("a.pkpass", try zip(("pass.json", pass)))
            return try Archive.write([one, ArchiveEntry("b.pkpass", one.bytes)])
        case .espass:
            return try zip(("main.json", #"{"id":"x","description":"A","barCode":{"format":"QR_CODE","message":"1"}}"#))
        case .fidme:
            return try zip(
                ("loyalty_programs.csv", "Retailer;Program;Added At;Reference\nA;;2021-01-02 03:04:05 UTC;1\nA;;;1\n"))
        case .voucherVault:
            return Array(#"[{"description":"A","code":"1","codeType":"QR"},{"description":"A","code":"1"}]"#.utf8)
        case .stocard:
            return try zip(
                ("extracts/u/users/u/loyalty-cards/c/content.json", #"{"input_id":"1","input_provider_name":"A"}"#))
        case .list: return Array("name;number\nA;4006381333931\nB;4006381333948\nA;4006381333931\n".utf8)
        case .googleWallet:
            let middle = "eyJwYXlsb2FkIjp7ImxveWFsdHlPYmplY3RzIjpbeyJjbGFzc0lkIjoiYyIsImFjY291bnRJZCI6IjcifV19fQ"
            return Array("https://pay.google.com/gp/v/save/e30.\(middle).e30".utf8)
        }
    }

    @Test(arguments: CardFormat.allCases, ImportPlan.Duplicates.allCases.filter { $0 != .cancel })
    func theSecondImportOfAFileChangesNothing(format: CardFormat, duplicates: ImportPlan.Duplicates) throws {
        let pouch = try Pouch()
        let bytes = try Self.file(format)
        #expect(try CardFormat.recognise(bytes) == format)
        let plan = ImportPlan(duplicates: duplicates)
        let first = try pouch.cards.take(CardFormat.parse(bytes), plan)
        let before = try pouch.cards.export().bundle
        #expect(first.inserted >= 1)
        #expect(first.inserted == before.cards.count)
        #expect(first.bad == [])
        pouch.pass(days: 1)
        let second = try pouch.cards.take(CardFormat.parse(bytes), plan)
        #expect(second.changedNothing)
        let after = try pouch.cards.export().bundle
        #expect(after.cards == before.cards)
        #expect(after.files == before.files)
    }

    @Test func cardsMoveToAnotherWalletWhole() throws {
        let (here, there) = (try Pouch(), try Pouch())
        for format in CardFormat.allCases { _ = try here.cards.take(CardFormat.parse(Self.file(format))) }
        let bundle = try here.cards.export().bundle
        let file = try CardFormat.json.write(bundle, at: Self.now)
        #expect(file.problems == [])
        let report = try there.cards.take(CardFormat.parse(file.content))
        #expect(report.inserted == bundle.cards.count)
        let moved = try there.cards.export().bundle
        #expect(Set(moved.cards) == Set(bundle.cards))
        #expect(moved.files == bundle.files)
    }
}
