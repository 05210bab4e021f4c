// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc

/// A request that waits without being work: a long poll.
extension ServerConnection {
    struct Parked {
        let onGone: @Sendable () -> Void
    }

    func park(_ onGone: @escaping @Sendable () -> Void) { parked = Parked(onGone: onGone) }

    /// The answer is there.
    func unpark() { parked = nil }

    /// Whether the client of a parked request has closed or broken the connection: evhttp does not read while a request waits for
    /// its answer.
    ///
    /// Asked now and then, and not waited for by an event: libevent tells a broken connection as one to read from and to write to,
    /// which nobody waits for, and the system would tell it again and again. poll(2): `POLLRDHUP`.
    var isAbandoned: Bool {
        guard parked != nil else { return false }
        var look = pollfd(fd: bufferevent_getfd(buffer), events: Self.clientHasClosed, revents: 0)
        return poll(&look, 1, 0) > 0
    }

    /// `POLLRDHUP`, which C shows only on request.
    private static let clientHasClosed: Int16 = 0x2000

    /// Nobody waits any more.
    func leaveParked() {
        guard let parked else { return }
        unpark()
        parked.onGone()
    }
}
