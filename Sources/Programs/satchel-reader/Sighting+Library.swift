// SPDX-License-Identifier: MIT
import CReader
import Scanner
import Symbols

extension Sighting {
    /// A code that libzxing found, in the canonical form of its kind; nil for one that is not what it should be.
    init?(_ code: reader_code) {
        guard Symbology.allCases.indices ~= Int(code.kind), let start = code.bytes, code.count > 0 else { return nil }
        let symbology = Symbology.allCases[Int(code.kind)]
        var bytes = [UInt8](UnsafeBufferPointer(start: start, count: code.count))
        switch symbology {
        // The library writes the article number as a GS1 text, whose first two digits say that it is one.
        case .dataBar where bytes.count == 16 && bytes.starts(with: Array("01".utf8)): bytes.removeFirst(2)
        // It writes this one as people do, with parentheses in place of what the code has.
        case .dataBarExpanded:
            guard let plain = GS1.bytes(typed: String(decoding: bytes, as: UTF8.self)) else { return nil }
            bytes = plain
        // 1.4 gives a line feed for the carriage return that a card has; no text is better than another one.
        case .maxiCode where bytes.contains(0x0A): return nil
        default: break
        }
        let corners = withUnsafeBytes(of: code.corners) { bytes in
            let values = bytes.bindMemory(to: Int32.self)
            return (0..<4).map { Point(x: Double(values[2 * $0]), y: Double(values[2 * $0 + 1])) }
        }
        // What is always GS1 does not say so; data that is none after all is drawn again only without the mark.
        let isAlways = symbology == .dataBar || symbology == .dataBarExpanded
        let isGS1 = code.is_gs1 != 0 && !isAlways && GS1.canBeMarked(bytes)
        let correction = code.correction.map { String(cString: $0) } ?? ""
        self.init(
            Symbol(
                symbology, bytes, eci: code.eci < 0 ? nil : Int(code.eci), isGS1: isGS1,
                correction: Sighting.correction(correction, of: symbology)), corners: corners,
            part: Sighting.part(code))
    }

    private static func correction(_ text: String, of symbology: Symbology) -> Symbol.Correction? {
        let number = Int(text.prefix { $0.isNumber })
        switch symbology {
        case .qr:
            let levels: [String: QRCorrection] = ["L": .low, "M": .medium, "Q": .quartile, "H": .high]
            return levels[text].map { .qr($0) }
        case .pdf417: return number.flatMap { 0...8 ~= $0 ? .pdf417(level: $0) : nil }
        case .aztec: return number.flatMap { 0...100 ~= $0 ? .aztec(percent: $0) : nil }
        default: return nil
        }
    }

    /// A series whose size is unknown cannot be joined, so its parts stand alone.
    private static func part(_ code: reader_code) -> Part? {
        guard code.total > 1, 0..<code.total ~= code.index, code.total <= 255 else { return nil }
        let series = code.series.map { String(cString: $0) } ?? ""
        // QR's is a number already; the names of other kinds are folded into one.
        let parity = UInt8(series) ?? series.utf8.reduce(0) { $0 ^ $1 }
        return Part(index: Int(code.index), count: Int(code.total), parity: parity)
    }
}
