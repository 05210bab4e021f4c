// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Observation
internal import Tokens

/// The root of all screens: whether a wallet exists, whether it is open, and the handling of external links.
///
///     onboarding ──made or restored──▶ open ◀──the passphrase── locked
///                                       └────lock, or too long unused────▶
@Observable @MainActor
package final class AppModel {
    package enum Phase {
        case onboarding(OnboardingModel)
        case locked(LockModel)
        case open(WalletSession)
    }

    package private(set) var phase: Phase
    package let preferences: Preferences
    package let walletService: WalletService
    /// The hub's files. Transfers go on while the wallet is locked.
    @ObservationIgnored let files: FilesService
    /// The error of the last external link: a temporary note that is never shown over the lock.
    package private(set) var linkRefusal: UserMessage?
    /// The number of such notes; each is shown for a while, even with the same text.
    package private(set) var linkRefusals = 0
    /// Shows notifications while the window is not active; nil where there are none.
    @ObservationIgnored package var desktop: Desktop?
    @ObservationIgnored var noticeBoard = NoticeBoard()

    /// Links that arrived while the wallet was not open.
    @ObservationIgnored private var waitingLinks: [DeepLink] = []
    /// The error of a link that arrived while the wallet was locked.
    @ObservationIgnored private var waitingRefusal: UserMessage?
    @ObservationIgnored private let dependencies: AppDependencies
    /// The time of the user's last action.
    @ObservationIgnored private var lastUse: UInt64
    /// Until when the system's unlock cache holds the key; zero while it does not. Nil while unknown, because an
    /// earlier start may have left one.
    @ObservationIgnored private var rememberedUntil: UInt64?
    /// Why the wallet does not stay open between two starts, although the user chose it.
    package private(set) var rememberingRefusal: UserMessage?

    package init(_ dependencies: AppDependencies) {
        self.dependencies = dependencies
        preferences = Preferences(
            file: dependencies.preferencesFile, systemLanguage: dependencies.systemLanguage)
        walletService = WalletService(dependencies)
        files = FilesService(dependencies, walletService.mailbox)
        lastUse = dependencies.clock.now().seconds
        // Replaced immediately: the model needs its owner, which is not initialized before.
        phase = .locked(LockModel(walletService))
        show()
    }

    package var words: Localizer { preferences.words }

    /// The session while the wallet is open.
    package var session: WalletSession? { if case .open(let session) = phase { session } else { nil } }

    /// Opens the wallet without a prompt where the system's unlock cache has its key.
    package func start() async {
        guard case .locked(let model) = phase else { return }
        await model.look()
        await model.openRemembered()
    }

    /// The phase while no wallet is open.
    private func show() {
        if dependencies.hasWallet {
            let model = LockModel(walletService, isDemo: dependencies.demo != nil)
            model.didOpen = { [weak self] in await self?.didOpen() }
            phase = .locked(model)
        } else {
            let model = OnboardingModel(walletService, dependencies)
            model.didFinish = { [weak self] in await self?.didOpen() }
            phase = .onboarding(model)
        }
    }

    private func didOpen() async {
        noteUse()
        let session = WalletSession(walletService, files, dependencies, preferences)
        session.lock = { [weak self] in await self?.lock() }
        session.told = { [weak self] in self?.tell($0) }
        session.hears = { [weak self] in self?.desktop?.hears($0) }
        if preferences.firstOpened == nil { preferences.firstOpened = dependencies.clock.now().seconds }
        phase = .open(session)
        await session.begin()
        await session.lookAtDevice()
        await rememberIfChosen()
        let links = waitingLinks
        waitingLinks = []
        for link in links { follow(link) }
        if let refusal = waitingRefusal { refuseLink(refusal) }
    }

    /// Locks the wallet: its keys are erased from this process.
    package func lock() async {
        session?.stopFollowing()
        dismissLinkRefusal()
        await walletService.close()
        rememberedUntil = 0
        show()
        if case .locked(let model) = phase { await model.look() }
    }

    // MARK: - Being used

    /// Records a user action, which restarts the time until the automatic lock.
    package func noteUse() { lastUse = dependencies.clock.now().seconds }

    /// Locks after the chosen time without use. Call it regularly.
    package func lockIfUnused() async {
        guard case .open = phase, preferences.lockMinutes > 0 else { return }
        if unused >= UInt64(preferences.lockMinutes) * 60 { await lock() }
    }

    /// Seconds since the last user action; zero where the clock was set back.
    private var unused: UInt64 {
        let (seconds, isBack) = dependencies.clock.now().seconds.subtractingReportingOverflow(lastUse)
        return isBack ? 0 : seconds
    }

    /// Checks the device, and syncs when it is due. Call it regularly, without waiting for it.
    package func syncIfDue() async {
        await session?.lookAtDevice()
        await session?.syncIfDue(unused: unused)
        await files.carryIfDue()
    }

    /// Stores the key in the system's unlock cache while the app is used, if the user chose it, and else removes it.
    ///
    /// The key stays as long as the app would stay open unused, so closing the app does not extend that time.
    package func rememberIfChosen() async {
        guard case .open = phase else { return }
        guard preferences.staysOpen else {
            guard rememberedUntil != 0 else { return }
            rememberedUntil = 0
            walletService.stopRemembering()
            return
        }
        let minutes = preferences.lockMinutes == 0 ? Self.longestRemembering : preferences.lockMinutes
        let until = lastUse.addingReportingOverflow(UInt64(minutes) * 60).partialValue
        let now = dependencies.clock.now().seconds
        // An earlier time is stored too, because the user may have shortened the time until the lock.
        guard until != rememberedUntil, until > now else { return }
        do {
            try await walletService.remember(seconds: UInt32(clamping: until - now))
            (rememberedUntil, rememberingRefusal) = (until, nil)
        } catch {
            // Nor is a key kept that an earlier start has left.
            (rememberedUntil, rememberingRefusal) = (0, UserMessage(error))
            walletService.stopRemembering()
        }
    }

    /// In minutes, where the app never locks automatically.
    private static let longestRemembering = 60

    /// The system is short of memory: data that can be read again is freed.
    package func freeMemory() async {
        session?.pictures.empty()
        await walletService.freeMemory()
    }

    // MARK: - Links

    /// Handles an external link, such as `satchel://join?…`. While the wallet is locked, the link waits.
    package func follow(_ text: String) {
        dismissLinkRefusal()
        do {
            follow(try DeepLink(text))
        } catch {
            refuseLink(UserMessage(error))
        }
    }

    private func follow(_ link: DeepLink) {
        do {
            switch (phase, link) {
            case (.open(let session), _): try session.follow(link)
            // Not in the middle of another step, whose hub it would change.
            case (.onboarding(let model), .join(let hub)) where model.step != .account: model.hubClient = hub.link
            default:
                guard !waitingLinks.contains(link) else { return }
                guard waitingLinks.count < WalletSession.maximumLinks else { throw UserMessage(.refusedTooManyLinks) }
                waitingLinks.append(link)
                if case .onboarding(let model) = phase { model.heldLinks = waitingLinks.count }
            }
        } catch {
            refuseLink(UserMessage(error))
        }
    }

    private func refuseLink(_ refusal: UserMessage) {
        if case .locked = phase {
            waitingRefusal = refusal
            return
        }
        waitingRefusal = nil
        linkRefusal = refusal
        linkRefusals += 1
    }

    /// The user went to another screen, or the note's time has passed.
    package func dismissLinkRefusal() {
        linkRefusal = nil
        waitingRefusal = nil
    }
}
