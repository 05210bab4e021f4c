// SPDX-License-Identifier: MIT
internal import Crypto

extension Transaction {
    /// Adds a signature made elsewhere.
    ///
    /// - Throws: ``SolanaError`` with `.badSignature` when the address does not sign this message or the signature is
    ///   not valid.
    package mutating func add(_ signature: Signature, of signer: Address) throws {
        guard let index = message.signers.firstIndex(of: signer) else {
            throw SolanaError(.badSignature, "\(signer) is not asked to sign this transaction.")
        }
        guard try Ed25519.PublicKey(signer.bytes).isValid(signature.bytes, for: message.encoded) else {
            throw SolanaError(.badSignature, "The signature is not one of \(signer) for this transaction.")
        }
        place(signature, at: index)
    }

    /// Whether every signature is present and valid.
    package var isValid: Bool {
        get throws {
            let bytes = message.encoded
            return try zip(message.signers, signatures).allSatisfy { signer, signature in
                guard let signature else { return false }
                return try Ed25519.PublicKey(signer.bytes).isValid(signature.bytes, for: bytes)
            }
        }
    }
}
