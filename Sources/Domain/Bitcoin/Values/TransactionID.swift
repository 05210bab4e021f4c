// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// The double SHA-256 that identifies a transaction. Its text is byte-reversed, as in every explorer.
package struct TransactionID: Hashable, Sendable, CustomStringConvertible {
    /// In the byte order of transactions.
    package let bytes: [UInt8]

    /// The length of an id in bytes.
    package static let count = 32

    /// - Throws: ``BitcoinError`` with `.malformed` unless there are 32 bytes.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count == Self.count else {
            throw BitcoinError(.malformed, "A transaction id has 32 bytes, not \(bytes.count).")
        }
        self.bytes = bytes
    }

    /// Parses the 64 hexadecimal characters of the displayed form.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` for anything else.
    package init(parsing text: String) throws {
        guard text.utf8.count == Self.count * 2 else {
            throw BitcoinError(.malformed, "A transaction id has 64 characters, not \(text.utf8.count).")
        }
        do {
            bytes = try Hex.decode(text).reversed()
        } catch {
            throw BitcoinError(.malformed, "A transaction id is hexadecimal text; this is not.", cause: error)
        }
    }

    init(hashing serialized: [UInt8]) {
        bytes = DoubleSHA256.hash(serialized)
    }

    package var description: String { Hex.encode(bytes.reversed()) }
}
