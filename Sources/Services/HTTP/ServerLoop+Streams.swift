// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc
internal import Synchronization

/// Answers without a length, on the loop's thread.
extension ServerLoop {
    /// Time that bytes may stay unacknowledged before the system calls the client gone. tcp(7)
    private static let unacknowledgedMilliseconds: Int32 = 60_000

    /// Writes the head and what there is of the body.
    func begin(
        _ stream: ResponseStream, _ response: Response, for request: OpaquePointer, on connection: ServerConnection
    ) {
        guard evhttp_request_get_connection(request) != nil, connection.isOpen, !isStopping else {
            stream.lost()
            return sendPlain(
                .refusal(503, "BUSY", "The server is stopping: connect again."), to: request, on: connection)
        }
        let headers = evhttp_request_get_output_headers(request)
        for field in response.headers.fields { evhttp_add_header(headers, field.name, field.value) }
        evhttp_add_header(headers, "Connection", "close")
        // It was parsed and copied, and may now be held for days.
        evhttp_clear_headers(evhttp_request_get_input_headers(request))
        connection.streaming = (stream, request)
        queued.streams.add(1, ordering: .relaxed)
        stream.begin(on: connection, of: self)
        stayQuiet(connection)
        evhttp_send_reply_start(request, Int32(response.status), StatusPhrase.of(response.status))
        if response.body.isEmpty {
            advance(connection)
        } else {
            write(response.body, of: request, on: connection)
        }
    }

    /// A stream may be silent for as long as it likes; only what is written must be taken.
    private func stayQuiet(_ connection: ServerConnection) {
        var limit = timeval(tv_sec: Int(idleSeconds), tv_usec: 0)
        bufferevent_set_timeouts(connection.buffer, nil, &limit)
        var milliseconds = Self.unacknowledgedMilliseconds
        setsockopt(
            bufferevent_getfd(connection.buffer), Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds,
            socklen_t(MemoryLayout<Int32>.size))
    }

    /// Does what the stream of a connection wants next, unless a piece of it is still being written.
    func advance(_ connection: ServerConnection) {
        guard let (stream, request) = connection.streaming, !connection.isWritingPiece else { return }
        switch stream.nextStep() {
        case .nothing: return
        case .write(let bytes): write(bytes, of: request, on: connection)
        case .end, .cut:
            forgetStream(of: connection)
            // Frees the request, and closes the connection when all is written.
            evhttp_send_reply_end(request)
        }
    }

    func forgetStream(of connection: ServerConnection) {
        guard let stream = connection.streaming?.stream else { return }
        stream.connection = nil
        connection.streaming = nil
        queued.streams.subtract(1, ordering: .relaxed)
    }

    private func write(_ bytes: [UInt8], of request: OpaquePointer, on connection: ServerConnection) {
        let piece = evbuffer_new()
        evbuffer_add(piece, bytes, bytes.count)
        connection.isWritingPiece = true
        evhttp_send_reply_chunk_with_cb(
            request, piece,
            { peer, context in
                // Safe: write(_:of:on:) passes the loop, which outlives its connections.
                let loop = Unmanaged<ServerLoop>.fromOpaque(context!).takeUnretainedValue()
                if let peer, let connection = loop.connection(of: peer) { loop.wrote(connection) }
            }, Unmanaged.passUnretained(self).toOpaque())
        evbuffer_free(piece)
    }

    private func wrote(_ connection: ServerConnection) {
        connection.isWritingPiece = false
        connection.streaming?.stream.wrote()
        advance(connection)
    }
}
