// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc
internal import Synchronization

//        head written, evhttp has released it       ended or cut off             all written
//  none ───────────────────────────────► open ────────────────────► ending ─────────────► closed
//                                          └─ the client disconnects, or reads nothing ─────┘

extension ServerConnection {
    /// The state of an answer without a length.
    enum Streaming {
        case none
        /// Whether pieces are chunked, and whether one is being written.
        case open(ResponseStream, isChunked: Bool, isWriting: Bool)
        /// Its last bytes are being written.
        case ending

        var stream: ResponseStream? { if case .open(let stream, _, _) = self { stream } else { nil } }
        var isUnderWay: Bool { if case .none = self { false } else { true } }
    }
}

/// Answers without a length, on the loop's thread.
///
/// evhttp writes the head and then releases the connection: otherwise its memory for the present and the next request
/// would stay allocated for days, for every client that listens.
extension ServerLoop {
    /// Time that bytes may stay unacknowledged before the system closes the connection. tcp(7)
    private static let unacknowledgedMilliseconds: Int32 = 60_000

    /// Writes the head and the body so far.
    func begin(
        _ stream: ResponseStream, _ response: Response, for request: OpaquePointer, on connection: ServerConnection
    ) {
        guard let peer = evhttp_request_get_connection(request), connection.isOpen, !isStopping else {
            return refuse(stream, "The server is stopping: connect again.", to: request, on: connection)
        }
        let copy = fcntl(bufferevent_getfd(connection.buffer), F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            return refuse(stream, "The server has too many connections: try later.", to: request, on: connection)
        }
        let headers = evhttp_request_get_output_headers(request)
        for field in response.headers.fields { evhttp_add_header(headers, field.name, field.value) }
        evhttp_add_header(headers, "Connection", "close")
        evhttp_send_reply_start(request, Int32(response.status), StatusPhrase.of(response.status))
        // A client of HTTP/1.0 does not know chunks: for it the end of the connection ends the answer.
        let isChunked = evhttp_find_header(headers, "Transfer-Encoding") != nil
        release(connection, from: peer, copy)
        connection.streaming = .open(stream, isChunked: isChunked, isWriting: false)
        queued.streams.add(1, ordering: .relaxed)
        stream.begin(on: connection, of: self)
        stayQuiet(connection)
        if response.body.isEmpty {
            advance(connection)
        } else {
            write(response.body, of: stream, isChunked, on: connection)
        }
    }

    private func refuse(
        _ stream: ResponseStream, _ message: String, to request: OpaquePointer, on connection: ServerConnection
    ) {
        stream.lost()
        sendPlain(.refusal(503, "BUSY", message), to: request, on: connection)
    }

    /// Makes evhttp free its objects of a connection and its request, except the buffer and the socket.
    ///
    /// evhttp has no call for that, and would shut down the socket's sending half. So while it frees them, the
    /// descriptor's number refers to a file without halves. The kernel identifies what epoll watches by number and
    /// open file together, and the copy keeps the file open, so nothing changes for epoll.
    ///
    /// - Parameter copy: another descriptor of the socket; it is closed.
    ///
    /// C: dup(2), epoll(7) on duplicates, `bufferevent_incref`
    private func release(_ connection: ServerConnection, from peer: OpaquePointer, _ copy: Int32) {
        let socket = bufferevent_getfd(connection.buffer)
        evhttp_connection_set_closecb(peer, nil, nil)
        bufferevent_incref(connection.buffer)
        dup3(wakeUp, socket, O_CLOEXEC)
        evhttp_connection_free(peer)
        dup3(copy, socket, O_CLOEXEC)
        Glibc.close(copy)
        connection.released()
        keep(connection, formerly: peer)
        bufferevent_setcb(
            connection.buffer, nil, { _, context in ServerLoop.wrote(ServerLoop.connection(context)) },
            { _, what, context in
                // Whatever the event is, nothing more can be sent: the client has disconnected, or reads nothing.
                let connection = ServerLoop.connection(context)
                connection.loop.close(connection)
            }, Unmanaged.passUnretained(connection).toOpaque())
    }

    private static func connection(_ context: UnsafeMutableRawPointer?) -> ServerConnection {
        // Safe: release(_:from:_:) passes the connection, which the loop keeps until it frees the buffer.
        Unmanaged.fromOpaque(context!).takeUnretainedValue()
    }

    /// Removes the read timeout: a stream may be silent for any time, and only what is written must be acknowledged.
    private func stayQuiet(_ connection: ServerConnection) {
        var limit = timeval(tv_sec: Int(idleSeconds), tv_usec: 0)
        bufferevent_set_timeouts(connection.buffer, nil, &limit)
        var milliseconds = Self.unacknowledgedMilliseconds
        setsockopt(
            bufferevent_getfd(connection.buffer), Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds,
            socklen_t(MemoryLayout<Int32>.size))
    }

    /// Performs the next action of a connection's stream, unless a piece is still being written.
    func advance(_ connection: ServerConnection) {
        guard case .open(let stream, let isChunked, isWriting: false) = connection.streaming else { return }
        switch stream.nextStep() {
        case .nothing: return
        case .write(let bytes): write(bytes, of: stream, isChunked, on: connection)
        case .end, .cut:
            forgetStream(of: connection)
            if isChunked { bufferevent_write(connection.buffer, "0\r\n\r\n", 5) }
            closeWhenWritten(connection)
        }
    }

    private func forgetStream(of connection: ServerConnection) {
        guard let stream = connection.streaming.stream else { return }
        stream.connection = nil
        connection.streaming = .ending
        queued.streams.subtract(1, ordering: .relaxed)
    }

    private func write(
        _ bytes: [UInt8], of stream: ResponseStream, _ isChunked: Bool, on connection: ServerConnection
    ) {
        connection.streaming = .open(stream, isChunked: isChunked, isWriting: true)
        // In one write, which TLS then encrypts as one record.
        let piece = isChunked ? Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10] : bytes
        bufferevent_write(connection.buffer, piece, piece.count)
    }

    /// Called when the system has accepted what was written.
    private static func wrote(_ connection: ServerConnection) {
        // Otherwise the callback is for an earlier write.
        guard evbuffer_get_length(bufferevent_get_output(connection.buffer)) == 0 else { return }
        switch connection.streaming {
        case .none, .open(_, _, isWriting: false): return
        case .open(let stream, let isChunked, isWriting: true):
            connection.streaming = .open(stream, isChunked: isChunked, isWriting: false)
            stream.wrote()
            connection.loop.advance(connection)
        case .ending: connection.loop.close(connection)
        }
    }

    private func closeWhenWritten(_ connection: ServerConnection) {
        if evbuffer_get_length(bufferevent_get_output(connection.buffer)) == 0 { close(connection) }
    }

    /// Frees a connection that evhttp has released.
    private func close(_ connection: ServerConnection) {
        guard connection.isOpen else { return }
        forget(connection, knownBy: connection.buffer)
        endStream(of: connection)
        endIfDrained()
    }

    /// Notifies the stream's producer that the stream is over, and frees the buffer, which closes the socket.
    func endStream(of connection: ServerConnection) {
        let stream = connection.streaming.stream
        forgetStream(of: connection)
        stream?.lost()
        bufferevent_free(connection.buffer)
    }
}
