// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc

/// One accepted connection of a loop: the gate in front of evhttp's parser.
///
/// libevent calls ``received(_:)`` when bytes have been read and before evhttp sees them. What the gate does not let
/// pass is taken out of the input buffer. For a refusal a request of our own is put there instead: TRACE, which the
/// gate never lets pass, so only we can have written it. So answers to earlier requests still come first.
///
/// C: <https://libevent.org/libevent-book/Ref7_evbuffer.html>, evbuffer callbacks
final class ServerConnection {
    let buffer: OpaquePointer  // struct bufferevent, owned by evhttp
    /// What evhttp knows it by, once the loop does.
    private(set) var peer: OpaquePointer?  // struct evhttp_connection
    private let isProtected: Bool
    /// The beginning of a head, or what came while a direct request waits for its answer; made when there is such.
    private(set) var held: OpaquePointer?  // struct evbuffer
    private var gate: RequestGate
    private var isChanging = false
    /// Absent once everything goes the usual way.
    private var shortcut: Shortcut?
    unowned let loop: ServerLoop
    /// Where a direct request stands.
    var direct = Direct.none
    /// evhttp's callbacks while ours are in their place.
    var replaced: Callbacks?
    /// Where it comes from, as evhttp was told when it came: a client that has gone has no address any more.
    private var address = ""

    /// When the wait for the current head or body began, in seconds of the loop's clock.
    var waitingSince: UInt64
    private var answeredRequests = 0
    private var hasReceived = false
    private var isRefusalQueued = false

    /// Whether evhttp still has it.
    var isOpen = true

    /// A request that waits for something and is told if its client goes.
    var parked: Parked?

    /// A refused request whose answer was written; kept until the client has read it and closed.
    var lingering: OpaquePointer?
    /// Where an answer without a length stands; what the client sends meanwhile is dropped.
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

    /// evhttp has set it up.
    func adopted(as peer: OpaquePointer) {
        self.peer = peer
        address = Request.address(of: peer)
    }

    /// evhttp knows it no more, and nothing of what it kept for the next request is needed.
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

    /// The buffer lives a moment longer than the connection, and may still put in what it has just read.
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

    /// Takes all that is in `input`, and keeps it.
    func hold(_ input: OpaquePointer) {
        if held == nil { held = evbuffer_new() }
        evbuffer_add_buffer(held, input)
    }

    private func dropHeld() {
        if let held { evbuffer_free(held) }
        held = nil
    }

    var refusal: Refusal? { gate.refusal }

    /// Whether ``flush()`` does anything; TLS writes through its own layer.
    var canFlush: Bool { !isProtected }

    /// Hands a finished answer to the system at once and tells evhttp, so that the loop need not ask whether it would be taken.
    ///
    /// What is not taken, for want of room or because the client has gone, is left to the loop.
    func flush() {
        guard let output = bufferevent_get_output(buffer), evbuffer_get_length(output) > 0 else { return }
        // Between its own writes libevent guards the front of a socket's output buffer.
        evbuffer_unfreeze(output, 1)
        let written = evbuffer_write(output, bufferevent_getfd(buffer))
        evbuffer_freeze(output, 1)
        guard written > 0, evbuffer_get_length(output) == 0 else { return }
        // As bufferevent does when a write has emptied its buffer: no more wish to write, and the callback.
        bufferevent_disable(buffer, Int16(EV_WRITE))
        bufferevent_trigger(buffer, Int16(EV_WRITE), Int32(BEV_TRIG_IGNORE_WATERMARKS.rawValue))
    }

    /// Whether TLS has not yet agreed on keys, so that nothing can be said.
    var isAgreeing: Bool {
        isProtected && !hasReceived && SSL_is_init_finished(bufferevent_openssl_get_ssl(buffer)) == 0
    }

    /// Whether a request has passed and its answer is not yet written.
    var isAnswering: Bool { gate.passedRequests > answeredRequests || gate.refusal != nil || direct != .none }

    /// Whether the client owes the rest of a head, or its first bytes.
    var awaitsHead: Bool { !isAnswering && !gate.isInsideBody && (!hasReceived || heldBytes > 0) }
    var awaitsBody: Bool { !isAnswering && gate.isInsideBody }

    func finishAnswer(now: UInt64) {
        answeredRequests += 1
        waitingSince = now
    }

    /// Looks at the `added` bytes that were just read into evhttp's input buffer.
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
        // What passed earlier may still lie in front: evhttp leaves a body there until it is whole.
        evbuffer_remove_buffer(input, passing, evbuffer_get_length(input) - added)
        admit(input, now: now)
        evbuffer_prepend_buffer(input, passing)
        if gate.refusal != nil && !isRefusalQueued {
            isRefusalQueued = true
            evbuffer_add(input, Self.refusedRequest, Self.refusedRequest.utf8.count)
        }
    }

    /// Everything from now on goes the usual way, which knows that the server stops.
    func endShortcut() { shortcut = nil }

    /// Hands a request that came in one piece, while nothing else was under way, to the handler, if it is a direct one.
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

    /// Leaves in `input` what may pass.
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

    /// Refuses the incomplete head; the caller then lets evhttp read.
    func refuse(_ refusal: Refusal) {
        guard gate.refusal == nil, let input = bufferevent_get_input(buffer) else { return }
        gate.refuse(refusal)
        isRefusalQueued = true
        dropHeld()
        isChanging = true
        // Between reads libevent guards the end of a socket's input buffer against additions; that of TLS it does not.
        if !isProtected { evbuffer_unfreeze(input, 0) }
        evbuffer_add(input, Self.refusedRequest, Self.refusedRequest.utf8.count)
        if !isProtected { evbuffer_freeze(input, 0) }
        isChanging = false
    }
}
