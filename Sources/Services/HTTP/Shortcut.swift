// SPDX-License-Identifier: MIT
internal import Glibc

/// Answers requests of one loop at once, before evhttp hears of them; used by the loop's thread alone.
///
///     one whole head in one piece, nothing before it, nothing after it ─► HeadRules ─► answer ─► socket
///      └──────────────────────── anything else ────────────────────────────────────► evhttp
final class Shortcut {
    /// What became of a head.
    enum Outcome {
        /// It goes the usual way; nothing was sent.
        case declined
        case answered
        /// A part of the answer could not be sent: the connection is of no use any more.
        case broken
    }

    private let answers: ImmediateAnswers
    private let limits: Limits
    private let date: DateText
    /// Where answers are put together.
    private var output: [UInt8] = []

    private static let method = Array("GET ".utf8)
    private static let version = Array(" HTTP/1.1\r\n".utf8)
    /// More comes with a connection that has sent much and read little, and with answers that are not small.
    private static let maximumBytes = 4_096

    init(_ answers: ImmediateAnswers, limits: Limits, date: DateText) {
        self.answers = answers
        self.limits = limits
        self.date = date
        output.reserveCapacity(Self.maximumBytes)
    }

    /// Answers a request that is nothing but a head, if it is one of those.
    func take(_ bytes: UnsafeBufferPointer<UInt8>, from address: String, on descriptor: Int32) -> Outcome {
        guard let path = path(of: bytes) else { return .declined }
        do throws(Refusal) {
            let end = try RequestGate.findEnd(of: bytes, from: 0, limit: limits.headBytes)
            guard end == bytes.count else { return .declined }
            _ = try HeadRules.bodyLength(of: bytes, limits: limits)
        } catch {
            // The gate refuses it in its turn.
            return .declined
        }
        guard let headers = Self.headers(of: bytes) else { return .declined }
        let request = Request(
            method: .get, path: String(decoding: path, as: UTF8.self), headers: headers, remoteAddress: address)
        guard var response = answers.answer(request), response.stream == nil, response.headers.areSendable,
            (200...599).contains(response.status)
        else { return .declined }
        if let accepted = headers["Accept-Encoding"] {
            response.packBody(accepted: limits.packsAnswers && Gzip.isAccepted(by: accepted))
        }
        write(response)
        let sent = send(descriptor, output, output.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        if sent == output.count { return .answered }
        // A client that has not read its earlier answers waits its turn with evhttp.
        return sent < 0 && errno == EAGAIN ? .declined : .broken
    }

    /// The path of a request for one of ours.
    private func path(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard bytes.count > Self.method.count, bytes.count <= Self.maximumBytes, Self.starts(bytes, 0, Self.method)
        else { return nil }
        return answers.paths.first { path in
            Self.starts(bytes, Self.method.count, path)
                && Self.starts(bytes, Self.method.count + path.count, Self.version)
        }
    }

    private static func starts(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int, _ expected: [UInt8]) -> Bool {
        guard bytes.count - offset >= expected.count, let start = bytes.baseAddress else { return false }
        return expected.withUnsafeBufferPointer { expected in
            expected.baseAddress.map { memcmp(start + offset, $0, expected.count) == 0 } ?? true
        }
    }

    /// The fields of a head that the rules have found good; nil when one of them says how the connection goes on.
    private static func headers(of head: UnsafeBufferPointer<UInt8>) -> Headers? {
        var headers = Headers(capacity: 8)
        var line = (head.firstIndex(of: 10) ?? head.count) + 1
        while line != head.count - 2 {
            guard let colon = head[line...].firstIndex(of: 58), let end = head[colon...].firstIndex(of: 13) else {
                return nil
            }
            var (first, last) = (colon + 1, end)
            while first < last, head[first] == 32 || head[first] == 9 { first += 1 }
            while last > first, head[last - 1] == 32 || head[last - 1] == 9 { last -= 1 }
            guard isOrdinary(head[line..<colon], head[first..<last]) else { return nil }
            headers.add(
                String(decoding: head[line..<colon], as: UTF8.self),
                String(decoding: head[first..<last], as: UTF8.self))
            line = end + 2
        }
        return headers
    }

    /// Whether a field says nothing of the connection, and of a body, which there is none of.
    private static func isOrdinary(_ name: HeadRules.Bytes, _ value: HeadRules.Bytes) -> Bool {
        switch name.count {
        case 6: !HeadRules.isSame(name, "expect")
        case 7: !HeadRules.isSame(name, "upgrade")
        case 10: !HeadRules.isSame(name, "connection") || HeadRules.isSame(value, "keep-alive")
        case 14: !HeadRules.isSame(name, "content-length")
        case 16: !HeadRules.isSame(name, "content-encoding")
        default: true
        }
    }

    /// The answer as evhttp would write it.
    private func write(_ response: Response) {
        output.removeAll(keepingCapacity: true)
        if response.status == 200 {
            output += Self.ok
        } else {
            output += Array("HTTP/1.1 \(response.status) \(StatusPhrase.of(response.status))\r\n".utf8)
        }
        for field in response.headers.fields {
            output += field.name.utf8
            output += Self.colon
            output += field.value.utf8
            output += Self.lineEnd
        }
        output += Self.date
        output += date.now().utf8
        output += Self.length
        output += String(response.body.count).utf8
        output += Self.headEnd
        output += response.body
    }

    private static let ok = Array("HTTP/1.1 200 OK\r\n".utf8)
    private static let colon = Array(": ".utf8)
    private static let lineEnd = Array("\r\n".utf8)
    private static let date = Array("Date: ".utf8)
    private static let length = Array("\r\nContent-Length: ".utf8)
    private static let headEnd = Array("\r\n\r\n".utf8)
}
