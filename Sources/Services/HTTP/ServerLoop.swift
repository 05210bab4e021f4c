// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc
internal import Synchronization

/// One event loop of a server: a thread, a listening socket, and evhttp behind a ``ServerConnection`` each.
///
/// Unchecked Sendable: other threads use `outbox`, `wakeUp` and constants only; all else belongs to the loop's thread.
///
/// C: `event_base`, `evhttp`, <https://libevent.org/doc/http_8h.html>
final class ServerLoop: @unchecked Sendable {
    private struct Outbox {
        var answers: [(RequestReference, Response)] = []
        /// Streams that have something to write, or are to end.
        var streams: [ResponseStream] = []
        var isStopping = false
        /// After the end of the loop its requests are gone; an answer that comes later is dropped.
        var isClosed = false
    }

    private let handler: RequestHandler
    private let limits: Limits
    let queued: QueuedRequests
    private let protection: Protection?
    private let outbox = Mutex(Outbox())
    private let wakeUp: Int32  // eventfd

    private let base: OpaquePointer
    private let http: OpaquePointer
    private var listener: OpaquePointer?  // struct evhttp_bound_socket
    private var wakeUpEvent: OpaquePointer?
    private var adoptEvent: OpaquePointer?
    private var sweepEvent: OpaquePointer?

    private var thread: pthread_t?
    private var arrivals: [ServerConnection] = []
    private var connections: [OpaquePointer: ServerConnection] = [:]  // by evhttp_connection
    private var now = ServerLoop.clock()
    private var stopDeadline: UInt64?

    /// Takes over the listening socket, whatever happens.
    init(
        descriptor: Int32, limits: Limits, queued: QueuedRequests, protection: Protection?,
        handler: @escaping RequestHandler
    ) throws {
        self.protection = protection
        self.handler = handler
        self.limits = limits
        self.queued = queued
        wakeUp = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard wakeUp >= 0, let base = event_base_new(), let http = evhttp_new(base),
            let listener = evhttp_accept_socket_with_handle(http, descriptor)
        else {
            close(descriptor)
            throw HTTPError(.cantListen, "There are not enough resources for one more event loop.")
        }
        self.base = base
        self.http = http
        self.listener = listener
        configure()
    }

    deinit {
        // Only now, because a late answer may have written to it.
        close(wakeUp)
    }

    // MARK: - From any thread

    func start() throws {
        let context = Unmanaged.passRetained(self)
        // A client that has gone away must be an error code, not SIGPIPE, and SIGTERM belongs to the main thread.
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
        let needsWakeUp = outbox.withLock { outbox in
            guard !outbox.isClosed else { return false }
            outbox.answers.append((request, response))
            return outbox.answers.count + outbox.streams.count == 1
        }
        if needsWakeUp { ring() }
    }

    func post(_ stream: ResponseStream) {
        let needsWakeUp = outbox.withLock { outbox in
            guard !outbox.isClosed else { return false }
            outbox.streams.append(stream)
            return outbox.answers.count + outbox.streams.count == 1
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
        // It fails only when the counter is full, and then the loop is awake.
        write(wakeUp, &one, MemoryLayout<UInt64>.size)
    }

    // MARK: - The loop's thread

    private func configure() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        evhttp_set_default_content_type(http, nil)
        evhttp_set_timeout(http, limits.idleSeconds)
        // A second line behind the gate, which refuses first.
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
        event_base_dispatch(base)
        outbox.withLock { outbox in
            outbox.isClosed = true
            outbox.answers.removeAll()
            outbox.streams.removeAll()
        }
        evhttp_free(http)
        // Whoever feeds a stream that the end of the loop has cut off learns it here.
        for connection in connections.values { connection.streaming?.stream.lost() }
        queued.connections.subtract(connections.count, ordering: .relaxed)
        connections.removeAll()
        for event in [wakeUpEvent, adoptEvent, sweepEvent] { event_free(event) }
        event_base_free(base)
    }

    /// evhttp asks for the buffer of a connection that it has accepted and not yet set up.
    private func accept() -> OpaquePointer? {
        guard let connection = ServerConnection(base: base, protection: protection, limits: limits, now: now)
        else { return nil }
        evbuffer_add_cb(
            bufferevent_get_input(connection.buffer),
            { _, info, context in
                guard let info, let context, info.pointee.n_added > 0 else { return }
                // The connection lives until evhttp has closed it, and the buffer with it.
                let connection = Unmanaged<ServerConnection>.fromOpaque(context).takeUnretainedValue()
                connection.received(info.pointee.n_added, now: ServerLoop.clock())
            }, Unmanaged.passUnretained(connection).toOpaque())
        arrivals.append(connection)
        // Runs when the accept is over and before anything is read.
        event_active(adoptEvent, Int32(EV_TIMEOUT), 0)
        return connection.buffer
    }

    /// Asks to be told when evhttp closes the new connections.
    private func adopt() {
        for connection in arrivals {
            var argument: UnsafeMutableRawPointer?
            // evhttp 2.1 has no call for "a connection was accepted"; it is the argument of its own callbacks.
            bufferevent_getcb(connection.buffer, nil, nil, nil, &argument)
            guard let argument else { continue }
            let pointer = OpaquePointer(argument)
            connections[pointer] = connection
            queued.connections.add(1, ordering: .relaxed)
            evhttp_connection_set_closecb(
                pointer, { pointer, context in ServerLoop.of(context).closed(pointer) },
                Unmanaged.passUnretained(self).toOpaque())
            if connections.count > limits.connections || stopDeadline != nil { evhttp_connection_free(pointer) }
        }
        arrivals.removeAll(keepingCapacity: true)
    }

    private func closed(_ pointer: OpaquePointer?) {
        guard let pointer, let connection = connections.removeValue(forKey: pointer) else { return }
        queued.connections.subtract(1, ordering: .relaxed)
        if let (stream, request) = connection.streaming {
            forgetStream(of: connection)
            stream.lost()
            // As below: evhttp has let go of the request if the client closed first.
            if evhttp_request_get_connection(request) == nil { evhttp_send_reply_end(request) }
        }
        if let request = connection.lingering {
            connection.lingering = nil
            // The client has closed first, so evhttp has let go of the request; this frees it.
            if evhttp_request_get_connection(request) == nil { evhttp_send_reply_end(request) }
        }
        endIfDrained()
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
            return send(Refusal.malformed("The request target is malformed.").response, to: pointer)
        }
        do throws(Refusal) {
            try request.unpackBody(maximumBytes: limits.bodyBytes)
        } catch {
            return send(error.response, to: pointer)
        }
        guard queued.enter(limit: limits.queuedRequests) else {
            var busy = Response.refusal(503, "busy", "The server has too much to do: try again in a moment.")
            busy.headers["Retry-After"] = "1"
            return send(busy, to: pointer)
        }
        let pending = PendingReply(loop: self, request: RequestReference(pointer: pointer))
        handler(request) { pending.answer($0) }
    }

    private func wokeUp() {
        var count: UInt64 = 0
        read(wakeUp, &count, MemoryLayout<UInt64>.size)
        now = Self.clock()
        let (answers, streams, isStopping) = outbox.withLock { outbox in
            let (answers, streams) = (outbox.answers, outbox.streams)
            outbox.answers.removeAll(keepingCapacity: answers.count < 1_024)
            outbox.streams.removeAll(keepingCapacity: streams.count < 1_024)
            return (answers, streams, outbox.isStopping)
        }
        for (request, response) in answers {
            queued.leave()
            send(response, to: request.pointer)
        }
        for stream in streams { if let connection = stream.connection { advance(connection) } }
        if isStopping && stopDeadline == nil { drain() }
    }

    /// If the client has gone away meanwhile, evhttp only frees the request.
    private func send(_ response: Response, to request: OpaquePointer) {
        guard response.headers.areSendable, (200...599).contains(response.status) else {
            return send(.refusal(500, "internal_error", "The answer was malformed."), to: request)
        }
        if let stream = response.stream { return begin(stream, response, for: request) }
        var response = response
        response.packBody(accepted: limits.packsAnswers && Self.acceptsGzip(request))
        let headers = evhttp_request_get_output_headers(request)
        for field in response.headers.fields { evhttp_add_header(headers, field.name, field.value) }
        if stopDeadline != nil { evhttp_add_header(headers, "Connection", "close") }
        let body = evbuffer_new()
        evbuffer_add(body, response.body, response.body.count)
        evhttp_send_reply(request, Int32(response.status), StatusPhrase.of(response.status), body)
        evbuffer_free(body)
    }

    /// For the streams.
    func sendPlain(_ response: Response, to request: OpaquePointer) { send(response, to: request) }
    func connection(of peer: OpaquePointer) -> ServerConnection? { connections[peer] }
    var isStopping: Bool { stopDeadline != nil }
    var idleSeconds: Int32 { limits.idleSeconds }

    private static func acceptsGzip(_ request: OpaquePointer) -> Bool {
        guard let value = evhttp_find_header(evhttp_request_get_input_headers(request), "Accept-Encoding") else {
            return false
        }
        return Gzip.isAccepted(by: String(cString: value))
    }

    /// Answers and goes on reading and dropping for a moment: closing with bytes unread would reset the connection, and
    /// the client might never see the answer (RFC 9112, section 9.6).
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
                // Written: the client sees the end now, and we wait for its own.
                shutdown(bufferevent_getfd(evhttp_connection_get_bufferevent(peer)), Int32(SHUT_WR))
            }, nil)
        evbuffer_free(body)
    }

    /// Once a second: ends what takes too long.
    private func sweep() {
        now = Self.clock()
        for (pointer, connection) in connections {
            let waited = now - min(now, connection.waitingSince)
            guard connection.streaming == nil else { continue }
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
            if let stream = connection.streaming?.stream {
                stream.lost()
                advance(connection)
            } else if !connection.isAnswering {
                evhttp_connection_free(pointer)
            }
        }
        endIfDrained()
    }

    private func endIfDrained() {
        if stopDeadline != nil && connections.isEmpty { event_base_loopbreak(base) }
    }

    /// Seconds that never go back.
    private static func clock() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec)
    }
}
