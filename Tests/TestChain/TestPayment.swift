// SPDX-License-Identifier: MIT
import Bytes
import Coins
import Crypto

/// A payment of the test chain: a line of text and a signature behind it.
package struct TestPayment: Equatable {
    /// What every payment costs, in the smallest unit.
    package static let fee: UInt64 = 3

    package let from: String
    package let to: String
    package let amount: UInt64
    /// Counts the payments of an account, from 1.
    package let number: UInt64
    var signature: [UInt8] = []

    init(from: String, to: String, amount: UInt64, number: UInt64) {
        self.from = from
        self.to = to
        self.amount = amount
        self.number = number
    }

    /// Reads ``encoded``; nil for anything else.
    init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes.dropLast(Ed25519.signatureCount), as: UTF8.self).split(separator: " ")
        guard words.count == 4, let amount = UInt64(words[2]), let number = UInt64(words[3]) else { return nil }
        self.init(from: String(words[0]), to: String(words[1]), amount: amount, number: number)
        signature = Array(bytes.suffix(Ed25519.signatureCount))
    }

    var text: [UInt8] { Array("\(from) \(to) \(amount) \(number)".utf8) }
    var encoded: [UInt8] { text + signature }
    var id: [UInt8] { SHA256.hash(text).bytes }

    var isSigned: Bool {
        do {
            return try Ed25519.PublicKey(TestAddress(from).key).isValid(signature, for: text)
        } catch {
            return false
        }
    }
}

/// An address of the test chain: the key in hexadecimal digits, with a checksum.
struct TestAddress {
    let key: [UInt8]

    init(key: [UInt8]) { self.key = key }

    /// - Throws: ``CoinsError`` with code `.badAddress`.
    init(_ text: String) throws {
        // Safe: what is no hexadecimal text is no address.
        let bytes = text.hasPrefix("t") ? (try? Hex.decode(String(text.dropFirst()))) ?? [] : []
        guard bytes.count == 34, Array(SHA256.hash(Array(bytes.prefix(32))).bytes.prefix(2)) == Array(bytes.suffix(2))
        else { throw CoinsError(.badAddress, "'\(text)' is not an address of the test chain.") }
        key = Array(bytes.prefix(32))
    }

    var text: String { "t" + Hex.encode(key + SHA256.hash(key).bytes.prefix(2)) }
}
