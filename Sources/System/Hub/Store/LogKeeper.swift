// SPDX-License-Identifier: MIT
import SQL
import SQLite

/// Moves the write-ahead log of the books into their file beside the writer, which would stand still meanwhile.
///
/// The log begins anew only when a moment comes in which all of it is in the file. A thread of its own brings that moment
/// near, however fast the log grows; what is left then are a few pages, which the writer moves itself between two batches.
/// Nothing but the size of the log depends on it: what was committed is durable in either place.
final class LogKeeper: @unchecked Sendable {  // the state is inside the monitor, the database is its one thread's
    private struct State {
        /// Pages in the log.
        var pages = 0
        /// Of those, how many were there when it was moved last.
        var looked = 0
        var isWanted = false
        /// Almost all of the log is in the file: the writer moves the rest.
        var isNear = false
        var isClosed = false
    }

    /// Pages after which the log is worth moving: the more, the more often each was written in between.
    private let worthMoving: Int
    /// Pages that the writer may move without anybody noticing.
    private var few: Int { worthMoving / 64 }
    private static let maximumTurns = 4

    private let monitor = Monitor()
    private var state = State()
    private let database: Database
    private let log: @Sendable (String) -> Void
    private var thread: WorkerThread?

    /// - Throws: `SQLError` when the file cannot be opened once more; ``HubError`` with `.system`.
    init(path: String, worthMoving: Int, log: @escaping @Sendable (String) -> Void) throws {
        database = try Database(path: path)
        self.worthMoving = worthMoving
        self.log = log
        thread = try WorkerThread { [self] in run() }
    }

    /// Told by the writer after each batch how many pages the log has.
    ///
    /// - Returns: whether the writer should move now what is left.
    func committed(pages: Int) -> Bool {
        monitor.synchronized {
            // It began anew.
            if pages < state.pages { state.looked = 0 }
            state.pages = pages
            if state.isNear {
                state.isNear = false
                state.looked = pages
                return true
            }
            if !state.isWanted, pages - state.looked >= worthMoving {
                state.isWanted = true
                monitor.signal()
            }
            return false
        }
    }

    /// Ends the thread; the connection is closed with the keeper.
    func close() {
        monitor.synchronized {
            state.isClosed = true
            monitor.signal()
        }
        thread?.join()
    }

    private func run() {
        while true {
            let isClosed = monitor.synchronized {
                while !state.isWanted && !state.isClosed { monitor.wait() }
                return state.isClosed
            }
            guard !isClosed else { return }
            for _ in 0..<Self.maximumTurns {
                let moved = move()
                flush()
                let isNear = monitor.synchronized { state.isClosed || state.pages <= moved + few }
                if isNear { break }
            }
            monitor.synchronized {
                state.isNear = true
                state.isWanted = false
            }
        }
    }

    /// Else the writer would wait for the disk to take in all that was moved here.
    private func flush() {
        do {
            try database.flushFile()
        } catch {
            log("The file of the books could not be flushed and will be later: \(error)")
        }
    }

    /// How much of the log is in the file now.
    private func move() -> Int {
        do {
            return try database.moveLog()
        } catch {
            log("The log of the books could not be moved into their file and will be later: \(error)")
            return 0
        }
    }
}
