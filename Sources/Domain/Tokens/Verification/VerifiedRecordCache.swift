// SPDX-License-Identifier: MIT

import Crypto

/// Remembers valid signatures, so that shared prefixes of chains are not verified twice.
///
/// A fact is the hash of a record's id and its signature. The id alone does not cover the signature, and a coin stored
/// with an invalid one could never be redeemed. Facts do not depend on time; validity periods and revocations are
/// checked each time.
package struct VerifiedRecordCache: Sendable {
    /// The most facts held. The older half is dropped when the newer half is full.
    package let capacity: Int
    private var recent: Set<Digest> = []
    private var older: Set<Digest> = []

    /// An empty cache of at most `capacity` facts of 32 bytes.
    package init(capacity: Int = 65_536) { self.capacity = max(2, capacity) }

    /// The number of facts held now.
    package var count: Int { recent.count + older.count }

    /// Whether a signature is valid: from the cache, or by checking it and caching a success.
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
