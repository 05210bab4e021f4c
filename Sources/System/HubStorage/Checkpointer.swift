// SPDX-License-Identifier: MIT
import Logging
import SQL
import SQLite
import Synchronization

/// Checkpoints the write-ahead log of a database file beside the writer, which would otherwise block.
///
/// The log restarts only at a moment when all of it is in the file. A thread of its own approaches that moment,
/// however fast the log grows. The few pages that are left the writer moves itself between two batches. Only the size
/// of the log depends on this: committed changes are durable in the log as well as in the file. If the disk fails to
/// store moved pages, it reports that only once. Then only the log is reliable: nothing is read or written any more,
/// and the next process that opens the database moves the whole log again, see ``DirtyLogMarker``.
///
/// Only one connection checkpoints at a time, and none may begin while the whole log is being moved. Otherwise a log
/// that restarts meanwhile may be taken for moved, see <https://www.sqlite.org/wal.html#walresetbug> on versions
/// before 3.51.3. So no other connection of any process checkpoints, see ``StorePlace``: this thread does so on
/// request, and the writer after it.
final class Checkpointer: @unchecked Sendable {  // the state is inside the monitor, the database is its one thread's
    private struct State {
        /// Pages in the log.
        var pages = 0
        /// The number of pages at the last checkpoint.
        var looked = 0
        var isWanted = false
        /// How many more times the writer moves the rest, when almost all of the log is in the file, until the log
        /// restarts.
        var attempts = 0
        var isClosed = false
        var reasonToEnd: String?
    }

    /// The number of pages that starts a checkpoint. The larger it is, the more often each page was overwritten before
    /// it is moved.
    private let worthMoving: Int
    /// The number of pages that the writer may move without a noticeable delay.
    private var few: Int { worthMoving / 64 }
    private static let maximumTurns = 4
    /// One attempt is enough unless another connection is reading.
    private static let maximumAttempts = 64

    private let monitor = Monitor()
    private var state = State()
    private let isOver = Atomic(false)
    private let doubt: DirtyLogMarker
    private let database: Database
    private let log: Log
    private let onReasonToEnd: @Sendable () -> Void
    private var thread: WorkerThread?

    /// - Throws: `SQLError` if the file cannot be opened again; ``HubError`` with `.system`.
    init(path: String, options: StoreOptions) throws {
        database = try Database(path: path)
        database.leaveLog()
        doubt = DirtyLogMarker(of: path)
        worthMoving = options.logPages
        log = options.log
        onReasonToEnd = options.onReasonToEnd
        thread = try WorkerThread { [self] in run() }
    }

    /// The writer calls this after each batch with the number of pages in the log.
    ///
    /// - Returns: whether the writer should move the rest now.
    func committed(pages: Int) -> Bool {
        monitor.synchronized {
            guard state.reasonToEnd == nil else { return false }
            if pages < state.pages {
                // The log restarted.
                state.looked = 0
                state.attempts = 0
            }
            state.pages = pages
            if state.attempts > 0 {
                state.attempts -= 1
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

    /// Ends the thread. The connection is closed with this object.
    func close() {
        monitor.synchronized {
            state.isClosed = true
            monitor.signal()
        }
        thread?.join()
        guard reasonToEnd != nil else { return }
        do { try database.keepLog() } catch { log.error("The write-ahead log could not be kept", .error(error)) }
    }

    private func run() {
        while true {
            let isClosed = monitor.synchronized {
                while !state.isWanted && !state.isClosed { monitor.wait() }
                return state.isClosed
            }
            guard !isClosed else { return }
            var (isNear, isFree) = (false, true)
            for _ in 0..<Self.maximumTurns where !isNear && isFree {
                let before = monitor.synchronized { state.pages }
                let moved = move()
                isFree = moved + few >= before
                isNear = monitor.synchronized { state.isClosed || state.pages <= moved + few }
            }
            monitor.synchronized {
                // While another connection reads an old snapshot, all later pages would be left to the writer. If the
                // writer is only faster than this thread, it moves the rest itself and waits for that.
                if isFree { state.attempts = Self.maximumAttempts } else { state.looked = state.pages }
                state.isWanted = false
            }
        }
    }

    /// Why the process should end: pages that were moved may not be on disk.
    var reasonToEnd: String? { monitor.synchronized { state.reasonToEnd } }

    /// Whether there is a reason to end.
    var hasGivenUp: Bool { isOver.load(ordering: .relaxed) }

    /// Stops checkpointing for good. Every other process that has the database open must leave the log too when it
    /// closes.
    func giveUp(_ error: any Error) {
        let reason =
            "The disk failed to store the database file. The write-ahead log keeps everything, and the hub moves it into the file at the next start: \(error)"
        isOver.store(true, ordering: .relaxed)
        log.error(
            "The disk failed to store the database file. The write-ahead log keeps everything, and the hub moves it into the file at the next start",
            .error(error))
        do {
            try doubt.note()
        } catch {
            log.error("The mark that the database file is in doubt could not be made", .error(error))
        }
        monitor.synchronized { state.reasonToEnd = reason }
        onReasonToEnd()
    }

    /// The number of log pages that are now in the file.
    ///
    /// Flushes here, because otherwise the writer would wait for the disk to store all moved pages.
    private func move() -> Int {
        do {
            let moved = try database.moveLog()
            try database.flushFile()
            return moved
        } catch let error as SQLError where error.code == .inputOutput {
            giveUp(error)
        } catch {
            log.warning(
                "The hub could not move the write-ahead log into the database file, and will try again later",
                .error(error))
        }
        return 0
    }
}
