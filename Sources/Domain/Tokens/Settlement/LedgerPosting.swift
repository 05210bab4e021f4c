// SPDX-License-Identifier: MIT

import Bytes
import Crypto

/// One account's side of a ledger entry. A leaf of the tree holds a commitment to it.
///
/// Wire: `[1, blind16, account, id16, kind, amount, balanceAfter, currency, time, counterpart | null, note | null]`.
/// The blind is random, so the commitment reveals nothing about the posting.
package struct LedgerPosting: Hashable, Sendable {
    package static let blindCount = 16
    private static let maximumCount = 1_024
    private static let maximumText = 400

    package var blind: [UInt8]
    /// The 16 bytes of an account's id; for the hub's own accounts, their name in UTF-8.
    package var account: [UInt8]
    /// The entry's id as this account sees it.
    package var id: [UInt8]
    /// The kind of the entry, by the ledger's numbers.
    package var kind: UInt64
    /// Decimal number with sign in the currency's decimals, such as "-12.50".
    package var amount: String
    package var balanceAfter: String
    package var currency: String
    package var time: Timestamp
    package var counterpart: String?
    package var note: String?

    package init(
        blind: [UInt8], account: [UInt8], id: [UInt8], kind: UInt64, amount: String, balanceAfter: String,
        currency: String, time: Timestamp, counterpart: String?, note: String?
    ) {
        self.blind = blind
        self.account = account
        self.id = id
        self.kind = kind
        self.amount = amount
        self.balanceAfter = balanceAfter
        self.currency = currency
        self.time = time
        self.counterpart = counterpart
        self.note = note
    }

    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("ledger posting", bytes, maximum: Self.maximumCount) { reader in
            try reader.array(of: 11)
            try requireVersion(try reader.uint(), of: "ledger posting")
            return LedgerPosting(
                blind: try reader.bytes(count: Self.blindCount), account: try reader.bytes(maximum: Self.maximumText),
                id: try reader.bytes(count: 16), kind: try reader.uint(),
                amount: try reader.text(maximum: Self.maximumText),
                balanceAfter: try reader.text(maximum: Self.maximumText),
                currency: try reader.text(maximum: Self.maximumText), time: try reader.timestamp(),
                counterpart: try reader.optionalText(maximum: Self.maximumText),
                note: try reader.optionalText(maximum: Self.maximumText))
        }
    }

    package var encoded: [UInt8] {
        encoding(11) {
            $0.uint(1)
            $0.bytes(blind)
            $0.bytes(account)
            $0.bytes(id)
            $0.uint(kind)
            $0.text(amount)
            $0.text(balanceAfter)
            $0.text(currency)
            $0.uint(time.seconds)
            $0.optionalText(counterpart)
            $0.optionalText(note)
        }
    }

    /// The hash that represents it in a leaf.
    package var commitment: [UInt8] { SHA256.hash(Array("ow1/posting".utf8), encoded).bytes }
}

/// One entry in the tree: the commitments to its postings, sorted, so that their order reveals nothing.
///
/// Wire: `[1, [commitment32…]]`.
package struct LedgerLeaf: Hashable, Sendable {
    private static let maximumPostings = 4_096

    package let commitments: [[UInt8]]

    package init(_ commitments: [[UInt8]]) {
        self.commitments = commitments.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Checks untrusted commitments.
    ///
    /// - Throws: ``TokensError`` with `.malformed` unless they are sorted and of the right length.
    package init(checking commitments: [[UInt8]]) throws {
        self.init(commitments)
        guard self.commitments == commitments, commitments.allSatisfy({ $0.count == Digest.count }),
            1...Self.maximumPostings ~= commitments.count
        else { throw TokensError(.malformed, "The leaf of a ledger entry is not in its one allowed form.") }
    }

    /// The bytes that the tree hashes.
    package var encoded: [UInt8] {
        var writer = CBORWriter(capacity: 8 + commitments.count * 34)
        writer.array(2)
        writer.uint(1)
        writer.array(commitments.count)
        for commitment in commitments { writer.bytes(commitment) }
        return writer.encoded
    }

    package var hash: [UInt8] { MerkleTree.leafHash(encoded) }
}

extension CBORReader {
    fileprivate mutating func optionalText(maximum: Int) throws -> String? {
        try null() ? nil : try text(maximum: maximum)
    }
}

extension CBORWriter {
    fileprivate mutating func optionalText(_ text: String?) {
        if let text { self.text(text) } else { null() }
    }
}
