// SPDX-License-Identifier: MIT
internal import CZlib

/// Compresses and decompresses whole deflate streams. RFC 1951
///
/// C: `deflate`, `inflate`, <https://zlib.net/manual.html>
package enum DeflateStream {
    /// What surrounds the compressed data.
    package enum Form: Sendable {
        /// Nothing. RFC 1951
        case raw
        /// The header and the checksum of gzip. RFC 1952
        case gzip

        /// The base-2 logarithm of the window, as zlib encodes the form in it.
        fileprivate var windowBits: Int32 {
            switch self {
            case .raw: -MAX_WBITS
            case .gzip: MAX_WBITS + 16
            }
        }
    }

    /// How much time and memory compression takes.
    package enum Effort: Sendable {
        /// The smallest output that zlib can make.
        case best
        /// Most of the compression in a third of the time of zlib's default.
        case quick
    }

    /// Why bytes could not be decompressed.
    package enum Failure: Error, Equatable {
        /// The bytes are not exactly one whole stream; ``trailing`` if only bytes after its end are wrong.
        case damaged, trailing, tooLarge, noMemory
    }

    /// The compressed bytes; nil if there is no memory.
    package static func pack(_ bytes: [UInt8], as form: Form, effort: Effort) -> [UInt8]? {
        var stream = z_stream()
        let (level, memory): (Int32, Int32) = effort == .best ? (Z_BEST_COMPRESSION, 9) : (3, 8)
        guard satchel_zlib_start_packing(&stream, level, form.windowBits, memory) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        // With space for the worst case, a single call suffices. zlib.h, deflateBound
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        var status = Z_OK
        let packed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                status = deflate(&stream, Z_FINISH)
                count = output.count - Int(stream.avail_out)
            }
        }
        return status == Z_STREAM_END ? packed : nil
    }

    /// Decompresses exactly one whole stream.
    ///
    /// Never uses more memory than `maximumCount` bytes and one piece of 16 KB, however long the output would be.
    package static func unpack(_ bytes: [UInt8], as form: Form, maximumCount: Int) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        guard satchel_zlib_start_unpacking(&stream, form.windowBits) == Z_OK else { throw .noMemory }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        var status = Z_OK
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            repeat {
                piece.withUnsafeMutableBufferPointer { piece in
                    stream.next_out = piece.baseAddress
                    stream.avail_out = UInt32(piece.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    output += piece[..<(piece.count - Int(stream.avail_out))]
                }
            } while status == Z_OK && stream.avail_out == 0 && output.count <= maximumCount
        }
        guard output.count <= maximumCount else { throw .tooLarge }
        guard status == Z_STREAM_END else { throw .damaged }
        guard stream.avail_in == 0 else { throw .trailing }
        return output
    }
}
