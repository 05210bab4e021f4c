// SPDX-License-Identifier: MIT
import Barcodes

/// The content seen in the strips of a stack, with the number of strips.
struct StackTally {
    /// The half of a DataBar, independent of its position.
    struct Half: Hashable {
        let finder: Int
        let isRight: Bool
        let left: DataBarCharacter
        let right: DataBarCharacter

        init?(_ pair: DataBarPair) {
            guard let right = pair.right else { return nil }
            finder = pair.finder.index
            isRight = pair.beginsWithBar
            left = pair.left.character
            self.right = right.character
        }
    }

    /// The content of one row in some strips.
    struct Row {
        let halves: [(half: Half, certainty: Float)]
        let pairs: [(part: DataBarExpanded.Part, certainty: Float)]
        let along: ClosedRange<Float>
        let isReversed: Bool
        let isInverted: Bool
    }

    /// How often a part was seen, by disjoint strips.
    private struct Votes {
        var count = 0
        var end = Int.min
        var along: ClosedRange<Float>
        var isReversed: Bool
        var isInverted: Bool
        var certainty: Float

        init(_ row: Row, _ certainty: Float) {
            along = row.along
            isReversed = row.isReversed
            isInverted = row.isInverted
            self.certainty = certainty
        }

        mutating func add(_ window: Range<Int>, _ certainty: Float) {
            self.certainty = max(self.certainty, certainty)
            guard window.lowerBound >= end else { return }
            count += 1
            end = window.upperBound
        }
    }

    private struct Way: Hashable {
        let isReversed: Bool
        let isInverted: Bool
    }

    private var halves: [Way: [Half: Votes]] = [:]
    /// The rows of an expanded code may run in either direction.
    private var pairs: [Bool: [DataBarExpanded.Part: Votes]] = [:]

    /// Whether no part of a code was seen.
    var isEmpty: Bool { halves.isEmpty && pairs.isEmpty }

    /// - Parameter window: its strips must not begin before those of earlier calls.
    mutating func add(_ row: Row, _ window: Range<Int>) {
        let way = Way(isReversed: row.isReversed, isInverted: row.isInverted)
        for (half, certainty) in row.halves {
            halves[way, default: [:]][half, default: Votes(row, certainty)].add(window, certainty)
        }
        for (part, certainty) in row.pairs {
            pairs[row.isInverted, default: [:]][part, default: Votes(row, certainty)].add(window, certainty)
        }
    }

    /// The code formed by all rows; nil when one of its parts was seen too rarely, or another part was seen in its
    /// place.
    func reading(leastVotes: Int) -> StripReading.Seen? {
        for votes in halves.values {
            if let seen = Self.halves(votes, leastVotes) { return seen }
        }
        for votes in pairs.values {
            if let seen = Self.expanded(votes, leastVotes) { return seen }
        }
        return nil
    }

    /// Of the candidates for one place, the one seen most often, if it is beyond doubt.
    private static func chosen<Part>(_ votes: [(key: Part, value: Votes)], _ leastVotes: Int) -> (Part, Votes)? {
        let sorted = votes.sorted { $0.value.count > $1.value.count }
        guard let best = sorted.first, best.value.count >= leastVotes,
            sorted.count < 2 || best.value.count > 2 * sorted[1].value.count
        else { return nil }
        return (best.key, best.value)
    }

    private static func halves(_ votes: [Half: Votes], _ leastVotes: Int) -> StripReading.Seen? {
        guard let (left, leftVotes) = chosen(votes.filter { !$0.key.isRight }, leastVotes),
            let (right, rightVotes) = chosen(votes.filter { $0.key.isRight }, leastVotes),
            isStacked(leftVotes.along, rightVotes.along), let digits = DataBarCode.digits(left, right)
        else { return nil }
        return seen(.dataBar, digits, [leftVotes, rightVotes])
    }

    /// Whether two rows lie below each other instead of beside each other, and have equal widths.
    private static func isStacked(_ first: ClosedRange<Float>, _ second: ClosedRange<Float>) -> Bool {
        let most = 0.35 * min(first.upperBound - first.lowerBound, second.upperBound - second.lowerBound)
        return abs(first.lowerBound - second.lowerBound) < most && abs(first.upperBound - second.upperBound) < most
    }

    private static func expanded(_ votes: [DataBarExpanded.Part: Votes], _ leastVotes: Int) -> StripReading.Seen? {
        guard let (first, firstVotes) = chosen(votes.filter { $0.key.finder == 0 }, leastVotes),
            let count = DataBarExpanded.count(check: first.left.value)
        else { return nil }
        var parts = [first]
        var all = [firstVotes]
        for finder in DataBarExpanded.sequences[(count + 1) / 2 - 2].dropFirst() {
            guard let (part, votes) = chosen(votes.filter { $0.key.finder == finder }, leastVotes) else { return nil }
            parts.append(part)
            all.append(votes)
        }
        guard let text = DataBarExpanded.text(of: parts) else { return nil }
        return seen(.dataBarExpanded, text, all)
    }

    private static func seen(
        _ symbology: Symbology, _ bytes: [UInt8], _ votes: [Votes]
    ) -> StripReading.Seen? {
        guard let first = votes.first else { return nil }
        let low = votes.reduce(first.along.lowerBound) { min($0, $1.along.lowerBound) }
        let high = votes.reduce(first.along.upperBound) { max($0, $1.along.upperBound) }
        let certainty = votes.reduce(1) { min($0, $1.certainty) }
        return StripReading.Seen(
            reading: BarReading(symbology, bytes, elements: 0..<0, certainty: certainty), along: low...high,
            isReversed: first.isReversed, isInverted: first.isInverted)
    }
}
