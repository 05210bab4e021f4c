// SPDX-License-Identifier: MIT
internal import CCurl

/// A libcurl handle with the settings that all clients share: no proxy, no redirects, TLS 1.2 or newer.
///
/// C: `CURL`, <https://curl.se/libcurl/c/libcurl-easy.html>
final class CurlHandle {
    let handle: UnsafeMutableRawPointer

    /// Global initialisation of the library, which must happen before a second thread uses it.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init() throws {
        guard Self.isLibraryReady, let handle = curl_easy_init() else {
            throw HTTPError(.other, "The network library did not start.")
        }
        self.handle = handle
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    }

    deinit { curl_easy_cleanup(handle) }

    func set(_ option: CURLoption, _ value: Int) throws {
        try check(satchel_curl_set_long(handle, option, value))
    }

    func set(_ option: CURLoption, _ value: String) throws {
        try check(value.withCString { satchel_curl_set_pointer(handle, option, $0) })
    }

    func trust(_ trust: Trust) throws {
        switch trust {
        case .authorities: break
        case .authoritiesAndKey(let key): try set(CURLOPT_PINNEDPUBLICKEY, key)
        case .keys(let keys):
            // An empty list would disable pinning.
            guard !keys.isEmpty else {
                throw HTTPError(.insecure, "No key of the server is known, so it cannot be trusted.")
            }
            try set(CURLOPT_PINNEDPUBLICKEY, keys.joined(separator: ";"))
            try ignoreCertificates()
        case .anyone: try ignoreCertificates()
        }
    }

    private func ignoreCertificates() throws {
        try set(CURLOPT_SSL_VERIFYPEER, 0)
        try set(CURLOPT_SSL_VERIFYHOST, 0)
    }

    func check(_ code: CURLcode, file: String = #fileID, line: Int = #line) throws {
        guard code != CURLE_OK else { return }
        throw HTTPError(
            .other, "The network library refused a setting: \(String(cString: curl_easy_strerror(code))).",
            file: file, line: line)
    }

    /// <https://curl.se/libcurl/c/libcurl-errors.html>
    static func failure(_ code: CURLcode, _ url: String) -> HTTPError {
        let reason = String(cString: curl_easy_strerror(code))
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            return HTTPError(.timedOut, "\(url) did not answer in time: check the network and try again.")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return HTTPError(
                .cutOff, "The connection to \(url) broke: \(reason). Check the network, and try again.")
        case CURLE_ABORTED_BY_CALLBACK:
            return HTTPError(.cutOff, "No caller waits for the answer of \(url) any more.")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT:
            return HTTPError(
                .unreachable, "Could not reach \(url): \(reason). Check the address and the network, and try again.")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CONNECT_ERROR,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE:
            return HTTPError(
                .insecure,
                "The server at \(url) did not prove its identity: \(reason). Nothing was sent. Do not continue over this network."
            )
        case CURLE_URL_MALFORMAT, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL:
            return HTTPError(.malformed, "The answer from \(url) cannot be understood: \(reason).")
        default:
            return HTTPError(.other, "The request to \(url) failed: \(reason).")
        }
    }
}
