// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import HubAPI
internal import Keys
internal import Money
internal import SQLite
internal import Tokens
internal import Vault

/// An open store with the seams of its wallet: what every saga works on.
final class OpenStore {
    let store: Store
    let environment: Wallet.Environment
    let cache: AnswerCache
    /// Signatures that this process has found good already.
    var verified = VerifiedRecordCache()
    private var knownBook: AnnouncementBook?
    private var pipe: (call: HubPipe, trust: HubTrust)?
    /// Seconds by which the hub's clock is before or behind this device's; nothing until the hub complains.
    private var hubClockLead = (ahead: UInt64(0), behind: UInt64(0))
    /// Set when `onStep` has thrown: the wallet behaves as a dead process until it is opened again.
    private(set) var isStopped = false

    init(store: Store, environment: Wallet.Environment) {
        self.store = store
        self.environment = environment
        cache = AnswerCache(store: store)
    }

    var database: Database { store.database }

    /// Whether the wallet can only be looked at.
    var isReadOnly: Bool { database.isReadOnly }
    var random: RandomSource { environment.random }
    var policy: LimitPolicy { environment.policy }
    func table<Record: SealedRecord>(_ type: Record.Type) -> SealedTable<Record> { store.table(type) }

    /// Lines of a list that suit the connection as it was lately.
    var pageSize: Int { environment.meter.quality.pageSize }

    /// Runs `body` as one durable unit; see `Database.transaction`.
    @discardableResult
    func transaction<R>(_ body: () throws -> R) throws -> R { try database.transaction(body) }

    /// Runs `body` as one unit that outlives this process at once, and a power failure from the next durable unit on.
    ///
    /// Only for what can be made again from what is durable already, such as a signature over a durable body: it saves
    /// the wait for the disk while two people hold their phones together. <https://www.sqlite.org/pragma.html#pragma_synchronous>
    func repeatableTransaction(_ body: () throws -> Void) throws {
        try database.execute("PRAGMA synchronous = NORMAL")
        do {
            try database.transaction(body)
        } catch {
            try database.execute("PRAGMA synchronous = FULL")
            throw error
        }
        try database.execute("PRAGMA synchronous = FULL")
    }

    /// A fresh name for what is ordered now.
    func operation() throws -> OperationID {
        OperationID(at: try now(), milliseconds: environment.clock.milliseconds(), random: random)
    }

    /// The later of the device's clock and the largest hub-signed time ever seen.
    func now() throws -> Timestamp { environment.clock.now(notBefore: try store.timeFloor) }

    /// Announces a named step.
    func step(_ step: WalletStep) throws {
        do {
            try environment.onStep(step)
        } catch {
            isStopped = true
            throw error
        }
    }

    func requireRunning() throws {
        guard !isStopped else {
            throw WalletError(.stopped, "The wallet was stopped in the middle of something. Open it again.")
        }
    }

    // MARK: - The hub

    func hubSetting() throws -> HubSetting {
        guard let hub = try store.get(.hub) else {
            throw WalletError(.notJoined, "This wallet belongs to no hub yet. Join one with its link first.")
        }
        return hub
    }

    func hubID() throws -> HubID { HubID(rootKey: try hubSetting().description.rootKey) }

    /// The currency of the hub.
    func currency() throws -> Currency {
        guard let currency = try hubSetting().currency else {
            throw WalletError(
                .notJoined, "The hub's currency is not known yet. Sync once while the hub can be reached.")
        }
        return currency
    }

    /// The hub's announced keys as far as they are known; every one was checked when it was kept, and its row is sealed, so
    /// that opening an old wallet does not take a signature's check for each key that the hub has ever had.
    func book() throws -> AnnouncementBook {
        if let knownBook { return knownBook }
        var book = AnnouncementBook(rootKey: try hubSetting().description.rootKey)
        for stored in try table(AnnouncementRecord.self).rows(.kept) {
            try book.add(stored.record.announcement, isChecked: true)
        }
        knownBook = book
        return book
    }

    func revocations() throws -> RevocationList? { try store.get(.revocations) }

    /// Keeps announcements and a list that were verified; inside the caller's transaction. The time floor stays where it is:
    /// a payer may have relayed them.
    func keep(_ announcements: [Announcement], _ revocations: RevocationList? = nil) throws {
        guard !announcements.isEmpty || revocations != nil else { return }
        let book = try book()
        for announcement in announcements where book.announcement(announcement.keyID) != announcement {
            try table(AnnouncementRecord.self).insert(AnnouncementRecord(announcement))
        }
        if let revocations { try store.set(.revocations, revocations) }
        // Read again when it is next needed: this transaction may still be undone.
        knownBook = nil
    }

    /// The way to the hub, as far as it can be trusted.
    ///
    /// - Throws: `HTTPError` with `.insecure` when the hub proves itself by keys and none is known; see ``ChannelKeys``.
    func hubPipe() throws -> HubPipe {
        let hub = try hubSetting().description
        let trust = try channelKeys.trust(in: hub)
        // What it was made to believe may have been added to since, or have ended.
        if let pipe, pipe.trust == trust { return pipe.call }
        let made = try environment.connect(hub, trust)
        pipe = (made, trust)
        return made
    }

    /// What the hub's clock shows, as far as it has said so while this store was open.
    func hubTime(of now: Timestamp) -> Timestamp {
        let (ahead, behind) = hubClockLead
        return Timestamp(seconds: now.seconds < behind ? 0 : now.adding(seconds: ahead).seconds - behind)
    }

    /// Takes the hub's time from its refusal; false when it holds none or nothing new.
    func learnHubTime(_ problem: HubProblem) -> Bool {
        guard let text = problem.details["time"], let time = UInt64(text) else { return false }
        let now = environment.clock.now().seconds
        let lead = time > now ? (ahead: time - now, behind: UInt64(0)) : (ahead: UInt64(0), behind: now - time)
        guard lead != hubClockLead else { return false }
        hubClockLead = lead
        return true
    }

    /// Gives the session up if nobody has used the wallet for as long as its owner allows; the tokens of it are gone then.
    ///
    /// - Returns: the minutes allowed, if it was given up now.
    @discardableResult
    func endSessionIfIdle() throws -> UInt64? {
        guard let idle = try store.get(.idleLogout), try store.get(.session) != nil,
            try now().seconds(since: idle.lastUsed) >= 60 * idle.minutes
        else { return nil }
        try transaction {
            try store.set(.session, nil)
            try note(Activity(.account, .done, at: try now(), .loggedOutUnused(minutes: idle.minutes)))
        }
        return idle.minutes
    }

    var channelKeys: ChannelKeys { ChannelKeys(wallet: self) }

    /// Makes the next call connect anew.
    func forgetPipe() { pipe = nil }

    /// After another hub, or another address of it, was written down.
    func forgetHub() { (pipe, knownBook) = (nil, nil) }

    // MARK: - History

    @discardableResult
    func note(_ activity: Activity) throws -> Int64 { try table(ActivityRecord.self).insert(ActivityRecord(activity)) }

    /// Changes a line of the history.
    func amend(_ id: Int64, _ change: (inout Activity) -> Void) throws {
        var stored = try table(ActivityRecord.self).require(id)
        change(&stored.record.activity)
        try table(ActivityRecord.self).update(stored)
    }

    /// Notes that something went wrong that nobody is waiting to be told.
    func problem(_ event: ActivityEvent) throws {
        try note(Activity(.problem, .failed, at: try now(), event))
    }

    /// Adds up units that are each within a policy's bounds.
    func amount(_ units: UInt64) throws -> Amount {
        guard let minorUnits = Int64(exactly: units) else {
            throw WalletError(.damaged, "An amount of the store is impossible. Restore a backup.")
        }
        return Amount(minorUnits: minorUnits, currency: try currency())
    }
}
