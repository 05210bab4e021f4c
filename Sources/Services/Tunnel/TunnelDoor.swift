// SPDX-License-Identifier: MIT
internal import CRoutes
internal import Glibc

/// The socket at which users of this machine ask for a tunnel. man 7 unix, man 3 sd_listen_fds
package final class TunnelDoor {
    private static let timeoutSeconds = 5
    private static let backlog: Int32 = 16
    private static let firstInherited: Int32 = 3
    /// How often the tunnel is looked after while it is up.
    private static let keepMilliseconds: Int32 = 60_000

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The socket that systemd handed over; nil without one. Afterwards its variables are unset.
    ///
    /// - Throws: ``TunnelError`` with `.system` if it is no listening Unix socket.
    package static func inherited() throws -> TunnelDoor? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let (process, count) = (variable("LISTEN_PID"), variable("LISTEN_FDS"))
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        guard let process, let count, process == "\(getpid())" else { return nil }
        var (family, listens): (Int32, Int32) = (0, 0)
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard count == "1", getsockopt(firstInherited, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0,
            getsockopt(firstInherited, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, family == AF_UNIX, listens == 1
        else {
            throw TunnelError(
                .system, "What was handed over is not one listening Unix socket. See satchel-tunnel.socket.")
        }
        _ = fcntl(firstInherited, F_SETFD, FD_CLOEXEC)
        return TunnelDoor(firstInherited)
    }

    /// Listens at a path, which its owner's group may use too.
    ///
    /// - Throws: ``TunnelError`` with `.system`.
    package init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let mask = umask(0o117)
        defer { umask(mask) }
        var left = stat()
        // What a killed service has left; anything else of this name stays, and the bind below fails.
        if lstat(path, &left) == 0, left.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
        guard descriptor >= 0, UnixSocket.withAddress(path, { bind(descriptor, $0, $1) }) == 0,
            listen(descriptor, Self.backlog) == 0
        else {
            throw TunnelError(
                .system, "No socket can be made at '\(path)': \(String(cString: strerror(errno))). Choose another path."
            )
        }
    }

    /// Answers until one of the signals comes, which the process has blocked. man 2 signalfd
    package func serve(_ host: TunnelHost, until signals: [Int32]) throws {
        var waited = sigset_t()
        sigemptyset(&waited)
        for signal in signals { sigaddset(&waited, signal) }
        let bell = satchel_signal_bell(&waited)
        guard bell >= 0 else { throw TunnelError(.system, "No descriptor is left for signals.") }
        defer { close(bell) }
        // A caller that has gone since is not waited for.
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        while true {
            var waits = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
            ]
            // Without a tunnel nothing wakes this process.
            let count = poll(&waits, nfds_t(waits.count), host.isUp ? Self.keepMilliseconds : -1)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw TunnelError(.system, "The tunnel service cannot wait for its socket.")
            }
            if waits[1].revents != 0 { break }
            if count == 0 { host.keep() }
            if waits[0].revents != 0 { answerOne(host) }
        }
        host.stop()
    }

    private func answerOne(_ host: TunnelHost) {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else { return }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        let connection = UnixSocket(accepted, timeoutSeconds: Self.timeoutSeconds)
        guard let user = connection.peer, let bytes = connection.read(maximum: TunnelRequest.maximumBytes) else {
            return
        }
        let reply: TunnelReply
        do {
            reply = host.answer(try TunnelRequest(bytes), from: user)
        } catch {
            reply = .refused(TunnelError(.malformed, "The tunnel service does not know this request."))
        }
        // A client that has gone asks again.
        _ = reply.encoded.withUnsafeBytes { connection.write($0) }
    }
}
