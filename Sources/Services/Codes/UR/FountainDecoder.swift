// SPDX-License-Identifier: MIT
internal import Crypto

/// Reconstructs a message from its frames, in any order, with frames lost or repeated.
///
/// Each frame is a linear equation over fragments; Gaussian elimination uses all of their information, where usual
/// receivers wait for frames with a single unknown. Memory is limited to the message plus the square of its fragment
/// count in bits.
package struct FountainDecoder: Sendable {
    /// The result of receiving a frame.
    package enum Outcome: Hashable, Sendable {
        /// The frame added an equation; more are needed.
        case learnt
        /// A frame without new information, or of another message; nothing changed.
        case ignored
        /// The message is complete and its checksum matches.
        case complete([UInt8])
        /// There are enough equations, but the checksum does not match: a frame was forged. The decoder restarts.
        case damaged
    }

    /// The message this decoder collects.
    package let stream: FountainStream
    /// The number of independent equations; the message is complete at `stream.count`.
    package private(set) var rank = 0
    private let chooser: FragmentChooser
    /// At index n, an equation whose first unknown is fragment n.
    private var rows: [Row?]
    private var message: [UInt8]?

    private struct Row: Sendable {
        var unknowns: [UInt64]
        var sum: [UInt8]

        mutating func add(_ other: Row) {
            for index in unknowns.indices { unknowns[index] ^= other.unknowns[index] }
            sum.add(other.sum)
        }

        /// The first unknown at or after an index.
        func first(from start: Int) -> Int? {
            var word = start >> 6
            guard word < unknowns.count else { return nil }
            var bits = unknowns[word] & (UInt64.max << UInt64(start & 63))
            while bits == 0 {
                word += 1
                guard word < unknowns.count else { return nil }
                bits = unknowns[word]
            }
            return word << 6 + bits.trailingZeroBitCount
        }
    }

    /// A decoder for the message of a frame; the frame itself is not received yet.
    package init(for part: FountainPart) {
        stream = part.stream
        chooser = FragmentChooser(count: stream.count, checksum: stream.checksum)
        rows = [Row?](repeating: nil, count: stream.count)
    }

    /// The known share of the message, from 0 to 1. It decreases only after ``Outcome/damaged``.
    package var progress: Double { Double(rank) / Double(stream.count) }

    /// Receives a frame.
    package mutating func receive(_ part: FountainPart) -> Outcome {
        guard part.stream == stream else { return .ignored }
        if let message { return .complete(message) }
        guard insert(part) else { return .ignored }
        guard rank == stream.count else { return .learnt }
        let solved = solve()
        guard CRC32.checksum(solved) == stream.checksum else {
            rows = [Row?](repeating: nil, count: stream.count)
            rank = 0
            return .damaged
        }
        message = solved
        rows = []
        return .complete(solved)
    }

    /// Eliminates known fragments; true when the equation adds information.
    private mutating func insert(_ part: FountainPart) -> Bool {
        var row = Row(unknowns: [UInt64](repeating: 0, count: (stream.count + 63) >> 6), sum: part.fragment)
        for index in chooser.fragments(ofPart: part.number) { row.unknowns[index >> 6] |= 1 << UInt64(index & 63) }
        var next = row.first(from: 0)
        while let index = next {
            guard let known = rows[index] else {
                rows[index] = row
                rank += 1
                return true
            }
            row.add(known)
            next = row.first(from: index + 1)
        }
        return false
    }

    /// Requires that every row exists. Going backwards from the last, each row has only its own fragment unknown.
    private func solve() -> [UInt8] {
        var fragments = [[UInt8]](repeating: [], count: stream.count)
        for index in (0..<stream.count).reversed() {
            guard var row = rows[index] else { preconditionFailure("A full rank has a row for each fragment.") }
            var next = row.first(from: index + 1)
            while let other = next {
                row.sum.add(fragments[other])
                next = row.first(from: other + 1)
            }
            fragments[index] = row.sum
        }
        return Array(fragments.joined().prefix(stream.messageBytes))
    }
}
