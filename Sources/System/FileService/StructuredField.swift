// SPDX-License-Identifier: MIT
import Bytes

/// The few forms of structured fields that uploads need. RFC 9651
enum StructuredField {
    /// `?1` or `?0`.
    static func boolean(_ text: String) -> Bool? {
        switch text {
        case "?1": true
        case "?0": false
        default: nil
        }
    }

    static func text(_ value: Bool) -> String { value ? "?1" : "?0" }

    /// A number without a sign, of at most 15 digits as the standard has it.
    static func integer(_ text: String) -> UInt64? {
        guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return UInt64(text)
    }

    /// The bytes of one key of a dictionary of byte sequences, as in `sha-256=:…:, sha-512=:…:`.
    ///
    /// - Returns: nil when the text is no such dictionary, or has the key twice or not at all.
    static func bytes(of key: String, in text: String) -> [UInt8]? {
        var found: [UInt8]?
        for member in text.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = member.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            let parts = String(trimmed).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].count >= 2, parts[1].hasPrefix(":"), parts[1].hasSuffix(":") else {
                return nil
            }
            guard parts[0] == key else { continue }
            do {
                guard found == nil else { return nil }
                found = try Base64.decode(String(parts[1].dropFirst().dropLast()))
            } catch {
                return nil
            }
        }
        return found
    }

    /// A dictionary with one byte sequence.
    static func text(_ bytes: [UInt8], of key: String) -> String { "\(key)=:\(Base64.encode(bytes)):" }
}
