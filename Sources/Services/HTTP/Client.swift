// SPDX-License-Identifier: MIT
internal import CCurl

/// Makes requests, one after another, keeping connections open between them.
///
/// It verifies certificates, follows no redirects, uses no proxy, and speaks plain HTTP to this machine only. Not
/// Sendable: make one for each thread.
///
/// C: `CURL`, <https://curl.se/libcurl/c/libcurl-easy.html>
package final class Client {
    private let handle: UnsafeMutableRawPointer
    private let maximumBytes: Int

    /// Read-only set-up of the library, which must happen before a second thread uses it.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Connects to nothing yet.
    ///
    /// - Parameters:
    ///   - timeoutSeconds: for a whole request, with connecting, which alone may take 10 seconds.
    ///   - maximumBytes: of an answer's body, after decompression.
    ///   - pinnedPublicKey: the servers' key as `sha256//` and the Base64 of the hash of its SubjectPublicKeyInfo; any
    ///     other key is refused, whoever has signed it. <https://curl.se/libcurl/c/CURLOPT_PINNEDPUBLICKEY.html>
    package init(timeoutSeconds: Int = 30, maximumBytes: Int = 1 << 20, pinnedPublicKey: String? = nil) throws {
        guard Self.isLibraryReady, let handle = curl_easy_init() else {
            throw HTTPError(.other, "The network library did not start.")
        }
        self.handle = handle
        self.maximumBytes = maximumBytes
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_TIMEOUT_MS, timeoutSeconds * 1_000)
        try set(CURLOPT_CONNECTTIMEOUT_MS, min(timeoutSeconds, 10) * 1_000)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_ACCEPT_ENCODING, "gzip")
        try set(CURLOPT_USERAGENT, "satchel")
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        try check(satchel_curl_set_sink(handle, CURLOPT_WRITEFUNCTION, Answer.takeBody))
        try check(satchel_curl_set_sink(handle, CURLOPT_HEADERFUNCTION, Answer.takeHeaderLine))
        if let pinnedPublicKey {
            try set(CURLOPT_PINNEDPUBLICKEY, pinnedPublicKey)
        }
    }

    deinit { curl_easy_cleanup(handle) }

    /// Sends a request and waits for the whole answer, whatever its status.
    ///
    /// - Throws: ``HTTPError``. After `.unreachable` and `.timedOut` the server may have acted: repeat only what is safe to
    ///   repeat.
    package func send(_ request: ClientRequest) throws -> Response {
        let url = try ClientURL(request.url)
        guard request.headers.areSendable else {
            throw HTTPError(.malformed, "A header of the request holds a character that headers cannot carry.")
        }
        let answer = Answer(maximumBytes: maximumBytes)
        var fields = HeaderList()
        defer { fields.free() }
        for field in request.headers.fields { try fields.append(field) }
        // curl would wait a second for leave to send a large body, and would call it a form.
        for name in ["Expect", "Content-Type"] where request.headers[name] == nil { try fields.suppress(name) }
        try set(CURLOPT_URL, url.text)
        try check(satchel_curl_set_pointer(handle, CURLOPT_HTTPHEADER, fields.first))
        return try request.body.withUnsafeBytes { body in
            try configure(request.method, body)
            // curl must not keep pointers into this call.
            defer { forget() }
            let context = Unmanaged.passUnretained(answer).toOpaque()
            try check(satchel_curl_set_pointer(handle, CURLOPT_WRITEDATA, context))
            try check(satchel_curl_set_pointer(handle, CURLOPT_HEADERDATA, context))
            let code = withExtendedLifetime(answer) { curl_easy_perform(handle) }
            guard !answer.isTooLarge else {
                throw HTTPError(.tooLarge, "The answer from \(url.text) is larger than \(maximumBytes) bytes.")
            }
            guard code == CURLE_OK else { throw Self.failure(code, url.text) }
            return answer.response(status: try status())
        }
    }

    /// Sends what a server's handler would take, to the server at `baseURL`.
    package func send(_ request: Request, to baseURL: String) throws -> Response {
        try send(ClientRequest(request, to: baseURL))
    }

    private func configure(_ method: Method, _ body: UnsafeRawBufferPointer) throws {
        if method.hasBody {
            try set(CURLOPT_POST, 1)
            try check(satchel_curl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
            let empty: StaticString = ""
            try check(
                satchel_curl_set_pointer(
                    handle, CURLOPT_POSTFIELDS, body.baseAddress ?? UnsafeRawPointer(empty.utf8Start)))
        } else {
            guard body.isEmpty else { throw HTTPError(.malformed, "A \(method.rawValue) request has no body.") }
            try set(CURLOPT_HTTPGET, 1)
        }
        try set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }

    private func forget() {
        for option in [CURLOPT_POSTFIELDS, CURLOPT_HTTPHEADER, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA] {
            satchel_curl_set_pointer(handle, option, nil)
        }
    }

    private func status() throws -> Int {
        var status = 0
        try check(satchel_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status))
        return status
    }

    private func set(_ option: CURLoption, _ value: Int) throws {
        try check(satchel_curl_set_long(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws {
        try check(value.withCString { satchel_curl_set_pointer(handle, option, $0) })
    }

    private func check(_ code: CURLcode, file: String = #fileID, line: Int = #line) throws {
        guard code != CURLE_OK else { return }
        throw HTTPError(
            .other, "The network library refused a setting: \(String(cString: curl_easy_strerror(code))).",
            file: file, line: line)
    }

    /// <https://curl.se/libcurl/c/libcurl-errors.html>
    private static func failure(_ code: CURLcode, _ url: String) -> HTTPError {
        let reason = String(cString: curl_easy_strerror(code))
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            return HTTPError(.timedOut, "\(url) did not answer in time: check the network and try again.")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING,
            CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return HTTPError(
                .unreachable, "Could not reach \(url): \(reason). Check the address and the network, and try again.")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CONNECT_ERROR,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE:
            return HTTPError(
                .insecure,
                "\(url) is not the server it should be: \(reason). Nothing was sent; do not go on over this network.")
        case CURLE_URL_MALFORMAT, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL:
            return HTTPError(.malformed, "The answer from \(url) cannot be understood: \(reason).")
        default:
            return HTTPError(.other, "The request to \(url) failed: \(reason).")
        }
    }
}
