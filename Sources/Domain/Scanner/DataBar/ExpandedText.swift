// SPDX-License-Identifier: MIT
import Barcodes

/// Decodes the bits of a DataBar Expanded to GS1 elements: ISO/IEC 24724, 7.2.5.
package enum ExpandedText {
    /// - Parameter characters: twelve bits each, without the check character.
    /// - Returns: the element strings with 0x1D where GS1 has a separator; nil for invalid bits.
    package static func bytes(of characters: [Int]) -> [UInt8]? {
        var bits = Bits(characters)
        guard let text = text(of: &bits) else { return nil }
        // A writer may end with a separator, which only a further element would need.
        let bytes = text.last == GS1.separator ? text.dropLast() : text
        return bytes.isEmpty || GS1.elements(bytes) == nil ? nil : bytes
    }

    private static func text(of bits: inout Bits) -> [UInt8]? {
        // Whether a two-dimensional part belongs to the code; it is ignored.
        guard bits.take(1) != nil else { return nil }
        if bits.take("1") {
            guard bits.take(2) != nil, let first = bits.take(4), first < 10, let gtin = gtin(first, &bits) else {
                return nil
            }
            return general(&bits).map { gtin + $0 }
        }
        if bits.take("00") { return bits.take(2) == nil ? nil : general(&bits) }
        if bits.take("0100") || bits.take("0101") {
            // The header was read; its last bit determines the identifier.
            return weight(&bits, isPounds: bits.last == 1)
        }
        if bits.take("01100") || bits.take("01101") { return price(&bits, hasCurrency: bits.last == 1) }
        if bits.take("0111"), let rule = bits.take(3) { return dated(&bits, rule) }
        return nil
    }

    /// An article number of twelve digits in four groups of ten bits, after a known first digit.
    private static func gtin(_ first: Int, _ bits: inout Bits) -> [UInt8]? {
        var digits = [UInt8(48 + first)]
        for _ in 0..<4 {
            guard let group = bits.take(10), group < 1000 else { return nil }
            digits += Self.digits(group, 3)
        }
        return Array("01".utf8) + digits + [CheckDigit.gtin(digits)]
    }

    /// 7.2.5.2.3 and 7.2.5.2.4: kilograms with three decimals, pounds with two or three.
    private static func weight(_ bits: inout Bits, isPounds: Bool) -> [UInt8]? {
        guard let gtin = gtin(9, &bits), let weight = bits.take(15), bits.isEmpty else { return nil }
        guard isPounds else { return gtin + Array("3103".utf8) + digits(weight, 6) }
        return weight < 10_000
            ? gtin + Array("3202".utf8) + digits(weight, 6) : gtin + Array("3203".utf8) + digits(weight - 10_000, 6)
    }

    /// 7.2.5.2.6 and 7.2.5.2.7: a price, with a currency or without.
    private static func price(_ bits: inout Bits, hasCurrency: Bool) -> [UInt8]? {
        guard bits.take(2) != nil, let gtin = gtin(9, &bits), let decimals = bits.take(2) else { return nil }
        var text = gtin + Array(hasCurrency ? "393".utf8 : "392".utf8) + digits(decimals, 1)
        if hasCurrency {
            guard let currency = bits.take(10), currency < 1000 else { return nil }
            text += digits(currency, 3)
        }
        guard let rest = general(&bits), !rest.isEmpty else { return nil }
        return text + rest
    }

    /// 7.2.5.2.5: a weight, and one of four dates or none.
    private static func dated(_ bits: inout Bits, _ rule: Int) -> [UInt8]? {
        guard let gtin = gtin(9, &bits), let weight = bits.take(20), let date = bits.take(16), bits.isEmpty,
            weight < 1_000_000
        else { return nil }
        let text =
            gtin + Array(rule % 2 == 0 ? "310".utf8 : "320".utf8) + digits(weight / 100_000, 1)
            + digits(weight % 100_000, 6)
        guard date != 38_400 else { return text }
        guard date < 38_400 else { return nil }
        return text + Array(["11", "13", "15", "17"][rule / 2].utf8) + digits(date / 384, 2)
            + digits(date / 32 % 12 + 1, 2) + digits(date % 32, 2)
    }

    private static func digits(_ number: Int, _ count: Int) -> [UInt8] {
        let text = Array(String(number).utf8)
        return [UInt8](repeating: UInt8(ascii: "0"), count: max(count - text.count, 0)) + text
    }
}

/// Compaction for any text: 7.2.5.5.
extension ExpandedText {
    private enum Mode { case numeric, alphanumeric, iso646 }

    private static func general(_ bits: inout Bits) -> [UInt8]? {
        var mode = Mode.numeric
        var text: [UInt8] = []
        while !bits.isEmpty {
            switch mode {
            case .numeric:
                if bits.count < 4 { return text }
                if bits.take("0000") {
                    mode = .alphanumeric
                } else if bits.count < 7 {
                    // A single remaining digit, after which no bits have a meaning.
                    guard let digit = bits.take(4), digit <= 10 else { return nil }
                    return text + [UInt8(47 + digit)]
                } else {
                    guard let pair = bits.take(7), pair >= 8 else { return nil }
                    for digit in [(pair - 8) / 11, (pair - 8) % 11] {
                        text.append(digit == 10 ? GS1.separator : UInt8(48 + digit))
                    }
                }
            case .alphanumeric, .iso646:
                if bits.count < 5 { return text }
                if bits.take("000") {
                    mode = .numeric
                } else if bits.take("00100") {
                    mode = mode == .iso646 ? .alphanumeric : .iso646
                } else if bits.take("01111") {
                    text.append(GS1.separator)
                    mode = .numeric
                } else {
                    guard let letter = mode == .iso646 ? iso646(&bits) : alphanumeric(&bits) else { return nil }
                    text.append(letter)
                }
            }
        }
        return text
    }

    private static func alphanumeric(_ bits: inout Bits) -> UInt8? {
        guard let start = bits.peek(5) else { return nil }
        if start < 16 { return digit(&bits) }
        guard let value = bits.take(6) else { return nil }
        return value < 58 ? UInt8(value + 33) : value < 63 ? Array("*,-./".utf8)[value - 58] : nil
    }

    private static func iso646(_ bits: inout Bits) -> UInt8? {
        guard let start = bits.peek(5) else { return nil }
        if start < 16 { return digit(&bits) }
        if start < 29 { return bits.take(7).map { UInt8($0 < 90 ? $0 + 1 : $0 + 7) } }
        guard let value = bits.take(8), 232...252 ~= value else { return nil }
        return Array("!\"%&'()*+,-./:;<=>?_ ".utf8)[value - 232]
    }

    private static func digit(_ bits: inout Bits) -> UInt8? {
        guard let value = bits.take(5), 5...14 ~= value else { return nil }
        return UInt8(value + 43)
    }
}

extension ExpandedText {
    /// Bits from the front.
    private struct Bits {
        private let bits: [UInt8]
        private var position = 0

        init(_ characters: [Int]) {
            bits = characters.flatMap { character in (0..<12).map { UInt8(character >> (11 - $0) & 1) } }
        }

        var count: Int { bits.count - position }
        var isEmpty: Bool { position == bits.count }

        /// The bit that was taken last.
        var last: UInt8 { position > 0 ? bits[position - 1] : 0 }

        func peek(_ count: Int) -> Int? {
            guard count <= self.count else { return nil }
            return bits[position..<position + count].reduce(0) { $0 << 1 | Int($1) }
        }

        mutating func take(_ count: Int) -> Int? {
            guard let value = peek(count) else { return nil }
            position += count
            return value
        }

        /// Whether these bits come next; if so, they are taken.
        mutating func take(_ text: String) -> Bool {
            let wanted = text.utf8.map { $0 - 48 }
            guard wanted.count <= count, Array(bits[position..<position + wanted.count]) == wanted else { return false }
            position += wanted.count
            return true
        }
    }
}
