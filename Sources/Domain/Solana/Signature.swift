// SPDX-License-Identifier: MIT
internal import Bytes

/// An Ed25519 signature of 64 bytes. A transaction's first signature is its id on the chain.
package struct Signature: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    package static let count = 64

    /// - Throws: ``SolanaError`` with `.badSignature` unless there are 64 bytes.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count == Self.count else {
            throw SolanaError(.badSignature, "A signature has 64 bytes, not \(bytes.count).")
        }
        self.bytes = bytes
    }

    /// - Throws: ``SolanaError`` with `.badSignature` unless it is base58 text of 64 bytes.
    package init(parsing text: String) throws {
        // Safe: the error below says what is wrong with the text.
        guard text.utf8.count <= 90, let bytes = try? Base58.decode(text), bytes.count == Self.count else {
            throw SolanaError(.badSignature, "This is not a signature: base58 text of 64 bytes.")
        }
        self.bytes = bytes
    }

    /// Base58, as explorers show it.
    package var text: String { Base58.encode(bytes) }

    package var description: String { text }
}
