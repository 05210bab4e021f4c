// SPDX-License-Identifier: MIT

/// A hash tree over a growing list: short inclusion proofs of an element, and consistency proofs that a longer list
/// begins with a shorter one.
///
/// Hashes, proofs and their checks are those of RFC 9162, section 2.1, with SHA-256; every hash is 32 bytes.
package enum MerkleTree {
    /// The most elements for which a proof is made or verified.
    package static let maximumSize = UInt64(1) << 62

    /// Returns the hash of a complete subtree: of the `place`-th run of 2^`level` elements.
    package typealias Nodes = (_ level: Int, _ place: UInt64) throws -> [UInt8]

    package static func leafHash(_ element: [UInt8]) -> [UInt8] { SHA256.hash([0], element).bytes }

    package static func nodeHash(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { SHA256.hash([1], left, right).bytes }

    // MARK: - Making

    /// The hash of the whole list.
    package static func root(size: UInt64, nodes: Nodes) throws -> [UInt8] {
        size == 0 ? SHA256.hash().bytes : try hash(of: 0..<size, nodes)
    }

    /// The inclusion proof: the hashes from an element to the root of the list.
    ///
    /// - Precondition: the element is in the list.
    package static func inclusion(of index: UInt64, size: UInt64, nodes: Nodes) throws -> [[UInt8]] {
        precondition(index < size, "Element \(index) is not in a list of \(size).")
        var range = 0..<size
        var path: [[UInt8]] = []
        while range.count > 1 {
            let middle = middle(of: range)
            let isLeft = index < middle
            path.append(try hash(of: isLeft ? middle..<range.upperBound : range.lowerBound..<middle, nodes))
            range = isLeft ? range.lowerBound..<middle : middle..<range.upperBound
        }
        return path.reversed()
    }

    /// The consistency proof: the hashes from the root of the first `old` elements to the root of `size` elements.
    ///
    /// - Precondition: `old` is at most `size`.
    package static func consistency(from old: UInt64, to size: UInt64, nodes: Nodes) throws -> [[UInt8]] {
        precondition(old <= size, "A list of \(size) does not begin with one of \(old).")
        guard old > 0, old < size else { return [] }
        var range = 0..<size
        var path: [[UInt8]] = []
        // Section 2.1.4.1: the requester knows the root of the old elements.
        var isWhole = true
        while old != range.upperBound {
            let middle = middle(of: range)
            if old <= middle {
                path.append(try hash(of: middle..<range.upperBound, nodes))
                range = range.lowerBound..<middle
            } else {
                path.append(try hash(of: range.lowerBound..<middle, nodes))
                range = middle..<range.upperBound
                isWhole = false
            }
        }
        if !isWhole { path.append(try hash(of: range, nodes)) }
        return path.reversed()
    }

    /// The end of the larger of the two subtrees of a range: at the largest power of two below its count.
    private static func middle(of range: Range<UInt64>) -> UInt64 {
        let last = UInt64(range.count) - 1
        return range.lowerBound + UInt64(1) << UInt64(63 - last.leadingZeroBitCount)
    }

    private static func hash(of range: Range<UInt64>, _ nodes: Nodes) throws -> [UInt8] {
        let count = UInt64(range.count)
        guard count & (count - 1) != 0 else {
            let level = count.trailingZeroBitCount
            return try nodes(level, range.lowerBound >> UInt64(level))
        }
        let middle = middle(of: range)
        return nodeHash(
            try hash(of: range.lowerBound..<middle, nodes), try hash(of: middle..<range.upperBound, nodes))
    }

    // MARK: - Checking

    /// The root of a list of `size` elements with this element at this index; nil when the path cannot belong to such a
    /// list.
    ///
    /// Section 2.1.3.2.
    package static func root(
        leafHash: [UInt8], index: UInt64, size: UInt64, path: [[UInt8]]
    ) -> [UInt8]? {
        guard index < size, size <= maximumSize else { return nil }
        var (first, last) = (index, size - 1)
        var root = leafHash
        for hash in path {
            guard last > 0, hash.count == Digest.count else { return nil }
            if first & 1 == 1 || first == last {
                root = nodeHash(hash, root)
                while first & 1 == 0, first > 0 { (first, last) = (first >> 1, last >> 1) }
            } else {
                root = nodeHash(root, hash)
            }
            (first, last) = (first >> 1, last >> 1)
        }
        return last == 0 ? root : nil
    }

    /// Whether the list of the second root begins with the list of the first one.
    ///
    /// Section 2.1.4.2.
    package static func isConsistent(
        old: UInt64, _ oldRoot: [UInt8], new: UInt64, _ newRoot: [UInt8], path: [[UInt8]]
    ) -> Bool {
        guard old <= new, new <= maximumSize, path.allSatisfy({ $0.count == Digest.count }) else { return false }
        guard old > 0 else { return path.isEmpty }
        guard old < new else { return path.isEmpty && oldRoot == newRoot }
        var path = path[...]
        if old & (old - 1) == 0 { path = [oldRoot] + path }
        guard let start = path.popFirst() else { return false }
        var (first, last) = (old - 1, new - 1)
        while first & 1 == 1 { (first, last) = (first >> 1, last >> 1) }
        var (oldHash, newHash) = (start, start)
        for hash in path {
            guard last > 0 else { return false }
            if first & 1 == 1 || first == last {
                (oldHash, newHash) = (nodeHash(hash, oldHash), nodeHash(hash, newHash))
                while first & 1 == 0, first > 0 { (first, last) = (first >> 1, last >> 1) }
            } else {
                newHash = nodeHash(newHash, hash)
            }
            (first, last) = (first >> 1, last >> 1)
        }
        return last == 0 && oldHash == oldRoot && newHash == newRoot
    }
}
