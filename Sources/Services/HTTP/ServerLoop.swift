// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc
internal import Synchronization

/// One event loop of a server: a thread, a listening socket, and evhttp with a ``ServerConnection`` for each
/// connection.
///
/// Unchecked Sendable: other threads use `outbox`, `wakeUp` and constants only. Everything else belongs to the loop's
/// thread.
///
/// C: `event_base`, `evhttp`, <https://libevent.org/doc/http_8h.html>
final class ServerLoop: @unchecked Sendable {
    private struct Outbox {
        var answers: [(RequestReference, Response)] = []
        /// Streams that have data to write, or are to end.
        var streams: [ResponseStream] = []
        var isStopping = false
        /// Whether the loop was woken and has not read the outbox yet.
        var isRung = false
        /// After the loop ended, its requests are freed, and later answers are dropped.
        var isClosed = false
    }

    private let handler: RequestHandler
    private let limits: Limits
    let queued: QueuedRequests
    private let protection: Protection?
    private let outbox = Mutex(Outbox())
    let wakeUp: Int32  // eventfd

    let base: OpaquePointer
    private let http: OpaquePointer
    private var listener: OpaquePointer?  // struct evhttp_bound_socket
    private var wakeUpEvent: OpaquePointer?
    private var adoptEvent: OpaquePointer?
    private var flushEvent: OpaquePointer?
    private var turnEvent: OpaquePointer?
    private var sweepEvent: OpaquePointer?

    private var thread: pthread_t?
    /// A temporary buffer for bodies on their way to evhttp.
    private let body: OpaquePointer
    /// Bytes of a read that have passed the gate, while the rest is removed.
    let passing: OpaquePointer  // struct evbuffer
    /// Connections with an answer that is not written to the socket yet.
    private var unflushed: [ServerConnection] = []
    private let date = DateText()
    private let shortcut: Shortcut?
    private var arrivals: [ServerConnection] = []
    /// By evhttp_connection; connections that evhttp has released, by bufferevent.
    private var connections: [OpaquePointer: ServerConnection] = [:]
    private var now = ServerLoop.clock()
    private var stopDeadline: UInt64?
    private let turn = LoopTurn()

    /// Takes ownership of the listening socket, even if it throws.
    init(
        descriptor: Int32, limits: Limits, queued: QueuedRequests, protection: Protection?,
        direct: DirectRequests?, handler: @escaping RequestHandler
    ) throws {
        // TLS writes through its own layer.
        shortcut = protection == nil ? direct.map { [date] in Shortcut($0, limits: limits, date: date) } : nil
        self.protection = protection
        self.handler = handler
        self.limits = limits
        self.queued = queued
        wakeUp = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard wakeUp >= 0, let base = Self.makeBase(), let http = evhttp_new(base), let body = evbuffer_new(),
            let passing = evbuffer_new(), let listener = evhttp_accept_socket_with_handle(http, descriptor)
        else {
            close(descriptor)
            throw HTTPError(.cantListen, "There are not enough resources for one more event loop.")
        }
        self.base = base
        self.http = http
        self.body = body
        self.passing = passing
        self.listener = listener
        configure()
    }

    /// Makes an event base that applies changes of watched events only when the loop waits next. Changes that cancel
    /// each other out cost no system call: an answer that is written at once needs no wait for writability.
    ///
    /// C: `EVENT_BASE_FLAG_EPOLL_USE_CHANGELIST`, which forbids duplicated descriptors; there are none.
    private static func makeBase() -> OpaquePointer? {
        guard let configuration = event_config_new() else { return nil }
        defer { event_config_free(configuration) }
        event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_EPOLL_USE_CHANGELIST.rawValue))
        return event_base_new_with_config(configuration)
    }

    deinit {
        // Closed only now, because a late answer may have written to it.
        close(wakeUp)
    }

    // MARK: - From any thread

    func start() throws {
        let context = Unmanaged.passRetained(self)
        // A write to a disconnected client must return an error and not raise SIGPIPE, and SIGTERM belongs to the main
        // thread.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                // Safe: start() passes a retained loop.
                Unmanaged<ServerLoop>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw HTTPError(.cantListen, "Could not start a thread: \(String(cString: strerror(code))).")
        }
        self.thread = thread
    }

    func post(_ response: Response, to request: RequestReference) {
        if response.stream == nil, turn.isCurrent {
            // Inside the handler: the answer is sent directly.
            queued.leave()
            return send(response, to: request)
        }
        guard let gathering = GatheredAnswers.current else { return deliver([(request, response)], []) }
        gathering.add(response, to: request, on: self)
    }

    func post(_ stream: ResponseStream) {
        guard let gathering = GatheredAnswers.current else { return deliver([], [stream]) }
        gathering.add(stream, on: self)
    }

    /// Queues answers and streams, and wakes the loop.
    func deliver(_ answers: [(RequestReference, Response)], _ streams: [ResponseStream]) {
        let needsWakeUp = outbox.withLock { outbox in
            guard !outbox.isClosed else { return false }
            outbox.answers += answers
            outbox.streams += streams
            defer { outbox.isRung = true }
            return !outbox.isRung
        }
        if needsWakeUp { ring() }
    }

    func beginStop() {
        outbox.withLock { $0.isStopping = true }
        ring()
    }

    func join() {
        guard let thread else { return }
        pthread_join(thread, nil)
        self.thread = nil
    }

    private func ring() {
        var one: UInt64 = 1
        // This fails only if the counter is full, and then the loop is awake.
        write(wakeUp, &one, MemoryLayout<UInt64>.size)
    }

    // MARK: - The loop's thread

    private func configure() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        evhttp_set_default_content_type(http, nil)
        evhttp_set_timeout(http, limits.idleSeconds)
        // A second check behind the gate, which refuses first.
        evhttp_set_max_headers_size(http, limits.headBytes)
        evhttp_set_max_body_size(http, limits.bodyBytes)
        let methods =
            EVHTTP_REQ_GET.rawValue | EVHTTP_REQ_POST.rawValue | EVHTTP_REQ_PUT.rawValue | EVHTTP_REQ_DELETE.rawValue
            | EVHTTP_REQ_TRACE.rawValue
        evhttp_set_allowed_methods(http, UInt16(methods))
        evhttp_set_bevcb(http, { _, context in ServerLoop.of(context).accept() }, context)
        evhttp_set_gencb(http, { request, context in ServerLoop.of(context).handle(request) }, context)
        wakeUpEvent = event_new(
            base, wakeUp, Int16(EV_READ) | Int16(EV_PERSIST), { _, _, context in ServerLoop.of(context).wokeUp() },
            context)
        flushEvent = event_new(base, -1, 0, { _, _, context in ServerLoop.of(context).flush() }, context)
        turnEvent = event_new(base, -1, 0, { _, _, context in ServerLoop.of(context).turn.end() }, context)
        adoptEvent = event_new(base, -1, 0, { _, _, context in ServerLoop.of(context).adopt() }, context)
        sweepEvent = event_new(
            base, -1, Int16(EV_PERSIST), { _, _, context in ServerLoop.of(context).sweep() }, context)
        var second = timeval(tv_sec: 1, tv_usec: 0)
        event_add(wakeUpEvent, nil)
        event_add(sweepEvent, &second)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> ServerLoop {
        // Safe: every callback of the loop was registered with the loop itself, which outlives its base.
        Unmanaged.fromOpaque(context!).takeUnretainedValue()
    }

    private func run() {
        turn.begin(ending: turnEvent)
        event_base_dispatch(base)
        turn.close()
        outbox.withLock { outbox in
            outbox.isClosed = true
            outbox.answers.removeAll()
            outbox.streams.removeAll()
        }
        evhttp_free(http)
        // Notifies the producers of streams that the end of the loop cuts off.
        for connection in connections.values where connection.streaming.isUnderWay { endStream(of: connection) }
        queued.connections.subtract(connections.count, ordering: .relaxed)
        connections.removeAll()
        unflushed.removeAll()
        for event in [wakeUpEvent, adoptEvent, flushEvent, turnEvent, sweepEvent] { event_free(event) }
        evbuffer_free(body)
        evbuffer_free(passing)
        event_base_free(base)
    }

    /// Called by evhttp for the buffer of a connection that it has accepted and not yet set up.
    private func accept() -> OpaquePointer? {
        let made = ServerConnection(
            base: base, loop: self, protection: protection, limits: limits, shortcut: shortcut, now: now)
        guard let connection = made else { return nil }
        connection.watchInput()
        arrivals.append(connection)
        // Runs after the accept and before anything is read.
        event_active(adoptEvent, Int32(EV_TIMEOUT), 0)
        return connection.buffer
    }

    /// Registers for the close of the new connections.
    private func adopt() {
        for connection in arrivals {
            var argument: UnsafeMutableRawPointer?
            // evhttp 2.1 has no callback for an accepted connection. Its object is the argument of evhttp's own
            // callbacks.
            bufferevent_getcb(connection.buffer, nil, nil, nil, &argument)
            guard let argument else { continue }
            let pointer = OpaquePointer(argument)
            connections[pointer] = connection
            connection.adopted(as: pointer)
            queued.connections.add(1, ordering: .relaxed)
            evhttp_connection_set_closecb(
                pointer, { pointer, context in ServerLoop.of(context).closed(pointer) },
                Unmanaged.passUnretained(self).toOpaque())
            if connections.count > limits.connections || stopDeadline != nil { evhttp_connection_free(pointer) }
        }
        arrivals.removeAll(keepingCapacity: true)
    }

    private func closed(_ pointer: OpaquePointer?) {
        guard let pointer, let connection = connections[pointer] else { return }
        forget(connection, knownBy: pointer)
        connection.leaveParked()
        if let request = connection.lingering {
            connection.lingering = nil
            // The client has closed first, so evhttp has released the request; this frees it.
            if evhttp_request_get_connection(request) == nil { evhttp_send_reply_end(request) }
        }
        endIfDrained()
    }

    /// Removes a closed connection.
    func forget(_ connection: ServerConnection, knownBy pointer: OpaquePointer) {
        connections[pointer] = nil
        connection.isOpen = false
        connection.forgetInput()
        queued.connections.subtract(1, ordering: .relaxed)
    }

    /// Keeps a connection that evhttp has released.
    func keep(_ connection: ServerConnection, formerly pointer: OpaquePointer) {
        connections[pointer] = nil
        connections[connection.buffer] = connection
    }

    private func handle(_ pointer: OpaquePointer?) {
        guard let pointer, let peer = evhttp_request_get_connection(pointer), let connection = connections[peer] else {
            return evhttp_send_error(pointer, 500, nil)
        }
        if let refusal = connection.refusal, evhttp_request_get_command(pointer) == EVHTTP_REQ_TRACE {
            return send(refusal, to: pointer, on: connection)
        }
        evhttp_request_set_on_complete_cb(
            pointer,
            { _, context in
                // Safe: set below; evhttp closes a connection, and we forget it, only after this call.
                Unmanaged<ServerConnection>.fromOpaque(context!).takeUnretainedValue()
                    .finishAnswer(now: ServerLoop.clock())
            }, Unmanaged.passUnretained(connection).toOpaque())
        var request: Request
        do {
            request = try Request(reading: pointer, peer: peer)
        } catch {
            return send(Refusal.malformed("The request target is malformed.").response, to: pointer, on: connection)
        }
        do throws(Refusal) {
            try request.unpackBody(maximumBytes: limits.bodyBytes)
        } catch {
            return send(error.response, to: pointer, on: connection)
        }
        guard queued.enter(limit: limits.queuedRequests) else {
            return send(Self.busy, to: pointer, on: connection)
        }
        request.turn = turn
        let pending = PendingReply(
            loop: self, request: .parsed(pointer, on: connection))
        turn.serve(pending) { handler(request) { pending.answer($0) } }
    }

    private func wokeUp() {
        var count: UInt64 = 0
        read(wakeUp, &count, MemoryLayout<UInt64>.size)
        now = Self.clock()
        let (answers, streams, isStopping) = outbox.withLock { outbox in
            let (answers, streams) = (outbox.answers, outbox.streams)
            outbox.isRung = false
            outbox.answers.removeAll(keepingCapacity: answers.count < 1_024)
            outbox.streams.removeAll(keepingCapacity: streams.count < 1_024)
            return (answers, streams, outbox.isStopping)
        }
        for (request, response) in answers {
            queued.leave()
            send(response, to: request)
        }
        flush()
        for stream in streams { if let connection = stream.connection { advance(connection) } }
        if isStopping && stopDeadline == nil { drain() }
    }

    /// Calls the handler for a request that bypasses evhttp.
    func handle(_ request: Request, directlyFrom connection: ServerConnection) {
        connection.direct = .waiting
        queued.direct.add(1, ordering: .relaxed)
        let packs = limits.packsAnswers && request.headers["Accept-Encoding"].map(Gzip.isAccepted) ?? false
        let reference = RequestReference.direct(on: connection, packs: packs)
        guard queued.enter(limit: limits.queuedRequests) else { return send(Self.busy, to: reference) }
        let pending = PendingReply(loop: self, request: reference)
        var request = request
        request.turn = turn
        handler(request) { pending.answer($0) }
        connection.standAside()
    }

    private static let busy = {
        var busy = Response.refusal(503, "BUSY", "The server has too much to do: try again in a moment.")
        busy.headers["Retry-After"] = "1"
        return busy
    }()

    private func send(_ response: Response, to request: RequestReference) {
        switch request {
        case .parsed(let pointer, let connection): send(response, to: pointer, on: connection)
        case .direct(let connection, let packs): send(response, directlyTo: connection, packs: packs)
        }
    }

    private func send(_ response: Response, directlyTo connection: ServerConnection, packs: Bool) {
        // Otherwise the client has disconnected.
        guard connection.isOpen, let shortcut else { return }
        var response = response
        response.stream?.lost()
        if response.stream != nil || !response.isSendable { response = .malformed }
        response.packBody(accepted: packs)
        connection.answer(shortcut.bytes(of: response, isLast: isStopping), now: now)
    }

    /// If the client has disconnected meanwhile, evhttp only frees the request.
    private func send(_ response: Response, to request: OpaquePointer, on connection: ServerConnection) {
        connection.unpark()
        guard response.isSendable else { return send(.malformed, to: request, on: connection) }
        if let stream = response.stream { return begin(stream, response, for: request, on: connection) }
        var response = response
        response.packBody(accepted: limits.packsAnswers && Self.acceptsGzip(request))
        let headers = evhttp_request_get_output_headers(request)
        for field in response.headers.fields { evhttp_add_header(headers, field.name, field.value) }
        if stopDeadline != nil { evhttp_add_header(headers, "Connection", "close") }
        // evhttp would format the date for every answer.
        evhttp_add_header(headers, "Date", date.now())
        evbuffer_add(body, response.body, response.body.count)
        evhttp_send_reply(request, Int32(response.status), StatusPhrase.of(response.status), body)
        // The buffer is empty already, unless the client has disconnected.
        evbuffer_drain(body, evbuffer_get_length(body))
        guard connection.isOpen, connection.canFlush else { return }
        if unflushed.isEmpty { event_active(flushEvent, Int32(EV_TIMEOUT), 0) }
        unflushed.append(connection)
    }

    /// Writes answers to the sockets before the loop waits again.
    private func flush() {
        guard !unflushed.isEmpty else { return }
        let connections = unflushed
        unflushed.removeAll(keepingCapacity: true)
        for connection in connections where connection.isOpen { connection.flush() }
    }

    /// For answers to stream requests that are not streams.
    func sendPlain(_ response: Response, to request: OpaquePointer, on connection: ServerConnection) {
        send(response, to: request, on: connection)
    }
    var isStopping: Bool { stopDeadline != nil }
    var idleSeconds: Int32 { limits.idleSeconds }

    private static func acceptsGzip(_ request: OpaquePointer) -> Bool {
        guard let value = evhttp_find_header(evhttp_request_get_input_headers(request), "Accept-Encoding") else {
            return false
        }
        return Gzip.isAccepted(by: String(cString: value))
    }

    /// Answers, and then reads and drops input for a moment: closing with unread bytes would reset the connection, and
    /// the client might not see the answer (RFC 9112, section 9.6).
    private func send(_ refusal: Refusal, to request: OpaquePointer, on connection: ServerConnection) {
        let response = refusal.response
        let headers = evhttp_request_get_output_headers(request)
        for field in response.headers.fields { evhttp_add_header(headers, field.name, field.value) }
        evhttp_add_header(headers, "Content-Length", "\(response.body.count)")
        evhttp_add_header(headers, "Connection", "close")
        connection.lingering = request
        connection.finishAnswer(now: now)
        let body = evbuffer_new()
        evbuffer_add(body, response.body, response.body.count)
        evhttp_send_reply_start(request, Int32(response.status), StatusPhrase.of(response.status))
        evhttp_send_reply_chunk_with_cb(
            request, body,
            { peer, _ in
                // Written: the client sees the end now, and we wait until it closes.
                shutdown(bufferevent_getfd(evhttp_connection_get_bufferevent(peer)), Int32(SHUT_WR))
            }, nil)
        evbuffer_free(body)
    }

    /// Runs once a second: ends connections that exceed a time limit, and parked requests of disconnected clients.
    private func sweep() {
        now = Self.clock()
        for (pointer, connection) in connections {
            if connection.isAbandoned { connection.leaveParked() }
            let waited = now - min(now, connection.waitingSince)
            guard !connection.streaming.isUnderWay else { continue }
            if let request = connection.lingering {
                guard waited >= 1 else { continue }
                connection.lingering = nil
                evhttp_send_reply_end(request)
            } else if connection.isAgreeing && waited >= limits.headSeconds {
                evhttp_connection_free(pointer)
            } else if connection.awaitsHead && waited >= limits.headSeconds {
                connection.refuse(Refusal(status: 408, message: "The request head took too long."))
                bufferevent_trigger(connection.buffer, Int16(EV_READ), Int32(BEV_TRIG_IGNORE_WATERMARKS.rawValue))
            } else if connection.awaitsBody && waited >= limits.bodySeconds {
                evhttp_connection_free(pointer)
            }
        }
        if let stopDeadline, now >= stopDeadline { event_base_loopbreak(base) }
    }

    // MARK: - Stopping

    private func drain() {
        stopDeadline = now + limits.stopSeconds
        evhttp_del_accept_socket(http, listener)
        listener = nil
        for (pointer, connection) in connections {
            connection.endShortcut()
            connection.leaveParked()
            if connection.streaming.isUnderWay {
                connection.streaming.stream?.lost()
                advance(connection)
            } else if !connection.isAnswering {
                evhttp_connection_free(pointer)
            }
        }
        endIfDrained()
    }

    func endIfDrained() {
        if stopDeadline != nil && connections.isEmpty { event_base_loopbreak(base) }
    }

    /// Seconds of a monotonic clock.
    static func clock() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec)
    }
}
