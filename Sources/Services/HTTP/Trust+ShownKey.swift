// SPDX-License-Identifier: MIT
internal import Bytes
internal import CCurl

extension Trust {
    private static let keyPrefix = "sha256//"
    private static let handshakeMilliseconds = 10_000

    /// The key that a server shows, also without an authority: what a person is asked about at the first meeting.
    ///
    /// There is only the TLS handshake: nothing is asked and nothing is sent.
    /// <https://curl.se/libcurl/c/CURLOPT_CONNECT_ONLY.html>
    ///
    /// - Returns: the key as in ``keys(_:)``.
    /// - Throws: ``HTTPError``.
    package static func shownKey(at url: String) throws -> String {
        let url = try ClientURL(url)
        let curl = try CurlHandle()
        try curl.trust(.anyone)
        try curl.set(CURLOPT_URL, url.text)
        try curl.set(CURLOPT_CONNECT_ONLY, 1)
        try curl.set(CURLOPT_CERTINFO, 1)
        try curl.set(CURLOPT_TIMEOUT_MS, handshakeMilliseconds)
        let code = curl_easy_perform(curl.handle)
        guard code == CURLE_OK else { throw CurlHandle.failure(code, url.text) }
        guard let text = satchel_curl_get_certificate(curl.handle) else {
            throw HTTPError(.insecure, "\(url.text) shows no certificate. Use its https address.")
        }
        return try ServerCredentials.pin(ofCertificates: Array(String(cString: text).utf8))
    }

    /// Whether a text is a key as in ``keys(_:)``.
    package static func isKey(_ text: String) -> Bool {
        guard text.hasPrefix(keyPrefix) else { return false }
        do {
            return try Base64.decode(String(text.dropFirst(keyPrefix.count))).count == 32
        } catch {
            // It is none.
            return false
        }
    }
}
