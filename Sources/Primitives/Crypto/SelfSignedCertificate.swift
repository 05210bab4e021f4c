// SPDX-License-Identifier: MIT
package import Bytes
internal import COpenSSL

/// A self-signed certificate of a P-256 key, for servers whose clients pin the key: X.509 v3. RFC 5280
///
/// C: <https://docs.openssl.org/3.0/man3/X509_sign/>
package struct SelfSignedCertificate: Sendable {
    /// The certificate as PEM.
    package let certificate: [UInt8]
    /// The private key as PEM, not encrypted. RFC 5915
    package let privateKey: SecretBytes

    /// - Parameters:
    ///   - name: the subject's and issuer's common name, at most 64 characters.
    ///   - from: seconds since 1970.
    ///   - until: seconds since 1970; the year must be below 10000.
    /// - Throws: ``CryptoError`` with `.unavailable` when OpenSSL fails.
    package init(for key: P256.PrivateKey, name: String, from: UInt64, until: UInt64, random: RandomSource) throws {
        let pair = try Self.pair(key)
        defer { EVP_PKEY_free(pair) }
        guard let certificate = X509_new() else { throw CryptoError(.unavailable, "There is no memory left.") }
        defer { X509_free(certificate) }
        try check(X509_set_version(certificate, 2), doing: "set the version of a certificate")
        var serial = random.bytes(16)
        // Positive and never zero. RFC 5280, section 4.1.2.2
        serial[0] = serial[0] & 0x7F | 0x40
        guard let number = BN_bin2bn(serial, Int32(serial.count), nil) else {
            throw CryptoError(.unavailable, "There is no memory left.")
        }
        defer { BN_free(number) }
        BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate))
        ASN1_TIME_set(X509_getm_notBefore(certificate), Int(clamping: from))
        ASN1_TIME_set(X509_getm_notAfter(certificate), Int(clamping: until))
        let subject = X509_get_subject_name(certificate)
        let letters = [UInt8](name.utf8)
        try check(
            X509_NAME_add_entry_by_NID(
                subject, NID_commonName, MBSTRING_FLAG | 0x1000, letters, Int32(letters.count), -1, 0),
            doing: "name a certificate")
        try check(X509_set_issuer_name(certificate, subject), doing: "name the issuer of a certificate")
        try check(X509_set_pubkey(certificate, pair), doing: "put a key into a certificate")
        // The length of an ECDSA signature varies; only zero is a failure.
        guard X509_sign(certificate, pair, EVP_sha256()) > 0 else {
            throw CryptoError(.unavailable, "OpenSSL could not sign a certificate.")
        }
        self.certificate = try Self.text { PEM_write_bio_X509($0, certificate) }
        privateKey = SecretBytes(
            try Self.text { PEM_write_bio_PrivateKey_traditional($0, pair, nil, nil, 0, nil, nil) })
    }

    /// The key in OpenSSL's form. <https://docs.openssl.org/3.0/man3/EVP_PKEY_set1_EC_KEY/>
    private static func pair(_ key: P256.PrivateKey) throws -> OpaquePointer {
        guard let curve = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1), let pair = EVP_PKEY_new() else {
            throw CryptoError(.unavailable, "There is no memory left.")
        }
        defer { EC_KEY_free(curve) }
        let isSet = key.scalar.withUnsafeBytes { bytes -> Bool in
            guard let number = BN_bin2bn(bytes.baseAddress, Int32(bytes.count), nil) else { return false }
            defer { BN_clear_free(number) }
            let point = key.publicKey.compressed
            return EC_KEY_set_private_key(curve, number) == 1
                && EC_KEY_oct2key(curve, point, point.count, nil) == 1
        }
        EC_KEY_set_conv_form(curve, POINT_CONVERSION_UNCOMPRESSED)
        guard isSet, EVP_PKEY_set1_EC_KEY(pair, curve) == 1 else {
            EVP_PKEY_free(pair)
            throw CryptoError(.invalidKey, "OpenSSL does not take this key.")
        }
        return pair
    }

    private static func text(_ write: (OpaquePointer?) -> Int32) throws -> [UInt8] {
        guard let memory = BIO_new(BIO_s_secmem()) else { throw CryptoError(.unavailable, "There is no memory left.") }
        defer { BIO_free(memory) }
        try check(write(memory), doing: "write PEM")
        var text = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(memory)))
        var count = 0
        try check(BIO_read_ex(memory, &text, text.count, &count), doing: "read PEM")
        return Array(text[..<count])
    }
}

extension P256.PublicKey {
    /// Parses exactly the form of ``subjectPublicKeyInfo()``, because another form would have another pin.
    ///
    /// - Throws: ``CryptoError`` with `.malformed` for anything else, `.invalidKey` for bytes that are not a point of
    ///   the curve.
    package init(subjectPublicKeyInfo encoded: [UInt8]) throws {
        // The last 64 bytes are x and y; x and the parity of y identify the point. SEC 1, section 2.3.3
        guard encoded.count > 64, let last = encoded.last else {
            throw CryptoError(.malformed, "A key of P-256 is longer than that.")
        }
        try self.init(compressed: [2 + last % 2] + encoded.suffix(64).prefix(32))
        guard try subjectPublicKeyInfo() == encoded else {
            throw CryptoError(.malformed, "This is not a key of P-256 with an uncompressed point.")
        }
    }

    /// The key as a DER SubjectPublicKeyInfo with the uncompressed point, whose hash clients pin. RFC 5480
    ///
    /// - Throws: ``CryptoError`` with `.invalidKey` when the bytes are not a point of the curve.
    package func subjectPublicKeyInfo() throws -> [UInt8] {
        guard let curve = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1) else {
            throw CryptoError(.unavailable, "There is no memory left.")
        }
        defer { EC_KEY_free(curve) }
        guard EC_KEY_oct2key(curve, compressed, compressed.count, nil) == 1 else {
            ERR_clear_error()
            throw CryptoError(.invalidKey, "The bytes name no point of P-256.")
        }
        EC_KEY_set_conv_form(curve, POINT_CONVERSION_UNCOMPRESSED)
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_EC_PUBKEY(curve, &encoded)
        guard count > 0, let encoded else { throw CryptoError(.unavailable, "OpenSSL could not encode a key.") }
        defer { CRYPTO_free(encoded, #fileID, #line) }
        return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
    }
}
