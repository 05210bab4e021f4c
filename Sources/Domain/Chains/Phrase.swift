// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto

/// The 12 to 24 words from which all keys of a wallet are derived. BIP-0039
///
/// It prints as `‹redacted›`; only ``words`` and ``text`` contain the words.
package struct Phrase: Sendable, Equatable {
    /// The entropy that the words encode: 16 to 32 bytes.
    package let entropy: SecretBytes
    package let language: Language

    /// The possible numbers of words.
    package static let wordCounts = [12, 15, 18, 21, 24]

    /// - Throws: ``ChainsError`` with `.badPhrase` unless there are 16, 20, 24, 28 or 32 bytes.
    package init(entropy: SecretBytes, language: Language = .english) throws {
        guard Self.wordCounts.contains(where: { entropy.count == $0 / 3 * 4 }) else {
            throw ChainsError(.badPhrase, "A phrase spells 16, 20, 24, 28 or 32 bytes, not \(entropy.count).")
        }
        self.entropy = entropy
        self.language = language
    }

    /// A new random phrase.
    ///
    /// - Throws: ``ChainsError`` with `.badPhrase` for another count than 12, 15, 18, 21 or 24 words.
    package static func generate(
        words count: Int = 12, language: Language = .english, random: RandomSource
    ) throws -> Phrase {
        guard wordCounts.contains(count) else {
            throw ChainsError(.badPhrase, "A phrase has 12, 15, 18, 21 or 24 words, not \(count).")
        }
        return try Phrase(entropy: SecretBytes(random.bytes(count / 3 * 4)), language: language)
    }

    /// The words, for the screen from which the user writes them down.
    package var words: [String] {
        indices.map { index in
            do { return try Normalization.apply(Normalization.nfc, to: language.list.words[index]) } catch {
                preconditionFailure("A word of a list cannot be normalised: \(error)")
            }
        }
    }

    /// The words on one line; in Japanese separated by ideographic spaces, as usual.
    package var text: String { words.joined(separator: language.separator) }

    /// Derives the 64-byte seed from words and passphrase.
    ///
    /// A different passphrase, even a mistyped one, gives a different wallet.
    ///
    /// - Throws: ``ChainsError`` with `.badPhrase` for a passphrase that is not UTF-8 or longer than 4096 bytes.
    package func seed(passphrase: SecretBytes = SecretBytes([])) throws -> SecretBytes {
        let words = indices.map { language.list.words[$0] }
        let password = SecretBytes(count: words.reduce(words.count - 1) { $0 + $1.utf8.count }) { password in
            var start = 0
            for word in words {
                if start > 0 {
                    password[start] = UInt8(ascii: " ")
                    start += 1
                }
                for byte in word.utf8 {
                    password[start] = byte
                    start += 1
                }
            }
        }
        let normalized = try Normalization.apply(Normalization.nfkd, to: passphrase)
        let salt = normalized.withUnsafeBytes { Array("mnemonic".utf8) + $0 }
        return PBKDF2.sha512(password: password, salt: salt, rounds: 2048, count: 64)
    }

    /// Eleven bits per word: the entropy, then as many bits of its SHA-256 as fill the last word.
    private var indices: [Int] {
        let bytes = entropy.withUnsafeBytes { Array($0) }
        let count = bytes.count * 3 / 4
        var indices: [Int] = []
        indices.reserveCapacity(count)
        var pending = 0
        var bits = 0
        for byte in bytes + SHA256.hash(bytes).bytes.prefix(1) {
            pending = pending << 8 | Int(byte)
            bits += 8
            if bits >= 11, indices.count < count {
                bits -= 11
                indices.append(pending >> bits)
                pending &= 1 << bits - 1
            }
        }
        return indices
    }
}

extension Phrase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
