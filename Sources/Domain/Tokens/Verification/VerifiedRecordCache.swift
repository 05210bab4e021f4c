// SPDX-License-Identifier: MIT

import Crypto

/// Which signatures have been found good already, so that shared prefixes are not verified twice.
///
/// A fact is the hash of the record's id and its signature: an id alone covers no signature, and a coin stored with a
/// broken one could never be redeemed. Facts do not depend on time; windows and revocations are checked afresh.
package struct VerifiedRecordCache: Sendable {
    /// The most facts held; the older half is forgotten when the newer half is full.
    package let capacity: Int
    private var recent: Set<Digest> = []
    private var older: Set<Digest> = []

    /// An empty cache of at most `capacity` facts of 32 bytes.
    package init(capacity: Int = 65_536) { self.capacity = max(2, capacity) }

    /// How many facts are held now.
    package var count: Int { recent.count + older.count }

    /// Whether the signature is good: from memory, or by checking, and then remembered.
    mutating func isGood(_ fact: Digest, check: () -> Bool) -> Bool {
        if recent.contains(fact) || older.contains(fact) { return true }
        guard check() else { return false }
        if recent.count >= capacity / 2 {
            older = recent
            recent = []
        }
        recent.insert(fact)
        return true
    }
}
