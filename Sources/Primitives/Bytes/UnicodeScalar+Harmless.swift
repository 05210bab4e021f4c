// SPDX-License-Identifier: MIT

extension Unicode.Scalar {
    /// Whether it neither moves a cursor, nor recolours a screen, nor ends a line, nor turns the reading direction.
    ///
    /// Everything that prints or exports untrusted text uses this list. Unicode TR36, section 2.10; ECMA-48.
    package var isHarmless: Bool {
        switch value {
        case 0x20...0x7E: true
        // Direction marks, embeddings, overrides and isolates.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default:
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }

    /// The JSON escape; all characters that are not harmless have four digits. RFC 8259, section 7.
    package var escapedInJSON: String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
