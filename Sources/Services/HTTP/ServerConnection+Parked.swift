// SPDX-License-Identifier: MIT
internal import CEvent

/// A request that waits without being work: a long poll.
extension ServerConnection {
    struct Parked {
        let onGone: @Sendable () -> Void
        /// Tells when the client closes: evhttp does not read while a request waits for its answer.
        let closing: OpaquePointer?  // struct event, of the loop
    }

    /// C: `EV_CLOSED`, which looks for the end of what the client says without reading it.
    func park(_ onGone: @escaping @Sendable () -> Void) {
        let closing = event_new(
            loop.base, bufferevent_getfd(buffer), Int16(EV_CLOSED),
            { _, _, context in
                // Safe: park(_:) passes the connection, which lives until evhttp has closed it, and then the event is gone.
                Unmanaged<ServerConnection>.fromOpaque(context!).takeUnretainedValue().leaveParked()
            }, Unmanaged.passUnretained(self).toOpaque())
        if let closing { event_add(closing, nil) }
        parked = Parked(onGone: onGone, closing: closing)
    }

    /// The answer is there.
    func unpark() {
        guard let parked else { return }
        if let closing = parked.closing { event_free(closing) }
        self.parked = nil
    }

    /// Nobody waits any more.
    func leaveParked() {
        guard let parked else { return }
        unpark()
        parked.onGone()
    }
}
