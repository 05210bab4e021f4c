// SPDX-License-Identifier: MIT
internal import Glibc

/// Listening sockets that the parent process opened and passed on: socket activation.
///
/// They stay open while this process is replaced, so clients that connect meanwhile wait and are not refused.
/// sd_listen_fds(3), <https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html>
package struct InheritedSockets: Sendable {
    /// The first descriptor of the protocol, after the three standard ones.
    private static let first: Int32 = 3
    private static let maximum = 64

    let descriptors: [Int32]
    /// The IP address of the first socket.
    package let address: String
    /// The port of the first socket.
    package let port: UInt16

    /// Takes the sockets that the environment names. Afterwards the variables are unset and child processes do not
    /// inherit the sockets. Must be called before any thread is started.
    ///
    /// - Returns: nil if there are none, or they are for another process.
    /// - Throws: ``HTTPError`` with `.cantListen` for malformed variables, or for a descriptor that is not a listening
    ///   IP socket.
    package static func take() throws -> InheritedSockets? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let count = try count(
            process: variable("LISTEN_PID"), descriptors: variable("LISTEN_FDS"), own: getpid())
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID"] { unsetenv(name) }
        return count == 0 ? nil : try InheritedSockets(Array(first..<first + Int32(count)))
    }

    /// The number of descriptors for this process.
    ///
    /// - Parameters:
    ///   - process: the value of LISTEN_PID.
    ///   - descriptors: the value of LISTEN_FDS.
    /// - Throws: ``HTTPError`` with `.cantListen` for a malformed number.
    package static func count(process: String?, descriptors: String?, own: Int32) throws -> Int {
        guard let process, let descriptors else { return 0 }
        func number(_ text: String) -> Int? {
            text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
        }
        guard let meant = number(process), meant > 0 else {
            throw HTTPError(.cantListen, "LISTEN_PID is '\(process)', which is not a process. Unset it.")
        }
        guard meant == Int(own) else { return 0 }
        guard let count = number(descriptors), 1...maximum ~= count else {
            throw HTTPError(
                .cantListen, "LISTEN_FDS is '\(descriptors)', which is not a number of sockets from 1 to \(maximum).")
        }
        return count
    }

    private init(_ descriptors: [Int32]) throws {
        for descriptor in descriptors { try Self.prepare(descriptor) }
        var name = sockaddr_in6()  // large enough for both families, which keep the port in the same place
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let code = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptors[0], $0, &length) }
        }
        guard code == 0 else { throw Self.refusal(descriptors[0]) }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if Int32(name.sin6_family) == AF_INET6 {
            inet_ntop(AF_INET6, &name.sin6_addr, &text, socklen_t(text.count))
        } else {
            withUnsafePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    var address = $0.pointee.sin_addr
                    _ = inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
                }
            }
        }
        self.descriptors = descriptors
        address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        port = UInt16(bigEndian: name.sin6_port)
    }

    /// Gives a socket the settings of one that the server opens itself: non-blocking, and not inherited by child
    /// processes.
    private static func prepare(_ descriptor: Int32) throws {
        func option(_ option: Int32) -> Int32? {
            var value: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : nil
        }
        let family = option(SO_DOMAIN)
        guard option(SO_TYPE) == Int32(SOCK_STREAM.rawValue), option(SO_ACCEPTCONN) == 1,
            family == AF_INET || family == AF_INET6
        else { throw refusal(descriptor) }
        var on: Int32 = 1
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
            fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0,
            setsockopt(
                descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size)) == 0
        else { throw refusal(descriptor) }
    }

    private static func refusal(_ descriptor: Int32) -> HTTPError {
        HTTPError(
            .cantListen,
            "Descriptor \(descriptor) was handed over, and is not a socket that listens for connections over IP. Let the socket unit have ListenStream=address:port."
        )
    }

    /// A separate descriptor for each loop, at least as many as there are sockets. The inherited descriptors are
    /// closed.
    func share(among loops: Int) throws -> [Int32] {
        var shared: [Int32] = []
        for loop in 0..<max(loops, descriptors.count) {
            let descriptor = fcntl(descriptors[loop % descriptors.count], F_DUPFD_CLOEXEC, Self.first)
            guard descriptor >= 0 else {
                for descriptor in shared { close(descriptor) }
                throw HTTPError(.cantListen, "There is no descriptor left for the sockets that were handed over.")
            }
            shared.append(descriptor)
        }
        for descriptor in descriptors { close(descriptor) }
        return shared
    }
}
