// SPDX-License-Identifier: MIT
import Crypto
import HubStorage
import Money
import Tokens

/// The reference that a customer writes on a bank transfer so that the money is credited to their account.
///
/// An ISO 11649 reference of 14 characters: RF, two check digits, six for the account and four derived from the hub's
/// id. The last four make sure that a mistyped reference, or one of another hub, matches no account. The reference
/// never changes and needs no row.
struct DepositReference {
    let hub: HubID

    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let count = 14

    /// - Throws: ``HubError`` with `.invalid` for an account number of 2³⁰ or more.
    func text(of account: Int64) throws -> CreditorReference {
        guard 1..<(1 << 30) ~= account else { throw HubError(.invalid, "Account \(account) can have no reference.") }
        return try CreditorReference(for: Self.text(account, 6) + seal(account))
    }

    /// The accounts that the remittance texts of a transfer name, each once. Spaces, small letters and surrounding
    /// words are accepted.
    func accounts(in texts: [String]) -> Set<Int64> {
        let joined = (texts + [texts.joined()]).map { text in
            text.utf8.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 - 32 : $0 }.filter {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
            }
        }
        return Set(
            joined.flatMap { letters in
                letters.indices.dropLast(Self.count - 1).compactMap { start in
                    letters[start...].starts(with: [UInt8(ascii: "R"), UInt8(ascii: "F")])
                        ? account(String(decoding: letters[start..<(start + Self.count)], as: UTF8.self)) : nil
                }
            })
    }

    private func account(_ text: String) -> Int64? {
        do {
            let body = try CreditorReference(text).body
            var number: Int64 = 0
            for letter in body.utf8.prefix(6) {
                guard let digit = Self.letters.firstIndex(of: letter) else { return nil }
                number = number << 5 | Int64(digit)
            }
            return number > 0 && seal(number) == body.dropFirst(6) ? number : nil
        } catch {
            // Looks like a reference but is not valid.
            return nil
        }
    }

    private func seal(_ account: Int64) -> String {
        let hash = SHA256.hash(Array("satchel account reference".utf8), hub.bytes, Array(String(account).utf8)).bytes
        return Self.text(hash.prefix(3).reduce(0) { $0 << 8 | Int64($1) } >> 4, 4)
    }

    private static func text(_ number: Int64, _ count: Int) -> String {
        let digits = (0..<count).map { letters[Int(number >> (5 * (Int64(count) - 1 - Int64($0))) & 31)] }
        return String(decoding: digits, as: UTF8.self)
    }
}
