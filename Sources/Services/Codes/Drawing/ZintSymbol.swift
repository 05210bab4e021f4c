// SPDX-License-Identifier: MIT
import CZint
import Barcodes

/// One encoding by libzint. C: `zint_symbol`, <https://zint.org.uk/manual/chapter/5>
///
/// The library receives bytes (`DATA_MODE`), never text, because it would convert text and declare a character set.
final class ZintSymbol {
    /// The library's own limit of its input; longer input is never valid and would overflow 32 bits.
    private static let maximumBytes = 7089

    private let handle: UnsafeMutablePointer<zint_symbol>
    private let symbol: Symbol
    private let input: [UInt8]

    init(_ symbol: Symbol) throws {
        // Input that the library would correct (capitals, zeros) is refused, because the code would hold other bytes.
        do { try symbol.check() } catch let error as SymbolsError {
            throw error.code == .tooLong ? CodesError.tooLong(symbol) : CodesError(error)
        }
        let input = try symbol.libraryInput()
        guard !symbol.isSpoiledByLatch else {
            throw CodesError.invalid(symbol, "so many letters beyond ASCII are not drawn reliably. Draw it as QR")
        }
        guard let handle = ZBarcode_Create() else { throw CodesError(.drawingFailed, "There is no memory left.") }
        self.handle = handle
        self.symbol = symbol
        self.input = input
        handle.pointee.symbology = symbol.librarySymbology
        handle.pointee.input_mode = symbol.isMarkedGS1 ? GS1_MODE | GS1NOCHECK_MODE : DATA_MODE
        handle.pointee.eci = Int32(clamping: symbol.eci ?? 0)
        switch symbol.symbology {
        case .maxiCode: handle.pointee.option_1 = 4
        case .dataMatrix: handle.pointee.option_3 = DM_SQUARE
        default: break
        }
        switch symbol.correction {
        case .qr(let level): handle.pointee.option_1 = Int32(level.rawValue)
        case .pdf417(let level): handle.pointee.option_1 = Int32(clamping: level)
        case .aztec(let percent):
            handle.pointee.option_1 = percent <= 10 ? 1 : percent <= 23 ? 2 : percent <= 36 ? 3 : 4
        case nil: break
        }
    }

    deinit { ZBarcode_Delete(handle) }

    /// The modules, or nil when the bytes do not fit. C: `ZBarcode_Encode`.
    func matrix() throws -> Matrix? {
        guard input.count <= ZintSymbol.maximumBytes else { return nil }
        let status = ZBarcode_Encode(handle, input, Int32(input.count))
        // An Aztec code with less redundancy is better than none, so the level is lowered for many bytes.
        if status == ZINT_ERROR_TOO_LONG, symbol.symbology == .aztec, handle.pointee.option_1 != 1 {
            ZBarcode_Clear(handle)
            handle.pointee.option_1 = handle.pointee.option_1 > 1 ? handle.pointee.option_1 - 1 : 1
            return try matrix()
        }
        if status == ZINT_ERROR_TOO_LONG { return nil }
        try check(status)
        return symbol.symbology == .maxiCode ? try honeycomb() : grid()
    }

    private func grid() -> Matrix {
        let (columns, rows) = (Int(handle.pointee.width), Int(handle.pointee.rows))
        let stride = MemoryLayout.size(ofValue: handle.pointee.encoded_data.0)
        let modules = withUnsafeBytes(of: &handle.pointee.encoded_data) { data in
            [Bool](unsafeUninitializedCapacity: columns * rows) { modules, count in
                for y in 0..<rows {
                    for x in 0..<columns {
                        modules[y * columns + x] = data[y * stride + x / 8] >> UInt8(x % 8) & 1 == 1
                    }
                }
                count = columns * rows
            }
        }
        return Matrix(
            symbol.symbology, columns: columns, rows: rows, rowHeight: symbol.symbology.rowHeight(columns: columns),
            correction: symbol.correction, modules: modules)
    }

    /// MaxiCode's hexagons and rings, in squares of a tenth of a hexagon. C: `ZBarcode_Buffer`.
    private func honeycomb() throws -> Matrix {
        handle.pointee.output_options |= OUT_BUFFER_INTERMEDIATE
        try check(ZBarcode_Buffer(handle, 0))
        let (columns, rows) = (Int(handle.pointee.bitmap_width), Int(handle.pointee.bitmap_height))
        let letters = UnsafeBufferPointer(start: handle.pointee.bitmap, count: columns * rows)
        return Matrix(.maxiCode, columns: columns, rows: rows, modules: letters.map { $0 == UInt8(ascii: "1") })
    }

    private func check(_ status: Int32) throws {
        guard status >= ZINT_ERROR else { return }
        let text = withUnsafeBytes(of: &handle.pointee.errtxt) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        // "Error 275: Invalid check digit" without its number.
        let reason = text.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "status \(status)"
        switch status {
        case ZINT_ERROR_INVALID_DATA, ZINT_ERROR_INVALID_CHECK, ZINT_ERROR_INVALID_OPTION:
            throw CodesError.invalid(symbol, reason)
        default:
            throw CodesError(.drawingFailed, "The \(symbol.symbology.name) code could not be drawn: \(reason).")
        }
    }
}

extension Symbol {
    /// DataBar's own number is not encoded as elements.
    fileprivate var isMarkedGS1: Bool { isGS1 && symbology != .dataBar }

    /// Whether libzint 2.11 would lose the upper halves of letters. It does so in Code 128 after a run of three or more
    /// non-ASCII characters, for which it latches, followed by some ASCII: it ends the latch there, but scanners do
    /// not.
    fileprivate var isSpoiledByLatch: Bool {
        guard symbology == .code128 else { return false }
        let runs = bytes.split(omittingEmptySubsequences: true) { $0 < 0x80 }
        return runs.dropLast().contains { $0.count >= 3 }
    }

    fileprivate var librarySymbology: Int32 {
        switch symbology {
        case .aztec: BARCODE_AZTEC
        case .codabar: BARCODE_CODABAR
        case .code39: BARCODE_CODE39
        case .code93: BARCODE_CODE93
        case .code128: isGS1 ? BARCODE_GS1_128 : BARCODE_CODE128
        case .dataBar: BARCODE_DBAR_OMN
        case .dataBarExpanded: BARCODE_DBAR_EXP
        case .dataMatrix: BARCODE_DATAMATRIX
        case .ean8, .ean13: BARCODE_EANX_CHK
        case .itf: BARCODE_C25INTER
        case .maxiCode: BARCODE_MAXICODE
        case .pdf417: BARCODE_PDF417
        case .qr: BARCODE_QRCODE
        case .upcA: BARCODE_UPCA_CHK
        case .upcE: BARCODE_UPCE_CHK
        }
    }
}

extension Symbology {
    /// The height of a row, in modules.
    fileprivate func rowHeight(columns: Int) -> Int {
        switch self {
        case .aztec, .dataMatrix, .maxiCode, .qr: 1
        // ISO/IEC 15438, section 5.8.2.
        case .pdf417: 3
        // 22.85 mm and 18.23 mm at 0.33 mm a module. ISO/IEC 15420, section 4.5.
        case .ean13, .upcA, .upcE: 69
        case .ean8: 55
        // ISO/IEC 24724, sections 5.3.1 and 7.2.
        case .dataBar: 33
        case .dataBarExpanded: 34
        // At least 15 % of the width, and high enough for a hand-held scanner. ISO/IEC 16388:2007, section 4.4 (e).
        case .codabar, .code39, .code93, .code128, .itf: max(50, columns * 3 / 20)
        }
    }
}
