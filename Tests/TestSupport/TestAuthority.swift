// SPDX-License-Identifier: MIT

/// An authority of a test's own, with the openssl program: whoever trusts it is content with what it has signed.
package struct TestAuthority {
    /// What the request for a certificate says of its key.
    package enum Key: String {
        case p256 = "-newkey ec -pkeyopt ec_paramgen_curve:P-256"
        case p384 = "-newkey ec -pkeyopt ec_paramgen_curve:P-384"
        case rsa = "-newkey rsa:2048"
    }

    private let folder: ScratchFolder

    /// What is trusted: the authority's own certificate.
    package var certificate: String { folder.file("ca.pem") }

    package init() throws {
        folder = try ScratchFolder()
        try folder.write(Array("subjectAltName=IP:127.0.0.1,DNS:hub.example\n".utf8), to: "names")
        try openSSL("req -x509 \(Key.p256.rawValue) -nodes -subj /CN=Authority -keyout ca.key -out ca.pem")
    }

    /// Signs a certificate for this machine and hub.example, for a fresh key.
    ///
    /// - Returns: the paths of both.
    package func issue(_ name: String, for key: Key = .p256) throws -> (certificate: String, key: String) {
        try openSSL("req \(key.rawValue) -nodes -subj /CN=hub.example -keyout \(name).key -out \(name).csr")
        return try renew(name)
    }

    /// Signs another certificate for a key that has one.
    package func renew(_ name: String) throws -> (certificate: String, key: String) {
        try openSSL(
            "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -out \(name).pem")
        return (folder.file(name + ".pem"), folder.file(name + ".key"))
    }

    /// Fails unless whoever trusts the authority would speak to the server at a port.
    package func requireTrusted(port: Int) throws {
        try openSSL("s_client -connect 127.0.0.1:\(port) -CAfile ca.pem -verify_ip 127.0.0.1 -verify_return_error")
    }

    private func openSSL(_ words: String) throws {
        let script = "cd \(folder.path) && openssl \(words) </dev/null >log 2>&1 && echo shown it"
        guard try Child("/bin/sh", ["-c", script]).finish() == .shown("it") else {
            throw UnexpectedResult("openssl \(words): \(String(decoding: try folder.bytes(of: "log"), as: UTF8.self))")
        }
    }
}
