// SPDX-License-Identifier: MIT
internal import CZlib

/// Decompresses a raw deflate stream within a size limit, so that a small code cannot use much memory. RFC 1951
///
/// C: `inflate`, <https://zlib.net/manual.html>
package enum Inflate {
    /// - Throws: ``CodesError`` with `.malformedResource` for an invalid deflate stream or trailing bytes,
    ///   `.resourceTooLarge` beyond `maximumCount`.
    package static func decode(_ input: [UInt8], maximumCount: Int) throws(CodesError) -> [UInt8] {
        var stream = z_stream()
        guard satchel_zlib_start(&stream) == Z_OK else {
            throw CodesError(.resourceTooLarge, "There is no memory left to unpack the code.")
        }
        defer { inflateEnd(&stream) }
        var packed = input
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        var status = Z_OK
        packed.withUnsafeMutableBufferPointer { packed in
            stream.next_in = packed.baseAddress
            stream.avail_in = UInt32(packed.count)
            repeat {
                chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = UInt32(chunk.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    output += chunk[..<(chunk.count - Int(stream.avail_out))]
                }
            } while status == Z_OK && stream.avail_out == 0 && output.count <= maximumCount
        }
        guard output.count <= maximumCount else {
            throw CodesError(.resourceTooLarge, "The code unpacks to more than \(maximumCount) bytes.")
        }
        guard status == Z_STREAM_END else {
            throw CodesError(.malformedResource, "The packed data is damaged or cut short.")
        }
        guard stream.avail_in == 0 else {
            throw CodesError(.malformedResource, "Bytes follow the end of the packed data.")
        }
        return output
    }
}
