// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto

/// A text for the user to review before signing. ``approve()`` is the only way to an ``ApprovedMessage``.
package struct MessageReview: Sendable {
    package let message: OffchainMessage

    package init(_ message: OffchainMessage) {
        self.message = message
    }

    /// Approves the text.
    package func approve() -> ApprovedMessage { ApprovedMessage(message) }
}

/// A text that the user reviewed and approved. Only ``MessageReview/approve()`` makes one.
package struct ApprovedMessage: Sendable {
    package let message: OffchainMessage

    fileprivate init(_ message: OffchainMessage) {
        self.message = message
    }

    /// - Throws: ``SolanaError`` with `.badSignature` when the key is not one of the text's signers.
    package func signed(by key: Ed25519.PrivateKey) throws -> Signature {
        let address = try Address(key.publicKey.bytes)
        guard message.signers.contains(address) else {
            throw SolanaError(.badSignature, "\(address) is not asked to sign this text.")
        }
        return try Signature(key.sign(message.encoded))
    }
}

extension Signature {
    /// Whether the address's key signed the text.
    package func isValid(for message: OffchainMessage, by signer: Address) throws -> Bool {
        try Ed25519.PublicKey(signer.bytes).isValid(bytes, for: message.encoded)
    }
}
