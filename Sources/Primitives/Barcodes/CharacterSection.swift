// SPDX-License-Identifier: MIT

/// A section of a code's content, with the character set that the code declares for it.
package struct CharacterSection: Hashable, Sendable {
    package var bytes: [UInt8]
    /// Nil where none is declared.
    package var eci: Int?

    package init(_ bytes: [UInt8], eci: Int?) {
        self.bytes = bytes
        self.eci = eci
    }
}

extension [CharacterSection] {
    /// All sections joined, with their common character set.
    ///
    /// The bytes stay unchanged where a single set covers everything except ASCII. Sections in several sets are
    /// converted to UTF-8. If one of several is binary, or its set is unknown or does not match, the bytes stay and are
    /// declared binary (ECI 899).
    package var joined: (bytes: [UInt8], eci: Int?) {
        let written = runs
        let bytes = written.flatMap(\.bytes)
        let telling = written.filter { $0.isWide || $0.bytes.contains { $0 >= 0x80 } }
        if Set(telling.map(\.eci)).count <= 1, written.allSatisfy({ $0.eci == telling.first?.eci || !isWide(telling) })
        {
            return (bytes, telling.first.map(\.eci) ?? written.first { $0.eci != nil }?.eci)
        }
        let texts = written.compactMap(\.text)
        guard texts.count == written.count else { return (bytes, Symbol.binaryECI) }
        return ([UInt8](texts.joined().utf8), 26)
    }

    /// Neighbours in one set are one section, because a character may begin in one and end in the next.
    private var runs: [CharacterSection] {
        reduce(into: []) { runs, section in
            if let last = runs.last, last.eci == section.eci {
                runs[runs.count - 1].bytes += section.bytes
            } else if !section.bytes.isEmpty {
                runs.append(section)
            }
        }
    }

    private func isWide(_ sections: [CharacterSection]) -> Bool { sections.contains(where: \.isWide) }
}

extension CharacterSection {
    /// Whether an ASCII character takes more than one byte in its set: UTF-16 and UTF-32.
    fileprivate var isWide: Bool { eci.map { [25, 33, 34, 35].contains($0) } ?? false }

    fileprivate var text: String? {
        guard let eci else { return CharacterGuess.text(of: bytes) }
        return CharacterSet(eci: eci)?.text(bytes)
    }
}
