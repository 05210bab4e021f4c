// SPDX-License-Identifier: MIT

/// The translations of a pass: `"key" = "value";`, with comments between them, in UTF-8 or UTF-16.
///
/// Source: Apple, "Resource Programming Guide", String Resources. Unreadable parts are skipped, because a pass is
/// usable without translations.
struct PassStrings {
    private var texts: [String: String] = [:]

    /// Without translations.
    init() {}

    init(_ bytes: [UInt8]) {
        var scanner = Scanner(scalars: Array(Self.text(bytes).unicodeScalars))
        while let (key, value) = scanner.pair() {
            if texts[key] == nil { texts[key] = value }
        }
    }

    /// The translation of a key, and any other text unchanged.
    subscript(text: String) -> String { texts[text] ?? text }

    /// Detects the encoding by the byte order mark, else by the bytes.
    static func text(_ bytes: [UInt8]) -> String {
        let isBig = bytes.starts(with: [0xFE, 0xFF])
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        // In UTF-16, every other byte of Latin text is zero.
        let looksBig = bytes.count >= 2 && bytes[0] == 0 && bytes[1] != 0
        let looksLittle = bytes.count >= 2 && bytes[0] != 0 && bytes[1] == 0
        guard isBig || isLittle || looksBig || looksLittle else {
            return String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
        }
        let high = isBig || looksBig ? 0 : 1
        let start = isBig || isLittle ? 2 : 0
        let units = stride(from: start, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
        }
        return String(decoding: units, as: UTF16.self)
    }

    private struct Scanner {
        let scalars: [Unicode.Scalar]
        var position = 0

        mutating func pair() -> (key: String, value: String)? {
            while position < scalars.count {
                skipToText()
                guard let key = text() else { return nil }
                skipToText(orUntil: "=")
                guard position < scalars.count, scalars[position] == "=" else { continue }
                position += 1
                skipToText()
                guard let value = text() else { return nil }
                return (key, value)
            }
            return nil
        }

        /// Skips to the next quotation mark, over comments and everything else.
        private mutating func skipToText(orUntil end: Unicode.Scalar = "\"") {
            while position < scalars.count, scalars[position] != "\"", scalars[position] != end {
                guard scalars[position] == "/", position + 1 < scalars.count else {
                    position += 1
                    continue
                }
                switch scalars[position + 1] {
                case "/": skip(past: ["\n"])
                case "*": skip(past: ["*", "/"])
                default: position += 1
                }
            }
        }

        private mutating func skip(past mark: [Unicode.Scalar]) {
            position += 2
            while position < scalars.count, !scalars[position...].starts(with: mark) { position += 1 }
            position = min(scalars.count, position + mark.count)
        }

        /// The quoted text; the scanner must be at the opening quotation mark.
        private mutating func text() -> String? {
            guard position < scalars.count, scalars[position] == "\"" else { return nil }
            position += 1
            var text = String.UnicodeScalarView()
            while position < scalars.count, scalars[position] != "\"" {
                if scalars[position] == "\\", position + 1 < scalars.count {
                    position += 1
                    text.append(escaped())
                } else {
                    text.append(scalars[position])
                }
                position += 1
            }
            guard position < scalars.count else { return nil }
            position += 1
            return String(text)
        }

        /// The escaped scalar; afterwards the scanner is at the escape's last one.
        private mutating func escaped() -> Unicode.Scalar {
            switch scalars[position] {
            case "n": return "\n"
            case "r": return "\r"
            case "t": return "\t"
            case "u", "U":
                let digits = scalars[(position + 1)...].prefix(4)
                let text = String(String.UnicodeScalarView(digits))
                guard digits.count == 4, let code = UInt32(text, radix: 16), let scalar = Unicode.Scalar(code) else {
                    return scalars[position]
                }
                position += 4
                return scalar
            case let other: return other
            }
        }
    }
}
