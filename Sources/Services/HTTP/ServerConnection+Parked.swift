// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc

/// A request that waits without being work for the server: a long poll.
extension ServerConnection {
    struct Parked {
        let onGone: @Sendable () -> Void
    }

    func park(_ onGone: @escaping @Sendable () -> Void) { parked = Parked(onGone: onGone) }

    /// Called when the answer is ready.
    func unpark() { parked = nil }

    /// Whether the client of a parked request has closed or lost the connection. evhttp does not read while a request
    /// waits for its answer.
    ///
    /// This is polled instead of waited for by an event: libevent reports a broken connection as readable and
    /// writable, which nothing waits for here, and the system would report it repeatedly. poll(2): `POLLRDHUP`.
    var isAbandoned: Bool {
        guard parked != nil else { return false }
        var look = pollfd(fd: bufferevent_getfd(buffer), events: Self.clientHasClosed, revents: 0)
        return poll(&look, 1, 0) > 0
    }

    /// `POLLRDHUP`, which C defines only with _GNU_SOURCE.
    private static let clientHasClosed: Int16 = 0x2000

    /// Calls the handler's `onGone` because the client has disconnected.
    func leaveParked() {
        guard let parked else { return }
        unpark()
        parked.onGone()
    }
}
