// SPDX-License-Identifier: MIT
import Codes
package import Scanner
package import Barcodes
import TestSupport

/// A small picture of a code after accidents: torn, cut, scratched, printed over, full of noise. One for every seed.
///
/// A reader may say what stands in it or nothing. Never anything else, unless an accident happens to have made a
/// flawless print of another text, which the next one then damaged: only bars without enough redundancy allow that, and
/// ``isExplained(_:)`` knows.
package struct MutatedFrame: Sendable {
    package let image: GreyImage
    /// What is printed in it: one symbol, or two that share the paper.
    package let symbols: [Symbol]
    /// The accidents in their order, for a message.
    package let accidents: String
    /// How hard a reader should look: every fourth frame counts as a photo.
    package let effort: Scan.Effort
    /// The row of bars after each of the accidents that change whole bars, or all rows of a DataBar; none for squares.
    private let bars: [[Bool]]
    private let dataBar: DataBarDrawing.Kind?

    /// Whether a reader may report this: it is printed there, or the bars were exactly those of this text once.
    package func isExplained(_ symbol: Symbol) -> Bool {
        if symbols.contains(where: { $0.isSameCode(as: symbol) }) { return true }
        if let dataBar {
            guard let drawing = try? DataBarDrawing(symbol, as: dataBar) else { return false }
            return drawing.rowsOfBars.allSatisfy { row in isPrinted(MutatedFrame.widths(row), row.count) }
        }
        guard !bars.isEmpty, let drawn = try? symbol.drawn() else { return false }
        let row = (0..<drawn.columns).map { drawn.isDark($0, 0) }
        let widths = MutatedFrame.widths(row)
        // Between the characters of Code 39 and Codabar is a gap of any width.
        let period = symbol.symbology == .codabar ? 8 : symbol.symbology == .code39 ? 10 : widths.count + 1
        return isPrinted(widths, period)
    }

    private func isPrinted(_ widths: [Int], _ period: Int) -> Bool {
        bars.flatMap { [$0, $0.reversed()] }
            .contains { MutatedFrame.contains(MutatedFrame.widths($0), widths, period) }
    }

    /// - Throws: what drawing a code throws.
    package init(seed: UInt64, of subjects: [Subject] = MutatedFrame.subjects) throws {
        var random = SeededRandom(seed: seed)
        effort = seed.isMultiple(of: 4) ? .photo : .frame
        let subject = subjects.randomElement(using: &random) ?? .qr21
        dataBar = DataBarDrawing.Kind(subject)
        let first = try MutatedFrame.print(subject, using: &random)
        var grid = ModuleGrid(first)
        var symbols = [first.symbol]
        var bars: [[Bool]] = []
        var accidents: [String] = [subject.rawValue]
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let accident = ModuleAccident.allCases.randomElement(using: &random) ?? .flip
            if accident.needsAnother {
                let second = try MutatedFrame.print(subject, using: &random)
                symbols.append(second.symbol)
                grid.suffer(accident, with: ModuleGrid(second), using: &random)
            } else {
                grid.suffer(accident, with: nil, using: &random)
            }
            accidents.append("\(accident)")
            if subject.isLinear { bars.append(grid.middleRow) }
            if dataBar != nil { bars += grid.distinctRows }
        }
        self.bars = bars
        var picture = SmallPicture(grid, using: &random)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let accident = PixelAccident.allCases.randomElement(using: &random) ?? .noise
            picture.suffer(accident, using: &random)
            accidents.append("\(accident)")
        }
        image = picture.image
        self.symbols = symbols
        self.accidents = accidents.joined(separator: ", ")
    }

    package static let subjects: [Subject] =
        Subject.linear + [Subject](repeating: .qr21, count: 7) + [.qr57]

    /// QR codes of several small versions and corrections; bars as in photos.
    private static func print(_ subject: Subject, using random: inout SeededRandom) throws -> Print {
        guard subject == .qr21 else { return try Print(subject, using: &random) }
        let count = Int.random(in: 3...40, using: &random)
        let correction = QRCorrection.allCases.randomElement(using: &random) ?? .low
        let text = (0..<count).map { _ in UInt8.random(in: 0x20...0x7E, using: &random) }
        let symbol = Symbol(.qr, text, correction: .qr(correction))
        return Print(symbol, try symbol.drawn())
    }

    /// The widths of bars and spaces, from the first bar to the last.
    private static func widths(_ bars: [Bool]) -> [Int] {
        var widths: [Int] = []
        var isDark = false
        for bar in bars {
            if bar == isDark, !widths.isEmpty { widths[widths.count - 1] += 1 }
            if bar != isDark { widths.append(1) }
            isDark = bar
        }
        return widths
    }

    /// Whether the elements of a code are among those of a row, bar for bar; every `period`th one is a gap.
    private static func contains(_ row: [Int], _ code: [Int], _ period: Int) -> Bool {
        guard code.count <= row.count else { return false }
        return stride(from: 0, through: row.count - code.count, by: 2).contains { start in
            code.indices.allSatisfy { $0 % period == period - 1 || row[start + $0] == code[$0] }
        }
    }
}

extension Subject {
    var isLinear: Bool { Subject.linear.contains(self) }
}
