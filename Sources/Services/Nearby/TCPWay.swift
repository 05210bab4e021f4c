// SPDX-License-Identifier: MIT
internal import Glibc
package import NearbyProtocol

/// A way to a payee whose address is known.
package final class TCPWay: Way {
    private let address: LocalAddress
    /// For which a connection may take.
    static let timeout: Int32 = 3_000

    package init(to address: LocalAddress) { self.address = address }

    package func reach(_ name: String) throws -> (any MessagePipe)? { Self.connect(to: address) }

    /// Connects; nil if nobody answers there.
    static func connect(to address: LocalAddress) -> TCPPipe? {
        guard address.port > 0 else { return nil }
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { return nil }
        guard address.withSocketAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 || errno == EINPROGRESS,
            isConnected(descriptor)
        else {
            close(descriptor)
            return nil
        }
        return TCPPipe(descriptor, peer: address.host)
    }

    private static func isConnected(_ descriptor: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        var result = poll(&wait, 1, timeout)
        while result < 0, errno == EINTR { result = poll(&wait, 1, timeout) }
        var error: Int32 = 0
        var count = socklen_t(MemoryLayout<Int32>.size)
        return result > 0 && getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &count) == 0 && error == 0
    }
}
