// SPDX-License-Identifier: MIT
import COpenSSL
import Crypto
import Tokens

/// One signature as OpenSSL alone sees it: the key's point, r and s and the digest worked out beforehand.
///
/// The baseline of the verification section; nothing but ECDSA's arithmetic is left to do.
/// C: <https://www.openssl.org/docs/man3.0/man3/ECDSA_do_verify.html>
final class RawSignature {
    private let key: OpaquePointer
    private let signature: OpaquePointer
    private let digest: [UInt8]

    init(_ signature: P256.Signature, by signer: P256.PublicKey, for message: [[UInt8]]) throws {
        digest = SHA256.hash(message).bytes
        guard let key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1), let parsed = ECDSA_SIG_new(),
            let r = BN_bin2bn(Array(signature.raw[..<32]), 32, nil),
            let s = BN_bin2bn(Array(signature.raw[32...]), 32, nil), ECDSA_SIG_set0(parsed, r, s) == 1,
            EC_KEY_oct2key(key, signer.compressed, signer.compressed.count, nil) == 1
        else { throw BenchError(.system, "OpenSSL could not take over a key and its signature.") }
        self.key = key
        self.signature = parsed
    }

    deinit {
        ECDSA_SIG_free(signature)
        EC_KEY_free(key)
    }

    var isValid: Bool { ECDSA_do_verify(digest, Int32(digest.count), signature, key) == 1 }

    /// Every signature of a coin that a payee has to check: the root's, each certificate's and each transfer's.
    static func all(of token: OfflineToken, issuer: Issuer) throws -> [RawSignature] {
        let hub = issuer.hub
        var found = [
            try RawSignature(
                token.root.signature, by: issuer.issuing.key.publicKey,
                for: SignatureContext.root.input(hub: hub, token.root.body))
        ]
        for certificate in token.certificates {
            found.append(
                try RawSignature(
                    certificate.signature, by: issuer.certifying.key.publicKey,
                    for: SignatureContext.certificate.input(hub: hub, certificate.key.compressed, certificate.body)))
        }
        for (transfer, record) in zip(token.transfers, token.records(hub: hub)) {
            found.append(
                try RawSignature(
                    transfer.signature, by: record.spender,
                    for: SignatureContext.transfer.input(hub: hub, record.parent.bytes, transfer.body)))
        }
        return found
    }
}
