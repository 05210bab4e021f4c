// SPDX-License-Identifier: MIT

/// How much a server accepts before it refuses; every one of them can be met by a hostile client.
package struct Limits: Sendable {
    /// Bytes of the request line and all header fields; more answers 431.
    package var headBytes = 8 << 10
    /// Bytes of a body; more answers 413.
    package var bodyBytes = 64 << 10
    /// Header fields of one request; more answers 431.
    package var headerFields = 64
    /// Time from the first byte of a head to its end, or from connecting to the first byte; then 408 and close.
    package var headSeconds: UInt64 = 10
    /// Time from the end of a head to the end of its body; then the connection is closed.
    package var bodySeconds: UInt64 = 30
    /// Time an unused or unread connection is kept.
    package var idleSeconds: Int32 = 60
    /// Requests handed to the handler, not parked (``LoopTurn/park(onGone:)``) and not yet answered; more answer 503 with
    /// Retry-After.
    package var queuedRequests = 4_096
    /// Open connections of one loop; more are closed at once. Keep it well below the limit of open files.
    package var connections = 4_000
    /// Time for ``Server/stop()`` to finish what has begun.
    package var stopSeconds: UInt64 = 8
    /// Whether answers are packed for clients that take it. Not for pages with a secret beside text of others, whose
    /// length would tell of the secret (BREACH).
    package var packsAnswers = true

    package init() {}
}
