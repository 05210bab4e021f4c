// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// The double SHA-256 that names a transaction; its text is byte-reversed, as every explorer writes it.
package struct TransactionID: Hashable, Sendable, CustomStringConvertible {
    /// In the order in which they stand in transactions.
    package let bytes: [UInt8]

    /// How many bytes an id has.
    package static let count = 32

    /// - Throws: ``BitcoinError`` with `.malformed` unless there are 32 bytes.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count == Self.count else {
            throw BitcoinError(.malformed, "A transaction id has 32 bytes, not \(bytes.count).")
        }
        self.bytes = bytes
    }

    /// Reads the 64 hexadecimal characters that people and servers write.
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
