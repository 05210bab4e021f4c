// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import HubAPI
internal import Keys
internal import Money
internal import SQLite
internal import Tokens
internal import Vault

/// An open store with its wallet's environment; every saga works on it.
final class WalletContext {
    let store: Store
    let environment: Wallet.Environment
    let cache: AnswerCache
    /// Signatures that this process has already verified.
    var verified = VerifiedRecordCache()
    private var knownAnnounced: AnnouncementSet?
    private(set) lazy var order = HistoryOrder(table(ActivityRecord.self))
    private var pipe: (call: HubPipe, trust: HubTrust)?
    /// Seconds by which the hub's clock is ahead of or behind this device's; zero until the hub reports a difference.
    private var hubClockLead = (ahead: UInt64(0), behind: UInt64(0))
    /// The security chip after its last use; nil while it was not used, or if only one program at a time can use it.
    var chip: Chip?
    /// Set when `onStep` throws. The wallet then refuses every call, like a dead process, until it is opened again.
    private(set) var isStopped = false

    init(store: Store, environment: Wallet.Environment) {
        self.store = store
        self.environment = environment
        cache = AnswerCache(store: store)
        store.sealed.guardian = DeviceGuard(findings: environment.device).check
    }

    var database: Database { store.database }

    /// Whether the wallet cannot be changed.
    var isReadOnly: Bool { database.isReadOnly }
    var random: RandomSource { environment.random }
    var policy: LimitPolicy { environment.policy }
    func table<Record: SealedRecord>(_ type: Record.Type) -> SealedTable<Record> { store.table(type) }

    /// The page size that suits the recent quality of the connection.
    var pageSize: Int { environment.meter.quality.pageSize }

    /// Runs `body` as one durable unit; see `Database.transaction`.
    @discardableResult
    func transaction<R>(_ body: () throws -> R) throws -> R { try database.transaction(body) }

    /// Runs `body` as one transaction that survives a crash of this process at once, and a power failure only after the
    /// next durable transaction.
    ///
    /// Only for data that can be made again from durable data, such as a signature over a durable body. It saves the
    /// wait for the disk while payer and payee hold their devices together.
    /// <https://www.sqlite.org/pragma.html#pragma_synchronous>
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

    /// A new id for an order made now.
    func operation() throws -> OperationID {
        OperationID(at: try now(), milliseconds: environment.clock.milliseconds(), random: random)
    }

    /// The later of the device's clock and the latest time that the hub has signed for this wallet.
    func now() throws -> Timestamp { environment.clock.now(notBefore: try store.timeFloor) }

    /// Reports a step to `onStep`. If that throws, the wallet is stopped.
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

    func hubSetting() throws -> HubMembership {
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

    /// The known announced keys of the hub. Each was verified before it was stored, and its row is sealed for this hub.
    /// Opening an old wallet therefore does not verify a signature for every key that the hub ever had.
    func announced() throws -> AnnouncementSet {
        if let knownAnnounced { return knownAnnounced }
        var announced = AnnouncementSet(rootKey: try hubSetting().description.rootKey)
        for stored in try store.announcements(of: announced.hub).rows(.kept) {
            try announced.add(stored.record.announcement, isChecked: true)
        }
        knownAnnounced = announced
        return announced
    }

    func revocations() throws -> RevocationList? { try store.get(.revocations) }

    /// Stores verified announcements and a verified list. Call inside a transaction. The time floor does not change,
    /// because a payer may have relayed them.
    func keep(_ announcements: [Announcement], _ revocations: RevocationList? = nil) throws {
        guard !announcements.isEmpty || revocations != nil else { return }
        let announced = try announced()
        for announcement in announcements where announced.announcement(announcement.keyID) != announcement {
            try store.announcements(of: announced.hub).insertAtRandom(AnnouncementRecord(announcement))
        }
        if let revocations { try store.set(.revocations, revocations) }
        // Read again at the next use, because this transaction may still be rolled back.
        knownAnnounced = nil
    }

    /// A connection to the hub that satisfies the demanded proof.
    ///
    /// - Throws: `HTTPError` with `.insecure` when the hub proves itself by keys and none is known; see
    ///   ``ChannelKeys``.
    func hubPipe() throws -> HubPipe {
        let hub = try hubSetting().description
        let trust = try channelKeys.trust(in: hub)
        // The trusted keys may have changed since the connection was made.
        if let pipe, pipe.trust == trust { return pipe.call }
        let made = try environment.connect(hub, trust)
        pipe = (made, trust)
        return made
    }

    /// The hub's time, as far as the hub has reported it while this store was open.
    func hubTime(of now: Timestamp) -> Timestamp {
        let (ahead, behind) = hubClockLead
        return Timestamp(seconds: now.seconds < behind ? 0 : now.adding(seconds: ahead).seconds - behind)
    }

    /// Learns the hub's time from its refusal; returns false if the refusal has none, or the time is not new.
    func learnHubTime(_ problem: HubProblem) -> Bool {
        guard let text = problem.details["time"], let time = UInt64(text) else { return false }
        let now = environment.clock.now().seconds
        let lead = time > now ? (ahead: time - now, behind: UInt64(0)) : (ahead: UInt64(0), behind: now - time)
        guard lead != hubClockLead else { return false }
        hubClockLead = lead
        return true
    }

    /// Ends the session if the wallet was unused for the time that its owner allows, and deletes the session's tokens.
    ///
    /// - Returns: the minutes allowed, if the session ended now.
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

    var channelKeys: ChannelKeys { ChannelKeys(context: self) }

    /// Drops the connection; the next call makes a new one.
    func forgetPipe() { pipe = nil }

    /// Call after another hub, or another address of it, was stored.
    func forgetHub() { (pipe, knownAnnounced) = (nil, nil) }

    // MARK: - History

    @discardableResult
    func note(_ activity: Activity) throws -> Int64 { try table(ActivityRecord.self).insert(ActivityRecord(activity)) }

    /// Changes a line of the history.
    func amend(_ id: Int64, _ change: (inout Activity) -> Void) throws {
        var stored = try table(ActivityRecord.self).require(id)
        change(&stored.record.activity)
        try table(ActivityRecord.self).update(stored)
    }

    /// Records a problem that has no caller to report it to.
    func problem(_ event: ActivityEvent) throws {
        try note(Activity(.problem, .failed, at: try now(), event))
    }

    /// Converts units to an amount. Each addend was within a policy's limits, but their sum may be too large.
    func amount(_ units: UInt64) throws -> Amount {
        guard let minorUnits = Int64(exactly: units) else {
            throw WalletError(.damaged, "An amount of the store is impossible. Restore a backup.")
        }
        return Amount(minorUnits: minorUnits, currency: try currency())
    }
}
