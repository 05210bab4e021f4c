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
    /// What is wrong with the last link from outside.
    package var linkRefusal: Refusal?

    /// A link that came while the wallet was not open.
    @ObservationIgnored private var waitingLink: DeepLink?
    @ObservationIgnored private let surroundings: Surroundings
    /// When somebody used the app last.
    @ObservationIgnored private var lastUse: UInt64

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
        phase = .open(session)
        await session.refresh()
        if let link = waitingLink {
            waitingLink = nil
            session.follow(link)
        }
    }

    /// Locks the wallet: its keys leave the program.
    package func lock() async {
        await custodian.close()
        show()
    }

    // MARK: - Being used

    /// Somebody did something; the clock of the automatic lock begins anew.
    package func noteUse() { lastUse = surroundings.clock.now().seconds }

    /// Locks when nobody has used the app for as long as was chosen; to be called now and then.
    package func lockIfUnused() async {
        guard case .open = phase, preferences.lockMinutes > 0 else { return }
        let unused = surroundings.clock.now().seconds.subtractingReportingOverflow(lastUse)
        if !unused.overflow, unused.partialValue >= UInt64(preferences.lockMinutes) * 60 { await lock() }
    }

    // MARK: - Links

    /// Takes a link from outside, such as `satchel://join?…`; while the wallet is locked it waits.
    package func follow(_ text: String) {
        linkRefusal = nil
        do {
            let link = try DeepLink(text)
            switch phase {
            case .open(let session): session.follow(link)
            case .onboarding(let model):
                if case .join(let hub) = link { model.hubLink = hub.link } else { waitingLink = link }
            case .locked: waitingLink = link
            }
        } catch {
            linkRefusal = Refusal(error)
        }
    }
}
