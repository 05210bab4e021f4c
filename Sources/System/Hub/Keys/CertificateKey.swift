// SPDX-License-Identifier: MIT
package import Crypto
import HTTP
import HubStorage

/// The public key of a certificate from a certificate authority, which the root key is to announce as well.
package struct CertificateKey: Sendable {
    /// The file that holds the certificate, for messages.
    package let path: String
    package let key: P256.PublicKey

    /// Reads the first certificate of a file.
    ///
    /// - Parameters:
    ///   - bytes: PEM, the hub's own certificate first.
    ///   - path: the file that the bytes come from.
    /// - Throws: ``HubError`` with `.invalid` and a message that says which file or certificate to use instead.
    package init(_ bytes: [UInt8], from path: String) throws {
        let encoded: [UInt8]
        do {
            encoded = try ServerCredentials.publicKeyInfo(ofCertificates: bytes)
        } catch let error as HTTPError {
            let isPrivate = String(decoding: bytes, as: UTF8.self).contains("PRIVATE KEY-----")
            throw HubError(
                .invalid,
                isPrivate
                    ? "The file '\(path)' holds a private key. Name the certificate, such as fullchain.pem; its private key is not needed for this."
                    : "The file '\(path)' holds no certificate. Name a PEM file that begins with the hub's own one, such as fullchain.pem.",
                cause: error)
        }
        self.path = path
        do {
            key = try P256.PublicKey(subjectPublicKeyInfo: encoded)
        } catch {
            throw HubError(
                .invalid,
                "The certificate in '\(path)' is not for a P-256 key, and only such a key can be announced. Ask the authority for one, with certbot by `--key-type ecdsa --elliptic-curve secp256r1`.",
                cause: error)
        }
    }
}
