// SPDX-License-Identifier: MIT
internal import Bytes
internal import CEvent

/// The certificate and the private key of a server. Its description contains neither.
///
/// Unchecked Sendable: the context is not changed after `init`, and OpenSSL counts its references atomically.
///
/// C: `SSL_CTX`, <https://docs.openssl.org/3.0/man3/SSL_CTX_new/>
package final class ServerCredentials: @unchecked Sendable, CustomStringConvertible {
    /// Far more than a chain of a few certificates needs.
    package static let maximumPEMBytes = 1 << 20

    /// The pin for clients: `sha256//` and the Base64 of the hash of the SubjectPublicKeyInfo, as for ``Client``.
    package let pin: String
    let context: OpaquePointer

    /// Loads the credentials, and checks that the key belongs to the first certificate.
    ///
    /// - Parameters:
    ///   - certificates: PEM; the server's own first, then its chain.
    ///   - privateKey: PEM, not encrypted.
    /// - Throws: ``HTTPError`` with code `.badCredentials`.
    package init(certificates: [UInt8], privateKey: [UInt8]) throws {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_server_method()) else {
            throw HTTPError(.other, "The TLS library did not start.")
        }
        self.context = context
        guard satchel_tls_demand_1_3(context) == 1 else {
            throw HTTPError(.other, "The TLS library does not support TLS 1.3.")
        }
        // Idle connections then keep no buffers of 16 KB. There is no session cache: tickets contain their own state.
        satchel_tls_release_buffers(context)
        pin = try Self.use(certificates, privateKey, in: context)
    }

    deinit { SSL_CTX_free(context) }

    package var description: String { "ServerCredentials(\(pin))" }

    /// - Returns: the pin of the first certificate's key.
    private static func use(_ certificates: [UInt8], _ key: [UInt8], in context: OpaquePointer) throws -> String {
        guard certificates.count <= maximumPEMBytes, key.count <= maximumPEMBytes else {
            throw HTTPError(.badCredentials, "The server's certificate is too large. Name the right file.")
        }
        let pin = try reading(certificates) { text in
            guard let own = PEM_read_bio_X509(text, nil, nil, nil) else {
                throw HTTPError(.badCredentials, "There is no certificate in the server's certificate file.")
            }
            defer { X509_free(own) }
            guard SSL_CTX_use_certificate(context, own) == 1 else {
                throw HTTPError(.badCredentials, "The server's certificate is of a kind that cannot be used.")
            }
            while let other = PEM_read_bio_X509(text, nil, nil, nil) {
                defer { X509_free(other) }
                guard satchel_tls_add_chain(context, other) == 1 else {
                    throw HTTPError(.badCredentials, "A certificate of the chain cannot be used.")
                }
            }
            // The library reports the end of the file as an error.
            ERR_clear_error()
            return try self.pin(of: own)
        }
        try reading(key) { text in
            guard let key = PEM_read_bio_PrivateKey(text, nil, { _, _, _, _ in 0 }, nil) else {
                throw HTTPError(.badCredentials, "There is no private key in the key file, or it has a passphrase.")
            }
            defer { EVP_PKEY_free(key) }
            guard SSL_CTX_use_PrivateKey(context, key) == 1, SSL_CTX_check_private_key(context) == 1 else {
                throw HTTPError(.badCredentials, "The private key does not belong to the certificate.")
            }
        }
        return pin
    }

    private static func reading<Result>(_ bytes: [UInt8], _ body: (OpaquePointer) throws -> Result) throws -> Result {
        try bytes.withUnsafeBytes { bytes in
            guard let text = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else {
                throw HTTPError(.badCredentials, "The file is empty.")
            }
            defer { BIO_free(text) }
            return try body(text)
        }
    }

    private static func pin(of certificate: OpaquePointer) throws -> String {
        let encoded = try publicKeyInfo(of: certificate)
        var hash = [UInt8](repeating: 0, count: 32)
        SHA256(encoded, encoded.count, &hash)
        return "sha256//" + Base64.encode(hash)
    }

    private static func publicKeyInfo(of certificate: OpaquePointer) throws -> [UInt8] {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_PUBKEY(X509_get0_pubkey(certificate), &encoded)
        guard count > 0, let encoded else {
            throw HTTPError(.badCredentials, "The certificate's public key cannot be read.")
        }
        defer { CRYPTO_free(encoded, #fileID, #line) }
        return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
    }
}

extension ServerCredentials {
    /// The public key of the first certificate of a PEM file, as a DER SubjectPublicKeyInfo, whose hash is the pin.
    ///
    /// - Throws: ``HTTPError`` with code `.badCredentials`.
    package static func publicKeyInfo(ofCertificates pem: [UInt8]) throws -> [UInt8] {
        try first(in: pem, publicKeyInfo)
    }

    /// The pin of the first certificate of a PEM text.
    static func pin(ofCertificates pem: [UInt8]) throws -> String { try first(in: pem, pin) }

    private static func first<Result>(
        in pem: [UInt8], _ read: (_ certificate: OpaquePointer) throws -> Result
    ) throws -> Result {
        guard pem.count <= maximumPEMBytes else {
            throw HTTPError(.badCredentials, "The file is too large for certificates.")
        }
        return try reading(pem) { text in
            guard let certificate = PEM_read_bio_X509(text, nil, nil, nil) else {
                ERR_clear_error()
                throw HTTPError(.badCredentials, "There is no certificate in the file.")
            }
            defer { X509_free(certificate) }
            return try read(certificate)
        }
    }
}
