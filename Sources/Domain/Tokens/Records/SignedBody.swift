// SPDX-License-Identifier: MIT

import Bytes
import Crypto

/// A body under a working key of the hub: what receipts, ledger heads and revocation lists are, apart from what they say.
///
/// Wire: `[body, kid4, sig]`.
struct SignedBody: Hashable, Sendable {
    /// The signed bytes, exactly as received.
    let bytes: [UInt8]
    let issuer: KeyID
    let signature: P256.Signature

    /// Signs a body as this kind of record of this hub.
    init(signing bytes: [UInt8], as context: SignatureContext, by signer: WorkingKey, of hub: HubID) throws {
        self.bytes = bytes
        issuer = signer.id
        signature = try signer.key.sign(context.input(hub: hub, bytes))
    }

    /// Reads one; ``verify(as:for:at:by:otherwise:)`` checks it.
    ///
    /// - Parameter maximum: bytes of the body.
    init(from reader: inout CBORReader, maximum: Int = Bound.body) throws {
        try reader.array(of: 3)
        bytes = try reader.bytes(maximum: maximum)
        issuer = try reader.fixed(KeyID.self)
        signature = try reader.signature()
    }

    /// The bytes that travel and are kept.
    var encoded: [UInt8] {
        encoding(3) {
            $0.bytes(bytes)
            $0.bytes(issuer.bytes)
            $0.bytes(signature.raw)
        }
    }

    /// Whether the hub signed it with a key of this purpose that was in use then.
    ///
    /// - Throws: ``TokensError`` with code `.unknownKey`, `.keyNotValid`, or `.badSignature` in the caller's words.
    func verify(
        as context: SignatureContext, for purpose: Announcement.Purpose, at time: Timestamp, by book: AnnouncementBook,
        otherwise sentence: @autoclosure () -> String
    ) throws {
        let key = try book.key(issuer, for: purpose, at: time)
        guard key.isValid(signature, for: context.input(hub: book.hub, bytes)) else {
            throw TokensError(.badSignature, sentence())
        }
    }
}
