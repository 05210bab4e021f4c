// SPDX-License-Identifier: MIT
import Barcodes
import TestSupport
import Testing

/// Bytes that state no character set.
struct CharacterGuessTests {
    struct Word {
        let set: String
        let bytes: [UInt8]
        let text: String
    }

    static let words: [Word] = ForeignWords.lines.split(separator: "\n").map { line in
        let fields = line.split(separator: "\t").map(String.init)
        let digits = Array(fields[1].utf8)
        let bytes = stride(from: 0, to: digits.count, by: 2).map { start in
            UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16) ?? 0
        }
        return Word(set: fields[0], bytes: bytes, text: fields[2])
    }

    /// Words stand alone here, often two characters: the least that a guess can have.
    @Test(arguments: [("windows-1252", 0), ("shift-jis", 0), ("gb18030", 3), ("big5", 3), ("euc-kr", 6)])
    func aSingleWordIsReadInItsOwnCharacterSet(set: String, mostWrong: Int) {
        let words = Self.words.filter { $0.set == set }
        let wrong = words.filter { Symbol(.qr, $0.bytes).text != $0.text }
        #expect(words.count > 60 && wrong.count <= mostWrong, "\(wrong.map(\.text)) of \(words.count)")
    }

    @Test(arguments: ["windows-1252", "shift-jis", "gb18030", "big5", "euc-kr"])
    func threeWordsAreReadInTheirCharacterSet(set: String) {
        let words = Self.words.filter { $0.set == set }
        var random = SeededRandom(seed: 73)
        for number in 0..<500 {
            let some = (0..<3).compactMap { _ in words.randomElement(using: &random) }
            let separator = [" ", "\n", ", 17 ", "/"][number % 4]
            let bytes = Array(some.map(\.bytes).joined(separator: Array(separator.utf8)))
            let text = some.map(\.text).joined(separator: separator)
            for symbology in [Symbology.qr, .dataMatrix, .pdf417, .aztec] {
                #expect(Symbol(symbology, bytes).text == text)
            }
        }
    }

    @Test func unicodeIsReadAsUnicode() {
        for word in Self.words {
            let units: [[UInt8]] = word.text.utf16.map { [UInt8($0 >> 8), UInt8($0 & 255)] }
            #expect(Symbol(.qr, Array(word.text.utf8)).text == word.text)
            #expect(Symbol(.qr, [0xEF, 0xBB, 0xBF] + word.text.utf8).text == word.text)
            #expect(Symbol(.qr, [0xFE, 0xFF] + units.joined()).text == word.text)
            #expect(Symbol(.qr, [0xFF, 0xFE] + units.flatMap { $0.reversed() }).text == word.text)
        }
    }

    /// The bytes of these Chinese words are valid UTF-8.
    @Test(arguments: [([0xD1, 0xA7, 0xCF, 0xB0], "学习"), ([0xCD, 0xA8, 0xD6, 0xAA], "通知")] as [([UInt8], String)])
    func validityAloneDoesNotDecide(bytes: [UInt8], text: String) {
        #expect(Symbol(.qr, bytes).text == text)
    }

    @Test func bytesThatNoTextHasAreLatin1() {
        for bytes in [[0x00, 0xC4, 0xE3], [0x01, 0x80], [0xB0, 0xA1, 0x7F]] as [[UInt8]] {
            #expect(Symbol(.qr, bytes).text.unicodeScalars.map { UInt8($0.value) } == bytes)
        }
    }

    @Test func statedBinaryIsNotGuessed() {
        #expect(Symbol(.qr, [0xC4, 0xE3, 0xBA, 0xC3]).text == "你好")
        #expect(Symbol(.qr, [0xC4, 0xE3, 0xBA, 0xC3], eci: 899).text == "ÄãºÃ")
        #expect(Symbol(.qr, [0xC3, 0xBC], eci: 899).text == "Ã¼")
    }

    @Test func barsAreLatin1() {
        #expect(Symbol(.code128, [0xC4, 0xE3, 0xBA, 0xC3]).text == "ÄãºÃ")
    }

    @Test(
        arguments: [
            (28, [0xA5, 0x78, 0xA5, 0x5F], "台北"), (29, [0xB1, 0xB1, 0xBE, 0xA9], "北京"),
            (30, [0xBC, 0xAD, 0xBF, 0xEF, 0x8C, 0x63], "서울똠"), (31, [0xE9, 0x46], "镕"),
            (32, [0x94, 0x39, 0xDA, 0x33, 0x81, 0x30, 0x81, 0x30], "💩\u{80}"), (33, [0x71, 0x67], "東"),
            (34, [0, 1, 0xF6, 0], "😀"), (35, [0, 0xF6, 1, 0], "😀"), (20, [0xFB, 0xFC, 0x8B, 0xB4], "髙橋"),
        ] as [(Int, [UInt8], String)])
    func statedSetsOfEastAsiaAreKnown(eci: Int, bytes: [UInt8], text: String) {
        #expect(Symbol(.qr, bytes, eci: eci).text == text)
    }

    /// What a person types is drawn so that it is read as that.
    @Test(arguments: [Symbology.aztec, .dataMatrix, .pdf417, .qr])
    func aTypedTextIsTheTextOfItsCode(symbology: Symbology) throws {
        var random = SeededRandom(seed: 74)
        let letters = Array("aÄãºÃeöß ¥Ü²ÐÿìÇúéñ".unicodeScalars)
        for _ in 0..<500 {
            let scalars = (0..<4).compactMap { _ in letters.randomElement(using: &random) }
            let text = String(String.UnicodeScalarView(scalars))
            guard text.first != " ", text.last != " " else { continue }
            #expect(try Symbol(typed: text, as: symbology).text == text)
        }
        #expect(try Symbol(typed: "Zürich", as: symbology).eci == (symbology == .qr ? 26 : nil))
    }
}
