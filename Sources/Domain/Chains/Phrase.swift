// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto

/// The 12 to 24 words that every key of a wallet is made from. BIP-0039
///
/// Prints as `‹redacted›`; the words appear only where they are asked for.
package struct Phrase: Sendable, Equatable {
    /// What the words spell: 16 to 32 bytes.
    package let entropy: SecretBytes
    package let language: Language

    /// How many words a phrase has.
    package static let wordCounts = [12, 15, 18, 21, 24]

    /// - Throws: ``ChainsError`` with `.badPhrase` unless there are 16, 20, 24, 28 or 32 bytes.
    package init(entropy: SecretBytes, language: Language = .english) throws {
        guard Self.wordCounts.contains(where: { entropy.count == $0 / 3 * 4 }) else {
            throw ChainsError(.badPhrase, "A phrase spells 16, 20, 24, 28 or 32 bytes, not \(entropy.count).")
        }
        self.entropy = entropy
        self.language = language
    }

    /// A phrase that nobody has had before.
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

    /// The words, for the screen on which somebody writes them down.
    package var words: [String] {
        indices.map { index in
            do { return try Normalization.apply(Normalization.nfc, to: language.list.words[index]) } catch {
                preconditionFailure("A word of a list cannot be normalised: \(error)")
            }
        }
    }

    /// The words in one line; in Japanese with ideographic spaces between them, as its readers expect.
    package var text: String { words.joined(separator: language.separator) }

    /// Stretches words and passphrase to the 64 bytes that keys are derived from.
    ///
    /// Another passphrase, also a mistyped one, gives another wallet.
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

    /// Eleven bits a word: the entropy, then as many bits of its SHA-256 as fill the last word.
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
