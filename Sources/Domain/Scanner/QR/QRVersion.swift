// SPDX-License-Identifier: MIT
package import Barcodes

/// One of the 40 sizes of QR code: 21 modules per side, and 4 more with each version. ISO/IEC 18004, section 5.3.1.
package struct QRVersion: Hashable, Sendable {
    package static let all = 1...40

    package let number: Int

    /// Nil beyond 1 to 40.
    package init?(_ number: Int) {
        guard QRVersion.all.contains(number) else { return nil }
        self.number = number
    }

    /// Nil where no version has that many modules a side.
    package init?(side: Int) {
        guard side % 4 == 1 else { return nil }
        self.init((side - 17) / 4)
    }

    /// Modules a side.
    package var side: Int { 17 + 4 * number }

    /// Where alignment patterns have their centres, in both directions. ISO/IEC 18004, annex E.
    var alignmentPositions: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        // Version 32 is the one exception from even spacing rounded up.
        let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).reversed().map { side - 7 - $0 * step }
    }

    /// Centres of all alignment patterns: every crossing of the positions but the three under finder patterns.
    var alignmentCentres: [(x: Int, y: Int)] {
        let positions = alignmentPositions
        guard let last = positions.last else { return [] }
        return positions.flatMap { y in positions.map { (x: $0, y: y) } }
            .filter { !($0.x == 6 && $0.y == 6) && !($0.x == 6 && $0.y == last) && !($0.x == last && $0.y == 6) }
    }

    /// Which modules carry data and correction, row after row. ISO/IEC 18004, section 6.3.
    var isData: [Bool] {
        let side = side
        var isData = [Bool](repeating: true, count: side * side)
        func clear(_ columns: Range<Int>, _ rows: Range<Int>) {
            for y in rows { for x in columns { isData[y * side + x] = false } }
        }
        clear(0..<9, 0..<9)
        clear(side - 8..<side, 0..<9)
        clear(0..<9, side - 8..<side)
        clear(0..<side, 6..<7)
        clear(6..<7, 0..<side)
        for centre in alignmentCentres { clear(centre.x - 2..<centre.x + 3, centre.y - 2..<centre.y + 3) }
        if number >= 7 {
            clear(side - 11..<side - 8, 0..<6)
            clear(0..<6, side - 11..<side - 8)
        }
        return isData
    }

    /// Indices of the data modules in the order of their bits: in pairs of columns from the right, up and down.
    /// ISO/IEC 18004, section 7.7.3.
    var dataOrder: [Int] {
        let side = side
        let isData = isData
        var order: [Int] = []
        order.reserveCapacity(side * side)
        var right = side - 1
        var goesUp = true
        while right > 0 {
            // The column of the timing pattern is skipped as a whole.
            if right == 6 { right = 5 }
            for step in 0..<side {
                let y = goesUp ? side - 1 - step : step
                if isData[y * side + right] { order.append(y * side + right) }
                if isData[y * side + right - 1] { order.append(y * side + right - 1) }
            }
            goesUp.toggle()
            right -= 2
        }
        return order
    }

    /// The 18 bits beside two finder patterns from version 7: the number and its BCH check. ISO/IEC 18004, annex D.
    var informationBits: UInt32 {
        var rest = UInt32(number)
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11 & 1) * 0x1F25 }
        return UInt32(number) << 12 | rest
    }

    /// How codewords are divided into blocks. ISO/IEC 18004, section 7.5.1, table 9.
    package func blocks(_ level: QRCorrection) -> QRBlocks {
        QRBlocks(
            count: Int(QRBlocks.counts[level.rawValue - 1][number - 1]),
            checkCodewords: Int(QRBlocks.checks[level.rawValue - 1][number - 1]),
            codewords: codewords)
    }

    /// Codewords of data and correction together.
    package var codewords: Int {
        let positions = alignmentPositions.count
        var modules = side * side - 3 * 64 - 2 * (side - 16) - 31
        if positions > 0 { modules -= 25 * (positions * positions - 3) - 2 * 5 * (positions - 2) }
        if number >= 7 { modules -= 36 }
        return modules / 8
    }
}

/// The division of a code's codewords into blocks, which are corrected separately.
package struct QRBlocks: Hashable, Sendable {
    package let count: Int
    /// Codewords for correction in each block.
    package let checkCodewords: Int
    /// All codewords of all blocks.
    package let codewords: Int

    /// Codewords of data in a block; the later blocks hold one more when the division leaves a rest.
    package func dataCodewords(_ block: Int) -> Int {
        let data = codewords - count * checkCodewords
        return data / count + (block >= count - data % count ? 1 : 0)
    }

    // ISO/IEC 18004, table 9: a row a level, a column a version.
    static let checks: [[UInt8]] = [
        [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
            28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
            26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
            28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
            30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
    ]
    static let counts: [[UInt8]] = [
        [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
            8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
        ],
        [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
            17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
        [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
            23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
        ],
        [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
            25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
        ],
    ]
}
