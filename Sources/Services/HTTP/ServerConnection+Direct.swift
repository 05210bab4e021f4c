// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc

//           handler called           answered, and passed to the system completely
//  none ──────────────────► waiting ─────────────────────────────────────────► none
//                              │ answered, and passed in part                    ▲
//                              └──────────────────────────► writing ─────────────┘ the rest is passed
//
//  In any state except none evhttp gets no callback for the connection: input is held back, and libevent calls us.

/// Requests of a connection that bypass evhttp.
extension ServerConnection {
    enum Direct {
        case none
        /// The handler has the request.
        case waiting
        /// Part of the answer waits for buffer space in the system.
        case writing
    }

    /// The callbacks that libevent calls for a connection.
    struct Callbacks {
        var read: bufferevent_data_cb?
        var write: bufferevent_data_cb?
        var event: bufferevent_event_cb?
        var argument: UnsafeMutableRawPointer?
    }

    /// Replaces evhttp's callbacks while a handler has not answered: evhttp would treat a half-closed connection as
    /// closed.
    func standAside() {
        guard direct != .none, replaced == nil else { return }
        var callbacks = Callbacks()
        bufferevent_getcb(buffer, &callbacks.read, &callbacks.write, &callbacks.event, &callbacks.argument)
        replaced = callbacks
        bufferevent_setcb(
            buffer, nil, { _, context in ServerConnection.of(context).wroteRest() },
            { _, what, context in ServerConnection.of(context).noticed(Int32(what)) },
            Unmanaged.passUnretained(self).toOpaque())
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> ServerConnection {
        // Safe: standAside() passes the connection, which lives until evhttp has closed it, and its buffer with it.
        Unmanaged.fromOpaque(context!).takeUnretainedValue()
    }

    /// Holds input back while a direct request is under way. Returns false if there is none.
    func holdBack(_ input: OpaquePointer) -> Bool {
        guard direct != .none else { return false }
        hold(input)
        // The input of one read is enough; more waits in the system's buffer, and then at the client. Each read, even
        // of one byte, would allocate memory of its own.
        bufferevent_disable(buffer, Int16(EV_READ))
        return true
    }

    /// Sends the answer to the direct request. What the system does not accept now is sent later.
    func answer(_ bytes: [UInt8], now: UInt64) {
        let sent = send(bufferevent_getfd(buffer), bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        waitingSince = now
        if sent < bytes.count, sent >= 0 || errno == EAGAIN {
            standAside()
            direct = .writing
            bytes[max(0, sent)...].withUnsafeBytes { rest in _ = bufferevent_write(buffer, rest.baseAddress, rest.count)
            }
            bufferevent_enable(buffer, Int16(EV_WRITE))
            return
        }
        // The client has disconnected: evhttp reads the end of the connection and closes it.
        if sent < 0 { shutdown(bufferevent_getfd(buffer), Int32(SHUT_RDWR)) }
        endDirect()
    }

    private func wroteRest() {
        guard direct == .writing else { return }
        bufferevent_disable(buffer, Int16(EV_WRITE))
        endDirect()
    }

    /// evhttp learns of a half-closed connection or a read timeout after the answer: libevent reports it again at the
    /// next read.
    private func noticed(_ what: Int32) {
        let isOver = what & BEV_EVENT_ERROR != 0 || what & BEV_EVENT_TIMEOUT != 0 && what & BEV_EVENT_WRITING != 0
        if isOver { evhttp_connection_free(peer) }
    }

    /// Returns the connection to evhttp, with the input held back meanwhile.
    private func endDirect() {
        direct = .none
        if loop.isStopping { return evhttp_connection_free(peer) }
        guard let callbacks = replaced else { return }
        replaced = nil
        bufferevent_setcb(buffer, callbacks.read, callbacks.write, callbacks.event, callbacks.argument)
        if Int32(bufferevent_get_enabled(buffer)) & EV_READ == 0 { bufferevent_enable(buffer, Int16(EV_READ)) }
        guard let input = bufferevent_get_input(buffer), let held, heldBytes > 0 else { return }
        // Between reads libevent freezes the end of a socket's input buffer.
        evbuffer_unfreeze(input, 0)
        evbuffer_add_buffer(input, held)
        evbuffer_freeze(input, 0)
        guard evbuffer_get_length(input) > 0 else { return }
        bufferevent_trigger(buffer, Int16(EV_READ), Int32(BEV_TRIG_IGNORE_WATERMARKS.rawValue))
    }
}
