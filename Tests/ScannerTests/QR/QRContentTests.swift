// SPDX-License-Identifier: MIT
import Scanner
import Testing

/// Rows of bits that encoders seldom write.
struct QRContentTests {
    private func content(_ fields: [(value: Int, width: Int)], padding: [UInt8] = []) -> QRContent? {
        var bits: [Bool] = []
        for field in fields {
            for bit in (0..<field.width).reversed() { bits.append(field.value >> bit & 1 == 1) }
        }
        while bits.count % 8 != 0 { bits.append(false) }
        let codewords = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        return QRVersion(1).flatMap { QRContent(codewords + padding, version: $0) }
    }

    private let a: [(value: Int, width: Int)] = [(4, 4), (1, 8), (0x41, 8)]
    private let end: [(value: Int, width: Int)] = [(0, 4)]

    @Test(arguments: [([(26, 8)], 26), ([(0x83E8, 16)], 1000), ([(0xCF423F, 24)], 999_999)])
    func numbersOfCharacterSetsTakeOneToThreeBytes(field: [(value: Int, width: Int)], eci: Int) {
        let seen = content([(7, 4)] + field + [(4, 4), (1, 8), (0xE9, 8)] + end)
        #expect(seen?.eci == eci)
        #expect(seen?.bytes == [0xE9])
    }

    @Test func anApplicationStandsInFrontOfItsText() {
        #expect(content([(9, 4), (37, 8)] + a + end)?.bytes == Array("37A".utf8))
        #expect(content([(9, 4), (165, 8)] + a + end)?.bytes == Array("AA".utf8))
        #expect(content([(9, 4), (120, 8)] + a + end) == nil)
    }

    @Test func percentSignsAreSeparatorsOnlyBehindFNC1() {
        // "A%" and "%%" in alphanumeric mode.
        let text: [(value: Int, width: Int)] = [(2, 4), (4, 9), (10 * 45 + 38, 11), (38 * 45 + 38, 11)]
        #expect(content(text + end)?.bytes == Array("A%%%".utf8))
        #expect(content([(5, 4)] + text + end)?.bytes == Array("A%".utf8) + [0x1D])
        #expect(content([(5, 4)] + text + end)?.isGS1 == true)
    }

    @Test func latinTextBesideUnicodeBecomesUnicode() {
        let seen = content([(4, 4), (1, 8), (0xE9, 8), (7, 4), (26, 8), (4, 4), (2, 8), (0xC3A8, 16)] + end)
        #expect(seen?.bytes == Array("éè".utf8))
        #expect(seen?.eci == 26)
    }

    /// K1
    @Test func sectionsOfSeveralCharacterSetsAreReadEachByItsOwn() {
        let unicode: [(value: Int, width: Int)] = [(7, 4), (26, 8), (4, 4), (2, 8), (0xC3A8, 16)]
        let cyrillic: [(value: Int, width: Int)] = [(7, 4), (22, 8), (4, 4), (1, 8), (0xCC, 8)]
        let binary: [(value: Int, width: Int)] = [(7, 4), (0x8383, 16), (4, 4), (1, 8), (0xFF, 8)]
        #expect(content(unicode + cyrillic + end)?.bytes == Array("èМ".utf8))
        #expect(content(unicode + cyrillic + end)?.eci == 26)
        #expect(content(unicode + binary + end)?.bytes == [0xC3, 0xA8, 0xFF])
        #expect(content(unicode + binary + end)?.eci == 899)
    }

    /// K1: encoders write the digit that ends a character of GB 18030 in numeric mode, where it takes fewer bits.
    @Test func aCharacterMayBeginInOneSegmentAndEndInTheNext() {
        let character: [(value: Int, width: Int)] = [
            (7, 4), (32, 8), (4, 4), (3, 8), (0x953282, 24), (1, 4), (3, 10), (612, 10),
        ]
        let cyrillic: [(value: Int, width: Int)] = [(7, 4), (22, 8), (4, 4), (1, 8), (0xCC, 8)]
        #expect(content(character + end)?.bytes == [0x95, 0x32, 0x82] + Array("612".utf8))
        #expect(content(character + end)?.eci == 32)
        #expect(content(character + cyrillic + end)?.bytes == Array("𠀀12М".utf8))
        #expect(content(character + cyrillic + end)?.eci == 26)
    }

    @Test func brokenTextsAreRefused() {
        // A text beyond the end, digits beyond 999, a letter beyond the alphabet, no text, an unknown mode.
        #expect(content([(4, 4), (9, 8), (0x41, 8)]) == nil)
        #expect(content([(1, 4), (3, 10), (1000, 10)] + end) == nil)
        #expect(content([(2, 4), (1, 9), (45, 6)] + end) == nil)
        #expect(content(end) == nil)
        #expect(content([(4, 4), (0, 8)] + end) == nil)
        #expect(content(a + [(11, 4)]) == nil)
        // A place in a series that has fewer codes, and one that comes behind text.
        #expect(content([(3, 4), (0x31, 8), (0, 8)] + a + end) == nil)
        #expect(content(a + [(3, 4), (0x01, 8), (0, 8)] + end) == nil)
    }

    @Test func paddingIsCountedWhereItIsAsPrescribed() {
        #expect(content(a + end, padding: [0xEC, 0x11, 0xEC])?.padding == 3)
        #expect(content(a + end, padding: [0xEC, 0x12, 0xEC])?.isPaddedAsPrescribed == false)
    }
}
