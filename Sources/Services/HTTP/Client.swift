// SPDX-License-Identifier: MIT
internal import CCurl

/// Sends requests one after another, and keeps connections open between them.
///
/// It verifies certificates, follows no redirects, uses no proxy, and uses plain HTTP for this machine only. Not
/// Sendable: create one for each thread.
///
/// C: `CURL`, <https://curl.se/libcurl/c/libcurl-easy.html>
package final class Client {
    private let curl: CurlHandle
    private var handle: UnsafeMutableRawPointer { curl.handle }
    private let maximumBytes: Int
    private let timeoutSeconds: Int
    /// Whether the caller still waits; called about once a second.
    private let isWanted: (() -> Bool)?
    /// The servers that have announced that they accept gzip.
    private var takersOfGzip: Set<String> = []

    /// Creates a client. It does not connect yet.
    ///
    /// - Parameters:
    ///   - timeoutSeconds: for a whole request, including the connection, which alone may take 10 seconds.
    ///   - maximumBytes: the limit of an answer's body, after decompression.
    ///   - trust: how servers of `https` addresses are authenticated.
    ///   - isWanted: called about once a second during a request, on the same thread. If it returns false, the request
    ///     is cancelled with `.cutOff`.
    package init(
        timeoutSeconds: Int = 30, maximumBytes: Int = 1 << 20, trust: Trust = .authorities,
        isWanted: (() -> Bool)? = nil
    ) throws {
        curl = try CurlHandle()
        self.isWanted = isWanted
        self.maximumBytes = maximumBytes
        self.timeoutSeconds = timeoutSeconds
        try curl.set(CURLOPT_TIMEOUT_MS, timeoutSeconds * 1_000)
        try curl.set(CURLOPT_CONNECTTIMEOUT_MS, min(timeoutSeconds, 10) * 1_000)
        try curl.set(CURLOPT_ACCEPT_ENCODING, "gzip")
        try curl.set(CURLOPT_USERAGENT, "satchel")
        try curl.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        try curl.check(satchel_curl_set_sink(handle, CURLOPT_WRITEFUNCTION, Answer.takeBody))
        try curl.check(satchel_curl_set_sink(handle, CURLOPT_HEADERFUNCTION, Answer.takeHeaderLine))
        try curl.trust(trust)
    }

    /// Whether requests may be sent to an address.
    ///
    /// - Throws: ``HTTPError``: `.malformed`, or `.insecure` for plain HTTP to another machine.
    package static func requireAllowed(_ url: String) throws { _ = try ClientURL(url) }

    /// Sends a request and waits for the whole answer, whatever its status.
    ///
    /// A body above 1 KB is compressed for servers that have announced in an earlier answer that they accept gzip.
    ///
    /// - Throws: ``HTTPError``. After `.cutOff` and `.timedOut` the server may have acted, so repeat only requests
    ///   that are safe to repeat.
    package func send(_ request: ClientRequest) throws -> Response {
        let origin = try ClientURL(request.url).origin
        guard request.body.count > Gzip.threshold, takersOfGzip.contains(origin),
            request.headers["Content-Encoding"] == nil, let packed = Gzip.pack(request.body),
            packed.count < request.body.count
        else { return try perform(request, Answer(maximumBytes: maximumBytes)) }
        var smaller = request
        smaller.body = packed
        smaller.headers["Content-Encoding"] = "gzip"
        let response = try perform(smaller, Answer(maximumBytes: maximumBytes))
        guard response.status == 415 else { return response }
        // A server that refuses the encoding has not acted: another server may have replaced the one that announced it.
        takersOfGzip.remove(origin)
        return try perform(request, Answer(maximumBytes: maximumBytes))
    }

    /// Sends a request and passes the body of an answer of status 200 to `sink` in pieces, until `sink` returns false
    /// or the server ends the answer. Neither its length nor its duration is limited, except by `silenceSeconds`.
    ///
    /// - Parameters:
    ///   - firstSeconds: the time until the body must begin; nil for `silenceSeconds`.
    ///   - silenceSeconds: how long the server may send nothing, to within about a second.
    ///   - sink: receives each piece and returns whether to continue.
    /// - Returns: the head, with the body if the status is not 200.
    /// - Throws: ``HTTPError`` with `.timedOut` after the silence, or `.cutOff` if the connection breaks.
    package func stream(
        _ request: ClientRequest, firstSeconds: Int? = nil, silenceSeconds: Int,
        _ sink: @escaping (UnsafeRawBufferPointer) -> Bool
    ) throws -> Response {
        try curl.set(CURLOPT_TIMEOUT_MS, 0)
        try curl.set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try curl.set(CURLOPT_LOW_SPEED_TIME, firstSeconds ?? silenceSeconds)
        defer {
            satchel_curl_set_long(handle, CURLOPT_TIMEOUT_MS, timeoutSeconds * 1_000)
            satchel_curl_set_long(handle, CURLOPT_LOW_SPEED_TIME, 0)
        }
        let handle = handle
        return try perform(
            request,
            Answer(maximumBytes: maximumBytes) { _, bytes in
                // curl reads the option again each second.
                if firstSeconds != nil { satchel_curl_set_long(handle, CURLOPT_LOW_SPEED_TIME, silenceSeconds) }
                return sink(bytes)
            })
    }

    private func perform(_ request: ClientRequest, _ answer: Answer) throws -> Response {
        let url = try ClientURL(request.url)
        guard request.headers.areSendable else {
            throw HTTPError(.malformed, "A header of the request holds a character that headers cannot carry.")
        }
        var fields = HeaderList()
        defer { fields.free() }
        for field in request.headers.fields { try fields.append(field) }
        // curl would wait a second for permission to send a large body, and would label it as a form.
        for name in ["Expect", "Content-Type"] where request.headers[name] == nil { try fields.suppress(name) }
        try curl.set(CURLOPT_URL, url.text)
        try curl.check(satchel_curl_set_pointer(handle, CURLOPT_HTTPHEADER, fields.first))
        return try request.body.withUnsafeBytes { body in
            try configure(request.method, body)
            // curl must not keep pointers that are valid only during this call.
            defer { forget() }
            let context = Unmanaged.passUnretained(answer).toOpaque()
            try curl.check(satchel_curl_set_pointer(handle, CURLOPT_WRITEDATA, context))
            try curl.check(satchel_curl_set_pointer(handle, CURLOPT_HEADERDATA, context))
            if let isWanted {
                answer.isWanted = isWanted
                try curl.check(satchel_curl_set_progress(handle, Answer.askOn, context))
            }
            let code = withExtendedLifetime(answer) { curl_easy_perform(handle) }
            guard !answer.isTooLarge else {
                throw HTTPError(.tooLarge, "The answer from \(url.text) is larger than \(maximumBytes) bytes.")
            }
            guard code == CURLE_OK || answer.isUnwanted else { throw CurlHandle.failure(code, url.text) }
            let response = answer.response(status: try status())
            if Gzip.isAccepted(by: response.headers["Accept-Encoding"]) { takersOfGzip.insert(url.origin) }
            return response
        }
    }

    /// Sends a request, in the form that a server's handler receives, to the server at `baseURL`.
    package func send(_ request: Request, to baseURL: String) throws -> Response {
        try send(ClientRequest(request, to: baseURL))
    }

    /// Sends to a URL from an untrusted source. Connects only to the address that was resolved and checked.
    ///
    /// - Throws: as ``send(_:)-(ClientRequest)``, and `.insecure` if `place` was resolved for another URL.
    package func send(_ request: ClientRequest, at place: PublicAddress) throws -> Response {
        guard try ClientURL(request.url).text == place.url else {
            throw HTTPError(.insecure, "The place that was looked up belongs to another address.")
        }
        var places = HeaderList()
        // For any name and any port of this request: the checked address, the same port. CURLOPT_CONNECT_TO(3)
        try places.append(line: "::\(place.target):")
        defer {
            // curl keeps the pointer, and does not reuse an open connection for another target because of the name
            // alone.
            satchel_curl_set_pointer(handle, CURLOPT_CONNECT_TO, nil)
            places.free()
        }
        try curl.check(satchel_curl_set_pointer(handle, CURLOPT_CONNECT_TO, places.first))
        return try send(request)
    }

    private func configure(_ method: Method, _ body: UnsafeRawBufferPointer) throws {
        if method.hasBody {
            try curl.set(CURLOPT_POST, 1)
            try curl.check(satchel_curl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
            let empty: StaticString = ""
            try curl.check(
                satchel_curl_set_pointer(
                    handle, CURLOPT_POSTFIELDS, body.baseAddress ?? UnsafeRawPointer(empty.utf8Start)))
        } else {
            guard body.isEmpty else { throw HTTPError(.malformed, "A \(method.rawValue) request has no body.") }
            try curl.set(CURLOPT_HTTPGET, 1)
        }
        try curl.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }

    private func forget() {
        for option in [CURLOPT_POSTFIELDS, CURLOPT_HTTPHEADER, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA] {
            satchel_curl_set_pointer(handle, option, nil)
        }
        if isWanted != nil { satchel_curl_set_progress(handle, nil, nil) }
    }

    private func status() throws -> Int {
        var status = 0
        try curl.check(satchel_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status))
        return status
    }
}
