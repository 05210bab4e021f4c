// SPDX-License-Identifier: MIT
internal import CZlib

/// Compresses bytes to a raw deflate stream, which ``Inflate`` decompresses. RFC 1951
///
/// C: `deflate`, <https://zlib.net/manual.html>
package enum Deflate {
    /// Uses the best compression of the library.
    ///
    /// - Throws: ``CodesError`` with `.resourceTooLarge` when out of memory.
    package static func encode(_ input: [UInt8]) throws(CodesError) -> [UInt8] {
        var stream = z_stream()
        guard satchel_zlib_start_packing(&stream) == Z_OK else {
            throw CodesError(.resourceTooLarge, "There is no memory left to pack the record.")
        }
        defer { deflateEnd(&stream) }
        var plain = input
        // With space for the worst case, a single call suffices. zlib.h, deflateBound
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(input.count))))
        let status = plain.withUnsafeMutableBufferPointer { plain in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = plain.baseAddress
                stream.avail_in = UInt32(plain.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else {
            throw CodesError(.resourceTooLarge, "There is no memory left to pack the record.")
        }
        output.removeLast(Int(stream.avail_out))
        return output
    }
}
