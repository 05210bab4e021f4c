// SPDX-License-Identifier: MIT
import TestSupport

/// The bars of codes of one dimension, true for dark, from the tables of their standards.
///
/// Written apart from the drawing library, so that a photo of these bars is a check of that library's too.
enum Bars {
    /// The text of digits with their EAN check digit. GS1 General Specifications, section 7.9.
    static func ascii(_ digits: [Int]) -> [UInt8] { (digits + [check(digits)]).map { UInt8($0) + 48 } }

    static func check(_ digits: [Int]) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 3 : 1) }
        return (10 - sum % 10) % 10
    }

    /// ISO/IEC 15420, section 4.3; digits without the check digit.
    static func ean13(_ digits: [Int]) -> [Bool] {
        let all = digits + [check(digits)]
        let sets = ean13Sets[all[0]]
        var bars = pattern("101")
        for (digit, isB) in zip(all[1...6], sets) { bars += isB ? setB(digit) : setA(digit) }
        bars += pattern("01010")
        for digit in all[7...12] { bars += setA(digit).map { !$0 } }
        return bars + pattern("101")
    }

    static func ean8(_ digits: [Int]) -> [Bool] {
        let all = digits + [check(digits)]
        return pattern("101") + all[0...3].flatMap(setA) + pattern("01010")
            + all[4...7].flatMap { setA($0).map { !$0 } } + pattern("101")
    }

    /// ISO/IEC 15417, code set B throughout.
    static func code128(_ text: [UInt8]) -> [Bool] {
        let values = [104] + text.map { Int($0) - 32 }
        let sum = values.enumerated().reduce(0) { $0 + $1.element * max(1, $1.offset) }
        return (values + [sum % 103]).flatMap { widths(code128Widths[$0]) } + widths("2331112")
    }

    /// ISO/IEC 16388, wide elements of three modules.
    static func code39(_ text: String) throws -> [Bool] {
        var bars: [Bool] = []
        for character in "*\(text)*" {
            guard let place = code39Alphabet.firstIndex(of: character) else { throw Surprise("No \(character).") }
            for element in 0..<9 {
                let isWide = code39Patterns[place] >> (8 - element) & 1 == 1
                bars += [Bool](repeating: element.isMultiple(of: 2), count: isWide ? 3 : 1)
            }
            bars.append(false)
        }
        return bars.dropLast()
    }

    /// ISO/IEC 16390, wide elements of three modules.
    static func itf(_ digits: [Int]) -> [Bool] {
        var bars = pattern("1010")
        for pair in stride(from: 0, to: digits.count, by: 2) {
            for (bar, space) in zip(itfWide[digits[pair]], itfWide[digits[pair + 1]]) {
                bars += [Bool](repeating: true, count: bar ? 3 : 1)
                bars += [Bool](repeating: false, count: space ? 3 : 1)
            }
        }
        return bars + pattern("11101")
    }

    private static func pattern(_ text: String) -> [Bool] { text.map { $0 == "1" } }

    private static func widths(_ text: String) -> [Bool] {
        text.utf8.enumerated().flatMap { [Bool](repeating: $0.offset.isMultiple(of: 2), count: Int($0.element) - 48) }
    }

    private static func setA(_ digit: Int) -> [Bool] { (0..<7).map { eanA[digit] >> (6 - $0) & 1 == 1 } }
    /// Set B is set C, the complement of A, backwards.
    private static func setB(_ digit: Int) -> [Bool] { setA(digit).map { !$0 }.reversed() }

    private static let eanA = [0x0D, 0x19, 0x13, 0x3D, 0x23, 0x31, 0x2F, 0x3B, 0x37, 0x0B]
    private static let ean13Sets = [
        "000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010",
    ].map(pattern)
    private static let itfWide = [
        "00110", "10001", "01001", "11000", "00101", "10100", "01100", "00011", "10010", "01010",
    ].map(pattern)
    private static let code39Alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*")
    private static let code39Patterns = [
        0x034, 0x121, 0x061, 0x160, 0x031, 0x130, 0x070, 0x025, 0x124, 0x064, 0x109, 0x049, 0x148, 0x019, 0x118,
        0x058, 0x00D, 0x10C, 0x04C, 0x01C, 0x103, 0x043, 0x142, 0x013, 0x112, 0x052, 0x007, 0x106, 0x046, 0x016,
        0x181, 0x0C1, 0x1C0, 0x091, 0x190, 0x0D0, 0x085, 0x184, 0x0C4, 0x0A8, 0x0A2, 0x08A, 0x02A, 0x094,
    ]
    private static let code128Widths = [
        "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213", "221312",
        "231212", "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132", "221231", "213212",
        "223112", "312131", "311222", "321122", "321221", "312212", "322112", "322211", "212123", "212321", "232121",
        "111323", "131123", "131321", "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331",
        "132131", "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131", "311123",
        "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111", "111224", "111422", "121124",
        "121421", "141122", "141221", "112214", "112412", "122114", "122411", "142112", "142211", "241211", "221114",
        "413111", "241112", "134111", "111242", "121142", "121241", "114212", "124112", "124211", "411212", "421112",
        "421211", "212141", "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
        "113141", "114131", "311141", "411131", "211412", "211214", "211232",
    ]
}
