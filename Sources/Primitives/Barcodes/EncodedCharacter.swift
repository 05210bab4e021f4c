// SPDX-License-Identifier: MIT

/// One character of a text with its bytes.
struct EncodedCharacter {
    let scalar: Unicode.Scalar
    let lead: UInt8
    /// The second byte; nil for a single byte.
    let trail: UInt8?

    init(_ scalar: Unicode.Scalar, _ lead: UInt8, _ trail: UInt8? = nil) {
        self.scalar = scalar
        self.lead = lead
        self.trail = trail
    }
}

/// A character set with characters of one or more bytes that contains ASCII unchanged.
protocol MultiByteSet {
    /// Reads a non-ASCII character from the front; nil when the bytes do not begin with one.
    static func next(_ rest: inout ArraySlice<UInt8>) -> EncodedCharacter?
}

extension MultiByteSet {
    /// The characters of bytes; nil when they are not in this set.
    static func characters(_ bytes: [UInt8]) -> [EncodedCharacter]? {
        var characters: [EncodedCharacter] = []
        characters.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let lead = rest.first {
            if lead < 0x80 {
                rest.removeFirst()
                characters.append(EncodedCharacter(Unicode.Scalar(lead), lead))
            } else {
                guard let character = next(&rest) else { return nil }
                characters.append(character)
            }
        }
        return characters
    }

    /// The text of bytes; nil when they are not in this set.
    static func text(_ bytes: [UInt8]) -> String? {
        characters(bytes).map { String(String.UnicodeScalarView($0.map(\.scalar))) }
    }
}

/// Characters in rows, as printed in the standards; a full stop is a gap, and gaps at the end of a row are omitted.
struct CharacterRows {
    private let rows: [[Unicode.Scalar]]

    init(_ table: String) {
        rows = table.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
    }

    /// Nil for a gap.
    subscript(row: Int, place: Int) -> Unicode.Scalar? {
        guard rows.indices.contains(row), rows[row].indices.contains(place), rows[row][place] != "." else { return nil }
        return rows[row][place]
    }

    /// All characters without the gaps.
    var scalars: some Sequence<Unicode.Scalar> { rows.joined().lazy.filter { $0 != "." } }
}
