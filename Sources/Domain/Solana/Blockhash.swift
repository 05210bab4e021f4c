// SPDX-License-Identifier: MIT
internal import Bytes

/// What limits a transaction's lifetime: a recent block's hash (about 90 seconds) or the value of a durable nonce.
package struct Blockhash: Hashable, Sendable, CustomStringConvertible {
    let key: Bytes32

    /// All zero, a placeholder for a value that is filled in later.
    package static let zero = Blockhash(Bytes32(0, 0, 0, 0))

    init(_ key: Bytes32) {
        self.key = key
    }

    /// - Throws: ``SolanaError`` with `.malformed` unless there are 32 bytes.
    package init(_ bytes: [UInt8]) throws {
        guard let key = Bytes32(bytes) else {
            throw SolanaError(.malformed, "A blockhash has 32 bytes, not \(bytes.count).")
        }
        self.key = key
    }

    /// - Throws: ``SolanaError`` with `.malformed` unless it is base58 text of 32 bytes.
    package init(parsing text: String) throws {
        guard let key = Bytes32(base58: text) else {
            throw SolanaError(.malformed, "This is not a blockhash: base58 text of 32 bytes.")
        }
        self.key = key
    }

    package var bytes: [UInt8] { key.bytes }

    /// The usual base58 text.
    package var text: String { key.base58 }

    package var description: String { text }
}
