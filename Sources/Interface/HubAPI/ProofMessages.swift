// SPDX-License-Identifier: MIT

/// The newest signed state of the ledger, with a proof that it extends an older one.
package struct LedgerState: Codable, Sendable, Equatable {
    /// A `LedgerHead`.
    package var head: Blob
    /// The consistency proof from the older state to this one (RFC 9162, 2.1.4). Empty if no older state was named, or
    /// if the ledger has become shorter, which must never happen.
    package var consistency: [Blob]

    enum CodingKeys: String, CodingKey { case head = "head", consistency = "consistency" }

    package init(head: Blob, consistency: [Blob]) {
        self.head = head
        self.consistency = consistency
    }
}

/// The proof for an account that the ledger contains an entry.
package struct EntryProof: Codable, Sendable, Equatable {
    package var state: LedgerState
    /// The index of the leaf in the tree, from 0.
    package var position: UInt64
    /// The commitments in the leaf, one for each account that takes part in the entry.
    package var commitments: [Blob]
    /// The inclusion proof from the leaf to the head (RFC 9162, 2.1.3).
    package var path: [Blob]
    /// The `LedgerPosting` behind the commitment of the calling account.
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
