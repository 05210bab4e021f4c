// SPDX-License-Identifier: MIT
internal import Bytes
package import HubAPI
package import Money
internal import Observation
internal import Wallet

/// Sets up a wallet: created or restored, encrypted with a passphrase, joined to a hub, with an account.
///
///     welcome ─▶ passphrase ─▶ hub ─▶ account ─▶ done
///        └────▶ backup ─────────┘ (a restored wallet knows its hub: account)
///     hub ──a link of the joined hub──▶ address, when the link has another one ──agreed to, and proved──▶ known
///     The hub and the account can be skipped: cards and coins need neither. The account step leads back to the hub
///     until the hub has authenticated itself.
@Observable @MainActor
package final class OnboardingModel: BusyModel {
    package enum Step: Hashable, Sendable {
        case welcome
        /// Creates a new wallet.
        case passphrase
        /// Creates one from a backup.
        case backup
        case hub
        /// The link has another address of the hub that the wallet is joined to.
        case address(present: HubDescription, link: HubDescription)
        /// The wallet is joined to the hub, and has an account there.
        case known
        case account
    }

    package enum Entrance: Hashable, Sendable { case register, logIn }

    package private(set) var step: Step
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?

    package var passphrase = ""
    package var passphraseAgain = ""
    /// Opens the wallet on this device; optional. It is typed once, because the passphrase is the fallback for a typing
    /// error.
    package var pin = ""
    package var backupPath = ""
    package var backupPassphrase = ""
    package var hubClient = ""
    package var entrance = Entrance.register
    package var username = ""
    package var password = ""
    /// Needed when the hub requires a second factor.
    package var code = ""
    package private(set) var wantsCode = false
    /// Whether the setup has led to an open wallet.
    package private(set) var isFinished = false
    /// Whether the link's hub has authenticated itself; until then it is a candidate.
    package private(set) var isHubReached = true
    /// The hub that the wallet is joined to, or a candidate.
    package private(set) var hub: HubDescription?
    /// The joined hub's currency.
    package private(set) var currency: Currency?
    /// The number of links that wait for the end of the setup.
    package var waitingLinks: Int { session?.links.count ?? heldLinks }
    /// Links that arrived before there was a session.
    var heldLinks = 0

    /// Reads the hub's link from a barcode.
    package let intake = Intake()
    /// The camera for scanning that barcode.
    package var camera: String? { dependencies.camera }

    @ObservationIgnored private let walletService: WalletService
    @ObservationIgnored private let dependencies: AppDependencies
    /// The session of this setup, once there is one.
    @ObservationIgnored private weak var session: WalletSession?
    @ObservationIgnored var didFinish: @MainActor () async -> Void = {}

    /// A shorter passphrase can be guessed.
    package static let leastPassphrase = 8

    init(_ walletService: WalletService, _ dependencies: AppDependencies, from step: Step = .welcome) {
        self.walletService = walletService
        self.dependencies = dependencies
        self.step = step
        hubClient = dependencies.demo?.link ?? ""
    }

    /// Whether any passphrase and any password is right.
    package var isDemo: Bool { dependencies.demo != nil }

    // MARK: - Steps

    package func begin() { go(to: .passphrase) }
    package func beginRestoring() { go(to: .backup) }

    /// Whether there is an earlier step: once a wallet exists, only from a hub that has not authenticated itself.
    package var canGoBack: Bool {
        step == .passphrase || step == .backup || step == .account && !isHubReached && !isBusy
    }

    package func back() {
        guard canGoBack else { return }
        eraseSecrets()
        go(to: step == .account ? .hub : .welcome)
    }

    private func go(to step: Step) {
        refusal = nil
        self.step = step
    }

    /// What is wrong with the passphrase; nil when it is valid, or still incomplete.
    package var passphraseObjection: StringKey? {
        if passphrase.isEmpty { return nil }
        if passphrase.count < Self.leastPassphrase { return .passphraseTooShort }
        if Set(passphrase).count < 4 { return .passphraseTooSimple }
        return !passphraseAgain.isEmpty && passphrase != passphraseAgain ? .passphrasesDiffer : nil
    }

    /// Whether this device can keep a PIN.
    package var offersPIN: Bool { dependencies.pin != nil }
    package var pinObjection: StringKey? { PINModel.objection(to: pin) }

    package var canSetPassphrase: Bool {
        !isBusy && !passphrase.isEmpty && passphrase == passphraseAgain && passphraseObjection == nil
            && pinObjection == nil
    }

    /// Creates the wallet.
    package func create() async {
        guard canSetPassphrase else { return }
        let secret = SecretText.bytes(passphrase)
        await attempt {
            try await self.walletService.create(passphrase: secret)
            let pin = self.pin
            self.eraseSecrets()
            self.go(to: .hub)
            await self.keep(pin: pin, passphrase: secret)
        }
    }

    /// Sets the PIN. If that fails, the wallet still exists, and the reason is shown.
    private func keep(pin: String, passphrase: SecretBytes) async {
        guard !pin.isEmpty else { return }
        do {
            try await walletService.setPIN(SecretText.bytes(pin), passphrase: passphrase)
        } catch {
            refusal = UserMessage(error)
        }
    }

    package var canRestore: Bool { canSetPassphrase && !backupPath.isEmpty && !backupPassphrase.isEmpty }

    /// Creates the wallet from a backup.
    package func restore() async {
        guard canRestore else { return }
        let (old, new) = (SecretText.bytes(backupPassphrase), SecretText.bytes(passphrase))
        let path = backupPath
        await attempt {
            try await self.walletService.restore(from: path, backupPassphrase: old, passphrase: new)
            let pin = self.pin
            self.eraseSecrets()
            let (isJoined, username) = try await self.walletService.use { (try $0.isJoined, try $0.username) }
            self.entrance = .logIn
            self.username = username ?? ""
            self.go(to: isJoined ? .account : .hub)
            await self.keep(pin: pin, passphrase: new)
        }
    }

    /// Reads the hub's link from a barcode, a file or pasted text.
    package func take(typed: String) async {
        let scanned = await intake.take(typed: typed)
        refusal = nil
        switch scanned {
        case .link(.join(let hub)):
            hubClient = hub.link
            await join()
        case .none: break
        default: refusal = UserMessage(.refusedNoHubCode)
        }
        if scanned != nil { intake.reset() }
    }

    /// Joins the link's hub. A joined wallet asks the user about another address, and refuses another hub.
    package func join() async {
        guard !isBusy else { return }
        let text = hubClient.trimmed
        await attempt { try await self.join(try HubDescription(link: text), leaving: nil) }
    }

    /// Switches to the other address, if the hub authenticates itself there.
    package func acceptAddress() async {
        guard !isBusy, case .address(let present, let link) = step else { return }
        await attempt { try await self.join(link, leaving: present) }
    }

    private func join(_ link: HubDescription, leaving former: HubDescription?) async throws {
        let (outcome, hub, isJoined, currency, isAtHome) = try await walletService.use { wallet in
            let outcome = try wallet.join(link, leaving: former)
            return (outcome, try wallet.hub, try wallet.isJoined, try wallet.currency, try wallet.isLoggedIn)
        }
        (self.hub, self.currency, isHubReached) = (hub, currency, isJoined)
        if case .asks(let present) = outcome {
            go(to: .address(present: present, link: link))
        } else {
            go(to: isAtHome ? .known : .account)
        }
    }

    package var canEnter: Bool { !isBusy && !username.isEmpty && !password.isEmpty && (!wantsCode || !code.isEmpty) }

    /// Creates the account or logs in to it, and makes the first sync.
    package func enter() async {
        guard canEnter else { return }
        let (name, secret, entrance, code) = await credentials
        let device = dependencies.deviceName
        await attempt {
            do {
                try await self.walletService.use { wallet in
                    switch entrance {
                    case .register: try wallet.register(username: name, password: secret, device: device)
                    case .logIn:
                        try wallet.login(username: name, password: secret, device: device) {
                            guard !code.isEmpty else { throw UserMessage(.refusedOneTimeCode) }
                            return code
                        }
                    }
                }
            } catch let refusal as UserMessage where refusal.word == .refusedOneTimeCode && !self.wantsCode {
                self.wantsCode = true
                return
            }
            self.eraseSecrets()
            // Receiving needs certificates, which only the hub issues; the home screen reports a failure.
            _ = try await self.walletService.use { try $0.sync() }
            await self.finish()
        }
    }

    /// What was typed; in a demo, its own account unless the user opens a new one in a new wallet.
    private var credentials: (name: String, password: String, entrance: Entrance, code: String) {
        get async {
            let typed = (username.trimmed, password, entrance, code.trimmed)
            guard let demo = dependencies.demo else { return typed }
            // Safe: a wallet that is not open has no account, and the next step says so.
            let owner = (try? await walletService.use { try $0.username }) ?? nil
            return entrance == .register && owner == nil ? typed : (demo.username, demo.password, .logIn, "")
        }
    }

    /// Skips the hub or the account, or keeps the hub's address.
    package func skip() async {
        guard !isBusy, step != .welcome, step != .passphrase, step != .backup else { return }
        eraseSecrets()
        await finish()
    }

    private func finish() async {
        await didFinish()
        isFinished = true
    }

    private func eraseSecrets() {
        (passphrase, passphraseAgain, pin, backupPassphrase, password, code) = ("", "", "", "", "", "")
    }
}

extension WalletSession {
    /// The skipped steps: joining a hub, or logging in; or a hub's link.
    ///
    /// For a joined wallet, the screen shows at once what the link changes. No network is used before the user agrees.
    package func makeEntrance(_ link: HubDescription? = nil) -> OnboardingModel {
        let model = OnboardingModel(walletService, dependencies, from: account == .noHub ? .hub : .account)
        if case .loggedOut(let username?) = account {
            model.entrance = .logIn
            model.username = username
        }
        model.begin(link, in: self)
        model.didFinish = { [weak self] in await self?.caughtUp() }
        return model
    }

    /// A change of the hub's address, by a link that the user has from the operator.
    package func makeAddressChange() -> OnboardingModel {
        let model = OnboardingModel(walletService, dependencies, from: .hub)
        model.didFinish = { [weak self] in await self?.caughtUp() }
        return model
    }
}

extension OnboardingModel {
    fileprivate func begin(_ link: HubDescription?, in session: WalletSession) {
        (self.session, hub, currency) = (session, session.hub, session.currency)
        guard account(of: session), let present = session.hub else {
            // A candidate is shown as its link, which the user may replace.
            hubClient = (link ?? session.hub)?.link ?? ""
            return
        }
        guard let link else { return }
        if link.rootKey != present.rootKey {
            hubClient = link.link
            step = .hub
            refusal = UserMessage(.refusedOtherHub)
        } else if link.url != present.url {
            step = .address(present: present, link: link)
        } else if case .loggedIn = session.account {
            step = .known
        }
    }

    private func account(of session: WalletSession) -> Bool { session.account != .noHub && session.account != .unknown }
}
