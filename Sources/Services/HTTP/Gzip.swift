// SPDX-License-Identifier: MIT
internal import CZlib

/// Compresses and decompresses bodies. RFC 1952
///
/// C: `deflate`, `inflate`, <https://zlib.net/manual.html>
package enum Gzip {
    /// Bodies of at most this many bytes are not compressed: that would save no packet.
    package static let threshold = 1 << 10
    /// Most of the compression in a third of the time of the default level.
    private static let level: Int32 = 3

    /// The compressed bytes; nil if there is no memory, so that the caller sends the bytes uncompressed.
    package static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard satchel_zlib_start_gzip(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
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

    /// Why bytes could not be decompressed.
    package enum Failure: Error, Equatable { case damaged, tooLarge, noMemory }

    /// Decompresses exactly one whole stream.
    ///
    /// Never uses more memory than `maximumCount` bytes and one piece of 16 KB, however long the output would be.
    package static func unpack(_ bytes: [UInt8], maximumCount: Int) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        guard satchel_zlib_start_gunzip(&stream) == Z_OK else { throw .noMemory }
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
        guard status == Z_STREAM_END, stream.avail_in == 0 else { throw .damaged }
        return output
    }

    /// Whether an `Accept-Encoding` value allows gzip: by name, and without a weight of zero (RFC 9110, section
    /// 12.5.3).
    package static func isAccepted(by value: String?) -> Bool {
        guard let value else { return false }
        return value.split(separator: ",").contains { choice in
            let parts = choice.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard parts.first == "gzip" else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=0") && !$0.contains { "123456789".contains($0) } }
        }
    }
}

extension Request {
    /// Replaces a compressed body by its content.
    ///
    /// - Throws: a refusal with 413 beyond `maximumBytes`, 415 for another coding, 400 for damaged bytes.
    mutating func unpackBody(maximumBytes: Int) throws(Refusal) {
        guard let coding = headers["Content-Encoding"] else { return }
        guard headers.all("Content-Encoding").count == 1, coding.lowercased() == "gzip" else {
            throw Refusal(status: 415, message: "Send the body as it is, or packed with gzip alone.")
        }
        do throws(Gzip.Failure) {
            body = try Gzip.unpack(body, maximumCount: maximumBytes)
        } catch {
            switch error {
            case .tooLarge: throw Refusal(status: 413, message: "The body unpacks to more than \(maximumBytes) bytes.")
            case .damaged: throw .malformed("The body is not whole gzip data.")
            case .noMemory: throw Refusal(status: 503, message: "There is no memory left to unpack the body.")
            }
        }
        headers["Content-Encoding"] = nil
    }
}

extension Response {
    /// Compresses the body if the client accepts it and it saves bytes, and announces which encoding the server
    /// accepts.
    mutating func packBody(accepted: Bool) {
        guard accepted else { return }
        // In an answer the field announces what the client may send (RFC 9110, section 12.5.3).
        headers["Accept-Encoding"] = "gzip"
        guard body.count > Gzip.threshold, headers["Content-Encoding"] == nil, let packed = Gzip.pack(body),
            packed.count < body.count
        else { return }
        body = packed
        headers["Content-Encoding"] = "gzip"
        headers["Vary"] = "Accept-Encoding"
    }
}
