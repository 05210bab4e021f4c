// SPDX-License-Identifier: MIT

/// Divides a message into chunks for a link with small packets: `u8 (1 more follows, 0 last) || bytes`.
///
/// As ISO 18013-5 does over Bluetooth. A chunk has 2 to 510 bytes, because BlueZ 5.66 refuses a longer write.
package enum Chunks {
    /// The largest chunk with its first byte.
    package static let maximumCount = 510
    private static let more: UInt8 = 1
    private static let last: UInt8 = 0

    /// - Parameters:
    ///   - message: at least one byte.
    ///   - size: bytes that one packet takes, at least 2.
    package static func of(_ message: [UInt8], size: Int) -> [[UInt8]] {
        let room = min(max(size, 2), maximumCount) - 1
        return stride(from: 0, to: message.count, by: room).map { start in
            let end = min(start + room, message.count)
            return [end == message.count ? last : more] + message[start..<end]
        }
    }

    /// Joins the chunks of one message after another.
    package struct Joiner: Sendable {
        private var joined: [UInt8] = []

        package init() {}

        /// Takes a chunk; returns the message if this was its last one.
        ///
        /// - Parameter limit: bytes of a message that the caller accepts now.
        /// - Throws: ``NearbyError`` with code `.malformed` or `.tooLarge`. The link is then useless.
        package mutating func add(_ chunk: [UInt8], limit: Int) throws -> [UInt8]? {
            guard let flag = chunk.first, chunk.count > 1, flag == more || flag == last else {
                throw NearbyError(.malformed, "A chunk came that has no content, or no known first byte.")
            }
            guard chunk.count <= maximumCount, chunk.count - 1 <= limit - joined.count else {
                joined = []
                throw NearbyError(.tooLarge, "A message came that is longer than \(limit) bytes.")
            }
            joined += chunk.dropFirst()
            guard flag == last else { return nil }
            defer { joined = [] }
            return joined
        }
    }
}
