// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc

/// One accepted connection of a loop: the gate in front of evhttp's parser.
///
/// libevent calls ``received(_:)`` when bytes have been read and before evhttp sees them. Bytes that may not pass are
/// removed from the input buffer. To refuse a request, our own request is inserted instead: TRACE, which the gate
/// never passes, so only we can have written it. So answers to earlier requests still come first.
///
/// C: <https://libevent.org/libevent-book/Ref7_evbuffer.html>, evbuffer callbacks
final class ServerConnection {
    let buffer: OpaquePointer  // struct bufferevent, owned by evhttp
    /// evhttp's object for the connection, once the loop has it.
    private(set) var peer: OpaquePointer?  // struct evhttp_connection
    private let isProtected: Bool
    /// The beginning of a head, or input that arrived while a direct request waits for its answer. Allocated when
    /// needed.
    private(set) var held: OpaquePointer?  // struct evbuffer
    private var gate: RequestGate
    private var isChanging = false
    /// Nil once all requests go through evhttp.
    private var shortcut: Shortcut?
    unowned let loop: ServerLoop
    /// The state of a direct request.
    var direct = Direct.none
    /// evhttp's callbacks while ours replace them.
    var replaced: Callbacks?
    /// The client's address, stored when it connected, because a disconnected client has no address any more.
    private var address = ""

    /// When the wait for the current head or body began, in seconds of the loop's clock.
    var waitingSince: UInt64
    private var answeredRequests = 0
    private var hasReceived = false
    private var isRefusalQueued = false

    /// Whether evhttp still has the connection.
    var isOpen = true

    /// A parked request, whose handler is told if the client disconnects.
    var parked: Parked?

    /// A refused request whose answer was written. Kept until the client has read it and closed the connection.
    var lingering: OpaquePointer?
    /// The state of an answer without a length. Input that arrives meanwhile is dropped.
    var streaming = Streaming.none

    private static let refusedRequest = "TRACE / HTTP/1.1\r\nHost: refused\r\nConnection: close\r\n\r\n"

    init?(
        base: OpaquePointer, loop: ServerLoop, protection: Protection?, limits: Limits, shortcut: Shortcut?, now: UInt64
    ) {
        let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)
        let made = protection.map { $0.buffer(on: base) } ?? bufferevent_socket_new(base, -1, options)
        guard let buffer = made else { return nil }
        self.buffer = buffer
        self.shortcut = shortcut
        self.loop = loop
        isProtected = protection != nil
        gate = RequestGate(limits: limits)
        waitingSince = now
    }

    deinit { dropHeld() }

    /// Called when evhttp has set the connection up.
    func adopted(as peer: OpaquePointer) {
        self.peer = peer
        address = Request.address(of: peer)
    }

    /// Called when evhttp has released the connection. Frees everything that was kept for the next request.
    func released() {
        peer = nil
        address = ""
        dropHeld()
        guard let input = bufferevent_get_input(buffer) else { return }
        evbuffer_drain(input, evbuffer_get_length(input))
    }

    /// Calls ``received(_:)`` for what is read from now on.
    func watchInput() {
        evbuffer_add_cb(bufferevent_get_input(buffer), Self.hasRead, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Must be called before the connection goes: the buffer lives a moment longer and may still add bytes that it has
    /// read.
    func forgetInput() {
        evbuffer_remove_cb(bufferevent_get_input(buffer), Self.hasRead, Unmanaged.passUnretained(self).toOpaque())
    }

    private static let hasRead: evbuffer_cb_func = { _, info, context in
        guard let info, let context, info.pointee.n_added > 0 else { return }
        // Safe: watchInput() passes the connection, which forgets the input before it goes.
        let connection = Unmanaged<ServerConnection>.fromOpaque(context).takeUnretainedValue()
        connection.received(info.pointee.n_added, now: ServerLoop.clock())
    }

    var heldBytes: Int { held.map { evbuffer_get_length($0) } ?? 0 }

    /// Moves all bytes of `input` into the held buffer.
    func hold(_ input: OpaquePointer) {
        if held == nil { held = evbuffer_new() }
        evbuffer_add_buffer(held, input)
    }

    private func dropHeld() {
        if let held { evbuffer_free(held) }
        held = nil
    }

    var refusal: Refusal? { gate.refusal }

    /// Whether ``flush()`` has an effect. TLS writes through its own layer.
    var canFlush: Bool { !isProtected }

    /// Writes a finished answer to the socket at once and notifies evhttp, so that the loop need not wait until the
    /// socket is writable.
    ///
    /// What cannot be written, because the system's buffer is full or the client has disconnected, is left to the loop.
    func flush() {
        guard let output = bufferevent_get_output(buffer), evbuffer_get_length(output) > 0 else { return }
        // Between its own writes libevent freezes the front of a socket's output buffer.
        evbuffer_unfreeze(output, 1)
        let written = evbuffer_write(output, bufferevent_getfd(buffer))
        evbuffer_freeze(output, 1)
        guard written > 0, evbuffer_get_length(output) == 0 else { return }
        // As bufferevent does when a write has emptied its buffer: stop waiting for writability, and call the callback.
        bufferevent_disable(buffer, Int16(EV_WRITE))
        bufferevent_trigger(buffer, Int16(EV_WRITE), Int32(BEV_TRIG_IGNORE_WATERMARKS.rawValue))
    }

    /// Whether the TLS handshake is not complete, so that no answer can be sent.
    var isAgreeing: Bool {
        isProtected && !hasReceived && SSL_is_init_finished(bufferevent_openssl_get_ssl(buffer)) == 0
    }

    /// Whether a request has passed and its answer is not yet written.
    var isAnswering: Bool { gate.passedRequests > answeredRequests || gate.refusal != nil || direct != .none }

    /// Whether the server waits for the rest of a head, or for the client's first bytes.
    var awaitsHead: Bool { !isAnswering && !gate.isInsideBody && (!hasReceived || heldBytes > 0) }
    var awaitsBody: Bool { !isAnswering && gate.isInsideBody }

    func finishAnswer(now: UInt64) {
        answeredRequests += 1
        waitingSince = now
    }

    /// Handles the `added` bytes that were just read into evhttp's input buffer.
    func received(_ added: Int, now: UInt64) {
        guard !isChanging, let input = bufferevent_get_input(buffer) else { return }
        isChanging = true
        defer { isChanging = false }
        guard !streaming.isUnderWay else {
            evbuffer_drain(input, evbuffer_get_length(input))
            return
        }
        if holdBack(input) { return }
        if let shortcut, take(input, added, by: shortcut, now: now) { return }
        let passing = loop.passing
        // Bytes that passed earlier may still be in front: evhttp leaves a body there until it is complete.
        evbuffer_remove_buffer(input, passing, evbuffer_get_length(input) - added)
        admit(input, now: now)
        evbuffer_prepend_buffer(input, passing)
        if gate.refusal != nil && !isRefusalQueued {
            isRefusalQueued = true
            evbuffer_add(input, Self.refusedRequest, Self.refusedRequest.utf8.count)
        }
    }

    /// Sends all further requests through evhttp, which knows that the server stops.
    func endShortcut() { shortcut = nil }

    /// Passes a direct request to the handler, if it arrived in one piece while nothing else was under way.
    private func take(_ input: OpaquePointer, _ added: Int, by shortcut: Shortcut, now: UInt64) -> Bool {
        guard gate.isAtRest, !isAnswering, evbuffer_get_length(input) == added,
            evbuffer_get_length(bufferevent_get_output(buffer)) == 0, let start = evbuffer_pullup(input, -1),
            let request = shortcut.request(in: UnsafeBufferPointer(start: start, count: added), from: address)
        else { return false }
        waitingSince = now
        hasReceived = true
        evbuffer_drain(input, added)
        loop.handle(request, directlyFrom: self)
        return true
    }

    /// Leaves only the bytes in `input` that may pass.
    private func admit(_ input: OpaquePointer, now: UInt64) {
        let wasInsideBody = gate.isInsideBody
        let isFirstOfHead = heldBytes == 0 && !wasInsideBody
        if let held { evbuffer_prepend_buffer(input, held) }
        let count = evbuffer_get_length(input)
        guard let start = evbuffer_pullup(input, -1) else { return }
        let passed = gate.admit(UnsafeBufferPointer(start: start, count: count))
        if isFirstOfHead || gate.isInsideBody != wasInsideBody { waitingSince = now }
        hasReceived = true
        guard passed < count else { return }
        evbuffer_remove_buffer(input, loop.passing, passed)
        if gate.refusal == nil { hold(input) }
        evbuffer_drain(input, evbuffer_get_length(input))
    }

    /// Refuses the incomplete head. The caller then lets evhttp read.
    func refuse(_ refusal: Refusal) {
        guard gate.refusal == nil, let input = bufferevent_get_input(buffer) else { return }
        gate.refuse(refusal)
        isRefusalQueued = true
        dropHeld()
        isChanging = true
        // Between reads libevent freezes the end of a socket's input buffer, but not that of a TLS buffer.
        if !isProtected { evbuffer_unfreeze(input, 0) }
        evbuffer_add(input, Self.refusedRequest, Self.refusedRequest.utf8.count)
        if !isProtected { evbuffer_freeze(input, 0) }
        isChanging = false
    }
}
