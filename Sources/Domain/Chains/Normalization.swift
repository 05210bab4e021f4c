// SPDX-License-Identifier: MIT
internal import Bytes
internal import CUTF8Proc

/// Unicode normalization, so that each word has one spelling. UAX #15; C: <https://juliastrings.github.io/utf8proc/>
///
/// It uses memory that is erased, because it normalizes phrases and passphrases.
enum Normalization {
    /// The longest text, in UTF-8 bytes.
    static let maximumCount = 4096

    /// Letters separated from their accents, compatibility characters unified. BIP-0039 hashes this form.
    static let nfkd = UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
    /// Letters combined with their accents, the best form for display.
    static let nfc = UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue

    /// - Throws: ``ChainsError`` with `.badPhrase` for text that is too long or not UTF-8.
    static func apply(_ form: UInt32, to text: SecretBytes) throws -> SecretBytes {
        guard text.count <= maximumCount else {
            throw ChainsError(.badPhrase, "A phrase or passphrase has at most \(maximumCount) bytes.")
        }
        guard !text.isEmpty else { return text }
        let options = utf8proc_option_t(form)
        return try text.withUnsafeBytes { input in
            let input = input.bindMemory(to: UInt8.self)
            let count = utf8proc_decompose(input.baseAddress, input.count, nil, 0, options)
            guard count >= 0 else { throw ChainsError(.badPhrase, "A phrase or passphrase is not UTF-8 text.") }
            var written = 0
            // utf8proc terminates the text with a zero, which needs one more element.
            let buffer = try SecretBytes(count: (count + 1) * MemoryLayout<Int32>.size) { buffer in
                let scalars = buffer.bindMemory(to: Int32.self)
                let decomposed = utf8proc_decompose(input.baseAddress, input.count, scalars.baseAddress, count, options)
                written = decomposed == count ? utf8proc_reencode(scalars.baseAddress, count, options) : -1
                guard written >= 0 else { throw ChainsError(.badPhrase, "A phrase or passphrase is not UTF-8 text.") }
            }
            return buffer.slice(0..<written)
        }
    }

    /// Normalizes text that is not secret.
    static func apply(_ form: UInt32, to text: String) throws -> String {
        try apply(form, to: SecretBytes(Array(text.utf8))).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
