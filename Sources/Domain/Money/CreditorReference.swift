// SPDX-License-Identifier: MIT

/// The reference that a payer gives in a bank transfer, so that the payee's program can assign the payment: RF, two
/// check digits, and up to 21 characters of the payee's own. ISO 11649
package struct CreditorReference: Hashable, Sendable, CustomStringConvertible {
    /// Without spaces, in capital letters: "RF18539007547034".
    package let text: String

    /// Makes the reference for a payee's own characters.
    ///
    /// - Throws: ``MoneyError`` with `.malformed` unless there are 1 to 21 digits and capital letters.
    package init(for body: String) throws {
        let letters = Array(body.utf8)
        guard 1...21 ~= letters.count, letters.allSatisfy(CheckDigits.isAlphanumeric) else {
            throw MoneyError(.malformed, "A reference has 1 to 21 digits and capital letters.")
        }
        let check = 98 - CheckDigits.remainder(letters + Array("RF00".utf8))
        text = "RF" + (check < 10 ? "0" : "") + String(check) + body
    }

    /// Reads a typed reference. Spaces and lower-case letters are accepted.
    ///
    /// - Throws: ``MoneyError`` with `.malformed` for anything else, or wrong check digits.
    package init(_ typed: String) throws {
        let letters = typed.utf8.prefix(64).filter { $0 != UInt8(ascii: " ") }.map(CheckDigits.capital)
        guard typed.utf8.count <= 64, 5...25 ~= letters.count, letters.starts(with: Array("RF".utf8)),
            letters[2..<4].allSatisfy(CheckDigits.isDigit), letters.allSatisfy(CheckDigits.isAlphanumeric),
            CheckDigits.remainder(letters[4...] + letters[..<4]) == 1
        else {
            throw MoneyError(
                .malformed, "\"\(typed.prefix(40))\" is not a reference: RF, two check digits, and up to 21 characters."
            )
        }
        text = String(decoding: letters, as: UTF8.self)
    }

    /// The payee's own characters.
    package var body: String { String(text.dropFirst(4)) }

    /// The printed form, in groups of four.
    package var printed: String {
        let letters = Array(text)
        return stride(from: 0, to: letters.count, by: 4).map { String(letters[$0..<min($0 + 4, letters.count)]) }
            .joined(separator: " ")
    }

    package var description: String { text }
}
