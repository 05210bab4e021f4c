// SPDX-License-Identifier: MIT
internal import CCurl

/// A request whose body, or whose answer, may be larger than the memory.
package struct TransferCall: Sendable {
    package enum Verb: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"

        var hasBody: Bool { self == .post || self == .patch }
    }

    package var verb: Verb
    package var url: String
    package var headers: Headers
    /// Of the body of a POST or PATCH, in bytes.
    package var length: UInt64

    package init(_ verb: Verb, _ url: String, headers: Headers = [:], length: UInt64 = 0) {
        self.verb = verb
        self.url = url
        self.headers = headers
        self.length = length
    }
}

/// Sends and receives bodies in pieces, one call after another: the client's side of ``TransferServer``.
///
/// The rules of ``Client`` hold: certificates are verified, no redirects, no proxy, plain HTTP to this machine only. A
/// call has no limit of time, but is given up when nothing moves. It is never repeated: after a break only the caller
/// knows where to go on. Not Sendable: create one for each thread.
package final class TransferClient {
    /// Fills the buffer with the next bytes of the body, and returns how many; 0 only at the end.
    package typealias Source = (UnsafeMutableRawBufferPointer) throws -> Int
    /// Receives the head of an answer of status 200 or 206, and its body in pieces.
    package typealias Sink = (_ head: Response, _ bytes: UnsafeRawBufferPointer) throws -> Void

    private let curl: CurlHandle
    private var handle: UnsafeMutableRawPointer { curl.handle }

    /// The limit of an answer that no sink takes, such as a refusal.
    private static let maximumBytes = 64 << 10
    private static let bufferBytes = 512 << 10

    /// - Parameter silenceSeconds: how long nothing may move before a call ends with `.timedOut`.
    package init(trust: Trust = .authorities, silenceSeconds: Int = 60) throws {
        curl = try CurlHandle()
        try curl.set(CURLOPT_CONNECTTIMEOUT_MS, 10_000)
        try curl.set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try curl.set(CURLOPT_LOW_SPEED_TIME, silenceSeconds)
        try curl.set(CURLOPT_USERAGENT, "satchel")
        try curl.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        try curl.set(CURLOPT_BUFFERSIZE, Self.bufferBytes)
        try curl.set(CURLOPT_UPLOAD_BUFFERSIZE, Self.bufferBytes)
        try curl.check(satchel_curl_set_sink(handle, CURLOPT_WRITEFUNCTION, Answer.takeBody))
        try curl.check(satchel_curl_set_sink(handle, CURLOPT_HEADERFUNCTION, Answer.takeHeaderLine))
        try curl.check(satchel_curl_set_sink(handle, CURLOPT_READFUNCTION, TransferBody.give))
        try curl.trust(trust)
    }

    /// Sends a call and waits for the end of its answer, whatever its status.
    ///
    /// - Parameters:
    ///   - source: gives the body; exactly `length` bytes are taken.
    ///   - sink: takes the body of an answer of status 200 or 206; without it such a body is limited as a refusal is.
    /// - Returns: the head, and the body if no sink took it.
    /// - Throws: ``HTTPError``; what the source or the sink threw, which ends the call.
    package func send(
        _ call: TransferCall, from source: @escaping Source = { _ in 0 }, into sink: Sink? = nil
    ) throws -> Response {
        let url = try ClientURL(call.url)
        guard call.headers.areSendable, call.verb.hasBody || call.length == 0 else {
            throw HTTPError(.malformed, "A header of the request holds a character that headers cannot carry.")
        }
        var fields = HeaderList()
        defer { fields.free() }
        for field in call.headers.fields { try fields.append(field) }
        for name in ["Expect", "Content-Type"] where call.headers[name] == nil { try fields.suppress(name) }
        try curl.set(CURLOPT_URL, url.text)
        try curl.check(satchel_curl_set_pointer(handle, CURLOPT_HTTPHEADER, fields.first))
        try configure(call)
        let body = TransferBody(source)
        var failure: (any Error)?
        let taking: Answer.Sink? = sink.map { sink in
            { head, bytes in
                do {
                    try sink(head, bytes)
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        }
        let answer = Answer(maximumBytes: Self.maximumBytes, sinkStatuses: [200, 206], sink: taking)
        let code = try perform(body, answer)
        if let failure = failure ?? body.failure { throw failure }
        guard !answer.isTooLarge else {
            throw HTTPError(.tooLarge, "The answer from \(url.text) is larger than \(Self.maximumBytes) bytes.")
        }
        guard code == CURLE_OK else { throw CurlHandle.failure(code, url.text) }
        return answer.response(status: try status())
    }

    private func perform(_ body: TransferBody, _ answer: Answer) throws -> CURLcode {
        // curl must not keep pointers that are valid only during this call.
        defer {
            for option in [CURLOPT_HTTPHEADER, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA] {
                satchel_curl_set_pointer(handle, option, nil)
            }
        }
        let context = Unmanaged.passUnretained(answer).toOpaque()
        try curl.check(satchel_curl_set_pointer(handle, CURLOPT_WRITEDATA, context))
        try curl.check(satchel_curl_set_pointer(handle, CURLOPT_HEADERDATA, context))
        try curl.check(satchel_curl_set_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(body).toOpaque()))
        return withExtendedLifetime((answer, body)) { curl_easy_perform(handle) }
    }

    /// Each option undoes what an earlier call with another verb has set.
    private func configure(_ call: TransferCall) throws {
        try curl.check(satchel_curl_set_pointer(handle, CURLOPT_CUSTOMREQUEST, nil))
        try curl.set(CURLOPT_NOBODY, 0)
        try curl.set(CURLOPT_UPLOAD, 0)
        try curl.set(CURLOPT_HTTPGET, 1)
        switch call.verb {
        case .get: break
        case .head: try curl.set(CURLOPT_NOBODY, 1)
        case .delete: try curl.set(CURLOPT_CUSTOMREQUEST, call.verb.rawValue)
        case .post, .patch:
            try curl.set(CURLOPT_UPLOAD, 1)
            try curl.check(
                satchel_curl_set_offset(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(clamping: call.length)))
            try curl.set(CURLOPT_CUSTOMREQUEST, call.verb.rawValue)
        }
    }

    private func status() throws -> Int {
        var status = 0
        try curl.check(satchel_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status))
        return status
    }
}

/// Gives libcurl the body of one call.
private final class TransferBody {
    private let source: TransferClient.Source
    private(set) var failure: (any Error)?

    init(_ source: @escaping TransferClient.Source) { self.source = source }

    /// CURLOPT_READFUNCTION
    static let give: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
        bytes, size, count, context in
        // Safe: the client passes itself a body that lives for the whole call.
        let body = Unmanaged<TransferBody>.fromOpaque(context!).takeUnretainedValue()
        do {
            return try body.source(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        } catch {
            body.failure = error
            return Int(CURL_READFUNC_ABORT)
        }
    }
}
