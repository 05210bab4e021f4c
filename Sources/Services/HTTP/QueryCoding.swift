// SPDX-License-Identifier: MIT

/// Percent-encoding of query pairs: `a=1&b=two%20words`. A plus sign is decoded as a space, as HTML forms send it.
enum QueryCoding {
    static func encode(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    /// - Throws: ``HTTPError`` with code `.malformed`.
    static func decode(_ query: Substring) throws -> [(name: String, value: String)] {
        try query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (try decode(part: parts[0]), parts.count > 1 ? try decode(part: parts[1]) : "")
        }
    }

    private static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: encoded.append(byte)  // RFC 3986, unreserved
            default: encoded += [37, hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func decode(part: Substring) throws -> String {
        var decoded: [UInt8] = []
        var rest = part.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 37:  // %
                guard let high = rest.popFirst().flatMap(value(ofDigit:)),
                    let low = rest.popFirst().flatMap(value(ofDigit:))
                else { throw HTTPError(.malformed, "The query has a percent sign without two hex digits.") }
                decoded.append(high << 4 | low)
            case 43: decoded.append(32)  // + is a space
            default: decoded.append(byte)
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw HTTPError(.malformed, "The query is not UTF-8 text.")
        }
        guard !decoded.contains(0) else {
            throw HTTPError(.malformed, "The query holds the character U+0000: leave it out.")
        }
        return text
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case 48...57: digit - 48
        case 65...70: digit - 55
        case 97...102: digit - 87
        default: nil
        }
    }
}
