// SPDX-License-Identifier: MIT
import Codes
import Barcodes
import TestSupport

extension Print {
    /// A code of the kind with made-up content of the right length.
    ///
    /// - Throws: what drawing throws, or ``UnexpectedResult`` when the content comes out in another size.
    init(_ subject: Subject, in setting: Setting? = nil, using random: inout SeededRandom) throws {
        let symbol = Print.symbol(subject, using: &random)
        if let kind = DataBarDrawing.Kind(subject) {
            self.init(try DataBarDrawing(symbol, as: kind), margin: setting?.margin)
            return
        }
        let matrix = try symbol.drawn()
        if let side = subject.side, matrix.columns != side || matrix.rows != side {
            throw UnexpectedResult("\(subject.rawValue) came out as \(matrix.columns) x \(matrix.rows).")
        }
        guard let setting, setting.widths != nil || setting.margin != nil else {
            self.init(symbol, matrix)
            return
        }
        let bars = Bars(symbol, matrix, setting.widths, using: &random)
        let margin = setting.margin ?? Double(max(matrix.quietZone.left, matrix.quietZone.right) + 2)
        let fineness = Bars.fineness
        self.init(
            symbol, columns: bars.marks.count, rows: Print.height(ofBars: bars.marks.count / fineness) * fineness,
            quiet: (Int(margin * Double(fineness)), (matrix.quietZone.vertical + 2) * fineness), fineness: fineness
        ) { x, _ in bars.marks[x] }
    }

    /// A code as it was drawn. The paper reaches two modules past the quiet zone.
    init(_ symbol: Symbol, _ matrix: Matrix) {
        let matrix = symbol.symbology.isLinear ? matrix.withRowHeight(Print.height(ofBars: matrix.columns)) : matrix
        let quiet = matrix.quietZone
        self.init(
            symbol, columns: matrix.columns, rows: matrix.height,
            quiet: (max(quiet.left, quiet.right) + 2, quiet.vertical + 2), isDark: matrix.isDark)
    }

    private init(_ drawing: DataBarDrawing, margin: Double?) {
        self.init(
            drawing.symbol, columns: drawing.columns, rows: drawing.height, quiet: (margin.map { Int($0) } ?? 4, 4),
            isDark: drawing.isDark)
    }

    /// Cards have bars about half as high as the code is long, within what a camera sees of both.
    private static func height(ofBars columns: Int) -> Int { max(25, min(50, columns * 45 / 100)) }

    private static func symbol(_ subject: Subject, using random: inout SeededRandom) -> Symbol {
        switch subject {
        case .qr21: Symbol(.qr, text(12, using: &random), correction: .qr(.medium))
        case .qr57: Symbol(.qr, text(200, using: &random), correction: .qr(.medium))
        case .qr105: Symbol(.qr, text(980, using: &random), correction: .qr(.low))
        case .qr177: Symbol(.qr, text(2_900, using: &random), correction: .qr(.low))
        case .pdf417: Symbol(.pdf417, text(48, using: &random))
        case .aztec37: Symbol(.aztec, text(76, using: &random))
        case .dataMatrix32: Symbol(.dataMatrix, text(56, using: &random))
        case .code128: Symbol(.code128, word(10, using: &random))
        case .code39: Symbol(.code39, word(7, using: &random))
        case .code93: Symbol(.code93, word(9, using: &random))
        case .ean13: Symbol(.ean13, checked(number(12, using: &random)))
        case .ean8: Symbol(.ean8, checked(number(7, using: &random)))
        case .upcA: Symbol(.upcA, checked(number(11, using: &random)))
        case .upcE: Symbol(.upcE, short(using: &random))
        case .itf: Symbol(.itf, number(12, using: &random))
        case .dataBar, .dataBarTruncated, .dataBarStacked, .dataBarStackedOmnidirectional:
            Symbol(.dataBar, checked(number(13, using: &random)))
        case .dataBarLimited:
            Symbol(.dataBar, checked([UInt8.random(in: 48...49, using: &random)] + number(12, using: &random)))
        case .dataBarExpanded:
            Symbol(.dataBarExpanded, article("9", using: &random) + Array("31030".utf8) + weight(using: &random))
        case .dataBarExpandedStacked:
            Symbol(.dataBarExpanded, article("0", using: &random) + Array("10".utf8) + word(6, using: &random))
        case .codabar: Symbol(.codabar, Array("A".utf8) + number(10, using: &random) + Array("B".utf8))
        }
    }

    private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789".utf8)
    private static let mixed = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789 .,:;/-?=&".utf8)

    private static func text(_ count: Int, using random: inout SeededRandom) -> [UInt8] {
        (0..<count).map { _ in mixed[Int.random(in: mixed.indices, using: &random)] }
    }

    private static func word(_ count: Int, using random: inout SeededRandom) -> [UInt8] {
        (0..<count).map { _ in letters[Int.random(in: letters.indices, using: &random)] }
    }

    private static func number(_ count: Int, using random: inout SeededRandom) -> [UInt8] {
        (0..<count).map { _ in UInt8(48 + Int.random(in: 0...9, using: &random)) }
    }

    private static func article(_ first: String, using random: inout SeededRandom) -> [UInt8] {
        Array("01".utf8) + checked(Array(first.utf8) + number(12, using: &random))
    }

    /// Five digits, below what the shortest form holds.
    private static func weight(using random: inout SeededRandom) -> [UInt8] {
        [UInt8.random(in: 48...50, using: &random)] + number(4, using: &random)
    }

    private static func checked(_ digits: [UInt8]) -> [UInt8] { digits + [CheckDigit.gtin(digits)] }

    /// Eight digits of UPC-E; of some numbers there are two short forms, of which one is right.
    private static func short(using random: inout SeededRandom) -> [UInt8] {
        while true {
            let digits = [0x30] + number(6, using: &random)
            if let long = UPCE.expanded(digits), let short = UPCE.compressed(long), short.dropLast() == digits[...] {
                return short
            }
        }
    }
}
