// SPDX-License-Identifier: MIT
import CReader
import Scanner
import Barcodes

extension Sighting {
    /// A code from libzxing in the canonical form of its kind; nil for an invalid one.
    init?(_ code: reader_code) {
        guard Symbology.allCases.indices ~= Int(code.kind), let start = code.bytes, code.count > 0 else { return nil }
        let symbology = Symbology.allCases[Int(code.kind)]
        var bytes = [UInt8](UnsafeBufferPointer(start: start, count: code.count))
        var eci: Int?
        if code.stated_count > 0 {
            guard
                let sections = Sighting.sections(
                    [UInt8](UnsafeBufferPointer(start: code.stated, count: code.stated_count)))
            else { return nil }
            (bytes, eci) = sections.joined
        }
        switch symbology {
        // libzxing 1.4 returns a line feed for a carriage return. No text is better than a wrong one.
        case .maxiCode where bytes.contains(0x0A): return nil
        default: break
        }
        let corners = withUnsafeBytes(of: code.corners) { bytes in
            let values = bytes.bindMemory(to: Int32.self)
            return (0..<4).map { Point(x: Double(values[2 * $0]), y: Double(values[2 * $0 + 1])) }
        }
        // Data that is not valid GS1 can be drawn again only without the mark.
        let isGS1 = code.is_gs1 != 0 && GS1.canBeMarked(bytes)
        let correction = code.correction.map { String(cString: $0) } ?? ""
        self.init(
            Symbol(
                symbology, bytes, eci: eci, isGS1: isGS1,
                correction: Sighting.correction(correction, of: symbology)), corners: corners,
            part: Sighting.part(code))
    }

    /// The sections after each backslash and six digits; nil for anything else. AIM ITS/04-001.
    private static func sections(_ stated: [UInt8]) -> [CharacterSection]? {
        let backslash = UInt8(ascii: "\\")
        var sections: [CharacterSection] = []
        var rest = stated[...]
        while let byte = rest.popFirst() {
            if byte == backslash, rest.first != backslash {
                let digits = rest.prefix(6)
                guard digits.count == 6, let eci = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
                sections.append(CharacterSection([], eci: eci))
                rest = rest.dropFirst(6)
            } else {
                if byte == backslash { rest.removeFirst() }
                guard !sections.isEmpty else { return nil }
                sections[sections.count - 1].bytes.append(byte)
            }
        }
        return sections
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

    /// The place in a series. A series of unknown size cannot be joined, so its parts are single codes.
    private static func part(_ code: reader_code) -> Part? {
        guard code.total > 1, 0..<code.total ~= code.index, code.total <= 255 else { return nil }
        let series = code.series.map { String(cString: $0) } ?? ""
        // The series of QR is a number. The names of other kinds are hashed to a number.
        let parity = UInt8(series) ?? series.utf8.reduce(0) { $0 ^ $1 }
        return Part(index: Int(code.index), count: Int(code.total), parity: parity)
    }
}
