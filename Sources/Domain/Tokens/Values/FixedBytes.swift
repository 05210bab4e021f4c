// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// A value that is exactly so many bytes; each identity of the protocol is its own type, so none is mistaken for another.
package protocol FixedBytes: Hashable, Sendable, CustomStringConvertible {
    /// How many bytes every value of this type holds.
    static var byteCount: Int { get }
    /// What a person would call it, for sentences.
    static var noun: String { get }
    /// The bytes, always ``byteCount`` of them.
    var bytes: [UInt8] { get }
    /// Wraps bytes whose count the caller has already established.
    init(known bytes: [UInt8])
}

extension FixedBytes {
    /// Wraps bytes that came from elsewhere.
    ///
    /// - Throws: ``TokensError`` with code `.malformed` when the count differs.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count == Self.byteCount else {
            throw TokensError(.malformed, "A \(Self.noun) is \(Self.byteCount) bytes, not \(bytes.count).")
        }
        self.init(known: bytes)
    }

    /// Draws a fresh value from a source of randomness.
    package init(random: RandomSource) { self.init(known: random.bytes(Self.byteCount)) }

    /// The bytes in hexadecimal.
    package var description: String { Hex.encode(bytes) }
}
