// SPDX-License-Identifier: MIT

/// Guesses the text of bytes of unstated character set: first by validity, then by likelihood. Decision 0073.
///
/// A candidate's cost is the negative natural logarithm of its characters' likelihood: a character with a frequency of
/// one in a thousand costs 7. ASCII costs the same in all candidates, so that only the differences decide.
enum CharacterGuess {
    static func text(of bytes: [UInt8]) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(latin1: bytes) }
        if let text = marked(bytes) { return text }
        let utf8 = String(validating: bytes, as: UTF8.self)
        if let utf8, isUsual(utf8) { return utf8 }
        // Bytes that occur in no text are shown unchanged; callers that need them use the bytes.
        if bytes.contains(where: isControl) { return utf8 ?? String(latin1: bytes) }
        var best = utf8.map { ($0, cost(ofUnusual: $0)) } ?? (latin(bytes), WesternCost.of(bytes))
        for candidate in EasternCost.allCases {
            guard let characters = candidate.characters(bytes) else { continue }
            let cost = candidate.cost(of: characters)
            if cost < best.1 { best = (String(String.UnicodeScalarView(characters.map(\.scalar))), cost) }
        }
        return best.0
    }

    /// The text after a byte order mark, which is not part of the text. The Unicode Standard, section 23.8.
    private static func marked(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return CharacterSet.utf8.text(Array(bytes.dropFirst(3))) }
        if bytes.starts(with: [0xFE, 0xFF]) { return CharacterSet.utf16BigEndian.text(Array(bytes.dropFirst(2))) }
        if bytes.starts(with: [0xFF, 0xFE]) { return CharacterSet.utf16LittleEndian.text(Array(bytes.dropFirst(2))) }
        return nil
    }

    /// ISO/IEC 8859-1 with the letters and marks of Windows code page 1252, where all bytes have one.
    private static func latin(_ bytes: [UInt8]) -> String {
        CharacterSet(eci: 23)?.text(bytes) ?? String(latin1: bytes)
    }

    /// The allowed control characters of a text are white space, record separators, and end of transmission.
    private static func isControl(_ byte: UInt8) -> Bool {
        byte == 0x7F || byte < 0x20 && ![0x04, 0x09, 0x0A, 0x0D, 0x1C, 0x1D, 0x1E, 0x1F].contains(byte)
    }

    /// Whether valid UTF-8 is certainly UTF-8. Chinese and Korean text of two bytes per character is sometimes valid
    /// UTF-8, and then looks like letters of several scripts, like rare letters, or like Latin ones without any ASCII.
    private static func isUsual(_ text: String) -> Bool {
        let foreign = text.unicodeScalars.filter { $0.value >= 0x80 }
        if foreign.contains(where: { $0.value >= 0x800 }) { return true }
        let scripts = Set(foreign.map(Script.init))
        guard scripts.count == 1, let script = scripts.first, script != .rare else { return false }
        let hasASCII = text.utf8.contains { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
        return script == .latin ? hasASCII : foreign.count > 2
    }

    /// The cost of UTF-8 that may be another character set by chance.
    private static func cost(ofUnusual text: String) -> Double {
        var scripts: Set<Script> = []
        let cost = text.unicodeScalars.reduce(0.0) { cost, scalar in
            guard scalar.value >= 0x80 else { return cost + EasternCost.ascii }
            let script = Script(scalar)
            scripts.insert(script)
            return cost + (script == .rare ? 14 : 6)
        }
        return scripts.count > 1 ? cost + 10 : cost
    }
}

/// The script of a letter; each named script is below U+0800.
private enum Script {
    case latin, greek, cyrillic, armenian, hebrew, arabic
    /// Letters of rarely written languages, or marks that occur only with letters.
    case rare

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0xA0...0x17F, 0x192, 0x1A0...0x1A1, 0x1AF...0x1B0, 0x218...0x21B, 0x259: self = .latin
        case 0x386...0x3CE: self = .greek
        case 0x401...0x45F, 0x490...0x4FF: self = .cyrillic
        case 0x531...0x58A: self = .armenian
        case 0x5D0...0x5EA: self = .hebrew
        case 0x60C...0x6D5: self = .arabic
        default: self = .rare
        }
    }
}

/// What a text of Western Europe costs in Windows code page 1252.
private enum WesternCost {
    static func of(_ bytes: [UInt8]) -> Double {
        var cost = 0.0
        // The number of consecutive non-ASCII letters before a byte.
        var run = 0
        for (index, byte) in bytes.enumerated() {
            guard byte >= 0x80 else {
                run = 0
                cost += EasternCost.ascii
                continue
            }
            guard isLetter(byte) else {
                run = 0
                cost += mark(byte)
                continue
            }
            let before = index > 0 ? bytes[index - 1] : 0x20
            let after = index + 1 < bytes.count ? bytes[index + 1] : 0x20
            cost += letter(byte)
            if !isLetter(before), !isLetter(after) { cost += 2 }
            if isCapital(byte), isLetter(before), !isCapital(before) { cost += 5 }
            run += 1
            if run > 2 { cost += 3 }
            // A word without an ASCII letter.
            if run > 1, !isLetter(after), index < run || !isLetter(bytes[index - run]) { cost += 2 }
        }
        return cost
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F: true
        case 0xC0...0xFF: byte != 0xD7 && byte != 0xF7
        default: false
        }
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x8A, 0x8C, 0x8E, 0x9F, 0xC0...0xDE: true
        default: false
        }
    }

    private static func letter(_ byte: UInt8) -> Double {
        frequent.contains(byte) ? 4 : capitals.contains(byte) ? 4.3 : byte >= 0xDF ? 5.5 : 7
    }

    private static func mark(_ byte: UInt8) -> Double {
        switch byte {
        case 0x80, 0x82, 0x84, 0x85, 0x91...0x94, 0x96, 0x97, 0xA0, 0xA1, 0xA3, 0xA7, 0xA9, 0xAB, 0xAE, 0xB0, 0xB1,
            0xB4, 0xB7, 0xBB, 0xBF:
            6.5
        case 0x95, 0x99, 0xAA, 0xB2, 0xB3, 0xB5, 0xB9, 0xBA, 0xBC...0xBE, 0xD7: 7.5
        case 0x81, 0x8D, 0x8F, 0x90, 0x9D: 16
        default: 10
        }
    }

    private static let frequent = Set("éäöüßáíóåøæèàçñêãô".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    private static let capitals = Set("ÄÖÜÉÅØÆÇÑÁÍÓ".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
}

/// The cost of a text in the character sets of East Asia.
private enum EasternCost: CaseIterable {
    case japanese, simplified, korean, traditional

    /// An ASCII letter, digit or punctuation mark.
    static let ascii = 3.0

    func characters(_ bytes: [UInt8]) -> [EncodedCharacter]? {
        switch self {
        case .japanese: ShiftJIS.characters(bytes)
        case .simplified: GB18030.characters(bytes)
        case .korean: EUCKR.characters(bytes)
        case .traditional: Big5.characters(bytes)
        }
    }

    func cost(of characters: [EncodedCharacter]) -> Double {
        var cost =
            switch self {
            case .japanese: 0.5
            case .simplified: 1.5
            case .korean, .traditional: 2.0
            }
        var before: EncodedCharacter?
        for character in characters {
            let isASCII = character.lead < 0x80
            cost += isASCII ? Self.ascii : self.cost(character, after: before)
            // Words of Latin letters rarely touch other scripts.
            if let before, isASCII != (before.lead < 0x80), Self.isLetter(isASCII ? character : before) { cost += 3 }
            before = character
        }
        return cost
    }

    private func cost(_ character: EncodedCharacter, after before: EncodedCharacter?) -> Double {
        switch self {
        case .japanese: Self.japanese(character, after: before)
        case .simplified: Self.simplified(character)
        case .korean: Self.korean(character)
        case .traditional: Self.traditional(character)
        }
    }

    /// JIS X 0208 has kana in rows 4 and 5 and the frequent kanji in rows 16 to 47.
    private static func japanese(_ character: EncodedCharacter, after before: EncodedCharacter?) -> Double {
        guard let trail = character.trail else {
            return halfWidth(character.lead, after: before?.trail == nil ? before?.lead ?? 0 : 0)
        }
        switch (character.lead, trail) {
        case (0x82, 0x9F...0xF1): return 5.5
        case (0x83, 0x40...0x96), (0x81, 0x5B): return 5.7
        case (0x81, 0x40...0x42): return 6
        case (0x81, _), (0x82, _): return 8.5
        case (0x88, 0x9F...0xFC), (0x89...0x97, _), (0x98, 0x40...0x72):
            return CommonCharacters.japanese.contains(character.scalar) ? 7.6 : 10.5
        case (0x98, _), (0x99...0x9F, _), (0xE0...0xEA, _): return 14.3
        default: return 13
        }
    }

    /// Half-width katakana come in words, and a voice mark follows only letters that can have it. JIS X 0201.
    private static func halfWidth(_ byte: UInt8, after before: UInt8) -> Double {
        switch (byte, before) {
        case (0xDE, 0xB3), (0xDE, 0xB6...0xC4), (0xDE...0xDF, 0xCA...0xCE): 3
        case (0xDE...0xDF, _): 15
        case (0xA1...0xA5, _): 9
        case (0xA6...0xB0, 0xA6...0xDF): 6.5
        case (0xB1...0xDD, 0xA6...0xDF): 4.5
        case (0xA7...0xB0, _): 13
        default: 8.5
        }
    }

    /// GB 2312 has the frequent characters in rows 16 to 55 and others up to row 87; the additions of GBK are rare.
    private static func simplified(_ character: EncodedCharacter) -> Double {
        guard let trail = character.trail, trail >= 0x40 else { return 18 }
        if CommonCharacters.simplified.contains(character.scalar) { return 6.7 }
        guard trail >= 0xA1 else { return 15.4 }
        switch (character.lead, trail) {
        case (0xA1, 0xA1...0xA3), (0xA3, 0xAC): return 6
        case (0xA1, _), (0xA3, _): return 8.5
        case (0xB0...0xD7, _): return 9.9
        case (0xD8...0xF7, _): return 12.6
        case (0xA2...0xA9, _): return 12.8
        default: return 15.4
        }
    }

    /// KS X 1001 has syllables in rows 16 to 40 and Chinese characters after them.
    private static func korean(_ character: EncodedCharacter) -> Double {
        guard let trail = character.trail, character.lead >= 0xA1, trail >= 0xA1 else { return 16.7 }
        if CommonCharacters.korean.contains(character.scalar) { return 6.2 }
        switch character.lead {
        case 0xA1, 0xA3: return 8.5
        case 0xB0...0xC8: return 10.5
        case 0xCA...0xFD: return 13.8
        default: return 13
        }
    }

    /// Big5 has the frequent characters at lead bytes 0xA4 to 0xC6 and the others after them.
    private static func traditional(_ character: EncodedCharacter) -> Double {
        if CommonCharacters.traditional.contains(character.scalar) { return 6.7 }
        switch (character.lead, character.trail ?? 0) {
        case (0xA1, 0x40...0x43): return 6
        case (0xA1, _): return 8.5
        case (0xA4...0xC6, _): return 10.4
        case (0xC9...0xF9, _): return 13.8
        default: return 13
        }
    }

    private static func isLetter(_ character: EncodedCharacter) -> Bool {
        0x41...0x5A ~= character.lead || 0x61...0x7A ~= character.lead
    }
}
