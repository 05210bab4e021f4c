// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Barcodes
import Testing

struct OtherFormatTests {
    @Test func anEspassIsRead() throws {
        let main = """
            {"type":"EVENT","description":"Concert","id":"2f0c7dc4-1f2e-4c0b-9a5e-0123456789ab","accentColor":"#FF123456",
            "barCode":{"format":"QR_CODE","message":"M-1","alternativeText":"1"},
            "fields":[{"label":"Row","value":"7","hide":false},{"value":"x","hide":true}],
            "validTimespans":[{"from":"2026-01-02T10:00:00Z","to":"2026-01-02T12:00:00Z"}]}
            """
        let read = try EspassFormat.parse([FileEntry("main.json", Array(main.utf8)), FileEntry("icon.png", [0x89, 1])])
        let card = try #require(read.bundle.cards.first)
        #expect(card.id.text == "2f0c7dc4-1f2e-4c0b-9a5e-0123456789ab")
        #expect(card.store == "Concert")
        #expect(card.number == "1")
        #expect(card.codes.map(\.symbol) == [Symbol(.qr, Array("M-1".utf8))])
        #expect(card.colour?.hex == "#123456")
        #expect(card.note == "Row: 7\nx")
        #expect(card.expiry?.iso8601 == "2026-01-02T12:00:00Z")
        #expect(card.photos.map(\.role) == [.icon])
        #expect(throws: CardsError.self) { try EspassFormat.parse([]) }
    }

    @Test func fidmeIsRead() throws {
        let list = """
            Retailer;Program;Added At;Reference;Firstname;Lastname\r
            "Shop; one";Bonus;2021-03-04 10:20:30 UTC;123;Jo;Do\r
            Gone;Old;2020-01-01;;Jo;Do\r
            ;Nameless;;5;;\r

            """
        let read = try FidmeFormat.parse([FileEntry("loyalty_programs.csv", Array(list.utf8))])
        let card = try #require(read.bundle.cards.first)
        #expect(read.bundle.cards.count == 1)
        #expect(card.store == "Shop; one")
        #expect(card.holder == "Jo Do")
        #expect(card.note == "Bonus")
        #expect(card.created?.iso8601 == "2021-03-04T10:20:30Z")
        #expect(read.problems.map(\.position) == [3])
        #expect(throws: CardsError.self) { try FidmeFormat.parse([FileEntry("loyalty_programs.csv", [1])]) }
    }

    @Test func voucherVaultIsRead() throws {
        let file = """
            [{"uuid":"2f0c7dc4-1f2e-4c0b-9a5e-0123456789ab","description":"A","code":"4006381333931","codeType":"EAN13",
            "expires":"2026-12-31T00:00:00.000","removeOnceExpired":true,"balance":null,"balanceMilliunits":12500,"color":"RED"},
            {"uuid":"x","description":"B","code":"hello","codeType":"TEXT","expires":null,"balance":0,"color":"GREY"},
            {"description":"C","code":""}]
            """
        let read = try VoucherVaultFormat.parse(Array(file.utf8))
        try #require(read.bundle.cards.count == 2)
        let card = read.bundle.cards[0]
        #expect(card.id.text == "2f0c7dc4-1f2e-4c0b-9a5e-0123456789ab")
        #expect(card.codes.map(\.symbol.symbology) == [.ean13])
        #expect(card.balance?.text == "12.5")
        #expect(card.expiry?.isoDate == "2026-12-31")
        #expect(card.colour?.hex == "#F44336")
        #expect(read.bundle.cards[1].codes == [])
        #expect(read.problems.map(\.position) == [3])
        #expect(throws: CardsError.self) { try VoucherVaultFormat.parse(Array("[1]".utf8)) }
    }

    @Test func stocardIsRead() throws {
        let content = #"{"input_id":"123","input_provider_name":"Shop","input_barcode_format":"CODE_128"}"#
        let home = ["extracts", "u", "users", "u", "loyalty-cards", "c1"]
        let read = try StocardFormat.parse([
            FileEntry(place: home + ["content.json"], bytes: Array(content.utf8)),
            FileEntry(place: home + ["notes", "default", "content.json"], bytes: Array(#"{"content":"n"}"#.utf8)),
            FileEntry(place: home + ["images", "front.png"], bytes: [0x89]),
            FileEntry(place: home.dropLast() + ["c2", "content.json"], bytes: [1]),
            FileEntry(
                place: home.dropLast() + ["c3", "content.json"],
                bytes: Array(
                    #"{"input_id":"4","input_provider_reference":{"identifier":"/users/u/loyalty-card-custom-providers/p"}}"#
                        .utf8)),
            FileEntry(
                place: home.dropLast() + ["c3", "usage-statistics", "content.json"],
                bytes: Array(#"{"usages":[{"time":{"value":"2021-01-02T03:04:05.678Z"}}]}"#.utf8)),
            FileEntry(
                place: home.dropLast(2) + ["loyalty-card-custom-providers", "p", "content.json"],
                bytes: Array(#"{"name":"Own"}"#.utf8)),
            FileEntry(place: home.dropLast(2) + ["loyalty-card-custom-providers", "p", "logo.png"], bytes: [0x89]),
        ])
        #expect(read.bundle.cards.map(\.store) == ["Shop", "Own"])
        #expect(read.bundle.cards.last?.lastUsed?.iso8601 == "2021-01-02T03:04:05.678Z")
        #expect(read.bundle.cards.last?.photos.map(\.role) == [.icon])
        let card = try #require(read.bundle.cards.first)
        #expect(card.store == "Shop")
        #expect(card.note == "n")
        #expect(card.codes.map(\.symbol) == [Symbol(.code128, Array("123".utf8))])
        #expect(card.photos.map(\.role) == [.front])
        #expect(read.problems.map(\.position) == [2])
    }

    @Test func aGoogleWalletLinkIsRead() throws {
        let payload = """
            {"iss":"x","typ":"savetowallet","payload":{"loyaltyClasses":[{"id":"c","programName":"Club","hexBackgroundColor":"#112233"}],
            "loyaltyObjects":[{"id":"o","classId":"c","accountId":"7","accountName":"Jo","barcode":{"type":"qrCode","value":"Q","alternateText":"7"}}]}}
            """
        let link = "https://pay.google.com/gp/v/save/e30.\(Base64URL.encode(Array(payload.utf8))).c2ln"
        let card = try #require(try GoogleWalletLink.parse(link).bundle.cards.first)
        #expect(card.store == "Club")
        #expect(card.number == "7")
        #expect(card.holder == "Jo")
        #expect(card.colour?.hex == "#112233")
        #expect(card.codes.map(\.symbol) == [Symbol(.qr, Array("Q".utf8))])
        for text in ["", link + ".x", "https://pay.google.com/gp/v/save/e30.e30.e30", "https://example.org/a.b.c"] {
            #expect(throws: CardsError.self) { try GoogleWalletLink.parse(text) }
        }
    }
}
