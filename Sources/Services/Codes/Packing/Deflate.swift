// SPDX-License-Identifier: MIT
internal import Zlib

/// Compresses bytes to a raw deflate stream, which ``Inflate`` decompresses. RFC 1951
package enum Deflate {
    /// Uses the best compression of the library.
    ///
    /// - Throws: ``CodesError`` with `.resourceTooLarge` when out of memory.
    package static func encode(_ input: [UInt8]) throws(CodesError) -> [UInt8] {
        guard let packed = DeflateStream.pack(input, as: .raw, effort: .best) else {
            throw CodesError(.resourceTooLarge, "There is no memory left to pack the record.")
        }
        return packed
    }
}
