// SPDX-License-Identifier: MIT
internal import CZlib

/// Packs and unpacks bodies. RFC 1952
///
/// C: `deflate`, `inflate`, <https://zlib.net/manual.html>
package enum Gzip {
    /// Bodies of this many bytes or fewer travel as they are: packing them would save no packet.
    package static let threshold = 1 << 10
    /// Most of the gain for a third of the time of the usual level.
    private static let level: Int32 = 3

    /// The packed form; nil when there is no memory for it, so that the plain form travels instead.
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

    /// Why bytes could not be unpacked.
    package enum Failure: Error, Equatable { case damaged, tooLarge, noMemory }

    /// Unpacks one whole stream and nothing after it.
    ///
    /// Never holds more than `maximumCount` bytes and one piece of 16 KB, however much the stream would yield.
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

    /// Whether an `Accept-Encoding` value allows gzip: by its name, without a weight of zero (RFC 9110, section 12.5.3).
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
    /// Replaces a packed body by what it holds.
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
    /// Packs the body if the client takes it and it is worth it, and announces what the server takes.
    mutating func packBody(accepted: Bool) {
        guard accepted else { return }
        // What it may send itself (RFC 9110, section 12.5.3: in an answer it tells the server's own preference).
        headers["Accept-Encoding"] = "gzip"
        guard body.count > Gzip.threshold, headers["Content-Encoding"] == nil, let packed = Gzip.pack(body),
            packed.count < body.count
        else { return }
        body = packed
        headers["Content-Encoding"] = "gzip"
        headers["Vary"] = "Accept-Encoding"
    }
}
