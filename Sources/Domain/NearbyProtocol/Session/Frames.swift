// SPDX-License-Identifier: MIT
internal import Bytes

/// Divides a stream of bytes into messages: `u16 length || message`, big-endian.
package enum Frames {
    private static let headCount = 2

    /// - Parameter message: 1 to 65,535 bytes.
    package static func of(_ message: [UInt8]) throws -> [UInt8] {
        guard let count = UInt16(exactly: message.count), count > 0 else {
            throw NearbyError(.tooLarge, "A message of \(message.count) bytes has no frame.")
        }
        return [UInt8(count >> 8), UInt8(count & 0xff)] + message
    }

    /// Collects bytes as they arrive, and gives the messages in them.
    package struct Collector: Sendable {
        private var bytes: [UInt8] = []

        package init() {}

        /// The bytes that are not yet part of a returned message.
        package var count: Int { bytes.count }

        package mutating func add(_ more: some Sequence<UInt8>) { bytes += more }

        /// The next complete message; nil while its end is missing.
        ///
        /// - Parameter limit: bytes of a message that the caller accepts now.
        /// - Throws: ``NearbyError`` with code `.malformed` or `.tooLarge`. The stream is then useless.
        package mutating func next(limit: Int) throws -> [UInt8]? {
            guard bytes.count >= headCount else { return nil }
            let count = Int(bytes[0]) << 8 | Int(bytes[1])
            guard count > 0 else { throw NearbyError(.malformed, "An empty frame came.") }
            guard count <= limit else {
                throw NearbyError(.tooLarge, "A message of \(count) bytes came; at most \(limit) are accepted now.")
            }
            guard bytes.count >= headCount + count else { return nil }
            let message = Array(bytes[headCount..<headCount + count])
            bytes.removeFirst(headCount + count)
            return message
        }
    }
}
