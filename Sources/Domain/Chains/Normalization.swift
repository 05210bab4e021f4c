// SPDX-License-Identifier: MIT
internal import Bytes
internal import CUTF8Proc

/// Unicode's normal forms, by which one word has one spelling. UAX #15; C: <https://juliastrings.github.io/utf8proc/>
///
/// Works in storage that erases itself, because what is normalised are phrases and passphrases.
enum Normalization {
    /// The longest text, in UTF-8 bytes.
    static let maximumCount = 4096

    /// Letters taken apart from their accents, and look-alikes made one. BIP-0039 hashes this form.
    static let nfkd = UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
    /// Letters with their accents, as screens show them best.
    static let nfc = UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue

    /// - Throws: ``ChainsError`` with `.badPhrase` for text that is too long or not UTF-8.
    static func apply(_ form: UInt32, to text: SecretBytes) throws -> SecretBytes {
        guard text.count <= maximumCount else {
            throw ChainsError(.badPhrase, "A phrase or passphrase has at most \(maximumCount) bytes.")
        }
        guard text.count > 0 else { return text }
        let options = utf8proc_option_t(form)
        return try text.withUnsafeBytes { input in
            let input = input.bindMemory(to: UInt8.self)
            let count = utf8proc_decompose(input.baseAddress, input.count, nil, 0, options)
            guard count >= 0 else { throw ChainsError(.badPhrase, "A phrase or passphrase is not UTF-8 text.") }
            var written = 0
            // utf8proc ends the text with a zero byte, for which it wants one place more.
            let buffer = try SecretBytes(count: (count + 1) * MemoryLayout<Int32>.size) { buffer in
                let scalars = buffer.bindMemory(to: Int32.self)
                let decomposed = utf8proc_decompose(input.baseAddress, input.count, scalars.baseAddress, count, options)
                written = decomposed == count ? utf8proc_reencode(scalars.baseAddress, count, options) : -1
                guard written >= 0 else { throw ChainsError(.badPhrase, "A phrase or passphrase is not UTF-8 text.") }
            }
            return buffer.slice(0..<written)
        }
    }

    /// The same for text that is no secret, or no longer one.
    static func apply(_ form: UInt32, to text: String) throws -> String {
        try apply(form, to: SecretBytes(Array(text.utf8))).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
