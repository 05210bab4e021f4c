// SPDX-License-Identifier: MIT
import Codes
import Barcodes
import TestSupport

/// One line of bars whose elements have widths of their own, in marks finer than modules.
struct Bars {
    /// Marks a module.
    static let fineness = 10

    /// True for ink, from the first bar to the last.
    private(set) var marks: [Bool] = []

    /// The bars of a drawn code, in other widths where these say so.
    init(_ symbol: Symbol, _ matrix: Matrix, _ widths: Setting.Widths?, using random: inout SeededRandom) {
        let elements = Bars.elements(of: matrix)
        switch widths {
        case nil: for width in elements { append(width * Bars.fineness) }
        case .ratio(let ratio):
            for width in elements { append(width == 1 ? Bars.fineness : Int(ratio * Double(Bars.fineness))) }
        case .varied:
            let (narrow, wide) = (Bars.fineness - 1...Bars.fineness + 1, 2 * Bars.fineness...3 * Bars.fineness)
            for width in elements { append(Int.random(in: width == 1 ? narrow : wide, using: &random)) }
        case .traditional:
            for byte in symbol.bytes {
                if !marks.isEmpty { append(Bars.fineness * 3 / 2) }
                for width in Bars.traditional[byte] ?? [] { append((width * Bars.fineness + 32) / 65) }
            }
        }
    }

    private mutating func append(_ width: Int) {
        let isDark = !(marks.last ?? false)
        marks += [Bool](repeating: isDark, count: width)
    }

    /// The widths of bars and spaces in modules.
    private static func elements(of matrix: Matrix) -> [Int] {
        var widths: [Int] = []
        for x in 0..<matrix.columns {
            if x > 0, matrix.isDark(x, 0) == matrix.isDark(x - 1, 0) {
                widths[widths.count - 1] += 1
            } else {
                widths.append(1)
            }
        }
        return widths
    }

    /// Codabar before it had two widths: bars and spaces in turn, in tenths of a mil, at ten characters an inch. All
    /// characters are about equally long. AIM USS-Codabar, traditional dimensions.
    private static let traditional: [UInt8: [Int]] = {
        let rows = """
            0 65 104 65 104 65 243 186
            1 65 104 65 104 178 243 65
            2 65 100 65 244 65 100 186
            3 179 243 65 104 65 104 65
            4 65 104 179 104 65 243 65
            5 179 104 65 104 65 243 65
            6 65 243 65 104 65 104 179
            7 65 243 65 104 179 104 65
            8 65 243 179 104 65 104 65
            9 186 100 65 244 65 100 65
            - 65 100 65 244 186 100 65
            $ 65 100 186 244 65 100 65
            : 167 93 65 93 167 93 147
            / 147 93 167 93 65 93 167
            . 136 101 149 101 172 101 65
            + 65 101 172 101 149 101 136
            A 65 80 196 194 65 161 65
            B 65 161 65 194 65 80 196
            C 65 80 65 194 65 161 196
            D 65 80 65 194 196 161 65
            """
        var table: [UInt8: [Int]] = [:]
        for row in rows.split(separator: "\n") {
            let words = row.split(separator: " ")
            table[Array(words[0].utf8)[0]] = words.dropFirst().compactMap { Int($0) }
        }
        return table
    }()
}
