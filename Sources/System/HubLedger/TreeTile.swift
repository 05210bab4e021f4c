// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubStorage
import Tokens

/// Adjacent leaves of the ledger's tree in one row: 256 leaves, or fewer in the last tile.
///
/// The hashes of its inner subtrees are computed on demand. The hash of a complete tile is a node of the tree.
package struct TreeTile: Sendable {
    package static let capacity = 256
    /// The level of the subtree that a complete tile forms.
    package static let level = 8
    /// The bytes of a leaf: the entry, its salt and its hash.
    static let leafCount = 8 + LedgerPosting.blindCount + Digest.count

    /// The index of the tile in the tree.
    package let place: UInt64
    /// ``leafCount`` bytes for each leaf.
    package private(set) var bytes: [UInt8]

    init(place: UInt64) {
        self.place = place
        bytes = []
        bytes.reserveCapacity(Self.capacity * Self.leafCount)
    }

    /// - Throws: ``HubError`` with `.internalFault` for bytes that are not leaves.
    init(place: UInt64, bytes: [UInt8]) throws {
        guard !bytes.isEmpty, bytes.count % Self.leafCount == 0, bytes.count <= Self.capacity * Self.leafCount else {
            throw HubError(.internalFault, "Tile \(place) of the ledger's tree is damaged. Run `satchel-hub audit`.")
        }
        self.place = place
        self.bytes = bytes
    }

    package var count: Int { bytes.count / Self.leafCount }
    var isWhole: Bool { count == Self.capacity }

    // MARK: - Leaves

    /// The bytes of a leaf.
    package static func leaf(of entry: Int64, salt: [UInt8], hash: [UInt8]) -> [UInt8] {
        var leaf: [UInt8] = []
        leaf.reserveCapacity(leafCount)
        withUnsafeBytes(of: entry.bigEndian) { leaf.append(contentsOf: $0) }
        leaf += salt
        leaf += hash
        return leaf
    }

    /// Adds the next leaf.
    package mutating func append(_ leaf: ArraySlice<UInt8>) {
        precondition(leaf.count == Self.leafCount && !isWhole, "A tile takes \(Self.capacity) leaves, each whole.")
        bytes += leaf
    }

    package func entry(_ index: Int) -> Int64 {
        Int64(bitPattern: bytes[field(index, 0, 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    package func salt(_ index: Int) -> [UInt8] { Array(bytes[field(index, 8, LedgerPosting.blindCount)]) }

    package func hash(_ index: Int) -> [UInt8] {
        Array(bytes[field(index, 8 + LedgerPosting.blindCount, Digest.count)])
    }

    /// The index of an entry's leaf. Entries are in ascending order.
    package func index(of entry: Int64) -> Int? {
        var range = 0..<count
        while let first = range.first {
            let middle = first + range.count / 2
            let found = self.entry(middle)
            if found == entry { return middle }
            range = found < entry ? middle + 1..<range.upperBound : first..<middle
        }
        return nil
    }

    private func field(_ index: Int, _ offset: Int, _ count: Int) -> Range<Int> {
        let start = index * Self.leafCount + offset
        return start..<start + count
    }

    // MARK: - Subtrees

    /// The hash of a complete subtree, the `index`-th group of 2^`level` leaves of this tile; nil if leaves are
    /// missing.
    func node(_ level: Int, _ index: Int) -> [UInt8]? {
        guard (index + 1) << level <= count else { return nil }
        var hashes = (index << level..<(index + 1) << level).map { hash($0) }
        while hashes.count > 1 {
            hashes = stride(from: 0, to: hashes.count, by: 2).map { MerkleTree.nodeHash(hashes[$0], hashes[$0 + 1]) }
        }
        return hashes.first
    }
}
