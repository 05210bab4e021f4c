// SPDX-License-Identifier: MIT
internal import CCurl

/// Makes requests, one after another, keeping connections open between them.
///
/// It verifies certificates, follows no redirects, uses no proxy, and speaks plain HTTP to this machine only. Not
/// Sendable: make one for each thread.
///
/// C: `CURL`, <https://curl.se/libcurl/c/libcurl-easy.html>
package final class Client {
    private let curl: CurlHandle
    private var handle: UnsafeMutableRawPointer { curl.handle }
    private let maximumBytes: Int
    private let timeoutSeconds: Int
    /// Says whether anybody still waits; asked about once a second.
    private let isWanted: (() -> Bool)?
    /// The servers that have said that they take packed bodies.
    private var takersOfGzip: Set<String> = []

    /// Connects to nothing yet.
    ///
    /// - Parameters:
    ///   - timeoutSeconds: for a whole request, with connecting, which alone may take 10 seconds.
    ///   - maximumBytes: of an answer's body, after decompression.
    ///   - trust: by what the servers of `https` addresses are known.
    ///   - isWanted: asked about once a second during a request, on the same thread; when it says no the request is given
    ///     up with `.cutOff`.
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
    /// A body above 1 KB travels packed to servers that have said, in an earlier answer, that they take gzip.
    ///
    /// - Throws: ``HTTPError``. After `.cutOff` and `.timedOut` the server may have acted: repeat only what is safe to
    ///   repeat.
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
        // Whoever refuses the coding has not acted: another server may have taken the place of the one that announced it.
        takersOfGzip.remove(origin)
        return try perform(request, Answer(maximumBytes: maximumBytes))
    }

    /// Sends a request and hands over the body of an answer of status 200 as it comes, until `sink` returns false or the
    /// server ends it. There is no limit of its length, and no other limit of time than `silenceSeconds`.
    ///
    /// - Parameters:
    ///   - firstSeconds: how long it may take until the body begins; nil for as long as later silences.
    ///   - silenceSeconds: how long the server may send nothing, whole seconds of about that many.
    ///   - sink: takes each piece and says whether to go on.
    /// - Returns: the head; with its body if the status is another.
    /// - Throws: ``HTTPError`` with `.timedOut` after the silence, `.cutOff` when the connection breaks.
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
            Answer(maximumBytes: maximumBytes) { bytes in
                // curl asks for it anew each second.
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
        // curl would wait a second for leave to send a large body, and would call it a form.
        for name in ["Expect", "Content-Type"] where request.headers[name] == nil { try fields.suppress(name) }
        try curl.set(CURLOPT_URL, url.text)
        try curl.check(satchel_curl_set_pointer(handle, CURLOPT_HTTPHEADER, fields.first))
        return try request.body.withUnsafeBytes { body in
            try configure(request.method, body)
            // curl must not keep pointers into this call.
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

    /// Sends what a server's handler would take, to the server at `baseURL`.
    package func send(_ request: Request, to baseURL: String) throws -> Response {
        try send(ClientRequest(request, to: baseURL))
    }

    /// Sends to an address that a stranger has given, at the place that was looked up and at no other.
    ///
    /// - Throws: as ``send(_:)-(ClientRequest)``, and `.insecure` when the place is that of another address.
    package func send(_ request: ClientRequest, at place: PublicAddress) throws -> Response {
        guard try ClientURL(request.url).text == place.url else {
            throw HTTPError(.insecure, "The place that was looked up belongs to another address.")
        }
        var places = HeaderList()
        // For any name and any port of this request: the checked address, the same port. CURLOPT_CONNECT_TO(3)
        try places.append(line: "::\(place.target):")
        defer {
            // curl keeps the pointer, and a connection that it keeps open is not used again for the name alone.
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
