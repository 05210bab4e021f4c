// SPDX-License-Identifier: MIT
internal import Bytes

/// A durable nonce: a blockhash that stays valid until it is used, for signing that takes longer than a minute.
package struct NonceAccount: Hashable, Sendable {
    package let address: Address
    /// The key that may use it.
    package let authority: Address
    /// The value used in place of a recent blockhash.
    package let value: Blockhash

    /// The size of its data.
    package static let count = 80

    package init(address: Address, authority: Address, value: Blockhash) {
        self.address = address
        self.authority = authority
        self.value = value
    }

    /// Parses the data of a nonce's account. Source: `solana-nonce`, `versions.rs` and `state.rs`.
    ///
    /// - Throws: ``SolanaError`` with `.malformed` for anything but an initialised nonce of the current version,
    ///   `.badAddress` when another program owns the account.
    package init(address: Address, owner: Address, data: [UInt8]) throws {
        guard owner == .systemProgram else {
            throw SolanaError(.badAddress, "\(address) is not a nonce: \(owner) owns it.")
        }
        guard data.count == Self.count else {
            throw SolanaError(.malformed, "A nonce account has \(Self.count) bytes, not \(data.count).")
        }
        var reader = ByteReader(data)
        self = try SolanaError.reading("nonce account") {
            guard try reader.uint32LE() == 1, try reader.uint32LE() == 1 else {
                throw SolanaError(.malformed, "The nonce \(address) is not initialised in the current form.")
            }
            return NonceAccount(
                address: address, authority: Address(try Bytes32(from: &reader)),
                value: Blockhash(try Bytes32(from: &reader)))
        }
    }
}
