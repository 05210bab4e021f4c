// SPDX-License-Identifier: MIT
internal import Glibc

/// Opens the sockets of a server, one for each loop, on one address and port.
enum ListeningSocket {
    static let backlog: Int32 = 1_024

    /// - Returns: non-blocking listening descriptors, and their common port.
    /// - Throws: ``HTTPError`` with code `.cantListen`.
    static func open(address: String, port: UInt16, count: Int) throws -> (descriptors: [Int32], port: UInt16) {
        // With SO_REUSEPORT a second server of this user would silently share the port; a plain bind detects that.
        if port != 0 { close(try open(address: address, port: port, shared: false)) }
        var descriptors: [Int32] = []
        do {
            // The system assigns only free ports, so an assigned port is owned from the first moment.
            descriptors.append(try open(address: address, port: port, shared: true))
            let chosen = try self.port(of: descriptors[0])
            while descriptors.count < count {
                descriptors.append(try open(address: address, port: chosen, shared: true))
            }
            return (descriptors, chosen)
        } catch {
            for descriptor in descriptors { close(descriptor) }
            throw error
        }
    }

    private static func open(address: String, port: UInt16, shared: Bool) throws -> Int32 {
        var four = sockaddr_in()
        if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            return try listen(at: four, AF_INET, shared, "\(address):\(port)")
        }
        var six = sockaddr_in6()
        if inet_pton(AF_INET6, address, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            return try listen(at: six, AF_INET6, shared, "[\(address)]:\(port)")
        }
        throw HTTPError(.cantListen, "'\(address)' is not an IP address. Use one such as 127.0.0.1 or ::1.")
    }

    private static func listen<Address>(
        at address: Address, _ family: Int32, _ shared: Bool, _ name: String
    ) throws -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw failure("open a socket for \(name)") }
        var options = [(SOL_SOCKET, SO_REUSEADDR), (Int32(IPPROTO_TCP), TCP_NODELAY)]
        if shared { options.append((SOL_SOCKET, SO_REUSEPORT)) }
        if family == AF_INET6 { options.append((Int32(IPPROTO_IPV6), IPV6_V6ONLY)) }
        for (level, option) in options {
            var on: Int32 = 1
            setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
        }
        let isBound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
        guard isBound, Glibc.listen(descriptor, backlog) == 0 else {
            let error = failure("listen at \(name)")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func port(of descriptor: Int32) throws -> UInt16 {
        var address = sockaddr_in6()  // large enough for both families, which keep the port in the same place
        var count = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &count) }
        }
        guard code == 0 else { throw failure("read the port") }
        return UInt16(bigEndian: address.sin6_port)
    }

    private static func failure(_ action: String) -> HTTPError {
        let code = errno
        let advice =
            switch code {
            case EADDRINUSE: " Another program listens there: stop it or choose another port."
            case EACCES: " Ports below 1024 belong to the superuser: choose a higher one."
            case EADDRNOTAVAIL: " This machine does not have that address."
            default: ""
            }
        return HTTPError(.cantListen, "Could not \(action): \(String(cString: strerror(code))).\(advice)")
    }
}
