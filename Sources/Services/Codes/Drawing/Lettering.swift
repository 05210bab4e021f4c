// SPDX-License-Identifier: MIT
import CZint

/// A line of text in dark and light dots, for captions below codes.
///
/// libzint draws the letters, which are those of Latin-1: this program loads no other library of fonts (Decision 0153).
struct Lettering: Equatable {
    let columns: Int
    let rows: Int
    /// In row order, true for dark.
    private let dots: [Bool]

    /// Captions are shortened to this many letters.
    static let maximumLetters = 80
    /// Dots between two letters, and the width of a space.
    private static let gap = 2
    private static let space = 4

    /// The text; nil without any letter, or when one of them is not in Latin-1.
    ///
    /// - Throws: ``CodesError`` `.drawingFailed` when the library fails.
    init?(_ text: String) throws {
        let scalars = text.unicodeScalars
        guard scalars.allSatisfy({ 0x20..<0x7F ~= $0.value || 0xA0...0xFF ~= $0.value }) else { return nil }
        let isLong = scalars.count > Self.maximumLetters
        let letters = scalars.prefix(isLong ? Self.maximumLetters - 3 : Self.maximumLetters).map { UInt8($0.value) }
        var drawn: [UInt8: [[Bool]]] = [:]
        // By column, so that letters are joined by appending.
        var line: [[Bool]] = []
        for letter in letters + (isLong ? Array("...".utf8) : []) {
            let glyph = try drawn[letter] ?? Self.glyph(letter)
            drawn[letter] = glyph
            line += glyph
        }
        while line.last?.contains(true) == false { line.removeLast() }
        line = Array(line.drop { !$0.contains(true) })
        guard let height = line.first?.count,
            let top = (0..<height).first(where: { row in line.contains { $0[row] } }),
            let bottom = (0..<height).last(where: { row in line.contains { $0[row] } })
        else { return nil }
        columns = line.count
        rows = bottom - top + 1
        dots = (top...bottom).flatMap { row in line.map { $0[row] } }
    }

    func isDark(_ column: Int, _ row: Int) -> Bool { dots[row * columns + column] }

    /// The columns of a letter with the gap after it, all letters with the same rows: below a code with this content
    /// libzint writes it.
    private static func glyph(_ letter: UInt8) throws -> [[Bool]] {
        guard let handle = ZBarcode_Create() else { throw CodesError(.drawingFailed, "There is no memory left.") }
        defer { ZBarcode_Delete(handle) }
        handle.pointee.symbology = BARCODE_CODE128
        handle.pointee.input_mode = DATA_MODE
        handle.pointee.output_options |= OUT_BUFFER_INTERMEDIATE
        handle.pointee.height = 1
        guard ZBarcode_Encode_and_Buffer(handle, [letter], 1, 0) < ZINT_ERROR, let bitmap = handle.pointee.bitmap else {
            throw CodesError(.drawingFailed, "The caption could not be drawn.")
        }
        let (width, height) = (Int(handle.pointee.bitmap_width), Int(handle.pointee.bitmap_height))
        // The bars are one module high, which is two dots.
        let columns = (0..<width).map { x in
            (2..<max(2, height)).map { y in bitmap[y * width + x] == UInt8(ascii: "1") }
        }
        let rows = max(0, height - 2)
        let empty = [Bool](repeating: false, count: rows)
        guard let first = columns.firstIndex(where: { $0.contains(true) }),
            let last = columns.lastIndex(where: { $0.contains(true) })
        else { return Array(repeating: empty, count: space) }
        return columns[first...last] + Array(repeating: empty, count: gap)
    }
}
