// SPDX-License-Identifier: MIT
package import Zlib

/// Whether and how bodies travel compressed. RFC 1952
package enum Gzip {
    /// Bodies of at most this many bytes are not compressed: that would save no packet.
    package static let threshold = 1 << 10

    /// The compressed bytes; nil if there is no memory, so that the caller sends the bytes uncompressed.
    package static func pack(_ bytes: [UInt8]) -> [UInt8]? { DeflateStream.pack(bytes, as: .gzip, effort: .quick) }

    /// Decompresses exactly one whole stream, within the limits of ``DeflateStream``.
    package static func unpack(
        _ bytes: [UInt8], maximumCount: Int
    ) throws(DeflateStream.Failure) -> [UInt8] {
        try DeflateStream.unpack(bytes, as: .gzip, maximumCount: maximumCount)
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
        do throws(DeflateStream.Failure) {
            body = try Gzip.unpack(body, maximumCount: maximumBytes)
        } catch {
            switch error {
            case .tooLarge: throw Refusal(status: 413, message: "The body unpacks to more than \(maximumBytes) bytes.")
            case .damaged, .trailing: throw .malformed("The body is not whole gzip data.")
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
