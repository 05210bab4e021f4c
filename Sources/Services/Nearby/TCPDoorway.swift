// SPDX-License-Identifier: MIT
internal import Glibc
package import NearbyProtocol

/// A listening socket for payers of the local network.
package final class TCPDoorway: Doorway {
    package let descriptor: Int32
    /// The port that the system chose, or that was asked for.
    package let port: UInt16
    private var isClosed = false

    private static let backlog: Int32 = 16

    /// Listens at one address.
    ///
    /// - Throws: ``NearbyError`` with code `.unavailable`.
    package convenience init(at address: LocalAddress) throws {
        try self.init(family: address.family) { descriptor in
            address.withSocketAddress { bind(descriptor, $0, $1) }
        }
    }

    /// Listens at all addresses of this machine. Callers from outside the local network are not answered.
    package convenience init() throws {
        do {
            try self.init(family: AF_INET6) { descriptor in
                var off: Int32 = 0
                setsockopt(
                    descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, socklen_t(MemoryLayout<Int32>.size))
                var any = sockaddr_in6()
                any.sin6_family = sa_family_t(AF_INET6)
                return withUnsafePointer(to: any) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                    }
                }
            }
        } catch {
            // A machine without IPv6.
            try self.init(family: AF_INET) { descriptor in
                var any = sockaddr_in()
                any.sin_family = sa_family_t(AF_INET)
                return withUnsafePointer(to: any) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
            }
        }
    }

    private init(family: Int32, bind: (Int32) -> Int32) throws {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let made = socket(family, type, 0)
        guard made >= 0 else { throw Self.failure("open a socket") }
        guard bind(made) == 0, listen(made, Self.backlog) == 0 else {
            let error = Self.failure("listen for payers")
            Glibc.close(made)
            throw error
        }
        descriptor = made
        port = Self.port(of: made)
    }

    deinit { close() }

    package func accept() throws -> (any MessagePipe)? {
        while !isClosed {
            do {
                guard let (taken, peer) = try LocalAddress.filled({ Glibc.accept(descriptor, $0, $1) }) else {
                    // A caller that has hung up again, and a table of files that is full, concern no other caller.
                    guard [EINTR, ECONNABORTED].contains(errno) else { return nil }
                    continue
                }
                // Swift does not import accept4(2), which would set both at once.
                _ = fcntl(taken, F_SETFD, FD_CLOEXEC)
                _ = fcntl(taken, F_SETFL, O_NONBLOCK)
                return TCPPipe(taken, peer: peer.host)
            } catch let error as NearbyError where error.code == .badAddress {
                continue
            }
        }
        throw NearbyError(.unavailable, "The place where payers call is closed.")
    }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        Glibc.close(descriptor)
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in6()  // large enough for both families, which keep the port in the same place
        var count = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &count) }
        }
        return UInt16(bigEndian: address.sin6_port)
    }

    private static func failure(_ action: String) -> NearbyError {
        NearbyError(.unavailable, "Could not \(action): \(String(cString: strerror(errno))).")
    }
}
