// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// A value of a fixed number of bytes. Each identity of the protocol is its own type, so that none is mistaken for
/// another.
package protocol FixedBytes: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes of each value.
    static var byteCount: Int { get }
    /// The noun for sentences.
    static var noun: String { get }
    /// The bytes, always ``byteCount`` of them.
    var bytes: [UInt8] { get }
    /// Wraps bytes whose count the caller has already checked.
    init(known bytes: [UInt8])
}

extension FixedBytes {
    /// Wraps untrusted bytes.
    ///
    /// - Throws: ``TokensError`` with code `.malformed` when the count differs.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count == Self.byteCount else {
            throw TokensError(.malformed, "A \(Self.noun) is \(Self.byteCount) bytes, not \(bytes.count).")
        }
        self.init(known: bytes)
    }

    /// Makes a random value.
    package init(random: RandomSource) { self.init(known: random.bytes(Self.byteCount)) }

    /// The bytes in hexadecimal.
    package var description: String { Hex.encode(bytes) }
}
