// SPDX-License-Identifier: MIT

/// The newest signed state of the ledger, and how it grew out of an older one.
package struct LedgerState: Codable, Sendable, Equatable {
    /// A `LedgerHead`.
    package var head: Blob
    /// The hashes that lead from the older state to this one (RFC 9162, 2.1.4); empty when none was named, and when the
    /// ledger has become shorter, which it never may.
    package var consistency: [Blob]

    enum CodingKeys: String, CodingKey { case head = "head", consistency = "consistency" }

    package init(head: Blob, consistency: [Blob]) {
        self.head = head
        self.consistency = consistency
    }
}

/// What proves to its account that an entry is in the ledger.
package struct EntryProof: Codable, Sendable, Equatable {
    package var state: LedgerState
    /// Which leaf of the tree it is, from 0.
    package var position: UInt64
    /// The commitments that the leaf holds, one for each account with a part in the entry.
    package var commitments: [Blob]
    /// The hashes that lead from the leaf to the head (RFC 9162, 2.1.3).
    package var path: [Blob]
    /// The `LedgerPosting` behind the commitment of the account that asks.
    package var posting: Blob

    enum CodingKeys: String, CodingKey {
        case state = "state", position = "position", commitments = "commitments", path = "path", posting = "posting"
    }

    package init(state: LedgerState, position: UInt64, commitments: [Blob], path: [Blob], posting: Blob) {
        self.state = state
        self.position = position
        self.commitments = commitments
        self.path = path
        self.posting = posting
    }
}
