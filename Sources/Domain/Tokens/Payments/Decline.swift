// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// The payee's signed statement that it does not accept these coins and never will.
///
/// Wire: `[body, sig]`, body `[[recId...], "declined"]`, signed by the key that was paid.
package struct Decline: Hashable, Sendable {
    /// The coins of one payment, in its order.
    package let recordIDs: [RecordID]
    /// The signed bytes, exactly as received.
    package let body: [UInt8]
    package let signature: P256.Signature

    private static let word = "declined"

    /// Signs a decline. Call only after the payee has durably recorded that it never holds these coins.
    package static func issue(for recordIDs: [RecordID], key: P256.PrivateKey, hub: HubID) throws -> Decline {
        let body = encoding(2) {
            $0.array(recordIDs.count)
            for id in recordIDs { $0.bytes(id.bytes) }
            $0.text(word)
        }
        return try Decline(body: body, signature: key.sign(SignatureContext.decline.input(hub: hub, body)))
    }

    /// Reads a decline; ``isSigned(by:hub:)`` checks it.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("decline", bytes, maximum: Bound.record) { reader in
            try reader.array(of: 2)
            return try Decline(body: reader.bytes(maximum: Bound.body), signature: reader.signature())
        }
    }

    private init(body: [UInt8], signature: P256.Signature) throws {
        recordIDs = try Tokens.decoding("decline", body, maximum: Bound.body) { reader in
            try reader.array(of: 2)
            let ids = try reader.recordIDs()
            guard try reader.text(maximum: Self.word.utf8.count) == Self.word else {
                throw TokensError(.malformed, "This decline does not say that it declines.")
            }
            return ids
        }
        self.body = body
        self.signature = signature
    }

    /// The encoded bytes, for sending and storing.
    package var encoded: [UInt8] {
        encoding(2) {
            $0.bytes(body)
            $0.bytes(signature.raw)
        }
    }

    /// Whether this key, the one that was paid, signed it.
    package func isSigned(by payee: P256.PublicKey, hub: HubID) -> Bool {
        payee.isValid(signature, for: SignatureContext.decline.input(hub: hub, body))
    }
}
