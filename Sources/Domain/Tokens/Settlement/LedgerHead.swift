// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// What the hub says its whole ledger was at one moment, signed: two heads that do not fit together convict it.
///
/// Wire: `[body, kid4, sig]`, body `[1, size, root32, time]`; signed with the key that signs receipts.
package struct LedgerHead: Hashable, Sendable {
    /// Entries of the ledger, all of them, in the order in which they were made.
    package let size: UInt64
    /// The root of the tree over their leaves, see ``LedgerLeaf``.
    package let root: [UInt8]
    package let time: Timestamp
    /// The signed bytes, exactly as received.
    package let body: [UInt8]
    package let issuer: KeyID
    package let signature: P256.Signature

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
        return try LedgerHead(
            body: body, issuer: signer.id, signature: signer.key.sign(SignatureContext.ledger.input(hub: hub, body)))
    }

    /// Reads a head; ``verify(by:)`` checks it.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("ledger head", bytes, maximum: Bound.record) { reader in
            try reader.array(of: 3)
            return try LedgerHead(
                body: reader.bytes(maximum: Bound.body), issuer: reader.fixed(KeyID.self),
                signature: reader.signature())
        }
    }

    private init(body: [UInt8], issuer: KeyID, signature: P256.Signature) throws {
        (size, root, time) = try Tokens.decoding("ledger head", body, maximum: Bound.body) { reader in
            try reader.array(of: 4)
            try requireVersion(try reader.uint(), of: "ledger head")
            return (
                try reader.uint(maximum: MerkleTree.maximumSize), try reader.bytes(count: Digest.count),
                try reader.timestamp()
            )
        }
        self.body = body
        self.issuer = issuer
        self.signature = signature
    }

    /// The bytes that travel and are kept.
    package var encoded: [UInt8] {
        encoding(3) {
            $0.bytes(body)
            $0.bytes(issuer.bytes)
            $0.bytes(signature.raw)
        }
    }

    /// Whether the hub signed it.
    ///
    /// - Throws: ``TokensError`` with code `.unknownKey`, `.keyNotValid` or `.badSignature`.
    package func verify(by book: AnnouncementBook) throws {
        let key = try book.key(issuer, for: .receipt, at: time)
        guard key.isValid(signature, for: SignatureContext.ledger.input(hub: book.hub, body)) else {
            throw TokensError(.badSignature, "The hub's statement on its ledger is not signed by the hub. Try again.")
        }
    }
}
