// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
package import Keys
internal import Observation
package import Tokens
package import Wallet

/// An open wallet: what all its screens share, and where a link or a banner leads.
@Observable @MainActor
package final class WalletSession {
    /// Who the wallet is at its hub.
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
    }

    /// How the way to the hub was at the last try.
    package enum Line: Hashable, Sendable {
        case unknown, syncing, reached(ConnectionQuality), unreachable
    }

    package let custodian: Custodian
    package let surroundings: Surroundings
    package let preferences: Preferences

    package private(set) var balances: Content<Balances> = .loading
    package private(set) var recent: Content<[Activity]> = .loading
    package private(set) var account = Account.unknown
    /// The hub that the wallet is joined to, or a candidate while ``account`` has no hub.
    package private(set) var hub: HubDescription?
    /// The hub's currency, once known.
    package private(set) var currency: Currency?
    /// All that the hub keeps, the first one first; those of the own balances while the hub has not said.
    package private(set) var currencies: [Currency] = []
    package private(set) var line = Line.unknown
    /// Why the last sync is not complete.
    package private(set) var syncRefusal: Refusal?
    package private(set) var lastSync: Timestamp?
    /// What a person has read and does not want to see again before the next sync.
    private var dismissed: Set<Word> = []
    /// Links that were opened and that no screen has taken yet, the oldest first.
    package private(set) var links: [DeepLink] = []
    /// Where the next link leads.
    package var route: DeepLink? { links.first }
    /// Grows with every change of the wallet that this session made, so that lists know to look again.
    package private(set) var changes = 0
    /// What makes this device a bad place for the wallet.
    package private(set) var deviceFindings: [DeviceFinding] = []

    /// Photos as screens show them, while the wallet is open.
    @ObservationIgnored package let pictures = PictureCache()
    @ObservationIgnored var rhythm = SyncRhythm()
    /// Whether a sync runs that nobody asked for.
    @ObservationIgnored var isSyncingIdly = false
    /// Ends what follows the account's events.
    @ObservationIgnored var eventBell: EventBell?

    /// Locks the wallet.
    @ObservationIgnored var lock: @MainActor () async -> Void = {}
    /// Learns what happens to the account.
    @ObservationIgnored var told: @MainActor (HubEvent) -> Void = { _ in }

    /// How many links wait at most.
    nonisolated static let maximumLinks = 8
    /// How many lines of the history the home screen shows.
    package nonisolated static let recentCount = 5

    init(_ custodian: Custodian, _ surroundings: Surroundings, _ preferences: Preferences) {
        self.custodian = custodian
        self.surroundings = surroundings
        self.preferences = preferences
    }

    package var words: Words { preferences.words }
    package var now: LocalTime { local(surroundings.clock.now()) }

    package func local(_ time: Timestamp) -> LocalTime {
        LocalTime(time, secondsFromUTC: surroundings.secondsFromUTC(time))
    }

    /// An instant as a list shows it.
    package func when(_ time: Timestamp) -> String { words.moment(local(time), seenAt: now) }

    /// Leads where a link says, after those that wait already; the same one again changes nothing.
    ///
    /// - Throws: ``Refusal`` when too many wait.
    package func follow(_ link: DeepLink) throws {
        guard !links.contains(link) else { return }
        guard links.count < Self.maximumLinks else { throw Refusal(.refusedTooManyLinks) }
        links.append(link)
    }

    /// The next link, for the screen that goes there now.
    package func takeLink() -> DeepLink? { links.isEmpty ? nil : links.removeFirst() }

    /// Puts a banner away until the next sync; an alarm stays.
    package func dismiss(_ banner: Banner) {
        if banner.weight < .alarm { dismissed.insert(banner.word) }
    }

    func isDismissed(_ banner: Banner) -> Bool { dismissed.contains(banner.word) }

    /// Locks the wallet.
    package func lockNow() async { await lock() }

    /// Looks again whether the device is a good place for the wallet.
    func lookAtDevice() {
        let findings = custodian.deviceFindings
        if findings != deviceFindings { deviceFindings = findings }
    }

    /// Reads again what the home screen shows; asks no network.
    ///
    /// - Parameter isIdle: nobody did anything: lists look again only when something is different.
    package func refresh(isIdle: Bool = false) async {
        let before = (balances.value, recent.value)
        do {
            let state = try await custodian.use { wallet in
                (
                    balances: try wallet.currency == nil ? nil : wallet.balances(),
                    recent: try wallet.activity(limit: Self.recentCount), hub: try wallet.hub,
                    isJoined: try wallet.isJoined, username: try wallet.username, isLoggedIn: try wallet.isLoggedIn,
                    currency: try wallet.currency
                )
            }
            let isSame = isIdle && state.balances == before.0 && state.recent == before.1 ?? []
            if !isSame {
                balances = state.balances.map { .ready($0) } ?? .empty
                recent = Content(state.recent)
                currency = state.currency
            }
            hub = state.hub
            if !state.isJoined {
                account = .noHub
            } else if state.isLoggedIn, let username = state.username {
                account = .loggedIn(username: username)
            } else {
                account = .loggedOut(username: state.username)
            }
            if !isSame { changes += 1 }
        } catch {
            let refusal = Refusal(error)
            balances = .failed(refusal)
            recent = .failed(refusal)
        }
    }

    /// Brings wallet and hub together; one at a time.
    ///
    /// - Parameter everything: redeem all that is offline.
    package func sync(everything: Bool = false) async {
        guard line != .syncing, account != .noHub else { return }
        line = .syncing
        dismissed = []
        rhythm.begin()
        do {
            let (report, quality, wasCut) = try await custodian.sync(everything: everything)
            note(report, quality)
            if wasCut, report.failure != nil {
                // The hub is there, and was left alone for something more urgent.
                (line, syncRefusal) = (.reached(.poor), Refusal(.refusedSlow, remedy: .retry))
            }
        } catch {
            syncRefusal = Refusal(error)
            line = .unknown
        }
        rhythm.synced(at: surroundings.clock.now().seconds, isReached: line != .unreachable)
        lookAtDevice()
        await refresh()
    }

    /// Something is different at the hub that this wallet keeps no copy of.
    func noteChange() { changes += 1 }

    /// Learns which currencies the hub keeps, for screens with a choice; without a network it stays as it was.
    package func loadCurrencies() async {
        let known = [currency].compactMap(\.self) + (balances.value?.others ?? []).map(\.balance.currency)
        if currencies.isEmpty { currencies = known }
        do {
            currencies = try await custodian.ask { try $0.currencies().currencies.map { try Currency(code: $0) } }
        } catch {
            // The own ones can be chosen all the same.
        }
    }

    /// Takes what another screen's sync did.
    func note(_ report: SyncReport, _ quality: ConnectionQuality) {
        let refusal = Refusal(of: report)
        if refusal != syncRefusal { syncRefusal = refusal }
        note(report.failure?.code, quality)
        if report.isComplete { lastSync = surroundings.clock.now() }
    }

    /// Takes what an order that was sent by itself has shown of the hub; it was no sync.
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
