// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// A plain socket to a server on this machine, for bytes that no proper client would send.
final class RawConnection: Sendable {
    private let descriptor: Int32

    /// - Parameter room: bytes that the system takes before they are read; nil for as many as it likes.
    init(port: UInt16, timeoutSeconds: Int = 5, room: Int32? = nil) throws {
        // A program that another test starts meanwhile would hold it open when we close it.
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0)
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if var room { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(code == 0)
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Closes its half: nothing more will be sent.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Breaks off when it goes, in place of closing. C: `SO_LINGER`, socket(7).
    func reset() {
        var atOnce = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
    }

    /// Everything until the server closes or nothing comes for the timeout.
    func readToEnd() -> (text: String, wasClosed: Bool) {
        let (bytes, wasClosed) = readAll()
        return (String(decoding: bytes, as: UTF8.self), wasClosed)
    }

    func readAll() -> (bytes: [UInt8], wasClosed: Bool) {
        var all: [UInt8] = []
        while true {
            let (bytes, isEnd) = readSome()
            all += bytes
            if bytes.isEmpty { return (all, isEnd) }
        }
    }

    /// One answer, by its Content-Length.
    func readAnswer() -> String {
        var all: [UInt8] = []
        var wanted = Int.max
        while all.count < wanted {
            let (bytes, _) = readSome()
            if bytes.isEmpty { break }
            all += bytes
            if wanted == .max { wanted = Self.length(of: String(decoding: all.prefix(4_096), as: UTF8.self)) ?? .max }
        }
        return String(decoding: all, as: UTF8.self)
    }

    /// What comes up to and with a text, or until nothing comes any more.
    func read(until end: String) -> String {
        var all: [UInt8] = []
        while !String(decoding: all, as: UTF8.self).contains(end) {
            let (bytes, _) = readSome()
            if bytes.isEmpty { break }
            all += bytes
        }
        return String(decoding: all, as: UTF8.self)
    }

    private static func length(of text: String) -> Int? {
        guard let end = text.offset(after: "\r\n\r\n") else { return nil }
        let field = text.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        return field.flatMap { Int($0.dropFirst(16)) }.map { end + $0 }
    }

    /// What is there, or comes next; nothing at the end or after the timeout.
    func readSome() -> (bytes: [UInt8], isEnd: Bool) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        return (Array(chunk[..<max(0, count)]), count == 0)
    }
}

extension String {
    /// The UTF-8 offset after the first occurrence.
    func offset(after text: String) -> Int? {
        let (all, part) = (Array(utf8), Array(text.utf8))
        guard all.count >= part.count else { return nil }
        return (0...(all.count - part.count)).first { all[$0..<($0 + part.count)].elementsEqual(part) }
            .map { $0 + part.count }
    }

    /// The status numbers of all answers in a row of them.
    var statuses: [Int] {
        split(separator: "HTTP/1.").compactMap { part in
            part.hasPrefix("1 ") || part.hasPrefix("0 ") ? Int(part.dropFirst(2).prefix(3)) : nil
        }
    }
}

/// Runs work on a thread of its own: tests wait without yielding, so tasks could wait for them.
func later(_ milliseconds: UInt32, _ work: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(
        Box {
            usleep(milliseconds * 1_000)
            work()
        })
    pthread_create(
        &thread, nil,
        { context in
            // Safe: the box above.
            Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().work()
            return nil
        }, box.toOpaque())
    pthread_detach(thread)
}
