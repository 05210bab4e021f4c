// SPDX-License-Identifier: MIT
internal import Barcodes

/// The text of a QR code, built while its segments are read in order. ISO/IEC 18004, section 7.4.
struct QRText {
    /// FNC1 was seen, so that `%` stands for the separator of fields. Section 7.4.8.3.
    var hasFunction1 = false
    private var sections: [CharacterSection] = []
    private var eci: Int?

    private static let alphabet = [UInt8]("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

    var isEmpty: Bool { sections.isEmpty }

    mutating func appendDigits(_ reader: inout BitReader, _ version: QRVersion) -> Bool {
        guard var count = reader.read(QRText.width([10, 12, 14], version)) else { return false }
        var bytes: [UInt8] = []
        while count > 0 {
            let digits = min(count, 3)
            guard var value = reader.read([4, 7, 10][digits - 1]), value < [10, 100, 1000][digits - 1] else {
                return false
            }
            var group: [UInt8] = []
            for _ in 0..<digits {
                group.insert(UInt8(0x30 + value % 10), at: 0)
                value /= 10
            }
            bytes += group
            count -= digits
        }
        append(bytes)
        return true
    }

    mutating func appendAlphanumeric(_ reader: inout BitReader, _ version: QRVersion) -> Bool {
        guard var count = reader.read(QRText.width([9, 11, 13], version)) else { return false }
        var bytes: [UInt8] = []
        while count > 0 {
            if count == 1 {
                guard let value = reader.read(6), value < 45 else { return false }
                bytes.append(QRText.alphabet[value])
                count = 0
            } else {
                guard let value = reader.read(11), value < 45 * 45 else { return false }
                bytes += [QRText.alphabet[value / 45], QRText.alphabet[value % 45]]
                count -= 2
            }
        }
        append(hasFunction1 ? QRText.separated(bytes) : bytes)
        return true
    }

    mutating func appendBytes(_ reader: inout BitReader, _ version: QRVersion) -> Bool {
        guard let count = reader.read(QRText.width([8, 16, 16], version)), count * 8 <= reader.remaining else {
            return false
        }
        append((0..<count).compactMap { _ in reader.read(8).map { UInt8($0) } })
        return true
    }

    /// 13 bits a character, as the two bytes of Shift JIS. Section 7.4.6.
    mutating func appendKanji(_ reader: inout BitReader, _ version: QRVersion) -> Bool {
        guard let count = reader.read(QRText.width([8, 10, 12], version)), count * 13 <= reader.remaining else {
            return false
        }
        var bytes: [UInt8] = []
        for _ in 0..<count {
            guard let value = reader.read(13) else { return false }
            let compact = (value / 0xC0) << 8 | value % 0xC0
            let code = compact + (compact < 0x1F00 ? 0x8140 : 0xC140)
            guard code <= 0xEBBF else { return false }
            bytes += [UInt8(code >> 8), UInt8(code & 0xFF)]
        }
        sections.append(CharacterSection(bytes, eci: QRText.shiftJIS))
        return true
    }

    /// One to three bytes. Section 7.4.2.1, table 4.
    mutating func appendCharacterSet(_ reader: inout BitReader) -> Bool {
        guard let first = reader.read(8) else { return false }
        if first < 0x80 {
            eci = first
        } else if first < 0xC0, let rest = reader.read(8) {
            eci = (first & 0x3F) << 8 | rest
        } else if first < 0xE0, let rest = reader.read(16), (first & 0x1F) << 16 | rest < 1_000_000 {
            eci = (first & 0x1F) << 16 | rest
        } else {
            return false
        }
        return true
    }

    /// FNC1 in the second place: two digits, or a letter as its code and 100, in front of the text. Section 7.4.8.3.
    mutating func appendApplication(_ reader: inout BitReader) -> Bool {
        guard let value = reader.read(8) else { return false }
        hasFunction1 = true
        switch value {
        case 0..<100: append([UInt8(0x30 + value / 10), UInt8(0x30 + value % 10)])
        case 165...190, 197...222: append([UInt8(value - 100)])
        default: return false
        }
        return true
    }

    /// All bytes and the one character set they are in.
    var joined: (bytes: [UInt8], eci: Int?) { sections.joined }

    private static let shiftJIS = 20

    private mutating func append(_ bytes: [UInt8]) {
        sections.append(CharacterSection(bytes, eci: eci))
    }

    /// `%` is the separator, `%%` is `%`.
    private static func separated(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] != UInt8(ascii: "%") {
                result.append(bytes[index])
            } else if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "%") {
                result.append(UInt8(ascii: "%"))
                index += 1
            } else {
                result.append(0x1D)
            }
            index += 1
        }
        return result
    }

    /// Bits of a segment's count, by version. Section 7.4.1, table 3.
    private static func width(_ widths: [Int], _ version: QRVersion) -> Int {
        widths[version.number < 10 ? 0 : version.number < 27 ? 1 : 2]
    }
}
