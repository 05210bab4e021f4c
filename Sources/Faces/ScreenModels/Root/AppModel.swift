// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Observation
internal import Tokens

/// The root of all screens: whether there is a wallet, whether it is open, and what a link from outside asks for.
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
    package let custodian: Custodian
    /// What is wrong with the last link from outside: a note that passes, and is never shown over the lock.
    package private(set) var linkRefusal: Refusal?
    /// How many such notes there were; each is shown for a while, also one that says the same.
    package private(set) var linkRefusals = 0
    /// Shows what happens while nobody looks at the window; nil where there is none to show it.
    @ObservationIgnored package var desktop: Desktop?
    @ObservationIgnored var noticeBoard = NoticeBoard()

    /// Links that came while the wallet was not open.
    @ObservationIgnored private var waitingLinks: [DeepLink] = []
    /// What was wrong with a link that came while the wallet was locked.
    @ObservationIgnored private var waitingRefusal: Refusal?
    @ObservationIgnored private let surroundings: Surroundings
    /// When somebody used the app last.
    @ObservationIgnored private var lastUse: UInt64
    /// Until when the system remembers the key; zero while it does not, nil before that is known: an earlier start may have
    /// left one.
    @ObservationIgnored private var rememberedUntil: UInt64?
    /// Why the wallet does not stay open between two starts, though that was chosen.
    package private(set) var rememberingRefusal: Refusal?

    package init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
        preferences = Preferences(
            file: surroundings.preferencesFile, systemLanguage: surroundings.systemLanguage)
        custodian = Custodian(surroundings)
        lastUse = surroundings.clock.now().seconds
        // Replaced at once; a model needs its owner, which is not whole before.
        phase = .locked(LockModel(custodian))
        show()
    }

    package var words: Words { preferences.words }

    /// The session while the wallet is open.
    package var session: WalletSession? { if case .open(let session) = phase { session } else { nil } }

    /// Opens the wallet without asking where the system remembers its key.
    package func start() async {
        guard case .locked(let model) = phase else { return }
        await model.look()
        await model.openRemembered()
    }

    /// What the phase is when nothing is open.
    private func show() {
        if surroundings.hasWallet {
            let model = LockModel(custodian)
            model.didOpen = { [weak self] in await self?.didOpen() }
            phase = .locked(model)
        } else {
            let model = OnboardingModel(custodian, surroundings)
            model.didFinish = { [weak self] in await self?.didOpen() }
            phase = .onboarding(model)
        }
    }

    private func didOpen() async {
        noteUse()
        let session = WalletSession(custodian, surroundings, preferences)
        session.lock = { [weak self] in await self?.lock() }
        session.told = { [weak self] in self?.tell($0) }
        phase = .open(session)
        session.lookAtDevice()
        await session.refresh()
        await rememberIfChosen()
        let links = waitingLinks
        waitingLinks = []
        for link in links { follow(link) }
        if let refusal = waitingRefusal { refuseLink(refusal) }
    }

    /// Locks the wallet: its keys leave the program.
    package func lock() async {
        session?.stopFollowing()
        dismissLinkRefusal()
        await custodian.close()
        rememberedUntil = 0
        show()
        if case .locked(let model) = phase { await model.look() }
    }

    // MARK: - Being used

    /// Somebody did something; the clock of the automatic lock begins anew.
    package func noteUse() { lastUse = surroundings.clock.now().seconds }

    /// Locks when nobody has used the app for as long as was chosen; to be called now and then.
    package func lockIfUnused() async {
        guard case .open = phase, preferences.lockMinutes > 0 else { return }
        if unused >= UInt64(preferences.lockMinutes) * 60 { await lock() }
    }

    /// Seconds since somebody used the app; none where the clock was set back.
    private var unused: UInt64 {
        let (seconds, isBack) = surroundings.clock.now().seconds.subtractingReportingOverflow(lastUse)
        return isBack ? 0 : seconds
    }

    /// Looks at the device, and brings wallet and hub together when it is time; to be called now and then, and never to be
    /// waited for.
    package func syncIfDue() async {
        session?.lookAtDevice()
        await session?.syncIfDue(unused: unused)
    }

    /// Lets the system remember the key while the app is used, where that was chosen, and forget it where it was not.
    ///
    /// It is remembered for as long as the app would stay open unused, so closing it does not lengthen that time.
    package func rememberIfChosen() async {
        guard case .open = phase else { return }
        guard preferences.staysOpen else {
            guard rememberedUntil != 0 else { return }
            rememberedUntil = 0
            custodian.stopRemembering()
            return
        }
        let minutes = preferences.lockMinutes == 0 ? Self.longestRemembering : preferences.lockMinutes
        let until = lastUse.addingReportingOverflow(UInt64(minutes) * 60).partialValue
        let now = surroundings.clock.now().seconds
        // Another time is stored also where it is an earlier one: somebody made the time until the lock shorter.
        guard until != rememberedUntil, until > now else { return }
        do {
            try await custodian.remember(seconds: UInt32(clamping: until - now))
            (rememberedUntil, rememberingRefusal) = (until, nil)
        } catch {
            // Nor is one kept that an earlier start has left.
            (rememberedUntil, rememberingRefusal) = (0, Refusal(error))
            custodian.stopRemembering()
        }
    }

    /// Minutes, where the app never locks itself.
    private static let longestRemembering = 60

    /// The system is short of memory: what can be read again is let go.
    package func freeMemory() async {
        session?.pictures.empty()
        await custodian.freeMemory()
    }

    // MARK: - Links

    /// Takes a link from outside, such as `satchel://join?…`; while the wallet is locked it waits.
    package func follow(_ text: String) {
        dismissLinkRefusal()
        do {
            follow(try DeepLink(text))
        } catch {
            refuseLink(Refusal(error))
        }
    }

    private func follow(_ link: DeepLink) {
        do {
            switch (phase, link) {
            case (.open(let session), _): try session.follow(link)
            // Not in the middle of another step, whose hub it would change.
            case (.onboarding(let model), .join(let hub)) where model.step != .account: model.hubLink = hub.link
            default:
                guard !waitingLinks.contains(link) else { return }
                guard waitingLinks.count < WalletSession.maximumLinks else { throw Refusal(.refusedTooManyLinks) }
                waitingLinks.append(link)
                if case .onboarding(let model) = phase { model.heldLinks = waitingLinks.count }
            }
        } catch {
            refuseLink(Refusal(error))
        }
    }

    private func refuseLink(_ refusal: Refusal) {
        if case .locked = phase {
            waitingRefusal = refusal
            return
        }
        waitingRefusal = nil
        linkRefusal = refusal
        linkRefusals += 1
    }

    /// Somebody went on to another screen, or the note was there for long enough.
    package func dismissLinkRefusal() {
        linkRefusal = nil
        waitingRefusal = nil
    }
}
