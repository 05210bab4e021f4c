// SPDX-License-Identifier: MIT
internal import Bytes

/// One frame of an animated code: some fragments of the message, added without carry (exclusive or). BCR-2024-001,
/// section 4.
package struct FountainPart: Hashable, Sendable {
    /// From 1; up to `count` the frame is fragment n alone, after that a mixture.
    package let number: UInt32
    /// The values that all parts of a message share.
    package let stream: FountainStream
    /// As long as every fragment.
    package let fragment: [UInt8]

    init(number: UInt32, stream: FountainStream, fragment: [UInt8]) {
        self.number = number
        self.stream = stream
        self.fragment = fragment
    }

    /// Decodes the array of a frame.
    ///
    /// - Throws: ``CodesError`` with `.malformedResource`, or `.resourceTooLarge` when the message it belongs to
    ///   exceeds ``FountainStream/maximumMessageBytes`` or ``FountainStream/maximumFragments``.
    package init(cbor: [UInt8]) throws(CodesError) {
        do throws(BytesError) {
            var reader = try CBORReader(cbor, maximumCount: FountainStream.maximumMessageBytes + 64)
            try reader.array(of: 5)
            number = UInt32(try reader.uint(maximum: UInt64(UInt32.max)))
            let count = Int(try reader.uint(maximum: UInt64(UInt32.max)))
            let messageBytes = Int(try reader.uint(maximum: UInt64(UInt32.max)))
            let checksum = UInt32(try reader.uint(maximum: UInt64(UInt32.max)))
            fragment = try reader.bytes(maximum: FountainStream.maximumMessageBytes)
            try reader.finish()
            stream = FountainStream(
                count: count, messageBytes: messageBytes, checksum: checksum, fragmentBytes: fragment.count)
        } catch {
            throw CodesError(
                .malformedResource, "The frame is not part of an animated code: \(error.message)", cause: error)
        }
        guard number > 0 else {
            throw CodesError(.malformedResource, "The frame has the number 0; frames count from 1.")
        }
        try stream.check()
    }

    /// The encoded array of a frame.
    package var cbor: [UInt8] {
        var writer = CBORWriter(capacity: fragment.count + 32)
        writer.array(5)
        writer.uint(UInt64(number))
        writer.uint(UInt64(stream.count))
        writer.uint(UInt64(stream.messageBytes))
        writer.uint(UInt64(stream.checksum))
        writer.bytes(fragment)
        return writer.encoded
    }
}
