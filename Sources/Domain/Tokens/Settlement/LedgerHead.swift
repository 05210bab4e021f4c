// SPDX-License-Identifier: MIT

import Bytes
import Crypto

/// The hub's signed statement of its whole ledger at one moment. Two heads that contradict each other convict the hub.
///
/// Wire: `[body, kid4, sig]`, body `[1, size, root32, time]`; signed with the key that signs receipts.
package struct LedgerHead: Hashable, Sendable {
    /// The number of all entries, in the order in which they were made.
    package let size: UInt64
    /// The root hash of the tree over the entries' leaves, see ``LedgerLeaf``.
    package let root: [UInt8]
    package let time: Timestamp
    private let signed: SignedBody

    /// Signs the state of a ledger.
    package static func issue(
        size: UInt64, root: [UInt8], time: Timestamp, signer: WorkingKey, hub: HubID
    ) throws -> LedgerHead {
        let body = encoding(4) {
            $0.uint(1)
            $0.uint(size)
            $0.bytes(root)
            $0.uint(time.seconds)
        }
        return try LedgerHead(SignedBody(signing: body, as: .ledger, by: signer, of: hub))
    }

    /// Reads a head; ``verify(by:)`` checks it.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("ledger head", bytes, maximum: Bound.record) {
            try LedgerHead(SignedBody(from: &$0))
        }
    }

    private init(_ signed: SignedBody) throws {
        (size, root, time) = try Tokens.decoding("ledger head", signed.bytes, maximum: Bound.body) { reader in
            try reader.array(of: 4)
            try requireVersion(try reader.uint(), of: "ledger head")
            return (
                try reader.uint(maximum: MerkleTree.maximumSize), try reader.bytes(count: Digest.count),
                try reader.timestamp()
            )
        }
        self.signed = signed
    }

    /// Whether the hashes of a path lead from a posting through its leaf to this head.
    ///
    /// - Parameter position: the position of the entry, from 0.
    package func covers(_ posting: LedgerPosting, in leaf: LedgerLeaf, at position: UInt64, path: [[UInt8]]) -> Bool {
        leaf.commitments.contains(posting.commitment)
            && MerkleTree.root(leafHash: leaf.hash, index: position, size: size, path: path) == root
    }

    /// The announced key that it names as signer.
    package var issuer: KeyID { signed.issuer }

    /// The encoded bytes, for sending and storing.
    package var encoded: [UInt8] { signed.encoded }

    /// Checks the hub's signature.
    ///
    /// - Throws: ``TokensError`` with code `.unknownKey`, `.keyNotValid` or `.badSignature`.
    package func verify(by announced: AnnouncementSet) throws {
        try signed.verify(
            as: .ledger, for: .receipt, at: time, by: announced,
            otherwise: "The hub's statement on its ledger is not signed by the hub. Try again.")
    }
}
