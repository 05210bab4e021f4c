// SPDX-License-Identifier: MIT

import Bytes
import Crypto

/// A body signed by one of the hub's working keys: the common form of receipts, ledger heads and revocation lists.
///
/// Wire: `[body, kid4, sig]`.
struct SignedBody: Hashable, Sendable {
    /// The signed bytes, exactly as received.
    let bytes: [UInt8]
    let issuer: KeyID
    let signature: P256.Signature

    /// Signs a body as a record of this kind and hub.
    init(signing bytes: [UInt8], as context: SignatureContext, by signer: WorkingKey, of hub: HubID) throws {
        self.bytes = bytes
        issuer = signer.id
        signature = try signer.key.sign(context.input(hub: hub, bytes))
    }

    /// Reads a signed body; ``verify(as:for:at:by:otherwise:)`` checks it.
    ///
    /// - Parameter maximum: the most bytes of the body.
    init(from reader: inout CBORReader, maximum: Int = Bound.body) throws {
        try reader.array(of: 3)
        bytes = try reader.bytes(maximum: maximum)
        issuer = try reader.fixed(KeyID.self)
        signature = try reader.signature()
    }

    /// The encoded bytes, for sending and storing.
    var encoded: [UInt8] {
        encoding(3) {
            $0.bytes(bytes)
            $0.bytes(issuer.bytes)
            $0.bytes(signature.raw)
        }
    }

    /// Checks that the hub signed it with a key of this purpose that was in use at `time`.
    ///
    /// - Throws: ``TokensError`` with code `.unknownKey`, `.keyNotValid`, or `.badSignature` with the caller's message.
    func verify(
        as context: SignatureContext, for purpose: Announcement.Purpose, at time: Timestamp,
        by announced: AnnouncementSet,
        otherwise sentence: @autoclosure () -> String
    ) throws {
        let key = try announced.key(issuer, for: purpose, at: time)
        guard key.isValid(signature, for: context.input(hub: announced.hub, bytes)) else {
            throw TokensError(.badSignature, sentence())
        }
    }
}
