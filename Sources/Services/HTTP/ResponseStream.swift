// SPDX-License-Identifier: MIT
internal import Synchronization

/// An answer whose body is sent piece by piece, for as long as both sides like.
///
/// Any thread may send. What the client has not taken yet is kept up to a bound; a client that is slower than that is
/// disconnected, because it would be told the truth too late anyway.
///
///     open ──end()──→ ending ──all written──→ over
///      └──client left, too slow, server stops──→ over
package final class ResponseStream: @unchecked Sendable {
    // Unchecked: `connection` belongs to the loop's thread; everything else is inside the mutex.

    fileprivate struct State {
        var pending: [UInt8] = []
        var isEnding = false
        var isOver = false
        var loop: ServerLoop?
        /// Whether the loop knows that there is something to do.
        var isAnnounced = false
    }

    private let state = Mutex(State())
    private let maximumPending: Int
    private let onRoom: @Sendable () -> Void
    private let onOver: @Sendable () -> Void

    /// The connection that carries it; only the loop looks here.
    var connection: ServerConnection?

    /// - Parameters:
    ///   - maximumPending: bytes that may wait for the client.
    ///   - onRoom: called, on the loop's thread, when all that was sent has been handed to the system.
    ///   - onOver: called once when the client has left, was too slow, or the server stops; not after ``end()``.
    package init(
        maximumPending: Int = 256 << 10, onRoom: @escaping @Sendable () -> Void = {},
        onOver: @escaping @Sendable () -> Void = {}
    ) {
        self.maximumPending = maximumPending
        self.onRoom = onRoom
        self.onOver = onOver
    }

    deinit { end() }

    /// Whether the client is still there, as far as is known.
    package var isOpen: Bool { state.withLock { !$0.isOver && !$0.isEnding } }

    /// Queues bytes for the client.
    ///
    /// - Returns: false when they will not be sent: the stream is over, or now is because the client was too slow.
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

    /// Ends the answer after what was sent; ending twice does nothing.
    package func end() {
        let loop = state.withLock { state -> ServerLoop? in
            guard !state.isOver, !state.isEnding else { return nil }
            state.isEnding = true
            return state.announcing()
        }
        loop?.post(self)
    }

    /// Takes what was sent so far; for streams that no server carries, in tests and in process.
    package func take() -> [UInt8] {
        defer { onRoom() }
        return state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
    }

    // MARK: - The loop's thread

    /// What the loop is to do next.
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

    /// All that was handed out is written.
    func wrote() { onRoom() }

    /// The client has left, or the server leaves.
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
    /// The loop, if it has to be told.
    fileprivate mutating func announcing() -> ServerLoop? {
        guard let loop, !isAnnounced else { return nil }
        isAnnounced = true
        return loop
    }
}
