// SPDX-License-Identifier: MIT
import CZint
package import Barcodes
import TestSupport

/// A DataBar of any kind as libzint draws it: rows of modules, some high and some low. Satchel itself draws one kind.
package struct DataBarDrawing: Sendable {
    package enum Kind: CaseIterable, Sendable {
        case omnidirectional, truncated, stacked, stackedOmnidirectional, limited, expanded, expandedStacked

        init?(_ subject: Subject) {
            switch subject {
            case .dataBar: self = .omnidirectional
            case .dataBarTruncated: self = .truncated
            case .dataBarStacked: self = .stacked
            case .dataBarStackedOmnidirectional: self = .stackedOmnidirectional
            case .dataBarLimited: self = .limited
            case .dataBarExpanded: self = .expanded
            case .dataBarExpandedStacked: self = .expandedStacked
            default: return nil
            }
        }

        package var isExpanded: Bool { self == .expanded || self == .expandedStacked }

        fileprivate var librarySymbology: Int32 {
            switch self {
            case .omnidirectional, .truncated: BARCODE_DBAR_OMN
            case .stacked: BARCODE_DBAR_STK
            case .stackedOmnidirectional: BARCODE_DBAR_OMNSTK
            case .limited: BARCODE_DBAR_LTD
            case .expanded: BARCODE_DBAR_EXP
            case .expandedStacked: BARCODE_DBAR_EXPSTK
            }
        }

        /// The least height of a row in modules; separators are one module high. GS1 General Specifications, 5.5.2.
        fileprivate func height(ofRow row: Int) -> Int {
            switch self {
            case .omnidirectional: 33
            case .truncated: 13
            case .stacked: [5, 1, 7][row]
            case .stackedOmnidirectional: row % 4 == 0 ? 33 : 1
            case .limited: 10
            case .expanded, .expandedStacked: row % 4 == 0 ? 34 : 1
            }
        }
    }

    package let symbol: Symbol
    package let columns: Int
    /// Modules from top to bottom.
    package let height: Int
    private let lines: [[Bool]]

    /// - Parameter pairs: of an expanded code in rows, how many pairs of characters a row has; nil leaves it to the library.
    /// - Throws: ``UnexpectedResult`` when the library does not draw it.
    package init(_ symbol: Symbol, as kind: Kind, pairs: Int? = nil) throws {
        guard let handle = ZBarcode_Create() else { throw UnexpectedResult("There is no memory left.") }
        defer { ZBarcode_Delete(handle) }
        handle.pointee.symbology = kind.librarySymbology
        handle.pointee.input_mode = kind.isExpanded ? GS1_MODE | GS1NOCHECK_MODE : DATA_MODE
        if let pairs { handle.pointee.option_2 = Int32(clamping: pairs) }
        let elements = kind.isExpanded ? GS1.elements(symbol.bytes) ?? [] : []
        let input =
            kind.isExpanded
            ? elements.flatMap { [UInt8(ascii: "[")] + $0.identifier + [UInt8(ascii: "]")] + $0.value } : symbol.bytes
        let status = ZBarcode_Encode(handle, input, Int32(input.count))
        guard status < ZINT_ERROR else {
            throw UnexpectedResult("libzint did not draw \(symbol) as \(kind): \(status).")
        }
        self.symbol = symbol
        let stride = MemoryLayout.size(ofValue: handle.pointee.encoded_data.0)
        let (width, rows) = (Int(handle.pointee.width), Int(handle.pointee.rows))
        lines = withUnsafeBytes(of: &handle.pointee.encoded_data) { data in
            (0..<rows).flatMap { row in
                let line = (0..<width).map { data[row * stride + $0 / 8] >> UInt8($0 % 8) & 1 == 1 }
                return [[Bool]](repeating: line, count: kind.height(ofRow: row))
            }
        }
        columns = width
        height = lines.count
    }

    /// Those that are higher than a separator, from the first bar to the last.
    var rowsOfBars: [[Bool]] {
        lines.indices.filter { $0 > 0 && lines[$0] == lines[$0 - 1] && ($0 == 1 || lines[$0] != lines[$0 - 2]) }
            .map { row in Array(lines[row][...(lines[row].lastIndex(of: true) ?? 0)]) }
    }

    package func isDark(_ x: Int, _ y: Int) -> Bool { lines[y][x] }
}
