// SPDX-License-Identifier: MIT
import Codes
import Symbols
import TestSupport

extension Print {
    /// A code of the kind with made-up content of the right length.
    init(_ subject: Subject, using random: inout SeededRandom) throws {
        switch subject {
        case .qr21: try self.init(qr: Print.text(12, using: &random), correction: .medium, side: 21)
        case .qr57: try self.init(qr: Print.text(200, using: &random), correction: .medium, side: 57)
        case .qr105: try self.init(qr: Print.text(980, using: &random), correction: .low, side: 105)
        case .qr177: try self.init(qr: Print.text(2_900, using: &random), correction: .low, side: 177)
        default: try self.init(bars: subject, using: &random)
        }
    }

    private init(qr text: String, correction: Correction, side: Int) throws {
        let matrix = try QRCode.draw(text, correction: correction)
        guard matrix.side == side else { throw Surprise("A QR code of \(side) modules came out as \(matrix.side).") }
        self.init(Symbol(.qr, Array(text.utf8)), columns: side, rows: side, quiet: (4, 4), isDark: matrix.isDark)
    }

    private init(bars subject: Subject, using random: inout SeededRandom) throws {
        switch subject {
        case .ean13:
            let digits = Print.number(12, using: &random)
            self.init(Symbol(.ean13, Bars.ascii(digits)), bars: Bars.ean13(digits), height: 50, quiet: 11)
        case .ean8:
            let digits = Print.number(7, using: &random)
            self.init(Symbol(.ean8, Bars.ascii(digits)), bars: Bars.ean8(digits), height: 45, quiet: 8)
        case .upcA:
            let digits = Print.number(11, using: &random)
            self.init(Symbol(.upcA, Bars.ascii(digits)), bars: Bars.ean13([0] + digits), height: 50, quiet: 11)
        case .code128:
            let text = Print.cardNumber(10, using: &random)
            self.init(Symbol(.code128, Array(text.utf8)), bars: Bars.code128(Array(text.utf8)), height: 45, quiet: 10)
        case .code39:
            let text = Print.cardNumber(7, using: &random)
            self.init(Symbol(.code39, Array(text.utf8)), bars: try Bars.code39(text), height: 40, quiet: 10)
        case .itf:
            let digits = Print.number(12, using: &random)
            self.init(
                Symbol(.itf, digits.map { UInt8($0) + 48 }), bars: Bars.itf(digits), height: 40, quiet: 10)
        default: throw Surprise("\(subject.rawValue) cannot be drawn yet.")
        }
    }

    private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789")
    private static let mixed = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789 .,:;/-?=&")

    private static func text(_ count: Int, using random: inout SeededRandom) -> String {
        // Lower case first: the whole text is then in byte mode, whose length decides the size.
        "m" + String((1..<count).map { _ in mixed[Int.random(in: mixed.indices, using: &random)] })
    }

    private static func cardNumber(_ count: Int, using random: inout SeededRandom) -> String {
        String((0..<count).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
    }

    private static func number(_ count: Int, using random: inout SeededRandom) -> [Int] {
        (0..<count).map { _ in Int.random(in: 0...9, using: &random) }
    }
}
