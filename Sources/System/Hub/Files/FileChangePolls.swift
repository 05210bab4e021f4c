// SPDX-License-Identifier: MIT
import FileModel
import HubAPI
import HubFiles
import HubStorage
import Logging
import SQL
import Tokens

/// Tells clients that a space has changed: it answers the long polls of the change feed, and sends a hint to the event
/// streams of the accounts that may read the space.
///
/// A change of files calls ``changed(_:in:)`` for each space. Once the change is durable, one thread does the rest, so
/// that no commit waits for a client. A poll has no thread of its own.
final class FileChangePolls: @unchecked Sendable {  // all state is inside the monitor
    /// A client that waits for the next change of a space.
    struct Poll: Sendable {
        let account: Int64
        let session: Int64
        let space: SpaceID
        /// When it is answered although nothing has changed.
        let due: ContinuousClock.Instant
        /// The answer when nothing has changed.
        let nothing: FileChanges
        let read: @Sendable () throws -> FileChanges
        let answer: @Sendable (Result<FileChanges, any Error>) -> Void
    }

    private let configuration: HubConfiguration
    private let files: FileStore
    private let store: HubStore
    private let events: EventDispatcher
    private let ended: EndedSessions
    private let monitor = Monitor()
    private var polls: [Int: Poll] = [:]
    private var bySpace: [SpaceID: Set<Int>] = [:]
    private var countByAccount: [Int64: Int] = [:]
    /// Polls that were not read for yet: a change may have come before them.
    private var fresh: Set<Int> = []
    private var touched: Set<SpaceID> = []
    private var lastID = 0
    private var isClosed = false
    private var thread: WorkerThread?

    /// Changes within this time are told together.
    private static let pauseMilliseconds = 50

    init(
        configuration: HubConfiguration, files: FileStore, store: HubStore, events: EventDispatcher,
        ended: EndedSessions
    ) throws {
        self.configuration = configuration
        self.files = files
        self.store = store
        self.events = events
        self.ended = ended
        if configuration.execution == .threads { thread = try WorkerThread { [self] in run() } }
    }

    /// Whether polls can wait: without a thread no one would answer them.
    var canWait: Bool { monitor.synchronized { thread != nil } }

    /// How many polls wait.
    var waiting: Int { monitor.synchronized { polls.count } }

    /// Notes that a change of files affects a space. Nothing is told of a change that is rolled back.
    func changed(_ space: SpaceID, in change: StoreChange) {
        change.afterCommit { [self] in
            monitor.synchronized {
                guard bySpace[space] != nil || events.waiting > 0 else { return }
                touched.insert(space)
                if touched.count == 1 { monitor.signal() }
            }
        }
    }

    /// Adds a poll, and answers it at once if something has changed already.
    ///
    /// - Returns: its number, for ``end(_:)``; nil when too many polls are open.
    /// - Throws: `HubProblem` with `.tooManyRequests` if the account has too many polls, or `.busy` while closing.
    func add(_ poll: Poll) throws -> Int? {
        try monitor.synchronized {
            guard !isClosed else { throw HubProblem(.busy, "The hub is stopping. Try again in a moment.") }
            guard countByAccount[poll.account, default: 0] < configuration.maximumListeners else {
                throw HubProblem(
                    .tooManyRequests,
                    "This account already waits \(configuration.maximumListeners) times for changes of files. End one of them.",
                    details: ["retryAfter": "60"])
            }
            guard polls.count < configuration.maximumPolls else { return nil }
            lastID += 1
            polls[lastID] = poll
            bySpace[poll.space, default: []].insert(lastID)
            countByAccount[poll.account, default: 0] += 1
            fresh.insert(lastID)
            monitor.signal()
            return lastID
        }
    }

    /// Answers a poll that its client does not wait for any more.
    func end(_ id: Int) {
        if let poll = drop(id) { poll.answer(.success(poll.nothing)) }
    }

    /// Answers all polls and ends the thread.
    func close() {
        // A second call has no thread to wait for.
        let ending = monitor.synchronized {
            defer { thread = nil }
            isClosed = true
            monitor.signal()
            return thread
        }
        ending?.join()
        for id in monitor.synchronized({ Array(polls.keys) }) { end(id) }
    }

    // MARK: - The thread

    private func run() {
        while true {
            let work = monitor.synchronized { () -> (spaces: Set<SpaceID>, polls: Set<Int>)? in
                if touched.isEmpty, fresh.isEmpty, !isClosed { monitor.wait(milliseconds: 1_000) }
                guard !isClosed else { return nil }
                defer { (touched, fresh) = ([], []) }
                return (touched, touched.reduce(into: fresh) { $0.formUnion(bySpace[$1] ?? []) })
            }
            guard let work else { return }
            for id in work.polls { tell(id) }
            for space in work.spaces { hint(space) }
            endSilent(at: .now)
            guard !work.spaces.isEmpty else { continue }
            monitor.synchronized { if !isClosed { monitor.wait(milliseconds: Self.pauseMilliseconds) } }
        }
    }

    private func tell(_ id: Int) {
        guard let poll = monitor.synchronized({ polls[id] }) else { return }
        guard !ended.contains(poll.session) else { return end(id) }
        do {
            let page = try poll.read()
            guard !page.items.isEmpty, drop(id) != nil else { return }
            poll.answer(.success(page))
        } catch {
            if drop(id) != nil { poll.answer(.failure(error)) }
        }
    }

    private func endSilent(at now: ContinuousClock.Instant) {
        let over = monitor.synchronized {
            polls.filter { $0.value.due <= now || ended.contains($0.value.session) }.map(\.key)
        }
        for id in over { end(id) }
    }

    /// Tells the event streams of all who may read a space that it has changed.
    private func hint(_ space: SpaceID) {
        guard events.waiting > 0 else { return }
        do {
            let found = try files.store().read { database -> (rev: UInt64, accounts: [AccountID])? in
                let table = SpaceTable(database: database)
                guard let found = try table.find(space) else { return nil }
                return (found.rev, [found.owner] + (try table.members(of: found)).map(\.account))
            }
            guard let found else { return }
            let rows = try store.read { database in
                try found.accounts.compactMap {
                    try database.row("SELECT id FROM account WHERE uid = ?", [.blob($0.bytes)])?.int(0)
                }
            }
            events.send(try EventText.hint(FilesHint(space: space, rev: found.rev)), to: rows)
        } catch {
            // The next change gives the next hint, and the change feed misses nothing.
            configuration.log.error("The change of a space cannot be told", .error(error))
        }
    }

    // MARK: - State

    private func drop(_ id: Int) -> Poll? {
        monitor.synchronized {
            guard let poll = polls.removeValue(forKey: id) else { return nil }
            fresh.remove(id)
            bySpace[poll.space]?.remove(id)
            if bySpace[poll.space]?.isEmpty == true { bySpace[poll.space] = nil }
            let rest = countByAccount[poll.account, default: 1] - 1
            countByAccount[poll.account] = rest == 0 ? nil : rest
            return poll
        }
    }
}

extension EventText {
    /// A hint has no id: it has no place in the log, and a stream that begins later does not repeat it.
    static func hint(_ hint: FilesHint) throws -> [UInt8] {
        Array("event: \(FilesHint.kind)\ndata: ".utf8) + (try Wire.encode(hint)) + Array("\n\n".utf8)
    }
}
