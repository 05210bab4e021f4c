// SPDX-License-Identifier: MIT
import HTTP
import HubAPI
import HubLedger
import HubStorage
import Logging
import SQL
import Synchronization

/// Delivers the events of accounts to listeners.
///
/// A change calls ``touched(_:in:)`` for each account that it affects. Once the change is durable, one thread reads
/// the account's log after each listener's last position. So every delivered event is on disk, and a listener that
/// reconnects misses nothing. Once a second the thread also looks for entries that another process has made.
final class EventDispatcher: @unchecked Sendable {  // all state is inside the monitor
    /// The largest number of events in one read.
    static let pageLimit = 100

    private let configuration: HubConfiguration
    let log: EventLog
    private let store: HubStore
    private let ended: EndedSessions
    private let monitor = Monitor()
    private var listeners: [Int: EventSubscriber] = [:]
    private var byAccount: [Int64: Set<Int>] = [:]
    private var touchedAccounts: Set<Int64> = []
    private var lastID = 0
    /// How many listeners are polls.
    private var polls = 0
    private var isClosed = false
    /// The newest known entry of this or another process.
    private var lastEntry: Int64?
    private let count = Atomic(0)
    private let told = Atomic(0)
    private var thread: WorkerThread?

    init(configuration: HubConfiguration, log: EventLog, store: HubStore, ended: EndedSessions) throws {
        self.configuration = configuration
        self.log = log
        self.store = store
        self.ended = ended
        if configuration.execution == .threads { thread = try WorkerThread { [self] in run() } }
    }

    /// The number of listeners.
    var waiting: Int { count.load(ordering: .relaxed) }
    /// Events delivered since the start.
    var toldEvents: Int { told.load(ordering: .relaxed) }
    /// Whether listeners are accepted: without a thread they would get no further event.
    var canWait: Bool { thread != nil }

    /// Notes that a change affects an account. Costs almost nothing if the account has no listener.
    func touched(_ account: Int64, in change: StoreChange) {
        guard count.load(ordering: .relaxed) > 0, monitor.synchronized({ byAccount[account] != nil }) else { return }
        change.afterCommit { [self] in wake(account) }
    }

    /// Adds a listener and delivers at once what came after its position.
    ///
    /// - Returns: its number, for ``remove(_:)``; nil for a poll when too many polls are open.
    /// - Throws: `HubProblem` with `.tooManyRequests` if the account has too many listeners, or `.busy` while closing.
    func add(_ listener: EventSubscriber) throws -> Int? {
        try monitor.synchronized {
            guard !isClosed else { throw HubProblem(.busy, "The hub is stopping. Try again in a moment.") }
            guard byAccount[listener.account, default: []].count < configuration.maximumListeners else {
                throw HubProblem(
                    .tooManyRequests,
                    "This account already listens \(configuration.maximumListeners) times. End one of them.",
                    details: ["retryAfter": "60"])
            }
            if listener.isPoll {
                guard polls < configuration.maximumPolls else { return nil }
                polls += 1
            }
            lastID += 1
            listeners[lastID] = listener
            byAccount[listener.account, default: []].insert(lastID)
            count.add(1, ordering: .relaxed)
            touchedAccounts.insert(listener.account)
            monitor.signal()
            return lastID
        }
    }

    func remove(_ id: Int) { _ = monitor.synchronized { drop(id) } }

    /// Reads an account's log again.
    func wake(_ account: Int64) {
        guard canWait else { return tell([account]) }
        monitor.synchronized {
            guard byAccount[account] != nil else { return }
            touchedAccounts.insert(account)
            if touchedAccounts.count == 1 { monitor.signal() }
        }
    }

    /// Ends a listener if it is still there.
    func end(_ id: Int) {
        if let listener = monitor.synchronized({ listeners[id] }) { finish(id, listener) }
    }

    /// Ends all listeners, so that their clients authenticate again.
    func endAll() {
        for (id, listener) in monitor.synchronized({ listeners }) { finish(id, listener) }
    }

    /// Sends bytes without a place in the log to the streams of accounts.
    func send(_ bytes: [UInt8], to accounts: [Int64]) {
        let found = monitor.synchronized { accounts.flatMap { byAccount[$0] ?? [] }.compactMap { listeners[$0] } }
        for listener in found where !ended.contains(listener.session) { listener.stream?.send(bytes) }
    }

    func close() {
        let streams = monitor.synchronized {
            isClosed = true
            monitor.signal()
            return listeners.values
        }
        thread?.join()
        for listener in streams { Self.finish(listener) }
        monitor.synchronized {
            for id in Array(listeners.keys) { _ = drop(id) }
        }
    }

    // MARK: - The thread

    private func run() {
        var tick = ContinuousClock.now
        while true {
            let accounts = monitor.synchronized { () -> Set<Int64>? in
                if touchedAccounts.isEmpty, !isClosed {
                    monitor.wait(milliseconds: 1_000)
                }
                guard !isClosed else { return nil }
                defer { touchedAccounts = [] }
                return touchedAccounts
            }
            guard let accounts else { return }
            tell(accounts)
            guard tick.duration(to: .now) >= .seconds(1) else { continue }
            tick = .now
            lookForEntriesOfOthers()
            speakToTheSilent(at: tick)
        }
    }

    private func tell(_ accounts: Set<Int64>) {
        for account in accounts {
            let waiting = monitor.synchronized { (byAccount[account] ?? []).map { (id: $0, listener: listeners[$0]) } }
            for case (let id, let listener?) in waiting { tell(id, listener) }
        }
    }

    private func tell(_ id: Int, _ listener: EventSubscriber) {
        do {
            guard !ended.contains(listener.session) else { return finish(id, listener) }
            let page = try store.presentSnapshot {
                try log.page(of: listener.account, after: listener.position, limit: Self.pageLimit, from: $0)
            }
            guard !page.events.isEmpty else { return }
            told.add(page.events.count, ordering: .relaxed)
            switch listener.kind {
            case .poll(let answer):
                guard monitor.synchronized({ drop(id) }) else { return }
                answer(EventPage(items: page.events, next: page.end.text))
            case .stream(let stream):
                // Noted first: `hasRoom` may be called before `send` returns.
                monitor.synchronized {
                    listeners[id]?.position = page.end
                    listeners[id]?.hasMore = page.isFull
                    listeners[id]?.due = .now + .seconds(configuration.heartbeat)
                }
                stream.send(try page.events.flatMap { try EventText.event($0) })
            }
        } catch {
            // The position is unchanged, so the next change or heartbeat delivers the events.
            configuration.log.error(
                "The events of an account cannot be read", .account(listener.account), .error(error))
        }
    }

    /// The client has received everything that was sent.
    func hasRoom(_ id: Int) {
        let account = monitor.synchronized { () -> Int64? in
            guard let listener = listeners[id], listener.hasMore else { return nil }
            listeners[id]?.hasMore = false
            return listener.account
        }
        if let account { wake(account) }
    }

    /// Sends heartbeats, and ends expired polls and the streams of ended sessions.
    private func speakToTheSilent(at now: ContinuousClock.Instant) {
        let silent = monitor.synchronized { listeners.filter { $0.value.due <= now || $0.value.end <= now } }
        for (id, listener) in silent {
            guard listener.end > now, !ended.contains(listener.session), let stream = listener.stream else {
                finish(id, listener)
                continue
            }
            monitor.synchronized { listeners[id]?.due = now + .seconds(configuration.heartbeat) }
            stream.send(EventText.heartbeat)
        }
    }

    /// Finds entries of another process, such as a top-up beside a serving hub.
    private func lookForEntriesOfOthers() {
        guard waiting > 0 else { return lastEntry = nil }
        do {
            let rows = try store.read { database in
                guard let lastEntry else {
                    return try database.rows("SELECT max(id), NULL, NULL, NULL FROM entry")
                }
                return try database.rows(
                    "SELECT id, sender, recipient, operator FROM entry WHERE id > ? ORDER BY id LIMIT 1000",
                    [.integer(lastEntry)])
            }
            guard let last = rows.last, let id = try last.optionalInt(0) else { return lastEntry = 0 }
            lastEntry = id
            let named = try rows.flatMap { row in try (1...3).compactMap { try row.optionalInt($0) } }
            monitor.synchronized {
                // Too many to look at one by one: every listener's log is read.
                touchedAccounts.formUnion(
                    rows.count == 1_000 ? Array(byAccount.keys) : named.filter { byAccount[$0] != nil })
            }
        } catch {
            configuration.log.error("The hub cannot read the entries of other processes", .error(error))
        }
    }

    private func finish(_ id: Int, _ listener: EventSubscriber) {
        // Only the caller that removes the listener ends it: a poll has one answer.
        guard monitor.synchronized({ drop(id) }) else { return }
        Self.finish(listener)
    }

    private static func finish(_ listener: EventSubscriber) {
        switch listener.kind {
        case .stream(let stream): stream.end()
        case .poll(let answer): answer(EventPage(items: [], next: listener.position.text))
        }
    }

    /// Must be called inside the monitor.
    ///
    /// - Returns: whether it was still there.
    private func drop(_ id: Int) -> Bool {
        guard let listener = listeners.removeValue(forKey: id) else { return false }
        count.subtract(1, ordering: .relaxed)
        if listener.isPoll { polls -= 1 }
        byAccount[listener.account]?.remove(id)
        if byAccount[listener.account]?.isEmpty == true { byAccount[listener.account] = nil }
        return true
    }
}

/// Server-Sent Events as bytes. <https://html.spec.whatwg.org/multipage/server-sent-events.html>
enum EventText {
    /// A comment, which clients ignore.
    static let heartbeat = Array(":\n\n".utf8)

    /// The beginning of a stream: the time to wait before reconnecting, and the present end of the log.
    static func beginning(at position: EventPosition) -> [UInt8] {
        Array("retry: 3000\nid: \(position.text)\nevent: ready\ndata: {}\n\n".utf8)
    }

    static func event(_ event: HubEvent) throws -> [UInt8] {
        // JSON has no raw line feeds, so it is one line of data.
        Array("id: \(event.id)\nevent: \(event.kind)\ndata: ".utf8) + (try Wire.encode(event)) + Array("\n\n".utf8)
    }
}
