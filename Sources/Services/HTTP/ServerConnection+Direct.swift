// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc

//           handler called           answered, and taken whole by the system
//  none ──────────────────► waiting ─────────────────────────────────────────► none
//                              │ answered, and taken in part                     ▲
//                              └──────────────────────────► writing ─────────────┘ the rest is taken
//
//  While it is not none evhttp hears nothing of the connection: what comes is held back, and libevent calls us.

/// Requests of a connection that evhttp never hears of.
extension ServerConnection {
    enum Direct {
        case none
        /// The handler has the request.
        case waiting
        /// A part of the answer waits for room.
        case writing
    }

    /// Whom libevent calls.
    struct Callbacks {
        var read: bufferevent_data_cb?
        var write: bufferevent_data_cb?
        var event: bufferevent_event_cb?
        var argument: UnsafeMutableRawPointer?
    }

    /// The handler has been called and has not answered: from here on evhttp would take a closed half for the end.
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

    /// Keeps what comes while a direct request is under way; false when there is none.
    func holdBack(_ input: OpaquePointer) -> Bool {
        guard direct != .none else { return false }
        hold(input)
        // What one reading brought is enough; more waits with the system, and then with the client. Each reading, even of one
        // byte, is a piece of memory of its own.
        bufferevent_disable(buffer, Int16(EV_READ))
        return true
    }

    /// Sends the answer to the direct request; what the system does not take now follows when it has room.
    ///
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
        // The client has gone: evhttp reads the end and closes.
        if sent < 0 { shutdown(bufferevent_getfd(buffer), Int32(SHUT_RDWR)) }
        endDirect()
    }

    private func wroteRest() {
        guard direct == .writing else { return }
        bufferevent_disable(buffer, Int16(EV_WRITE))
        endDirect()
    }

    /// A closed half, or silence, is told to evhttp when the answer is out: libevent sees it again when it reads again.
    private func noticed(_ what: Int32) {
        let isOver = what & BEV_EVENT_ERROR != 0 || what & BEV_EVENT_TIMEOUT != 0 && what & BEV_EVENT_WRITING != 0
        if isOver { evhttp_connection_free(peer) }
    }

    /// Gives the connection back to evhttp, with what came meanwhile.
    private func endDirect() {
        direct = .none
        if loop.isStopping { return evhttp_connection_free(peer) }
        guard let callbacks = replaced else { return }
        replaced = nil
        bufferevent_setcb(buffer, callbacks.read, callbacks.write, callbacks.event, callbacks.argument)
        if Int32(bufferevent_get_enabled(buffer)) & EV_READ == 0 { bufferevent_enable(buffer, Int16(EV_READ)) }
        guard let input = bufferevent_get_input(buffer), let held, heldBytes > 0 else { return }
        // Between reads libevent guards the end of a socket's input buffer against additions.
        evbuffer_unfreeze(input, 0)
        evbuffer_add_buffer(input, held)
        evbuffer_freeze(input, 0)
        guard evbuffer_get_length(input) > 0 else { return }
        bufferevent_trigger(buffer, Int16(EV_READ), Int32(BEV_TRIG_IGNORE_WATERMARKS.rawValue))
    }
}
