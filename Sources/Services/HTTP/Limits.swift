// SPDX-License-Identifier: MIT

/// The limits of a server. A hostile client can reach every one of them.
package struct Limits: Sendable {
    /// Bytes of the request line and all header fields. A longer head is answered with 431.
    package var headBytes = 8 << 10
    /// Bytes of a body. A longer one is answered with 413.
    package var bodyBytes = 64 << 10
    /// Header fields of one request. More are answered with 431.
    package var headerFields = 64
    /// Time from the first byte of a head to its end, or from connecting to the first byte. After it the server
    /// answers 408 and closes.
    package var headSeconds: UInt64 = 10
    /// Time from the end of a head to the end of its body. After it the connection is closed.
    package var bodySeconds: UInt64 = 30
    /// Time that an idle connection, or one whose client does not read, is kept.
    package var idleSeconds: Int32 = 60
    /// Requests that the handler has received and not answered or parked (``LoopTurn/park(onGone:)``). More are
    /// answered with 503 and Retry-After.
    package var queuedRequests = 4_096
    /// Open connections of one loop. More are closed at once. Keep this well below the limit of open files.
    package var connections = 4_000
    /// Time for ``Server/stop()`` to finish requests under way.
    package var stopSeconds: UInt64 = 8
    /// Whether answers are compressed for clients that accept it. Do not use this for pages that contain a secret and
    /// text from other users, because the length would reveal the secret (BREACH).
    package var packsAnswers = true

    package init() {}
}
