// SPDX-License-Identifier: MIT

/// KS X 1001 in two bytes, with the additional syllables of Windows code page 949.
enum EUCKR: MultiByteSet {
    static func next(_ rest: inout ArraySlice<UInt8>) -> EncodedCharacter? {
        let bytes = Array(rest.prefix(2))
        guard bytes.count == 2, 0x81...0xFE ~= bytes[0] else { return nil }
        let scalar =
            bytes.allSatisfy { 0xA1...0xFE ~= $0 }
            ? rows[Int(bytes[0]) - 0xA1, Int(bytes[1]) - 0xA1] : further(bytes[0], bytes[1])
        guard let scalar else { return nil }
        rest = rest.dropFirst(2)
        return EncodedCharacter(scalar, bytes[0], bytes[1])
    }

    /// The syllables missing from KS X 1001 are in Unicode order in the byte pairs that it does not use: 178 for a lead
    /// byte below 0xA1, and 84 from there on.
    private static func further(_ lead: UInt8, _ trail: UInt8) -> Unicode.Scalar? {
        let place: Int
        switch trail {
        case 0x41...0x5A: place = Int(trail) - 0x41
        case 0x61...0x7A: place = Int(trail) - 0x61 + 26
        case 0x81...0xFE: place = Int(trail) - 0x81 + 52
        default: return nil
        }
        guard lead < 0xA1 || place < 84 else { return nil }
        let index = lead < 0xA1 ? (Int(lead) - 0x81) * 178 + place : 32 * 178 + (Int(lead) - 0xA1) * 84 + place
        return index < syllables.count ? syllables[index] : nil
    }

    private static let rows = CharacterRows(table)

    private static let syllables: [Unicode.Scalar] = {
        let known = Set(rows.scalars)
        return (UInt32(0xAC00)...0xD7A3).compactMap(Unicode.Scalar.init).filter { !known.contains($0) }
    }()
}
