// SPDX-License-Identifier: MIT
internal import Crypto

/// Divides a message into an endless sequence of frames; any sufficient number of them reconstructs the message.
/// BCR-2024-001.
///
/// The single fragments come first, then mixtures. A mixture of one fragment is skipped, because it only repeats a
/// fragment. Part numbers may have any order, so other implementations' receivers benefit too.
package struct FountainEncoder: Sendable {
    /// The values that all frames share.
    package let stream: FountainStream
    private let fragments: [[UInt8]]
    private let chooser: FragmentChooser
    private var last: UInt32

    /// The shortest fragment, unless the message is shorter.
    package static let minimumFragmentBytes = 10

    /// - Parameters:
    ///   - maximumFragmentBytes: the longest fragment of a frame.
    ///   - last: the number after which to start.
    /// - Throws: ``CodesError`` with `.empty` for no bytes, `.resourceTooLarge` for more than receivers accept.
    package init(_ message: [UInt8], maximumFragmentBytes: Int, after last: UInt32 = 0) throws(CodesError) {
        guard !message.isEmpty else { throw CodesError(.empty, "There is nothing to show.") }
        let length = Self.fragmentBytes(messageBytes: message.count, maximum: maximumFragmentBytes)
        fragments = stride(from: 0, to: message.count, by: length).map { start in
            let fragment = message[start..<min(start + length, message.count)]
            return fragment + [UInt8](repeating: 0, count: length - fragment.count)
        }
        stream = FountainStream(
            count: fragments.count, messageBytes: message.count, checksum: CRC32.checksum(message),
            fragmentBytes: length)
        try stream.check()
        chooser = FragmentChooser(count: fragments.count, checksum: stream.checksum)
        self.last = last
    }

    /// The next frame to show; numbers start again after 2^32.
    package mutating func next() -> FountainPart {
        repeat {
            last = last == .max ? 1 : last + 1
        } while last > stream.count && stream.count > 1 && chooser.degree(ofPart: last) == 1
        return part(last)
    }

    /// The frame with a number.
    package func part(_ number: UInt32) -> FountainPart {
        let chosen = chooser.fragments(ofPart: number)
        var sum = fragments[chosen[0]]
        for index in chosen.dropFirst() { sum.add(fragments[index]) }
        return FountainPart(number: number, stream: stream, fragment: sum)
    }

    /// The fragment length that gives the fewest fragments of equal size. BCR-2024-001, section 2.
    static func fragmentBytes(messageBytes: Int, maximum: Int) -> Int {
        precondition(maximum > 0, "A fragment holds at least one byte.")
        let most = max(messageBytes / minimumFragmentBytes, 1)
        let fewest = min((messageBytes + maximum - 1) / maximum, most)
        return (messageBytes + fewest - 1) / fewest
    }
}

extension [UInt8] {
    /// Adds without carry (exclusive or); both have the same count.
    mutating func add(_ other: [UInt8]) {
        precondition(count == other.count, "Fragments of one message are equally long.")
        let total = count
        withUnsafeMutableBytes { own in
            other.withUnsafeBytes { foreign in
                var index = 0
                while index + 8 <= total {
                    let sum =
                        own.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                        ^ foreign.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    own.storeBytes(of: sum, toByteOffset: index, as: UInt64.self)
                    index += 8
                }
                while index < total {
                    own[index] ^= foreign[index]
                    index += 1
                }
            }
        }
    }
}
