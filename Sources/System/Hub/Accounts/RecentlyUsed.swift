// SPDX-License-Identifier: MIT

/// What was used last of many things that can always be found again; at most twice so many as one generation holds.
///
/// When the young generation is full it becomes the old one, and what was not asked for since the last time is forgotten. So
/// what is in use stays, without a list that every use would have to change.
struct RecentlyUsed<Key: Hashable, Found> {
    private let generation: Int
    private var young: [Key: Found] = [:]
    private var old: [Key: Found] = [:]

    init(generation: Int) {
        self.generation = generation
    }

    mutating func find(_ key: Key) -> Found? {
        if let found = young[key] { return found }
        guard let found = old.removeValue(forKey: key) else { return nil }
        insert(found, for: key)
        return found
    }

    /// What was used of late; nothing is moved for it.
    func peek(_ key: Key) -> Found? { young[key] ?? old[key] }

    /// Takes what may be asked for soon; what was used already stays.
    ///
    /// - Parameter found: is handed over, so that nothing is copied.
    mutating func fill(with found: inout [Key: Found]) {
        for (key, used) in young { found[key] = used }
        swap(&young, &found)
    }

    mutating func insert(_ found: Found, for key: Key) {
        if young.count >= generation { (old, young) = (young, [:]) }
        young[key] = found
    }
}
