// SPDX-License-Identifier: MIT
import Cards
import Money
import Barcodes
import Testing

/// K6: what a pass says, as its reader writes dates and numbers, and without HTML.
struct PassTextTests {
    private func note(_ fields: String, language: String = "en", more: String = "") throws -> String {
        let json = #"{"organizationName":"A","serialNumber":"1","generic":{"backFields":[\#(fields)]}\#(more)}"#
        let read = try PassFormat.parse(
            [FileEntry("pass.json", Array(json.utf8))], original: Array("zip".utf8), language: language)
        return try #require(read.bundle.cards.first).note
    }

    @Test(arguments: [
        ("en", "July 1, 2026, 7:30 PM"), ("en_GB.UTF-8", "1 July 2026, 19:30"), ("de-AT", "1. Juli 2026, 19:30"),
        ("ja", "2026年7月1日 19:30"), ("fi", "2026-07-01 19:30"),
    ])
    func aRelevantDateIsThatOfThePlace(language: String, text: String) throws {
        #expect(try note("", language: language, more: #","relevantDate":"2026-07-01T19:30+02:00""#) == text)
    }

    @Test func aDateInUTCSaysSo() throws {
        #expect(try note("", more: #","relevantDate":"2026-07-01T17:30:00Z""#) == "July 1, 2026, 5:30 PM UTC")
        let dates =
            #","relevantDates":[{"date":"2026-07-01"},{"startDate":"2026-07-02T08:00-05:00"}],"relevantDate":"2020-01-01""#
        #expect(try note("", more: dates) == "July 1, 2026\nJuly 2, 2026, 8:00 AM")
    }

    @Test(arguments: [
        ("en", "Short", "None", "7/1/26"), ("en", "Full", "Medium", "Wednesday, July 1, 2026, 7:30:05 PM"),
        ("en", "None", "Short", "7:30 PM"), ("de", "Short", "Short", "01.07.26, 19:30"),
        ("de", "Full", "None", "Mittwoch, 1. Juli 2026"), ("ja", "Full", "Short", "2026年7月1日水曜日 19:30"),
        ("ja", "Medium", "None", "2026/07/01"), ("en-GB", "Medium", "Long", "1 Jul 2026, 19:30:05"),
    ])
    func datesOfFieldsHaveTheirStyle(language: String, date: String, time: String, text: String) throws {
        let field =
            #"{"key":"d","label":"Gate","value":"2026-07-01T19:30:05-08:00","dateStyle":"PKDateStyle\#(date)","timeStyle":"PKDateStyle\#(time)"}"#
        #expect(try note(field, language: language) == "Gate: \(text)")
    }

    @Test(arguments: [
        ("en", "1234567.5", "Decimal", "1,234,567.5"), ("de", "1234567.5", "Decimal", "1.234.567,5"),
        ("en", "0.256", "Percent", "25.6%"), ("de", "-1", "Percent", "-100\u{A0}%"),
        ("en", "0.00123", "Scientific", "1.23E-3"),
        ("en", "120000", "Scientific", "1.2E5"), ("en", "1e3", "SpellOut", "1,000"),
        ("fi", "1234.5", "Decimal", "1234.5"),
    ])
    func numbersHaveTheirStyle(language: String, value: String, style: String, text: String) throws {
        let field = #"{"key":"n","value":\#(value),"numberStyle":"PKNumberStyle\#(style)"}"#
        #expect(try note(field, language: language) == text)
    }

    @Test(arguments: [
        ("<b>Gate</b> B&amp;C<br/>Row&nbsp;7", "Gate B&C\nRow\u{A0}7"), ("a < b and c > d", "a < b and c > d"),
        ("<p>One</p><p>Two<ul><li>x</li><li>y</li></ul>", "One\nTwo\nx\ny"),
        ("<a href='https://example.org/?a=1&amp;b=2'>Terms</a>", "Terms (https://example.org/?a=1&b=2)"),
        ("<a href='https://example.org'>https://example.org</a>", "https://example.org"),
        ("<a href='tel:+49'>+49</a> <a href='mailto:a@b.c'></a>", "+49 a@b.c"),
        ("<script>alert('x')</script><style>p{}</style>after<!-- note -->wards", "afterwards"),
        ("&#228;&#xDF;&#0;&bogus;", "äß&#0;&bogus;"), ("<b", "<b"), ("<q title=\"a>b\">x</q>", "x"),
        ("1 <2> 3", "1 <2> 3"),
    ])
    func htmlBecomesText(html: String, text: String) throws {
        let escaped = html.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        #expect(try note(#"{"key":"t","value":"\#(escaped)"}"#) == text)
        #expect(try note(#"{"key":"t","value":"plain","attributedValue":"\#(escaped)"}"#) == text)
    }
}

/// K6: colours, balances, groups and numbers that other programs gave.
struct ForeignFieldTests {
    @Test func aCardWithoutAColourStaysWithoutOne() throws {
        let list = "_id,store,cardid,headercolor\r\n1,A,1,\r\n2,B,2,-16745729\r\n"
        let read = try CatimaFormat.parse(list: Array(list.utf8))
        #expect(read.bundle.cards.map(\.colour) == [nil, .standard])
        let again = try CatimaFormat.parse(list: CatimaFormat.printList(read.bundle).content)
        #expect(again.bundle.cards == read.bundle.cards)
        let json = try JSONFormat.print(read.bundle, at: #require(Moment(seconds: 0))).content
        #expect(try JSONFormat.parse(json).bundle.cards.map(\.colour) == [nil, .standard])
        #expect(String(decoding: json, as: UTF8.self).components(of: "#007AFF") == 1)
        #expect(!CatimaLink.print(read.bundle.cards[0]).content.contains("headercolor"))
    }

    /// Catima takes a card for its own when the number and every field are the same.
    @Test func catimaGetsItsOwnNumbersBack() throws {
        let list = "_id,store,cardid\r\n41,A,1\r\n7,B,2\r\n"
        var bundle = try CatimaFormat.parse(list: Array(list.utf8)).bundle
        bundle.cards.insert(
            Card(id: CardID([UInt8](repeating: 1, count: 16)), store: "New", number: "3", groups: ["g"]), at: 0)
        bundle.cards.append(bundle.cards[1].identified(as: CardID([UInt8](repeating: 2, count: 16))))
        bundle.cards[1].photos = [
            try bundle.addPhoto([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], role: .front)
        ]
        let files = try CatimaFormat.print(bundle).content
        #expect(files.map(\.name) == ["catima.csv", "card_41_front.png"])
        let again = try CatimaFormat.parse(list: files[0].bytes).bundle.cards
        #expect(again.map(\.catimaNumber) == [1, 41, 7, 2] && again[0].groups == ["g"])
    }

    @Test func groupsKeepTheirOrder() throws {
        let list =
            "2\r\n\r\n_id\r\nZoo\r\nArt\r\n\r\n_id,store,cardid\r\n1,A,1\r\n\r\ncardId,groupId\r\n1,Art\r\n1,Zoo\r\n"
        let read = try CatimaFormat.parse(list: Array(list.utf8)).bundle
        #expect(read.groups == ["Zoo", "Art"])
        #expect(try CatimaFormat.parse(list: CatimaFormat.printList(read).content).bundle.groupOrder == ["Zoo", "Art"])
        let json = try JSONFormat.print(read, at: #require(Moment(seconds: 0))).content
        #expect(try JSONFormat.parse(json).bundle == read)
    }

    @Test func moneyWithoutACurrencyIsNoPoints() throws {
        let file = #"[{"description":"A","code":"1","balanceMilliunits":12500}]"#
        let balance = try #require(try VoucherVaultFormat.parse(Array(file.utf8)).bundle.cards[0].balance)
        #expect(balance.unit == .money(nil) && balance.shown == "12.50" && balance.unit != .points)
        var card = Card(id: CardID([UInt8](repeating: 1, count: 16)), store: "A", number: "1")
        card.balance = balance
        let bundle = CardBundle(cards: [card])
        #expect(try CatimaFormat.parse(list: CatimaFormat.printList(bundle).content).bundle.cards[0].balance == balance)
        let json = try JSONFormat.print(bundle, at: #require(Moment(seconds: 0))).content
        #expect(try JSONFormat.parse(json).bundle.cards[0].balance == balance)
    }
}

extension String {
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
