// SPDX-License-Identifier: MIT
internal import Glibc
internal import NearbyProtocol

/// A pipe inside one process, for tests and demonstrations.
package final class MemoryPipe: MessagePipe {
    package let descriptor: Int32
    package let peer: String
    private var isClosed = false

    private init(_ descriptor: Int32, peer: String) {
        self.descriptor = descriptor
        self.peer = peer
    }

    deinit { close() }

    /// Two ends that are connected.
    package static func pair(_ one: String = "payer", _ other: String = "payee") throws -> (MemoryPipe, MemoryPipe) {
        var ends: [Int32] = [-1, -1]
        // Each packet is a message. man 7 unix
        let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw NearbyError(.unavailable, "No pipe can be made: \(String(cString: strerror(errno))).")
        }
        return (MemoryPipe(ends[0], peer: other), MemoryPipe(ends[1], peer: one))
    }

    package func send(_ message: [UInt8]) throws {
        guard !message.isEmpty, message.count <= Int(UInt16.max) else {
            throw NearbyError(.tooLarge, "A message of \(message.count) bytes has no frame.")
        }
        guard !isClosed else { throw Self.ended }
        let sent = message.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent == message.count else { throw Self.ended }
    }

    package func next(limit: Int) throws -> [UInt8]? {
        guard !isClosed else { throw Self.ended }
        var packet = [UInt8](repeating: 0, count: limit + 1)
        let count = recv(descriptor, &packet, packet.count, 0)
        if count < 0 && [EAGAIN, EINTR].contains(errno) { return nil }
        guard count > 0 else { throw Self.ended }
        guard count <= limit else {
            throw NearbyError(.tooLarge, "A message came that is longer than \(limit) bytes.")
        }
        return Array(packet[..<count])
    }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        Glibc.close(descriptor)
    }

    private static var ended: NearbyError { NearbyError(.closed, "The link to the other device has ended.") }
}
