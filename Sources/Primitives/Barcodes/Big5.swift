// SPDX-License-Identifier: MIT

/// Chinese in traditional characters, with the additions of Windows code page 950.
enum Big5: MultiByteSet {
    static func next(_ rest: inout ArraySlice<UInt8>) -> EncodedCharacter? {
        let bytes = Array(rest.prefix(2))
        guard bytes.count == 2, 0xA1...0xF9 ~= bytes[0] else { return nil }
        let row = 2 * (Int(bytes[0]) - 0xA1)
        let scalar: Unicode.Scalar?
        switch bytes[1] {
        case 0x40...0x7E: scalar = rows[row, Int(bytes[1]) - 0x40]
        case 0xA1...0xFE: scalar = rows[row + 1, Int(bytes[1]) - 0xA1]
        default: scalar = nil
        }
        guard let scalar else { return nil }
        rest = rest.dropFirst(2)
        return EncodedCharacter(scalar, bytes[0], bytes[1])
    }

    private static let rows = CharacterRows(table)
}
