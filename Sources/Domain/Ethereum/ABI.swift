// SPDX-License-Identifier: MIT
package import Chains
internal import Crypto

/// The encoding of contract calls: typed values in words of 32 bytes. Contract ABI specification,
/// <https://docs.soliditylang.org/en/latest/abi-spec.html>
package enum ABI {
    /// The size of a word in bytes.
    package static let wordCount = 32
    /// The largest input accepted, in bytes.
    package static let maximumCount = 1 << 20
    /// The deepest nesting of types.
    package static let maximumDepth = 16
    /// The most values of one input, so that overlapping offsets cannot use much memory.
    package static let maximumItems = 1 << 14
    /// The longest type name accepted.
    package static let maximumNameCount = 4096

    /// A value of any type.
    package indirect enum Value: Hashable, Sendable {
        case uint(UInt256)
        /// In two's complement of 256 bits, as in the word.
        case int(UInt256)
        case address(Address)
        case bool(Bool)
        /// `bytes` and `bytes1` to `bytes32`.
        case bytes([UInt8])
        case string(String)
        /// The elements of an array or the members of a tuple.
        case list([Value])
    }

    /// The first four bytes of a call, which select the contract's function.
    ///
    /// `signature` is the function's name with its types, such as `transfer(address,uint256)`.
    package static func selector(_ signature: String) -> [UInt8] {
        Array(Keccak256.hash(Array(signature.utf8)).prefix(selectorCount))
    }

    package static let selectorCount = 4
}
