// SPDX-License-Identifier: MIT
internal import Glibc

/// Parses and writes the direct requests of one loop without evhttp. Used by the loop's thread only.
///
///     one whole request in one piece, nothing before it, nothing after it ─► HeadRules ─► handler ─► socket
///      └──────────────────────── anything else ────────────────────────────────────────► evhttp
final class Shortcut {
    private let requests: DirectRequests
    private let limits: Limits
    private let date: DateText
    /// The buffer in which answers are assembled.
    private var output: [UInt8] = []

    /// A longer read comes from a client that pipelines, or contains a request that is not small.
    private static let maximumBytes = 4_096

    init(_ requests: DirectRequests, limits: Limits, date: DateText) {
        self.requests = requests
        self.limits = limits
        self.date = date
        output.reserveCapacity(Self.maximumBytes)
    }

    /// The request, if the bytes are exactly one direct request. Errors in other requests are left to the gate.
    func request(in bytes: UnsafeBufferPointer<UInt8>, from address: String) -> Request? {
        guard bytes.count <= Self.maximumBytes, let kind = requests.kinds.first(where: { Self.starts(bytes, $0.line) })
        else { return nil }
        let headCount: Int
        do throws(Refusal) {
            guard let end = try RequestGate.findEnd(of: bytes, from: 0, limit: limits.headBytes) else { return nil }
            // The first line was compared above.
            let fields = bytes[kind.line.count..<end]
            let length = try HeadRules.bodyLength(ofFields: fields, for: kind.method, limits: limits)
            guard end + length == bytes.count else { return nil }
            headCount = end
        } catch {
            return nil
        }
        let head = UnsafeBufferPointer(rebasing: bytes[..<headCount])
        guard let headers = Self.headers(of: head, from: kind.line.count, hasBody: kind.method.hasBody) else {
            return nil
        }
        return Request(
            method: kind.method, path: kind.path, headers: headers, body: Array(bytes[headCount...]),
            remoteAddress: address)
    }

    private static func starts(_ bytes: UnsafeBufferPointer<UInt8>, _ expected: [UInt8]) -> Bool {
        guard bytes.count >= expected.count, let start = bytes.baseAddress else { return false }
        return expected.withUnsafeBufferPointer { expected in
            expected.baseAddress.map { memcmp(start, $0, expected.count) == 0 } ?? true
        }
    }

    /// The fields of a head that the rules have accepted; nil if one of them affects the connection.
    private static func headers(of head: UnsafeBufferPointer<UInt8>, from start: Int, hasBody: Bool) -> Headers? {
        var headers = Headers(capacity: 12)
        var line = start
        while line != head.count - 2 {
            guard let colon = head[line...].firstIndex(of: 58), let end = head[colon...].firstIndex(of: 13) else {
                return nil
            }
            var (first, last) = (colon + 1, end)
            while first < last, head[first] == 32 { first += 1 }
            // evhttp treats a leading tab as part of the value.
            guard first == last || head[first] != 9 else { return nil }
            while last > first, head[last - 1] == 32 || head[last - 1] == 9 { last -= 1 }
            guard isOrdinary(head[line..<colon], head[first..<last], hasBody: hasBody) else { return nil }
            headers.add(
                String(decoding: head[line..<colon], as: UTF8.self),
                String(decoding: head[first..<last], as: UTF8.self))
            line = end + 2
        }
        return headers
    }

    /// Whether a field affects neither the connection nor the body, except for its length.
    private static func isOrdinary(_ name: HeadRules.Bytes, _ value: HeadRules.Bytes, hasBody: Bool) -> Bool {
        switch name.count {
        case 6: !HeadRules.isSame(name, "expect")
        case 7: !HeadRules.isSame(name, "upgrade")
        case 10: !HeadRules.isSame(name, "connection") || HeadRules.isSame(value, "keep-alive")
        case 14: hasBody || !HeadRules.isSame(name, "content-length")
        case 16: !HeadRules.isSame(name, "content-encoding")
        default: true
        }
    }

    /// The bytes of an answer as evhttp would write it. Valid until the next call.
    ///
    /// - Parameter isLast: whether the connection closes after it.
    func bytes(of response: Response, isLast: Bool) -> [UInt8] {
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
        if isLast { output += Self.close }
        output += Self.date
        output += date.now().utf8
        output += Self.length
        output += String(response.body.count).utf8
        output += Self.headEnd
        output += response.body
        return output
    }

    private static let ok = Array("HTTP/1.1 200 OK\r\n".utf8)
    private static let colon = Array(": ".utf8)
    private static let lineEnd = Array("\r\n".utf8)
    private static let close = Array("Connection: close\r\n".utf8)
    private static let date = Array("Date: ".utf8)
    private static let length = Array("\r\nContent-Length: ".utf8)
    private static let headEnd = Array("\r\n\r\n".utf8)
}
