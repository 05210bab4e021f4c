// SPDX-License-Identifier: MIT

/// A cache of the most recently used values. It holds at most two generations.
///
/// When the young generation is full, it becomes the old one, and the values of the old one that were not used since
/// are dropped. So values in use stay without a linked list that every use would change.
package struct RecentlyUsed<Key: Hashable, Found> {
    private let generation: Int
    private var young: [Key: Found] = [:]
    private var old: [Key: Found] = [:]

    package init(generation: Int) {
        self.generation = generation
    }

    package mutating func find(_ key: Key) -> Found? {
        if let found = young[key] { return found }
        guard let found = old.removeValue(forKey: key) else { return nil }
        insert(found, for: key)
        return found
    }

    /// A value that was used recently. The call does not count as a use.
    func peek(_ key: Key) -> Found? { young[key] ?? old[key] }

    /// Adds values that may be needed soon. Values already in use stay.
    ///
    /// - Parameter found: is consumed, so that nothing is copied.
    package mutating func fill(with found: inout [Key: Found]) {
        for (key, used) in young { found[key] = used }
        swap(&young, &found)
    }

    package mutating func insert(_ found: Found, for key: Key) {
        if young.count >= generation { (old, young) = (young, [:]) }
        young[key] = found
    }
}
