// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// Encodes bytes as words of four letters, followed by a checksum of four words. BCR-2020-012.
///
/// The first and last letter identify a word, which is the form in barcodes.
package enum Bytewords {
    /// The notation of the words.
    package enum Style: CaseIterable, Sendable {
        /// Whole words with spaces, for reading aloud.
        case standard
        /// Whole words with hyphens.
        case uri
        /// First and last letters without separators, for barcodes.
        case minimal
    }

    /// The most bytes that are decoded, which limits the work for untrusted text.
    package static let maximumBytes = FountainStream.maximumMessageBytes + 64

    private static let checksumBytes = 4

    /// Writes lower-case letters.
    package static func encode(_ bytes: [UInt8], style: Style) -> String {
        let checksum = CRC32.checksum(bytes)
        let all = bytes + (0..<4).reversed().map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
        var letters: [UInt8] = []
        letters.reserveCapacity(all.count * 5)
        for byte in all {
            let start = Int(byte) * 4
            switch style {
            case .minimal: letters += [words[start], words[start + 3]]
            case .standard, .uri:
                if !letters.isEmpty { letters.append(separator(of: style)) }
                letters += words[start..<start + 4]
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// Accepts lower-case and capital letters.
    ///
    /// - Throws: ``CodesError`` with `.malformedResource` for a foreign word, `.wrongChecksum` when the checksum does
    ///   not match, `.resourceTooLarge` beyond ``maximumBytes``.
    package static func decode(_ text: some StringProtocol, style: Style) throws(CodesError) -> [UInt8] {
        let letters = Array(text.utf8)
        // Each word takes its letters and, except for the last, a separator.
        let pitch = style == .minimal ? 2 : 5
        let gap = style == .minimal ? 0 : 1
        guard (letters.count + gap).isMultiple(of: pitch) else {
            throw CodesError(.malformedResource, "The text ends inside a word; scan the code again.")
        }
        guard (letters.count + gap) / pitch <= maximumBytes + checksumBytes else {
            throw CodesError(.resourceTooLarge, "The text holds more than \(maximumBytes) bytes.")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / pitch + 1)
        for start in stride(from: 0, to: letters.count, by: pitch) {
            guard let byte = byte(at: start, of: letters, style: style) else {
                throw CodesError(.malformedResource, "No word stands at letter \(start); scan the code again.")
            }
            bytes.append(byte)
        }
        return try withoutChecksum(bytes)
    }

    private static func withoutChecksum(_ bytes: [UInt8]) throws(CodesError) -> [UInt8] {
        guard bytes.count > checksumBytes else {
            throw CodesError(.malformedResource, "The text is too short to hold anything but a checksum.")
        }
        let body = Array(bytes.dropLast(checksumBytes))
        let checksum = bytes.suffix(checksumBytes).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard CRC32.checksum(body) == checksum else {
            throw CodesError(.wrongChecksum, "The checksum of the text is wrong; scan the code again.")
        }
        return body
    }

    private static func byte(at start: Int, of letters: [UInt8], style: Style) -> UInt8? {
        func small(_ index: Int) -> UInt8 {
            let letter = letters[index]
            return UInt8(ascii: "A")...UInt8(ascii: "Z") ~= letter ? letter | 0x20 : letter
        }
        let last = style == .minimal ? start + 1 : start + 3
        guard let byte = index(first: small(start), last: small(last)) else { return nil }
        if style == .minimal { return byte }
        let word = Int(byte) * 4
        guard small(start + 1) == words[word + 1], small(start + 2) == words[word + 2] else { return nil }
        if last + 1 < letters.count, letters[last + 1] != separator(of: style) { return nil }
        return byte
    }

    private static func separator(of style: Style) -> UInt8 {
        style == .uri ? UInt8(ascii: "-") : UInt8(ascii: " ")
    }

    private static func index(first: UInt8, last: UInt8) -> UInt8? {
        let alphabet = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard alphabet.contains(first), alphabet.contains(last) else { return nil }
        let found = indexes[Int(first - alphabet.lowerBound) * 26 + Int(last - alphabet.lowerBound)]
        return found < 0 ? nil : UInt8(found)
    }

    /// Indexed by first and last letter; -1 where there is no word.
    private static let indexes: [Int16] = {
        var table = [Int16](repeating: -1, count: 26 * 26)
        for index in 0..<256 {
            let first = Int(words[index * 4] - UInt8(ascii: "a"))
            let last = Int(words[index * 4 + 3] - UInt8(ascii: "a"))
            table[first * 26 + last] = Int16(index)
        }
        return table
    }()

    /// Four letters per byte, in the order of the bytes.
    private static let words: [UInt8] = Array(
        """
        able acid also apex aqua arch atom aunt away axis back bald barn belt beta bias blue body brag brew bulb buzz \
        calm cash cats chef city claw code cola cook cost crux curl cusp cyan dark data days deli dice diet door down \
        draw drop drum dull duty each easy echo edge epic even exam exit eyes fact fair fern figs film fish fizz flap \
        flew flux foxy free frog fuel fund gala game gear gems gift girl glow good gray grim guru gush gyro half hang \
        hard hawk heat help high hill holy hope horn huts iced idea idle inch inky into iris iron item jade jazz join \
        jolt jowl judo jugs jump junk jury keep keno kept keys kick kiln king kite kiwi knob lamb lava lazy leaf legs \
        liar limp lion list logo loud love luau luck lung main many math maze memo menu meow mild mint miss monk nail \
        navy need news next noon note numb obey oboe omit onyx open oval owls paid part peck play plus poem pool pose \
        puff puma purr quad quiz race ramp real redo rich road rock roof ruby ruin runs rust safe saga scar sets silk \
        skew slot soap solo song stub surf swan taco task taxi tent tied time tiny toil tomb toys trip tuna twin ugly \
        undo unit urge user vast very veto vial vibe view visa void vows wall wand warm wasp wave waxy webs what when \
        whiz wolf work yank yawn yell yoga yurt zaps zero zest zinc zone zoom
        """.utf8.filter { $0 != UInt8(ascii: " ") })
}
