// SPDX-License-Identifier: MIT
internal import Bytes

/// Percent encoding of links, RFC 3986 section 2.1, and of forms, where a plus is a space (WHATWG URL, section 5).
enum PercentCoding {
    /// Encodes everything except letters, digits, `-`, `.`, `_` and `~`.
    static func encode(_ text: String, spaceAsPlus: Bool = false) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            case UInt8(ascii: " ") where spaceAsPlus: bytes.append(UInt8(ascii: "+"))
            default: bytes += "%\(Hex.encode([byte]).uppercased())".utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A percent sign without two digits is literal, as in browsers; invalid UTF-8 is replaced.
    static func decode(_ text: some StringProtocol, plusAsSpace: Bool = false) -> String {
        let input = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(input.count)
        var position = 0
        while position < input.count {
            let byte = input[position]
            position += 1
            if byte == UInt8(ascii: "%"), position + 1 < input.count, let high = digit(input[position]),
                let low = digit(input[position + 1])
            {
                bytes.append(high << 4 | low)
                position += 2
            } else {
                bytes.append(plusAsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
