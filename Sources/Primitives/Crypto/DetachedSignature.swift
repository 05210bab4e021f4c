// SPDX-License-Identifier: MIT
internal import COpenSSL

/// A detached signature with the signer's certificate: CMS, RFC 5652, formerly PKCS #7.
///
/// It verifies that a message is the signed one, and returns the name in the certificate. The certificate itself is not
/// verified: anyone can make one with any name.
///
/// C: <https://www.openssl.org/docs/man3.0/man3/CMS_verify.html>
package enum DetachedSignature {
    /// The largest signature accepted, in bytes; one with a certificate chain has some thousands.
    package static let maximumCount = 256 << 10
    private static let maximumNameCount = 256

    /// The common name of the first signer if the signature matches the message; nil for another message or an invalid
    /// signature.
    package static func signer(of message: [UInt8], _ signature: [UInt8]) -> String? {
        guard 1...maximumCount ~= signature.count, let size = Int32(exactly: message.count) else { return nil }
        defer { ERR_clear_error() }
        guard let parsed = parse(signature) else { return nil }
        defer { CMS_ContentInfo_free(parsed) }
        return message.withUnsafeBytes { message in
            guard let content = BIO_new_mem_buf(message.baseAddress, size) else { return nil }
            defer { BIO_free(content) }
            let flags = UInt32(CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY)
            guard CMS_verify(parsed, nil, nil, content, nil, flags) == 1 else { return nil }
            return name(ofSignerOf: parsed)
        }
    }

    private static func parse(_ signature: [UInt8]) -> OpaquePointer? {
        signature.withUnsafeBufferPointer { signature in
            var start = signature.baseAddress
            return d2i_CMS_ContentInfo(nil, &start, signature.count)
        }
    }

    private static func name(ofSignerOf parsed: OpaquePointer) -> String? {
        guard let signers = CMS_get0_signers(parsed) else { return nil }
        // The list is owned here, its certificates are not.
        defer { OPENSSL_sk_free(signers) }
        guard OPENSSL_sk_num(signers) > 0, let first = OPENSSL_sk_value(signers, 0) else { return nil }
        let subject = X509_get_subject_name(OpaquePointer(first))
        for kind in [NID_commonName, NID_organizationName] {
            let index = X509_NAME_get_index_by_NID(subject, kind, -1)
            guard index >= 0, let entry = X509_NAME_get_entry(subject, index) else { continue }
            var text: UnsafeMutablePointer<UInt8>?
            let count = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
            guard let text, count >= 0 else { continue }
            defer { CRYPTO_free(text, #fileID, #line) }
            let bytes = UnsafeBufferPointer(start: text, count: min(Int(count), maximumNameCount))
            return String(decoding: bytes, as: UTF8.self)
        }
        return ""
    }
}
