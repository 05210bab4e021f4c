// SPDX-License-Identifier: MIT
import HTTP
import HubAPI
import SQL
import Synchronization

/// Tells those who wait what has happened to their accounts.
///
/// Whoever changes an account names it with ``touched(_:in:)``; once the change is durable, one thread reads the account's log
/// after what each listener was told last. So nothing is told that is not on the disk, and a listener that was away misses
/// nothing. Once a second it also looks for entries that another process has made.
final class EventDesk: @unchecked Sendable {  // all state is inside the monitor
    /// Events of one reading.
    static let pageLimit = 100

    private let configuration: HubConfiguration
    let log: EventLog
    private let store: HubStore
    private let ended: EndedSessions
    private let monitor = Monitor()
    private var listeners: [Int: EventListener] = [:]
    private var byAccount: [Int64: Set<Int>] = [:]
    private var touchedAccounts: Set<Int64> = []
    private var lastID = 0
    /// How many of the listeners are polls.
    private var polls = 0
    private var isClosed = false
    /// The last entry that this process or another has made, as far as known.
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

    /// How many wait now.
    var waiting: Int { count.load(ordering: .relaxed) }
    /// Events that were told since the start.
    var toldEvents: Int { told.load(ordering: .relaxed) }
    /// Whether somebody can wait: without a thread nobody would ever speak to them again.
    var canWait: Bool { thread != nil }

    /// Notes that a change has to do with an account; costs next to nothing when nobody waits for it.
    func touched(_ account: Int64, in change: StoreChange) {
        guard count.load(ordering: .relaxed) > 0, monitor.synchronized({ byAccount[account] != nil }) else { return }
        change.afterCommit { [self] in wake(account) }
    }

    /// Adds a listener, who is told at once what came after its position.
    ///
    /// - Returns: its number, for ``remove(_:)``; nil for a poll when too many wait already.
    /// - Throws: `HubProblem` with `.tooManyRequests` when the account has too many already, `.busy` while closing.
    func add(_ listener: EventListener) throws -> Int? {
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

    /// Looks at an account's log again.
    func wake(_ account: Int64) {
        guard canWait else { return tell([account]) }
        monitor.synchronized {
            guard byAccount[account] != nil else { return }
            touchedAccounts.insert(account)
            if touchedAccounts.count == 1 { monitor.signal() }
        }
    }

    /// Ends one that waits, if it still does.
    func end(_ id: Int) {
        if let listener = monitor.synchronized({ listeners[id] }) { finish(id, listener) }
    }

    /// Ends everything that waits, for those who wait to prove themselves again.
    func endAll() {
        for (id, listener) in monitor.synchronized({ listeners }) { finish(id, listener) }
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

    // MARK: - The desk's thread

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

    private func tell(_ id: Int, _ listener: EventListener) {
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
                // Noted first: the room that sending makes may be told before sending returns.
                monitor.synchronized {
                    listeners[id]?.position = page.end
                    listeners[id]?.hasMore = page.isFull
                    listeners[id]?.due = .now + .seconds(configuration.heartbeat)
                }
                stream.send(try page.events.flatMap { try EventText.event($0) })
            }
        } catch {
            // The position stands, so the next change or the next heartbeat tells it.
            configuration.log("The events of account \(listener.account) cannot be read: \(error)")
        }
    }

    /// The client has taken all that it was sent.
    func hasRoom(_ id: Int) {
        let account = monitor.synchronized { () -> Int64? in
            guard let listener = listeners[id], listener.hasMore else { return nil }
            listeners[id]?.hasMore = false
            return listener.account
        }
        if let account { wake(account) }
    }

    /// Heartbeats, polls whose time is over, streams of sessions that have ended.
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

    /// Entries of a second process, such as a top-up beside a serving hub.
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
                // More than can be looked at one by one: everybody looks at the own log.
                touchedAccounts.formUnion(
                    rows.count == 1_000 ? Array(byAccount.keys) : named.filter { byAccount[$0] != nil })
            }
        } catch {
            configuration.log("The entries of other processes cannot be read: \(error)")
        }
    }

    private func finish(_ id: Int, _ listener: EventListener) {
        // Whoever takes it out ends it: a poll has one answer.
        guard monitor.synchronized({ drop(id) }) else { return }
        Self.finish(listener)
    }

    private static func finish(_ listener: EventListener) {
        switch listener.kind {
        case .stream(let stream): stream.end()
        case .poll(let answer): answer(EventPage(items: [], next: listener.position.text))
        }
    }

    /// Inside the monitor.
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
    /// A comment, which clients pass over.
    static let heartbeat = Array(":\n\n".utf8)

    /// What a stream begins with: a time to wait before coming back, and where the log stands.
    static func beginning(at position: EventPosition) -> [UInt8] {
        Array("retry: 3000\nid: \(position.text)\nevent: ready\ndata: {}\n\n".utf8)
    }

    static func event(_ event: HubEvent) throws -> [UInt8] {
        // JSON has no raw line feeds, so it is one line of data.
        Array("id: \(event.id)\nevent: \(event.kind)\ndata: ".utf8) + (try Wire.encode(event)) + Array("\n\n".utf8)
    }
}
