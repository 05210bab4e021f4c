// SPDX-License-Identifier: MIT

/// The values that every frame of an animated message shares; they identify the message.
package struct FountainStream: Hashable, Sendable {
    /// The number of fragments of the message.
    package let count: Int
    package let messageBytes: Int
    /// CRC-32 of the whole message.
    package let checksum: UInt32
    package let fragmentBytes: Int

    /// The longest message that is received, because an untrusted sender decides how much memory is used.
    package static let maximumMessageBytes = 1 << 20
    /// The most fragments: solving takes memory and time proportional to their square.
    package static let maximumFragments = 2048

    /// - Throws: ``CodesError`` with `.resourceTooLarge` beyond the limits, `.malformedResource` for inconsistent
    ///   numbers.
    func check() throws(CodesError) {
        guard messageBytes <= Self.maximumMessageBytes else {
            throw CodesError(
                .resourceTooLarge,
                "The animated code holds \(messageBytes) bytes; at most \(Self.maximumMessageBytes) are read.")
        }
        guard count <= Self.maximumFragments else {
            throw CodesError(
                .resourceTooLarge, "The animated code has \(count) parts; at most \(Self.maximumFragments) are read.")
        }
        let room = count * fragmentBytes
        guard count > 0, fragmentBytes > 0, room >= messageBytes, room < messageBytes + fragmentBytes else {
            throw CodesError(
                .malformedResource,
                "The frame claims \(count) parts of \(fragmentBytes) bytes for \(messageBytes) bytes.")
        }
    }
}
