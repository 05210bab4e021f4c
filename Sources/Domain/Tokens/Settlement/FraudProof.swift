// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// Two overlapping transfers of one parent signed by one key, which only a double spender can have made.
///
/// Wire: `[parentId, bodyA, sigA, bodyB, sigB, culprit]`. The culprit is its full certificate (four items) or, if the
/// culprit owns the root itself, the root (three items). The smaller body comes first, so that a conflict has one form.
package struct FraudProof: Hashable, Sendable {
    /// How the hub vouches for the culprit's key.
    package enum Culprit: Hashable, Sendable {
        case certified(Certificate)
        case rootOwner(Root)

        package var key: P256.PublicKey {
            switch self {
            case .certified(let certificate): certificate.key
            case .rootOwner(let root): root.owner
            }
        }
    }

    package let parent: RecordID
    package let first: Transfer
    package let second: Transfer
    package let culprit: Culprit

    /// Makes a proof and verifies it, so that every proof made here convicts.
    ///
    /// - Throws: ``TokensError`` as ``verify(by:)`` does.
    package static func make(
        parent: RecordID, _ a: Transfer, _ b: Transfer, culprit: Culprit, announced: AnnouncementSet
    ) throws -> FraudProof {
        let inOrder = a.body.lexicographicallyPrecedes(b.body)
        let proof = FraudProof(parent: parent, first: inOrder ? a : b, second: inOrder ? b : a, culprit: culprit)
        try proof.verify(by: announced)
        return proof
    }

    private init(parent: RecordID, first: Transfer, second: Transfer, culprit: Culprit) {
        self.parent = parent
        self.first = first
        self.second = second
        self.culprit = culprit
    }

    /// Reads a proof; ``verify(by:)`` checks it.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("fraud proof", bytes, maximum: Bound.record) { reader in
            try reader.array(of: 6)
            let parent = try reader.fixed(RecordID.self)
            let first = try Transfer(body: reader.bytes(maximum: Bound.body), signature: reader.signature())
            let second = try Transfer(body: reader.bytes(maximum: Bound.body), signature: reader.signature())
            let culprit: Culprit
            switch try reader.array(maximum: 4) {
            case 3: culprit = .rootOwner(try Root(items: &reader))
            case 4: culprit = .certified(try Certificate(key: reader.publicKey(), items: &reader))
            default: throw TokensError(.malformed, "This fraud proof does not name its culprit.")
            }
            return FraudProof(parent: parent, first: first, second: second, culprit: culprit)
        }
    }

    /// The encoded bytes, for sending and storing.
    package var encoded: [UInt8] {
        encoding(6) {
            $0.bytes(parent.bytes)
            for transfer in [first, second] {
                $0.bytes(transfer.body)
                $0.bytes(transfer.signature.raw)
            }
            switch culprit {
            case .certified(let certificate): $0.raw(certificate.encoded)
            case .rootOwner(let root): $0.raw(root.encoded)
            }
        }
    }

    /// Checks that the proof convicts. It needs only the hub's keys and no clock, because fraud does not expire.
    ///
    /// - Throws: ``TokensError`` with code `.notFraud` when the two transfers are the same, do not overlap, or have
    ///   another parent than the culprit's root; `.badSignature`, `.unknownKey` or `.keyNotValid` when a signature is
    ///   not genuine.
    package func verify(by announced: AnnouncementSet) throws {
        guard first.body.lexicographicallyPrecedes(second.body) else {
            throw TokensError(
                .notFraud, "The two transfers are the same record, or out of order, so they prove no fraud.")
        }
        guard first.range.overlaps(second.range) else {
            throw TokensError(.notFraud, "The two transfers do not overlap: both are honest, so they prove no fraud.")
        }
        try verifyCulprit(by: announced)
        for transfer in [first, second] {
            guard transfer.isSigned(by: culprit.key, parent: parent, hub: announced.hub) else {
                throw TokensError(.badSignature, "One of the two transfers is not signed by the accused key.")
            }
        }
    }

    private func verifyCulprit(by announced: AnnouncementSet) throws {
        switch culprit {
        case .certified(let certificate):
            try certificate.verify(by: announced)
        case .rootOwner(let root):
            guard root.id(hub: announced.hub) == parent else {
                throw TokensError(.notFraud, "The two transfers do not spend the root that names the accused.")
            }
            let key = try announced.key(root.issuer, for: .issue, at: root.issuedAt)
            guard key.isValid(root.signature, for: SignatureContext.root.input(hub: announced.hub, root.body)) else {
                throw TokensError(.badSignature, "The root that names the accused is not signed by the hub.")
            }
        }
    }
}
