// SPDX-License-Identifier: MIT
internal import Glibc
internal import NearbyProtocol

/// A pipe over a TCP connection: `u16 length || message`.
package final class TCPPipe: MessagePipe {
    package let descriptor: Int32
    package let peer: String
    private var arrived = Frames.Collector()
    private var isClosed = false

    /// Room for all that a session ever sends, so that sending never waits.
    private static let sendBuffer: Int32 = 256 << 10

    /// Takes over a connected socket that does not block.
    init(_ descriptor: Int32, peer: String) {
        self.descriptor = descriptor
        self.peer = peer
        for (level, option, value) in [
            (Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1)), (SOL_SOCKET, SO_SNDBUF, Self.sendBuffer),
        ] {
            var value = value
            setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    deinit { close() }

    package func send(_ message: [UInt8]) throws {
        let frame = try Frames.of(message)
        guard !isClosed else { throw Self.ended }
        let sent = frame.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        // A peer that does not read what little a session sends is gone, or means no good.
        guard sent == frame.count else { throw Self.ended }
    }

    package func next(limit: Int) throws -> [UInt8]? {
        guard !isClosed else { throw Self.ended }
        // Each pass returns, throws or reads: at most one message and one chunk are ever held.
        while true {
            if let message = try arrived.next(limit: limit) { return message }
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) { return nil }
            guard count > 0 else { throw Self.ended }
            arrived.add(chunk[..<count])
        }
    }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        // What was sent still arrives; a reset, which unread bytes would cause, could destroy it.
        shutdown(descriptor, Int32(SHUT_WR))
        var rest = [UInt8](repeating: 0, count: 4_096)
        while recv(descriptor, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
        Glibc.close(descriptor)
    }

    private static var ended: NearbyError { NearbyError(.closed, "The link to the other device has ended.") }
}
