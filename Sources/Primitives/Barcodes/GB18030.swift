// SPDX-License-Identifier: MIT

/// The character set of the People's Republic of China, with GB 2312 and GBK as subsets. GB 18030-2005.
enum GB18030: MultiByteSet {
    static func next(_ rest: inout ArraySlice<UInt8>) -> EncodedCharacter? {
        let bytes = Array(rest.prefix(4))
        guard bytes.count >= 2, 0x81...0xFE ~= bytes[0] else { return nil }
        if 0x30...0x39 ~= bytes[1] {
            guard bytes.count == 4, 0x81...0xFE ~= bytes[2], 0x30...0x39 ~= bytes[3], let scalar = scalar(bytes) else {
                return nil
            }
            rest = rest.dropFirst(4)
            return EncodedCharacter(scalar, bytes[0], bytes[1])
        }
        guard 0x40...0xFE ~= bytes[1], bytes[1] != 0x7F else { return nil }
        let row = 2 * (Int(bytes[0]) - 0x81) + (bytes[1] < 0xA0 ? 0 : 1)
        let place = Int(bytes[1]) - (bytes[1] < 0x7F ? 0x40 : bytes[1] < 0xA0 ? 0x41 : 0xA0)
        guard let scalar = rows[row, place] else { return nil }
        rest = rest.dropFirst(2)
        return EncodedCharacter(scalar, bytes[0], bytes[1])
    }

    /// Four bytes encode the characters without a two-byte form, in Unicode order.
    private static func scalar(_ bytes: [UInt8]) -> Unicode.Scalar? {
        let digits = [(0x81, 10), (0x30, 126), (0x81, 10), (0x30, 1)]
        var number = 0
        for (byte, digit) in zip(bytes, digits) { number = (number + Int(byte) - digit.0) * digit.1 }
        if number < others.count { return others[number] }
        // The planes after the first begin at 0x90308130.
        return number < 189_000 ? nil : UInt32(exactly: number - 189_000 + 0x10000).flatMap(Unicode.Scalar.init)
    }

    private static let rows = CharacterRows(table)

    /// The characters of the first plane without a two-byte form.
    private static let others: [Unicode.Scalar] = {
        let known = Set(rows.scalars)
        return (UInt32(0x80)...0xFFFF).compactMap(Unicode.Scalar.init).filter { scalar in
            !known.contains(scalar) && !privateUse.contains { $0.contains(scalar.value) }
        }
    }()

    /// Private-use characters with a two-byte form, which the table omits.
    private static let privateUse: [ClosedRange<UInt32>] = [
        0xE000...0xE76B, 0xE76D...0xE7C7, 0xE7C9...0xE7E6, 0xE7F4...0xE814, 0xE816...0xE818, 0xE81E...0xE81E,
        0xE826...0xE826, 0xE82B...0xE82C, 0xE831...0xE832, 0xE83B...0xE83B, 0xE843...0xE843, 0xE854...0xE855,
        0xE864...0xE864,
    ]
}
