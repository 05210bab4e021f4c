// SPDX-License-Identifier: MIT
internal import CCurl
internal import Glibc

/// A connection for lines of text, protected by TLS or to this machine only.
///
/// Every call has a deadline, and every line a maximum length. After any error the connection is unusable: create
/// another. It uses no proxy. Not Sendable: its calls come one after another.
///
/// C: <https://curl.se/libcurl/c/CURLOPT_CONNECT_ONLY.html>
package final class StreamConnection {
    private static let chunkBytes = 64 << 10

    /// The host and port, for messages.
    package let name: String

    private let curl: CurlHandle
    private let socket: Int32
    private var chunk = [UInt8](repeating: 0, count: chunkBytes)
    private var received: [UInt8] = []
    /// The index in `received` at which the next line begins.
    private var start = 0
    private var isOver = false

    /// Connects, and completes the TLS handshake.
    ///
    /// - Parameters:
    ///   - isProtected: whether to use TLS; without it the host must be this machine.
    ///   - trust: how a TLS server is authenticated. Most Electrum servers have self-signed certificates.
    /// - Throws: ``HTTPError`` with `.unreachable`, `.timedOut`, `.insecure` or `.malformed`.
    package init(
        host: String, port: UInt16, isProtected: Bool, trust: Trust = .authorities, timeoutSeconds: Int = 10
    ) throws {
        let authority = (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
        let url = try ClientURL((isProtected ? "https://" : "http://") + authority + "/")
        name = authority
        curl = try CurlHandle()
        try curl.set(CURLOPT_URL, url.text)
        try curl.set(CURLOPT_CONNECT_ONLY, 1)
        try curl.set(CURLOPT_CONNECTTIMEOUT_MS, timeoutSeconds * 1_000)
        try curl.set(CURLOPT_SSL_ENABLE_ALPN, 0)
        try curl.trust(trust)
        let code = curl_easy_perform(curl.handle)
        guard code == CURLE_OK else { throw CurlHandle.failure(code, authority) }
        var socket: Int32 = -1
        try curl.check(satchel_curl_get_socket(curl.handle, &socket))
        self.socket = socket
    }

    /// Sends all bytes.
    ///
    /// - Throws: ``HTTPError``; the server may have received part of them.
    package func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws {
        try guarded {
            try bytes.withUnsafeBytes { bytes in
                var sent = 0
                while sent < bytes.count {
                    var count = 0
                    let rest = bytes[sent...]
                    let code = curl_easy_send(
                        curl.handle, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, &count)
                    sent += count
                    if code == CURLE_AGAIN {
                        try wait(for: POLLOUT, until: deadline)
                    } else if code != CURLE_OK {
                        throw CurlHandle.failure(code, name)
                    }
                }
            }
        }
    }

    /// The next line, without its line feed.
    ///
    /// - Throws: ``HTTPError``: `.tooLarge` for a line of more than `maximumBytes`, `.timedOut` if it is incomplete at
    ///   the deadline, `.unreachable` if the server closes before its end.
    package func readLine(maximumBytes: Int, until deadline: ContinuousClock.Instant) throws -> [UInt8] {
        try guarded {
            var searched = start
            while true {
                if let end = lineEnd(from: searched) {
                    guard end - start <= maximumBytes else { throw tooLarge(maximumBytes) }
                    let line = Array(received[start..<end])
                    start = end + 1
                    if start == received.count { received.removeAll(keepingCapacity: received.count <= 1 << 20) }
                    if received.isEmpty { start = 0 }
                    return line
                }
                guard received.count - start <= maximumBytes else { throw tooLarge(maximumBytes) }
                if start > 0 {
                    received.removeSubrange(..<start)
                    start = 0
                }
                searched = received.count
                try readSome(until: deadline)
            }
        }
    }

    /// The index of the next line feed. memchr(3)
    private func lineEnd(from offset: Int) -> Int? {
        received.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, offset < bytes.count,
                let found = memchr(base + offset, Int32(UInt8(ascii: "\n")), bytes.count - offset)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private func readSome(until deadline: ContinuousClock.Instant) throws {
        while true {
            var code = CURLE_OK
            var count = 0
            chunk.withUnsafeMutableBytes { bytes in
                code = curl_easy_recv(curl.handle, bytes.baseAddress, bytes.count, &count)
            }
            received += chunk[..<count]
            switch code {
            case CURLE_OK where count > 0:
                // A server that sends a byte now and then must not keep the caller beyond the deadline.
                guard ContinuousClock.now < deadline else { throw late }
                return
            case CURLE_OK: throw HTTPError(.cutOff, "\(name) has closed the connection: try again.")
            case CURLE_AGAIN: try wait(for: POLLIN, until: deadline)
            default: throw CurlHandle.failure(code, name)
            }
        }
    }

    /// poll(2)
    private func wait(for event: Int32, until deadline: ContinuousClock.Instant) throws {
        while true {
            let left = (deadline - .now).components
            let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
            guard left.seconds >= 0, left.attoseconds > 0 || left.seconds > 0 else { throw late }
            var waiting = pollfd(fd: socket, events: Int16(event), revents: 0)
            let count = poll(&waiting, 1, Int32(clamping: milliseconds + 1))
            if count > 0 { return }
            guard count == 0 || errno == EINTR else {
                throw HTTPError(.other, "Waiting for \(name) failed: \(String(cString: strerror(errno))).")
            }
        }
    }

    private var late: HTTPError {
        HTTPError(.timedOut, "\(name) did not answer in time: check the network and try again.")
    }

    private func tooLarge(_ maximumBytes: Int) -> HTTPError {
        HTTPError(.tooLarge, "\(name) sent a line of more than \(maximumBytes) bytes.")
    }

    /// After a failure the position in the stream is unknown, so the connection is not used again.
    private func guarded<Result>(_ body: () throws -> Result) throws -> Result {
        guard !isOver else { throw HTTPError(.unreachable, "The connection to \(name) is over: connect again.") }
        do {
            return try body()
        } catch {
            isOver = true
            received = []
            throw error
        }
    }
}
