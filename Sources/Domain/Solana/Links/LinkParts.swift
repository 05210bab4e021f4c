// SPDX-License-Identifier: MIT

/// The path and the query of a `solana:` link. RFC 3986
struct LinkParts {
    let path: String
    private let query: [(key: String, value: String)]

    private static let scheme = "solana:"
    private static let maximumFieldCount = 64

    init(parsing text: String) throws {
        guard text.utf8.count <= PaymentLink.maximumTextCount else {
            throw SolanaError(.tooLarge, "A payment link has at most \(PaymentLink.maximumTextCount) bytes.")
        }
        guard text.prefix(Self.scheme.count).lowercased() == Self.scheme else {
            throw SolanaError(.otherNetwork, "A Solana payment link begins with solana:.")
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw SolanaError(.malformed, "A payment link has no blanks or control characters.")
        }
        let rest = text.dropFirst(Self.scheme.count).split(separator: "#", omittingEmptySubsequences: false)[0]
        let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(halves[0])
        guard !path.isEmpty else { throw SolanaError(.malformed, "A payment link names a recipient.") }
        guard halves.count == 2 else {
            query = []
            return
        }
        let fields = halves[1].split(separator: "&")
        guard fields.count <= Self.maximumFieldCount else {
            throw SolanaError(.tooLarge, "A payment link has at most \(Self.maximumFieldCount) fields.")
        }
        query = try fields.map { field in
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                try Self.unescape(String(pair[0])), pair.count == 2 ? try Self.unescape(String(pair[1])) : ""
            )
        }
    }

    /// A recipient's base58 has neither character; a server's address has at least one.
    var isTransactionRequest: Bool { path.contains(":") || path.contains("%") }

    /// The single value of a key; nil when it is missing or empty.
    func single(_ key: String) throws -> String? {
        let values = all(key)
        guard values.count <= 1 else {
            throw SolanaError(.malformed, "This payment link says \(key) more than once.")
        }
        guard let value = values.first else { return nil }
        // An empty amount or token is an invalid link; an empty text counts as missing.
        return value.isEmpty && ["label", "message", "memo"].contains(key) ? nil : value
    }

    func all(_ key: String) -> [String] { query.filter { $0.key == key }.map(\.value) }

    /// Percent-encodes everything except letters, digits and `-._~`.
    static func escape(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Percent-decodes; in a form, a plus sign becomes a space.
    static func unescape(_ text: String, isForm: Bool = true) throws -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else {
                    throw SolanaError(.malformed, "A payment link has a % without two hexadecimal digits.")
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SolanaError(.malformed, "A payment link's text is not UTF-8.")
        }
        return text
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        guard let byte else { return nil }
        return Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
