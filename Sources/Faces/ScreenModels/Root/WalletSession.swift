// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
package import Keys
internal import Observation
package import Tokens
package import Wallet

/// An open wallet: the state that all its screens share, and the target of a link or banner.
@Observable @MainActor
package final class WalletSession {
    /// The wallet's account at its hub.
    package enum Account: Hashable, Sendable {
        case unknown
        case noHub
        case loggedOut(username: String?)
        case loggedIn(username: String)

        package var username: String? {
            switch self {
            case .unknown, .noHub: nil
            case .loggedOut(let name): name
            case .loggedIn(let name): name
            }
        }

        fileprivate init(username: String?, isJoined: Bool, isLoggedIn: Bool) {
            if !isJoined {
                self = .noHub
            } else if isLoggedIn, let username {
                self = .loggedIn(username: username)
            } else {
                self = .loggedOut(username: username)
            }
        }
    }

    /// The state of the hub connection at the last attempt.
    package enum Line: Hashable, Sendable {
        case unknown, syncing, reached(ConnectionQuality), unreachable
    }

    package let walletService: WalletService
    @ObservationIgnored let files: FilesService
    package let dependencies: AppDependencies
    package let preferences: Preferences

    package private(set) var balances: LoadState<Balances> = .loading
    package private(set) var recent: LoadState<[Activity]> = .loading
    package private(set) var account = Account.unknown
    /// The hub that the wallet is joined to, or a candidate while ``account`` has no hub.
    package private(set) var hub: HubDescription?
    /// The hub's currency, once known.
    package private(set) var currency: Currency?
    /// The user's names for accounts, as last known.
    package private(set) var names = NameTable()
    /// All currencies of the hub, its main one first; until the hub has answered, those of the own balances.
    package private(set) var currencies: [Currency] = []
    package private(set) var line = Line.unknown
    /// Why the last sync is incomplete.
    package private(set) var syncRefusal: UserMessage?
    package private(set) var lastSync: Timestamp?
    /// The banners that the user dismissed until the next sync.
    private var dismissed: Set<StringKey> = []
    /// Opened links that no screen has handled yet, the oldest first.
    package private(set) var links: [DeepLink] = []
    /// The target of the next link.
    package var route: DeepLink? { links.first }
    /// Incremented with the hub's news, so that lists that the hub keeps are asked for again.
    package private(set) var news = 0
    /// Incremented with each code that the camera reads, so that the device can make it felt.
    package private(set) var scans = 0
    /// The number of open requests for this account to pay, when the hub was last asked.
    package private(set) var requestsToPay = 0
    /// Risks of this device for the wallet.
    package private(set) var deviceFindings: [DeviceFinding] = []
    /// What the wallet does while another party controls the device.
    package private(set) var deviceMode = DeviceMode.restrict

    /// Tells the models which rows have changed.
    @ObservationIgnored let feed: StoreFeed

    /// Short notes on what has just happened.
    package let toasts = ToastBoard()
    /// Photos in display size, while the wallet is open.
    @ObservationIgnored package let pictures = PictureCache()
    @ObservationIgnored var rhythm = SyncRhythm()
    /// Whether a background sync is running.
    @ObservationIgnored var isSyncingIdly = false
    /// Ends following the account's events.
    @ObservationIgnored var eventBell: EventBell?

    /// Locks the wallet.
    @ObservationIgnored var lock: @MainActor () async -> Void = {}
    /// Receives the account's events.
    @ObservationIgnored var told: @MainActor (HubEvent) -> Void = { _ in }
    /// Takes whether the events are heard here.
    @ObservationIgnored var hears: @MainActor (Bool) -> Void = { _ in }

    /// The most links that may wait.
    nonisolated static let maximumLinks = 8
    /// The number of history lines on the home screen.
    package nonisolated static let recentCount = 5

    init(
        _ walletService: WalletService, _ files: FilesService, _ dependencies: AppDependencies,
        _ preferences: Preferences
    ) {
        self.walletService = walletService
        self.files = files
        self.dependencies = dependencies
        self.preferences = preferences
        feed = StoreFeed(walletService.mailbox)
    }

    package var words: Localizer { preferences.words }
    package var now: LocalTime { local(dependencies.clock.now()) }

    package func local(_ time: Timestamp) -> LocalTime {
        LocalTime(time, secondsFromUTC: dependencies.secondsFromUTC(time))
    }

    /// A time, formatted for a list.
    package func when(_ time: Timestamp) -> String { words.moment(local(time), seenAt: now) }

    /// Queues a link behind the waiting ones; a repeated one changes nothing.
    ///
    /// - Throws: ``UserMessage`` when too many wait.
    package func follow(_ link: DeepLink) throws {
        guard !links.contains(link) else { return }
        guard links.count < Self.maximumLinks else { throw UserMessage(.refusedTooManyLinks) }
        links.append(link)
    }

    /// Takes the next link, for the screen that handles it.
    package func takeLink() -> DeepLink? { links.isEmpty ? nil : links.removeFirst() }

    /// Dismisses a banner until the next sync; an alarm stays.
    package func dismiss(_ banner: Banner) {
        if banner.isDismissible { dismissed.insert(banner.word) }
    }

    func isDismissed(_ banner: Banner) -> Bool { dismissed.contains(banner.word) }

    /// Locks the wallet.
    package func lockNow() async { await lock() }

    /// Checks again whether the device has risks for the wallet.
    ///
    /// A wallet whose mode does not let it open on such a device is locked.
    func lookAtDevice() async {
        let findings = walletService.deviceFindings
        if findings != deviceFindings { deviceFindings = findings }
        if deviceMode == .block, findings.contains(where: { $0.weight == .taken }) { await lock() }
    }

    // MARK: - The store

    /// Reads what all screens share, and follows the store from now on.
    package func load() async {
        feed.follow([.money, .history, .account, .answers], by: self) { await $0.read() }
        await read()
    }

    /// Follows the store until the wallet is locked.
    func begin() async {
        feed.begin()
        await load()
    }

    /// Waits until every screen shows what the wallet has stored up to now.
    package func caughtUp() async { await feed.caughtUp() }

    /// Reads the store; uses no network. Only what has changed is set, so that views stay as they are.
    private func read() async {
        do {
            let state = try await walletService.use { wallet in
                (
                    balances: try wallet.currency == nil ? nil : wallet.balances(),
                    recent: try wallet.activity(limit: Self.recentCount) { !$0.isPartOfAnother }, hub: try wallet.hub,
                    isJoined: try wallet.isJoined, username: try wallet.username, isLoggedIn: try wallet.isLoggedIn,
                    currency: try wallet.currency, contacts: try wallet.knownContacts(),
                    deviceMode: try wallet.deviceMode
                )
            }
            set(\.names, NameTable(state.contacts))
            // While no events can be followed, another balance is the sign of news at the hub.
            if let before = balances.value, before.account?.balance != state.balances?.account?.balance { noteNews() }
            set(\.balances, state.balances.map { .ready($0) } ?? .empty)
            set(\.recent, LoadState(state.recent))
            set(\.currency, state.currency)
            set(\.hub, state.hub)
            set(\.deviceMode, state.deviceMode)
            set(\.account, Account(username: state.username, isJoined: state.isJoined, isLoggedIn: state.isLoggedIn))
        } catch {
            let refusal = UserMessage(error)
            set(\.balances, .failed(refusal))
            set(\.recent, .failed(refusal))
        }
    }

    private func set<Value: Equatable>(_ path: ReferenceWritableKeyPath<WalletSession, Value>, _ value: Value) {
        if self[keyPath: path] != value { self[keyPath: path] = value }
    }

    /// Syncs the wallet with the hub; one sync at a time.
    ///
    /// - Parameter everything: redeem the whole offline balance.
    package func sync(everything: Bool = false) async {
        guard line != .syncing, account != .noHub else { return }
        line = .syncing
        dismissed = []
        rhythm.begin()
        do {
            let (report, quality, wasCut) = try await walletService.sync(everything: everything)
            note(report, quality)
            if wasCut, report.failure != nil {
                // The hub was reached, but the request was cancelled for more urgent work.
                (line, syncRefusal) = (.reached(.poor), UserMessage(.refusedSlow, remedy: .retry))
            }
        } catch {
            syncRefusal = UserMessage(error)
            line = .unknown
        }
        rhythm.synced(at: dependencies.clock.now().seconds, isReached: line != .unreachable)
        await lookAtDevice()
        // Balances depend on the time too, so they are read even when nothing was stored.
        await read()
        await caughtUp()
    }

    /// The hub has news that this wallet does not store.
    func noteNews() { news += 1 }

    /// The camera has read a code.
    package func noteScan() { scans += 1 }

    func note(requestsToPay count: Int) { set(\.requestsToPay, count) }

    /// Reads the hub's currencies, for screens with a choice; without a network they stay as they were.
    package func loadCurrencies() async {
        let known = [currency].compactMap(\.self) + (balances.value?.others ?? []).map(\.balance.currency)
        if currencies.isEmpty { currencies = known }
        do {
            currencies = try await walletService.ask { try $0.currencies().currencies.map { try Currency(code: $0) } }
        } catch {
            // The currencies of the own balances can be chosen all the same.
        }
    }

    /// Records the result of another screen's sync.
    func note(_ report: SyncReport, _ quality: ConnectionQuality) {
        let refusal = report.failure.map { UserMessage($0) }
        if refusal != syncRefusal { syncRefusal = refusal }
        note(report.failure?.code, quality)
        if report.isComplete { lastSync = dependencies.clock.now() }
    }

    /// Records what a separately sent order revealed about the hub; it was not a sync.
    func note(_ outcome: SendOutcome, _ quality: ConnectionQuality) { note(outcome.failure?.code, quality) }

    private func note(_ failure: WalletError.Code?, _ quality: ConnectionQuality) {
        let next: Line =
            switch failure {
            case .hubUnreachable: .unreachable
            case .notJoined, .notLoggedIn: .unknown
            default: .reached(quality)
            }
        if next != line { line = next }
    }
}
