// SPDX-License-Identifier: MIT
package import Chains
internal import Crypto

/// How contracts are spoken to: typed values in words of 32 bytes. Contract ABI specification,
/// <https://docs.soliditylang.org/en/latest/abi-spec.html>
package enum ABI {
    /// Bytes of a word.
    package static let wordCount = 32
    /// The most bytes that are read.
    package static let maximumCount = 1 << 20
    /// How deep types may be nested.
    package static let maximumDepth = 16
    /// How many values one input may hold, so that offsets that meet cannot ask for much memory.
    package static let maximumItems = 1 << 14
    /// The longest name of a type that is read.
    package static let maximumNameCount = 4096

    /// A value of any type.
    package indirect enum Value: Hashable, Sendable {
        case uint(UInt256)
        /// In two's complement of 256 bits, as the word has it.
        case int(UInt256)
        case address(Address)
        case bool(Bool)
        /// `bytes` and `bytes1` to `bytes32` alike.
        case bytes([UInt8])
        case string(String)
        /// The elements of an array or the members of a tuple.
        case list([Value])
    }

    /// The first four bytes of a call: which function of the contract it is for.
    ///
    /// `signature` is the function's name with its types, as in `transfer(address,uint256)`.
    package static func selector(_ signature: String) -> [UInt8] {
        Array(Keccak256.hash(Array(signature.utf8)).prefix(selectorCount))
    }

    package static let selectorCount = 4
}
