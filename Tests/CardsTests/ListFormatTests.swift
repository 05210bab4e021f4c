// SPDX-License-Identifier: MIT
import Cards
import Barcodes
import Testing

/// K6: lists of names and numbers from spreadsheets, whatever stands between the fields and in whatever character set.
struct ListFormatTests {
    private static func encodings(_ text: String) -> [(name: String, bytes: [UInt8])] {
        let units = Array(text.utf16)
        let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let big = units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return [
            ("UTF-8", Array(text.utf8)), ("UTF-8 with its mark", [0xEF, 0xBB, 0xBF] + text.utf8),
            ("UTF-16LE", [0xFF, 0xFE] + little), ("UTF-16BE", [0xFE, 0xFF] + big), ("UTF-16 without its mark", little),
        ]
    }

    private func fields(_ read: CardImport) -> [[String]] { read.bundle.cards.map { [$0.store, $0.number] } }

    @Test(arguments: [",", ";", "\t"], [true, false])
    func everySeparatorAndCharacterSetIsRead(separator: String, hasHeader: Bool) throws {
        let rows = [["Bücherei", "A-17"], ["Café \"Luz\"", "4006381333931"], ["東京, 店; A", "0815"]]
        let lines = (hasHeader ? [["Name", "Number"]] : []) + rows
        let text = lines.map { fields in
            fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: separator)
        }.joined(separator: "\r\n")
        for (name, bytes) in Self.encodings(text) {
            let read = try ListFormat.parse(bytes)
            #expect(fields(read) == rows, "\(name)")
            #expect(read.bundle.cards.map { $0.codes.first?.symbol.symbology } == [nil, .ean13, nil])
        }
    }

    @Test func latin1IsReadAndNamedAsAGuess() throws {
        let read = try ListFormat.parse(
            Array("name;number\nShop;1\nB\u{FC}cherei \u{80}2;3\n".unicodeScalars.map { UInt8($0.value) }))
        #expect(fields(read) == [["Shop", "1"], ["Bücherei €2", "3"]])
        #expect(read.problems.contains { $0.position == 2 && $0.reason.contains("Windows-1252") })
    }

    /// Shift-JIS has bytes that Windows-1252 does not; half a UTF-16 is damaged.
    @Test(arguments: [
        [UInt8]("name,number\n".utf8) + [0x81, 0x9C, 0x81, 0x40] + [UInt8](",1\n".utf8),
        [0xFF, 0xFE, 0x41, 0x00, 0x2C],
        [UInt8]("name,number\nA\0B,1\n".utf8),
    ])
    func whatIsNoKnownTextIsRefused(bytes: [UInt8]) {
        let error = #expect(throws: CardsError.self) { try ListFormat.parse(bytes) }
        #expect(error?.code == .decodingFailed)
    }

    @Test func columnsAreFoundByTheirNamesAndOthersGoIntoTheNote() throws {
        let list = """
            sep=;
            Kundennummer;Laden;Inhaber;Typ;Ort;gültig bis;Notiz
            123456;Grocer;Ann;ITF;Berlin;2030-12-31;mine
            ABC;Zoo;;Braille;;;
            """
        let read = try ListFormat.parse(Array(list.utf8))
        let card = try #require(read.bundle.cards.first)
        #expect(card.store == "Grocer" && card.number == "123456" && card.holder == "Ann")
        #expect(card.note == "mine\nOrt: Berlin" && card.expiry?.iso8601 == "2030-12-31T23:59:59.999Z")
        #expect(card.codes.map(\.symbol) == [Symbol(.itf, Array("123456".utf8))])
        #expect(read.problems.contains { $0.position == 2 && $0.reason.contains("kind of code") })
    }

    @Test func whatWouldBeDamagedIsNamed() throws {
        let list = "name,number\nA,4.00638E+12\nB, Inc,17\nC,=\"0017\"\n,5\nD,\n\nE,'08\n"
        let read = try ListFormat.parse(Array(list.utf8))
        #expect(fields(read) == [["C", "0017"], ["E", "08"]])
        let reasons = Dictionary(read.problems.map { ($0.position, $0.reason) }) { first, _ in first }
        #expect(reasons[1]?.contains("rounded") == true && reasons[2]?.contains("3 fields") == true)
        #expect(reasons[4]?.contains("no store") == true && reasons[5]?.contains("no number") == true)
    }

    @Test func aNameWithADigitIsNotTheNumber() throws {
        #expect(
            fields(try ListFormat.parse(Array("711 Shop,998877\nStudio 54,123456\n".utf8)))
                == [["711 Shop", "998877"], ["Studio 54", "123456"]])
        #expect(fields(try ListFormat.parse(Array("998877\tShop\n".utf8))) == [["Shop", "998877"]])
    }

    @Test func namesOfColumnsInAnotherLanguageAreSaid() throws {
        let read = try ListFormat.parse(Array("Butikk,Kortnr\nRema,1234\n".utf8))
        #expect(fields(read) == [["Rema", "1234"]])
        #expect(read.problems.contains { $0.reason.contains("Butikk, Kortnr") })
    }

    @Test(arguments: ["1234,5678\n2345,6789\n", "hello", "a,b\nc,d\n", "", "one line, with a comma and no card"])
    func aListWhoseColumnsAreNotKnownIsRefused(text: String) {
        let error = #expect(throws: CardsError.self) { try ListFormat.parse(Array(text.utf8)) }
        #expect(error?.code == .decodingFailed)
    }

    /// What a spreadsheet makes of Catima's list when it saves it: semicolons, filled lines, Latin-1.
    @Test func catimasListFromASpreadsheetIsStillCatimas() throws {
        let list = """
            2;;;;;
            ;;;;;
            _id;;;;;
            Zuletzt;;;;;
            Essen;;;;;
            ;;;;;
            _id;store;note;cardid;barcodetype;headercolor
            7;B\u{FC}cherei;"a;b";17;CODE_128;
            ;;;;;
            cardId;groupId;;;;
            7;Essen;;;;

            """
        let bytes = list.unicodeScalars.map { UInt8($0.value) }
        #expect(try CatimaFormat.isList(bytes))
        let read = try CatimaFormat.parse(list: bytes)
        let card = try #require(read.bundle.cards.first)
        #expect(card.store == "Bücherei" && card.note == "a;b" && card.groups == ["Essen"] && card.colour == nil)
        #expect(read.bundle.groupOrder == ["Zuletzt", "Essen"] && card.catimaNumber == 7)
        #expect(read.problems.map(\.position) == [1])
    }
}
