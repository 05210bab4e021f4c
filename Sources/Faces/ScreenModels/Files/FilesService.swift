// SPDX-License-Identifier: MIT
internal import Drive
internal import Glibc
internal import HubAPI
internal import Synchronization
internal import Tokens
internal import Wallet

/// The hub's files on this device: their own session and store beside the wallet, which `satchel drive` uses too.
///
/// Reading and ordering, asking the hub, and transfers have a thread each, so that a list never waits for a network. They
/// need no key of the wallet: a transfer goes on while the wallet is locked.
package final class FilesService: Sendable {
    private let folder: String
    private let reading: DriveThread
    private let asking: DriveThread
    private let transferring: DriveThread
    let progress: TransferProgress
    private let mailbox: StoreMailbox
    private let dependencies: AppDependencies
    /// Until when nothing is tried again by itself; seconds since 1970.
    private let pause = Mutex<UInt64>(0)
    private let turn = Turn()

    /// - Parameter mailbox: learns which kinds of rows have changed.
    init(_ dependencies: AppDependencies, _ mailbox: StoreMailbox) {
        self.dependencies = dependencies
        self.mailbox = mailbox
        folder = dependencies.folder + "/drive"
        let folder = folder
        let progress = TransferProgress { mailbox.post([.transfers]) }
        self.progress = progress
        let bell = Bell()
        reading = DriveThread("satchel.files.reading") {
            var drive = try Self.open(folder, dependencies, progress)
            try drive.client.store.observe { mailbox.post(Set($0.map(StoredKind.init))) }
            drive.watch = DriveWatch(of: drive.client.store) { bell.ring() }
            return drive
        }
        asking = DriveThread("satchel.files.asking") { try Self.open(folder, dependencies, progress) }
        transferring = DriveThread("satchel.files.transferring") { try Self.open(folder, dependencies, progress) }
        bell.answer { [weak reading] in
            // Safe: a store that cannot be read now is met again, and named, by the next use.
            Task { try? await reading?.useIfOpen { try $0.client.store.noteForeignCommits() } }
        }
    }

    private static func open(
        _ folder: String, _ dependencies: AppDependencies, _ progress: TransferProgress
    ) throws -> OpenDrive {
        let clock = dependencies.clock
        let store = try DriveStore(folder: folder)
        let account = try DriveAccount(folder: folder, store: store, clock: clock)
        let random = dependencies.environment().random
        let makeHubWorker: DriveClient.WorkerSource = {
            let store = try DriveStore(folder: folder)
            return (store, HubFileServer(account: HubAccount(folder: folder, store: store, clock: clock) { _ in }))
        }
        let client = DriveClient(
            folder: folder, store: store, server: try account.makeServer(folder: folder, clock: clock, random: random),
            environment: DriveEnvironment(
                clock: clock, random: random, device: try account.device ?? device(dependencies),
                onProgress: { progress.note($0, $1, $2) }), makeWorker: account.hub == nil ? nil : makeHubWorker)
        return OpenDrive(account: account, client: client)
    }

    private static func device(_ dependencies: AppDependencies) -> String { dependencies.deviceName ?? "Satchel" }

    // MARK: - Using

    /// Reads what is known, or orders something; asks no network.
    func use<R: Sendable>(_ body: @Sendable (DriveClient) throws -> R) async throws -> R {
        try await reading.use { try body($0.client) }
    }

    /// Whether there is a session, and whose files are known.
    func session() async throws -> (isLoggedIn: Bool, username: String?) {
        try await reading.use { ($0.account.isLoggedIn, try $0.account.username) }
    }

    /// Asks the hub what has changed.
    func ask() async throws {
        let outcome = await result { try await asking.use { try $0.client.refresh() } }
        await lookForCommits()
        try outcome.get()
    }

    private func result(_ body: () async throws -> Void) async -> Result<Void, any Error> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    /// Tells the screens of what other connections have committed.
    private func lookForCommits() async {
        // Safe: a store that cannot be read now is met again, and named, by the next use.
        try? await reading.useIfOpen { try $0.client.store.noteForeignCommits() }
    }

    /// Sends and receives what waits, until nothing is left to do now.
    ///
    /// - Parameter isRequested: whether the user has asked for it: then what failed just now is tried again too.
    func transfer(isRequested: Bool) async throws {
        let outcome = await result {
            try await transferring.use { [self] drive in
                defer { progress.end() }
                let report = try drive.client.drain(isRequested: isRequested)
                let now = dependencies.clock.now().seconds
                let until = now.addingReportingOverflow(Self.pauseSeconds).partialValue
                pause.withLock { $0 = report.stop == nil ? 0 : until }
            }
        }
        await lookForCommits()
        try outcome.get()
    }

    /// Goes on with what waits and is due, if there was ever a log-in. Call it regularly.
    func carryIfDue() async {
        let now = dependencies.clock.now().seconds
        guard isLoggedIn, pause.withLock({ $0 <= now }), turn.take() else { return }
        defer { turn.giveBack() }
        do {
            if try await use({ try $0.store.isDue(at: now) }) { try await transfer(isRequested: false) }
        } catch {
            // What waits stays in the queue with its reason.
        }
    }

    /// How long a hub that could not be reached is left alone, unless the user wants it otherwise.
    private static let pauseSeconds: UInt64 = 30

    private var isLoggedIn: Bool {
        ["/session", "/baluhost-session"].contains { access(folder + $0, F_OK) == 0 }
    }

    // MARK: - The session

    /// Begins a session that can only use files.
    ///
    /// - Throws: ``CodeWanted`` when the account has a second factor and no code was given.
    func logIn(to hub: HubDescription, username: String, password: String, code: String?) async throws {
        let (folder, clock, device) = (folder, dependencies.clock, Self.device(dependencies))
        try await asking.use { drive in
            let account = HubAccount(folder: folder, store: drive.client.store, clock: clock) { _ in }
            try account.logIn(to: hub, username: username, password: password, device: device) {
                guard let code else { throw CodeWanted() }
                return code
            }
        }
        await reopen()
    }

    /// Ends the session here, and at the hub if it can be reached. What waits stays in the queue.
    func logOut() async throws {
        guard isLoggedIn else { return }
        try await asking.use { _ = try $0.account.logOut() }
        await reopen()
    }

    private func reopen() async {
        for thread in [reading, asking, transferring] { await thread.close() }
        mailbox.post([.files, .transfers])
    }
}

/// The account has a second factor, whose code was not given.
struct CodeWanted: Error {}

/// Passes a ring to the one who answers, who may come later.
private final class Bell: Sendable {
    private let answer = Mutex<(@Sendable () -> Void)?>(nil)

    func answer(_ body: @escaping @Sendable () -> Void) { answer.withLock { $0 = body } }

    func ring() { answer.withLock { $0 }?() }
}

/// One at a time; who comes meanwhile goes away.
private final class Turn: Sendable {
    private let isTaken = Mutex(false)

    /// - Returns: whether it was free, and is the caller's now.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    func giveBack() { isTaken.withLock { $0 = false } }
}
