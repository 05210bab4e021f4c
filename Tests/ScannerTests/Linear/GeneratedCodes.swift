// SPDX-License-Identifier: MIT
import Barcodes
import TestSupport

/// Made-up content for each symbology of bars, in its canonical form.
struct GeneratedCodes {
    static let symbologies: [Symbology] = [
        .ean13, .ean8, .upcA, .upcE, .code128, .code93, .code39, .itf, .codabar,
    ]

    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func next(_ symbology: Symbology) throws -> Symbol {
        switch symbology {
        // A leading zero makes an EAN-13 the same bars as a UPC-A.
        case .ean13: try Symbol(typed: text(1, from: "123456789") + text(11, from: "0123456789"), as: .ean13)
        case .ean8: try Symbol(typed: text(7, from: "0123456789"), as: .ean8)
        case .upcA: try Symbol(typed: text(11, from: "0123456789"), as: .upcA)
        // Ends of 3 and above abbreviate only what shorter ends cannot: no zero may stand before them.
        case .upcE:
            try Symbol(typed: text(1, from: "01") + text(5, from: "3456789") + text(1, from: "0123456789"), as: .upcE)
        case .code93: Symbol(.code93, (0..<Int.random(in: 2...14, using: &random)).map { _ in ascii() })
        case .code39:
            Symbol(.code39, Array(text(Int.random(in: 2...12, using: &random), from: Self.fortyThree).utf8))
        case .itf:
            Symbol(.itf, Array(text(2 * Int.random(in: 3...9, using: &random), from: "0123456789").utf8))
        case .codabar:
            Symbol(
                .codabar,
                Array(
                    (text(1, from: "ABCD") + text(Int.random(in: 4...12, using: &random), from: "0123456789-$:/.+")
                        + text(1, from: "ABCD")).utf8))
        default: Symbol(.code128, code128())
        }
    }

    private static let fortyThree = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%"

    private mutating func text(_ count: Int, from alphabet: String) -> String {
        let characters = Array(alphabet)
        return String((0..<count).map { _ in characters[Int.random(in: characters.indices, using: &random)] })
    }

    private mutating func ascii() -> UInt8 { UInt8.random(in: 0..<128, using: &random) }

    /// Digits, letters, control characters and Latin-1, in runs, so that all sets, shifts and latches are used.
    /// The library for drawing is not trusted with more than a few letters beyond ASCII: one at most.
    private mutating func code128() -> [UInt8] {
        var bytes = (0..<Int.random(in: 1...4, using: &random)).flatMap { _ -> [UInt8] in
            let count = Int.random(in: 1...6, using: &random)
            let range: ClosedRange<UInt8> = [48...57, 32...127, 0...31].randomElement(using: &random) ?? 48...57
            return (0..<count).map { _ in UInt8.random(in: range, using: &random) }
        }
        if Bool.random(using: &random) {
            bytes.insert(
                UInt8.random(in: 160...255, using: &random), at: Int.random(in: 0...bytes.count, using: &random))
        }
        return bytes
    }
}
