// SPDX-License-Identifier: MIT
internal import Bytes

/// An address on the chain, 32 bytes: a wallet's public key, a program, a token account.
///
/// It has no checksum and no network, so a mistyped address is a valid address without an owner. ``isOnCurve`` and the
/// warnings of ``Review`` are the only protection against that.
package struct Address: Hashable, Comparable, Sendable, CustomStringConvertible {
    let key: Bytes32

    init(_ key: Bytes32) {
        self.key = key
    }

    /// - Throws: ``SolanaError`` with `.badAddress` unless there are 32 bytes.
    package init(_ bytes: [UInt8]) throws {
        guard let key = Bytes32(bytes) else {
            throw SolanaError(.badAddress, "A Solana address has 32 bytes, not \(bytes.count).")
        }
        self.key = key
    }

    /// Parses base58 text.
    ///
    /// - Throws: ``SolanaError`` with `.otherNetwork` for an address of another chain, `.badAddress` otherwise.
    package init(parsing text: String) throws {
        guard let key = Bytes32(base58: text) else {
            throw Self.refusal(of: text)
        }
        self.key = key
    }

    package var bytes: [UInt8] { key.bytes }

    /// The usual base58 text.
    package var text: String { key.base58 }

    package var description: String { text }

    package static func < (left: Address, right: Address) -> Bool { left.key < right.key }

    private static func refusal(of text: String) -> SolanaError {
        if text.hasPrefix("0x") || text.hasPrefix("0X") {
            return SolanaError(.otherNetwork, "This looks like an Ethereum address. A Solana address has no 0x.")
        }
        let start = text.prefix(5).lowercased()
        if start.hasPrefix("bc1") || start.hasPrefix("tb1") || start == "bcrt1" {
            return SolanaError(.otherNetwork, "This looks like a Bitcoin address, not a Solana one.")
        }
        if text.utf8.count < 32, text.first == "1" || text.first == "3" {
            return SolanaError(
                .badAddress, "A Solana address has 32 to 44 letters and digits; this may be a Bitcoin address.")
        }
        return SolanaError(
            .badAddress, "This is not a Solana address: base58 text of 32 bytes, 32 to 44 letters and digits.")
    }
}
