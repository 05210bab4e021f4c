// SPDX-License-Identifier: MIT
import Barcodes
import Bytes
import Codes
import FoundationEssentials
import Testing

/// K1: codes whose sections state different character sets, as libzint draws them and libzxing reads them.
struct CharacterSetTests {
    /// Vectors/character-sets.json: the modules of a code, `#` for dark, and what its sections state.
    struct Drawing: Decodable {
        struct Section: Decodable {
            let eci: Int
            let bytes: String
        }
        /// The name of a ``Symbology``.
        let kind: String
        let sections: [Section]
        let rows: [String]

        /// Four pixels a module, and white around them.
        var picture: TestPNG {
            let (scale, margin, rowHeight) = (4, 24, kind == "pdf417" ? 3 : 1)
            let lines = rows.flatMap { row in
                let pixels = Array(row.utf8).flatMap {
                    [UInt8](repeating: $0 == UInt8(ascii: "#") ? 0 : 255, count: scale)
                }
                let side = [UInt8](repeating: 255, count: margin)
                return [[UInt8]](repeating: side + pixels + side, count: scale * rowHeight)
            }
            let width = lines[0].count
            let empty = [[UInt8]](repeating: [UInt8](repeating: 255, count: width), count: margin)
            return TestPNG(
                width: width, height: lines.count + 2 * margin, pixels: (empty + lines + empty).flatMap { $0 })
        }
    }

    private static func drawings() throws -> [Drawing] {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let data = try Data(contentsOf: URL(filePath: "/\(folder)/Vectors/character-sets.json"))
        return try JSONDecoder().decode([Drawing].self, from: data)
    }

    /// A text of several sets becomes UTF-8. Where one section is no text, the bytes stay and are declared so.
    @Test(arguments: [Symbology.aztec, .dataMatrix, .pdf417, .qr])
    func eachSectionIsReadInTheCharacterSetThatItStates(kind: Symbology) throws {
        let session = try CodeReader.besideThisProgram().session()
        let drawings = try Self.drawings().filter { $0.kind == kind.rawValue }
        let expected: [(bytes: [UInt8], eci: Int)] = [
            (Array("こんにちはGrößecafé".utf8), 26), (Array("caféGrößeこんにちは".utf8), 26), (Array("abcü".utf8), 26),
            (Array("ü".utf8) + [0x00, 0xFF, 0x80], 899),
        ]
        #expect(drawings.count == expected.count)
        for (drawing, (bytes, eci)) in zip(drawings, expected) {
            let found = try session.read(image: drawing.picture.file, name: "drawing", kinds: [kind]).map(
                \.symbol.plain)
            #expect(found == [Symbol(kind, bytes, eci: eci)], "\(drawing.sections)")
        }
        let texts = try drawings.prefix(3).map {
            try session.read(image: $0.picture.file, name: "drawing", kinds: [kind]).first?.symbol.text
        }
        #expect(texts == ["こんにちはGrößecafé", "caféGrößeこんにちは", "abcü"])
    }

    /// The parts of a series, from here on in the order in which they were found.
    private func joined(_ sections: [(eci: Int?, bytes: [UInt8])]) -> [Symbol] {
        sections.enumerated().reversed().map { index, section in
            FoundCode(
                Symbol(.qr, section.bytes, eci: section.eci), corners: [],
                part: FoundCode.Part(index: index, count: sections.count, series: 7))
        }.joiningSeries().map(\.symbol)
    }

    /// Each part of a series declares its own set, and encoders cut texts between any two bytes.
    @Test func thePartsOfASeriesAreReadEachInItsOwnSet() {
        let japanese: [UInt8] = [0x93, 0x8C, 0x8B, 0x9E]
        #expect(joined([(3, [0xE9]), (20, japanese)]) == [Symbol(.qr, Array("é東京".utf8), eci: 26)])
        #expect(
            joined([(nil, Array("12".utf8)), (20, japanese)]) == [Symbol(.qr, Array("12".utf8) + japanese, eci: 20)])
        #expect(
            joined([(26, [0xC3]), (26, [0xA9]), (nil, Array("12".utf8)), (22, [0xCC])])
                == [Symbol(.qr, Array("é12М".utf8), eci: 26)])
        #expect(joined([(nil, [0xE6, 0x9D]), (nil, [0xB1])]) == [Symbol(.qr, Array("東".utf8))])
    }
}
