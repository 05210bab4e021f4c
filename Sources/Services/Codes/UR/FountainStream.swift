// SPDX-License-Identifier: MIT

/// What every frame of one animated message says alike; two messages never agree in all of it.
package struct FountainStream: Hashable, Sendable {
    /// How many fragments the message is cut into.
    package let count: Int
    package let messageBytes: Int
    /// CRC-32 of the whole message.
    package let checksum: UInt32
    package let fragmentBytes: Int

    /// The longest message that is received: a hostile sender decides how much memory is taken, so it has a bound.
    package static let maximumMessageBytes = 1 << 20
    /// The most fragments: solving takes memory and time of their square.
    package static let maximumFragments = 2048

    /// - Throws: ``CodesError`` with `.resourceTooLarge` beyond the bounds, `.malformedResource` when the numbers
    ///   contradict each other.
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
