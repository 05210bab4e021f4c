// SPDX-License-Identifier: MIT
internal import Glibc

/// Whether the server's address takes connections at all.
///
/// A call that hangs may have a slow server at its other end, or no network: the address is asked apart, on a thread of
/// its own, and has to take a connection within ``answerMilliseconds``.
// Safe: everything that changes is used inside `monitor` alone.
final class Reachability: @unchecked Sendable {
    private let monitor = MountMonitor()
    private let address: @Sendable () -> (host: String, port: String)?
    private var offlineUntil: UInt64 = 0
    private var asked: UInt64 = 0
    private var isAsking = false

    private static let answerMilliseconds: Int32 = 700
    /// How long it counts as away without being asked again.
    private static let offlineMilliseconds: UInt64 = 2_000
    private static let pauseMilliseconds: UInt64 = 2_000

    /// - Parameter address: of the server; nil while it is not known.
    init(address: @escaping @Sendable () -> (host: String, port: String)?) { self.address = address }

    var isOffline: Bool { monitor.synchronized { MountThread.milliseconds < offlineUntil } }

    func noteSuccess() { monitor.synchronized { offlineUntil = 0 } }

    func noteFailure() {
        monitor.synchronized { offlineUntil = MountThread.milliseconds + Self.offlineMilliseconds }
    }

    /// Asks the address, unless that was done a moment ago; ``isOffline`` has the answer.
    func ask() {
        let now = MountThread.milliseconds
        let asks = monitor.synchronized {
            guard !isAsking || now - asked > UInt64(Self.answerMilliseconds), now - asked > Self.pauseMilliseconds
            else {
                // A question that does not come back, as one for a name without a network, is an answer.
                if isAsking, now - asked > UInt64(Self.answerMilliseconds) {
                    offlineUntil = now + Self.offlineMilliseconds
                }
                return false
            }
            isAsking = true
            asked = now
            return true
        }
        guard asks else { return }
        do {
            let thread = try MountThread { [self] in
                let isThere = answers()
                monitor.synchronized { isAsking = false }
                if isThere { noteSuccess() } else { noteFailure() }
            }
            thread.detach()
        } catch {
            // Without a thread nothing is learnt; who waits is given up after its longest time.
            monitor.synchronized { isAsking = false }
        }
    }

    private func answers() -> Bool {
        guard let (host, port) = address() else { return false }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, port, &hints, &list) == 0 else { return false }
        defer { freeaddrinfo(list) }
        var next = list
        while let entry = next {
            if Self.takesConnection(entry.pointee) { return true }
            next = entry.pointee.ai_next
        }
        return false
    }

    private static func takesConnection(_ entry: addrinfo) -> Bool {
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(entry.ai_family, flags, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        if connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 { return true }
        guard errno == EINPROGRESS else { return false }
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&waited, 1, answerMilliseconds) == 1 else { return false }
        var problem: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &length) == 0 && problem == 0
    }
}
