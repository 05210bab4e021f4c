// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// A sub-range of its parent, transferred to another key by the parent's owner.
///
/// Wire: `[body, sig]`, body `[lo, len, toPub33, requestHash16, time]`. The signature covers `parentId || body`, and
/// the parent's id itself is not sent. Body and signature are separate steps, because the wallet persists the unsigned
/// body first.
package struct Transfer: Hashable, Sendable {
    package let range: UnitRange
    package let recipient: P256.PublicKey
    package let requestHash: RequestHash
    /// The payer's clock; for display only.
    package let time: Timestamp
    /// The signed bytes, exactly as received.
    package let body: [UInt8]
    package let signature: P256.Signature

    /// The unsigned body, to be persisted before it is signed.
    package static func body(
        range: UnitRange, to recipient: P256.PublicKey, requestHash: RequestHash, time: Timestamp
    ) -> [UInt8] {
        encoding(5) {
            $0.uint(range.lower)
            $0.uint(range.length)
            $0.bytes(recipient.compressed)
            $0.bytes(requestHash.bytes)
            $0.uint(time.seconds)
        }
    }

    /// Signs a persisted body. Signing the same body again gives the same id.
    ///
    /// - Throws: ``TokensError`` when the body is not a transfer's; what signing throws.
    package static func sign(body: [UInt8], parent: RecordID, hub: HubID, key: P256.PrivateKey) throws -> Transfer {
        let signature = try key.sign(SignatureContext.transfer.input(hub: hub, parent.bytes, body))
        return try Transfer(body: body, signature: signature)
    }

    /// Reads a transfer. Only the verifiers check its signature.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("transfer", bytes, maximum: Bound.record) { try Transfer(from: &$0) }
    }

    init(from reader: inout CBORReader) throws {
        try reader.array(of: 2)
        try self.init(body: reader.bytes(maximum: Bound.body), signature: reader.signature())
    }

    /// Combines a body and its signature.
    ///
    /// - Throws: ``TokensError`` with code `.malformed`, `.zeroLength` or `.overflow` when the body is not a
    ///   transfer's.
    package init(body: [UInt8], signature: P256.Signature) throws {
        (range, recipient, requestHash, time) = try Self.fields(of: body)
        self.body = body
        self.signature = signature
    }

    /// The fields of a body, signed or not.
    static func fields(
        of body: [UInt8]
    ) throws -> (range: UnitRange, recipient: P256.PublicKey, requestHash: RequestHash, time: Timestamp) {
        try Tokens.decoding("transfer", body, maximum: Bound.body) { reader in
            try reader.array(of: 5)
            let range = try UnitRange(lower: reader.uint(), length: reader.uint())
            return (range, try reader.publicKey(), try reader.fixed(RequestHash.self), try reader.timestamp())
        }
    }

    /// The encoded bytes, for sending and storing.
    package var encoded: [UInt8] {
        encoding(2) {
            $0.bytes(body)
            $0.bytes(signature.raw)
        }
    }

    /// The id of this transfer under its parent.
    package func id(parent: RecordID, hub: HubID) -> RecordID { Self.id(body: body, parent: parent, hub: hub) }

    /// The id of a body, signed or not.
    package static func id(body: [UInt8], parent: RecordID, hub: HubID) -> RecordID {
        SignatureContext.transfer.recordID(hub: hub, parent.bytes, body)
    }

    /// Whether the parent's owner signed it.
    package func isSigned(by owner: P256.PublicKey, parent: RecordID, hub: HubID) -> Bool {
        owner.isValid(signature, for: SignatureContext.transfer.input(hub: hub, parent.bytes, body))
    }
}
