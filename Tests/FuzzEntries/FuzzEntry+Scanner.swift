// SPDX-License-Identifier: MIT
import Codes
import Scanner
import Barcodes

/// Pictures of strangers, and what is made of them.
extension FuzzEntry {
    /// A small picture of any shape: the first byte is its width, the rest its pixels. Whatever is found lies about there.
    func picture(_ input: [UInt8]) {
        guard let first = input.first, first > 0, input.count > Int(first) else { return }
        let width = Int(first)
        let height = (input.count - 1) / width
        let image = GreyImage(width: width, height: height, pixels: Array(input[1..<1 + width * height]))
        for effort in [Scan.Effort.frame, .photo] {
            let sightings = Scan(image, effort: effort, limit: 4).sightings()
            precondition(sightings.count <= 4, "picture: more sightings than asked for")
            for sighting in sightings {
                precondition(!sighting.symbol.bytes.isEmpty, "picture: a code without a text")
                precondition(
                    sighting.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "picture: a code at no place")
            }
        }
    }

    /// A BMP file: what is accepted has as many pixels as it says.
    func bitmap(_ input: [UInt8]) {
        do {
            let bitmap = try BitmapFile(input)
            guard bitmap.width <= 1 << 16 / bitmap.height else { return }
            let colours = try bitmap.colours()
            precondition(colours.count == bitmap.width * bitmap.height * 4, "bitmap: pixels are missing")
        } catch {
            // Refused.
        }
    }

    /// Three by two pixels of each number of bits, from below and from above, with a palette or with masks.
    static let bitmapSeeds: [[UInt8]] = [1, 4, 8, 16, 24, 32].flatMap { bits -> [[UInt8]] in
        [2, -2].map { height in
            let palette = bits <= 8 ? [UInt8](repeating: 9, count: 4 << bits) : []
            let masks: [UInt32] = bits == 16 ? [0xF800, 0x7E0, 0x1F] : bits == 32 ? [0xFF00, 0xFF, 0xFF0000] : []
            let row = (3 * bits + 31) / 32 * 4
            var file: [UInt8] = Array("BM".utf8)
            func put(_ numbers: UInt32...) {
                for number in numbers { withUnsafeBytes(of: number.littleEndian) { file += $0 } }
            }
            put(0, 0, UInt32(54 + palette.count + 4 * masks.count), 40, 3, UInt32(bitPattern: Int32(height)))
            put(1 | UInt32(bits) << 16, masks.isEmpty ? 0 : 3, 0, 0, 0, 0, 0)
            for mask in masks { put(mask) }
            return file + palette + (0..<UInt8(2 * row)).map { $0 }
        }
    }

    /// The modules of a QR code, eight to a byte behind the version: what is read is a text, and reading it again changes
    /// nothing.
    func modules(_ input: [UInt8]) {
        guard let first = input.first, let version = QRVersion(Int(first)) else { return }
        let bits = input.dropFirst()
        let isDark = (0..<version.side * version.side).map { index in
            index / 8 < bits.count && bits[bits.startIndex + index / 8] >> UInt8(index % 8) & 1 == 1
        }
        var decoder = QRDecoder()
        guard let reading = decoder.read(ModuleGrid(version, isDark: isDark)) else { return }
        precondition(!reading.content.bytes.isEmpty, "modules: a code without a text")
        var other = QRDecoder()
        precondition(
            other.read(ModuleGrid(version, isDark: isDark))?.symbol == reading.symbol, "modules: another text")
    }

    /// The data codewords of a QR code behind the version.
    func codewords(_ input: [UInt8]) {
        guard let first = input.first, let version = QRVersion(Int(first)) else { return }
        guard let content = QRContent(Array(input.dropFirst()), version: version) else { return }
        precondition(!content.bytes.isEmpty, "codewords: a code without a text")
        // Three digits take ten bits, so no text is longer than this.
        precondition(content.bytes.count <= input.count * 4, "codewords: a text from nowhere")
        if let part = content.part { precondition(part.index < part.count, "codewords: a place beyond the series") }
    }

    /// Well-formed inputs to start from.
    var scannerSeeds: [[UInt8]] {
        do {
            let symbol = Symbol(.qr, Array("SATCHEL".utf8), correction: .qr(.high))
            let matrix = try symbol.drawn()
            switch self {
            case .modules:
                var bytes = [UInt8](repeating: 0, count: (matrix.columns * matrix.columns + 7) / 8)
                for index in 0..<matrix.columns * matrix.columns
                where matrix.isDark(index % matrix.columns, index / matrix.columns) {
                    bytes[index / 8] |= 1 << UInt8(index % 8)
                }
                return [[UInt8(matrix.version)] + bytes]
            case .picture:
                let side = matrix.fullWidth * 3
                let pixels = (0..<side * side).map { index -> UInt8 in
                    matrix.isDark(index % side / 3 - 4, index / side / 3 - 4) ? 30 : 220
                }
                return [[UInt8(side)] + pixels]
            default:
                return [[1, 0x40, 0x14, 0x10, 0xEC, 0x11], [10, 0x71, 0xA4, 0x00, 0x14, 0x10, 0xEC]]
            }
        } catch {
            preconditionFailure("The seeds of \(rawValue) cannot be made: \(error)")
        }
    }
}
