// SPDX-License-Identifier: MIT
import SQL
import SQLite
import Synchronization

/// Moves the write-ahead log of the books into their file beside the writer, which would stand still meanwhile.
///
/// The log begins anew only when a moment comes in which all of it is in the file. A thread of its own brings that moment
/// near, however fast the log grows; what is left then are a few pages, which the writer moves itself between two batches.
/// Nothing but the size of the log depends on it: what was committed is durable in either place. A disk that has not taken in what
/// was moved says so only once; then the log is all there is: nothing is read or written any more, and whoever opens the books next
/// moves all of it again, see ``DoubtfulLog``.
///
/// One at a time moves the log, and nobody begins while all of it is moved: otherwise a log that begins anew meanwhile may
/// be taken for moved, as <https://www.sqlite.org/wal.html#walresetbug> tells of versions before 3.51.3. So no other connection
/// of any process moves it, see ``StorePlace``; this thread does while that is wanted, and the writer after it.
final class LogKeeper: @unchecked Sendable {  // the state is inside the monitor, the database is its one thread's
    private struct State {
        /// Pages in the log.
        var pages = 0
        /// Of those, how many were there when it was moved last.
        var looked = 0
        var isWanted = false
        /// Almost all of the log is in the file: so often the writer moves the rest, until the log begins anew.
        var attempts = 0
        var isClosed = false
        var reasonToEnd: String?
    }

    /// Pages after which the log is worth moving: the more, the more often each was written in between.
    private let worthMoving: Int
    /// Pages that the writer may move without anybody noticing.
    private var few: Int { worthMoving / 64 }
    private static let maximumTurns = 4
    /// One is enough unless somebody reads just then.
    private static let maximumAttempts = 64

    private let monitor = Monitor()
    private var state = State()
    private let isOver = Atomic(false)
    private let doubt: DoubtfulLog
    private let database: Database
    private let log: @Sendable (String) -> Void
    private let onReasonToEnd: @Sendable () -> Void
    private var thread: WorkerThread?

    /// - Throws: `SQLError` when the file cannot be opened once more; ``HubError`` with `.system`.
    init(path: String, configuration: HubConfiguration) throws {
        database = try Database(path: path)
        database.leaveLog()
        doubt = DoubtfulLog(of: path)
        worthMoving = configuration.logPages
        log = configuration.log
        onReasonToEnd = configuration.onReasonToEnd
        thread = try WorkerThread { [self] in run() }
    }

    /// Told by the writer after each batch how many pages the log has.
    ///
    /// - Returns: whether the writer should move now what is left.
    func committed(pages: Int) -> Bool {
        monitor.synchronized {
            guard state.reasonToEnd == nil else { return false }
            if pages < state.pages {
                // It began anew.
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

    /// Ends the thread; the connection is closed with the keeper.
    func close() {
        monitor.synchronized {
            state.isClosed = true
            monitor.signal()
        }
        thread?.join()
        guard reasonToEnd != nil else { return }
        do { try database.keepLog() } catch { log("\(error)") }
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
                // While somebody reads what was long ago, all that came since would be left to the writer. A writer that is faster
                // than this thread waits for the rest.
                if isFree { state.attempts = Self.maximumAttempts } else { state.looked = state.pages }
                state.isWanted = false
            }
        }
    }

    /// Why the process should end: what it has moved may not be on the disk.
    var reasonToEnd: String? { monitor.synchronized { state.reasonToEnd } }

    /// Whether there is such a reason.
    var hasGivenUp: Bool { isOver.load(ordering: .relaxed) }

    /// Leaves the log as it is, for good. Whoever else has the books open must leave it too when it closes.
    func giveUp(_ error: any Error) {
        let reason =
            "The disk has not taken in the file of the books. Their log keeps everything and is moved anew at the next start: \(error)"
        isOver.store(true, ordering: .relaxed)
        log(reason)
        do { try doubt.note() } catch { log("\(error)") }
        monitor.synchronized { state.reasonToEnd = reason }
        onReasonToEnd()
    }

    /// How much of the log is in the file now.
    ///
    /// Flushed here, or the writer would wait for the disk to take in all that was moved.
    private func move() -> Int {
        do {
            let moved = try database.moveLog()
            try database.flushFile()
            return moved
        } catch let error as SQLError where error.code == .inputOutput {
            giveUp(error)
        } catch {
            log("The log of the books could not be moved into their file and will be later: \(error)")
        }
        return 0
    }
}
