// SPDX-License-Identifier: MIT
internal import Synchronization

/// An answer whose body is sent in pieces, without a limit of time.
///
/// Any thread may send. Bytes that the client has not read yet are buffered up to a limit. A client that exceeds it is
/// disconnected, because it would get its data too late.
///
///     open ──end()──→ ending ──all written──→ over
///      └──client disconnects or is too slow, or server stops──→ over
package final class ResponseStream: @unchecked Sendable {
    // Unchecked: `connection` belongs to the loop's thread; everything else is inside the mutex.

    fileprivate struct State {
        var pending: [UInt8] = []
        var isEnding = false
        var isOver = false
        var loop: ServerLoop?
        /// Whether the loop was told that there is something to do.
        var isAnnounced = false
    }

    private let state = Mutex(State())
    private let maximumPending: Int
    private let onRoom: @Sendable () -> Void
    private let onOver: @Sendable () -> Void

    /// The connection of the stream. Only the loop uses it.
    var connection: ServerConnection?

    /// - Parameters:
    ///   - maximumPending: the limit of buffered bytes.
    ///   - onRoom: called on the loop's thread when everything sent was passed to the system.
    ///   - onOver: called once when the client disconnects or is too slow, or when the server stops; not after
    ///     ``end()``.
    package init(
        maximumPending: Int = 256 << 10, onRoom: @escaping @Sendable () -> Void = {},
        onOver: @escaping @Sendable () -> Void = {}
    ) {
        self.maximumPending = maximumPending
        self.onRoom = onRoom
        self.onOver = onOver
    }

    deinit { end() }

    /// Whether the client is still connected, as far as is known.
    package var isOpen: Bool { state.withLock { !$0.isOver && !$0.isEnding } }

    /// Queues bytes for the client.
    ///
    /// - Returns: false if they will not be sent, because the stream is over, or ends now because the client is too
    ///   slow.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return isOpen }
        var isTooSlow = false
        let loop = state.withLock { state -> ServerLoop? in
            guard !state.isOver, !state.isEnding else { return nil }
            isTooSlow = state.pending.count + bytes.count > maximumPending
            if isTooSlow {
                state.isOver = true
                state.pending = []
            } else {
                state.pending += bytes
            }
            return state.announcing()
        }
        loop?.post(self)
        if isTooSlow { onOver() }
        return !isTooSlow && isOpen
    }

    /// Ends the answer after the queued bytes. A second call has no effect.
    package func end() {
        let loop = state.withLock { state -> ServerLoop? in
            guard !state.isOver, !state.isEnding else { return nil }
            state.isEnding = true
            return state.announcing()
        }
        loop?.post(self)
    }

    /// Takes the queued bytes. For streams without a server, in tests and in process.
    package func take() -> [UInt8] {
        defer { onRoom() }
        return state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
    }

    // MARK: - The loop's thread

    /// The loop's next action.
    enum Step {
        case nothing
        case write([UInt8])
        case end
        case cut
    }

    func begin(on connection: ServerConnection, of loop: ServerLoop) {
        self.connection = connection
        state.withLock { $0.loop = loop }
    }

    func nextStep() -> Step {
        state.withLock { state in
            state.isAnnounced = false
            if state.isOver { return .cut }
            if !state.pending.isEmpty {
                defer { state.pending = [] }
                return .write(state.pending)
            }
            return state.isEnding ? .end : .nothing
        }
    }

    /// Called when everything passed to the loop is written.
    func wrote() { onRoom() }

    /// Called when the client has disconnected, or the server stops.
    func lost() {
        let isNews = state.withLock { state in
            defer {
                state.isOver = true
                state.pending = []
                state.loop = nil
            }
            return !state.isOver && !state.isEnding
        }
        if isNews { onOver() }
    }
}

extension ResponseStream.State {
    /// The loop, if it must be notified.
    fileprivate mutating func announcing() -> ServerLoop? {
        guard let loop, !isAnnounced else { return nil }
        isAnnounced = true
        return loop
    }
}
