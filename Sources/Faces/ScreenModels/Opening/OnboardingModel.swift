// SPDX-License-Identifier: MIT
internal import Bytes
internal import HubAPI
internal import Observation
internal import Wallet

/// From nothing to a wallet that is ready: made or restored, sealed by a passphrase, joined to a hub, with an account.
///
///     welcome ─▶ passphrase ─▶ hub ─▶ account ─▶ done
///        └────▶ backup ─────────┘ (a restored wallet knows its hub: account)
///     The hub and the account can be left for later: cards and coins need neither.
@Observable @MainActor
package final class OnboardingModel: BusyModel {
    package enum Step: Hashable, Sendable {
        case welcome
        /// Makes a new wallet.
        case passphrase
        /// Makes one from a backup.
        case backup
        case hub
        case account
    }

    package enum Entrance: Hashable, Sendable { case register, logIn }

    package private(set) var step: Step
    package internal(set) var isBusy = false
    package internal(set) var refusal: Refusal?

    package var passphrase = ""
    package var passphraseAgain = ""
    /// Opens the wallet on this device; can be left out. Typed once: who mistypes it has the passphrase.
    package var pin = ""
    package var backupPath = ""
    package var backupPassphrase = ""
    package var hubLink = ""
    package var entrance = Entrance.register
    package var username = ""
    package var password = ""
    /// Asked for when the hub wants a second factor.
    package var code = ""
    package private(set) var wantsCode = false
    /// Whether it has led to an open wallet.
    package private(set) var isFinished = false
    /// Whether the hub that was joined answered.
    package private(set) var isHubReached = true

    /// Takes the hub's link from a code.
    package let intake = Intake()
    /// Where the camera is, for looking at that code.
    package var camera: String? { surroundings.camera }

    @ObservationIgnored private let custodian: Custodian
    @ObservationIgnored private let surroundings: Surroundings
    @ObservationIgnored var didFinish: @MainActor () async -> Void = {}

    /// Fewer letters than this are guessed.
    package static let leastPassphrase = 8

    init(_ custodian: Custodian, _ surroundings: Surroundings, from step: Step = .welcome) {
        self.custodian = custodian
        self.surroundings = surroundings
        self.step = step
    }

    // MARK: - Steps

    package func begin() { go(to: .passphrase) }
    package func beginRestoring() { go(to: .backup) }

    /// Whether there is a step to go back to: none once a wallet is there.
    package var canGoBack: Bool { step == .passphrase || step == .backup }

    package func back() {
        guard canGoBack else { return }
        eraseSecrets()
        go(to: .welcome)
    }

    private func go(to step: Step) {
        refusal = nil
        self.step = step
    }

    /// What is wrong with the passphrase as it stands; nil when it will do, or while there is nothing to say yet.
    package var passphraseObjection: Word? {
        if passphrase.isEmpty { return nil }
        if passphrase.count < Self.leastPassphrase { return .passphraseTooShort }
        if Set(passphrase).count < 4 { return .passphraseTooSimple }
        return !passphraseAgain.isEmpty && passphrase != passphraseAgain ? .passphrasesDiffer : nil
    }

    /// Whether a PIN can be kept here.
    package var offersPIN: Bool { surroundings.pin != nil }
    package var pinObjection: Word? { PINModel.objection(to: pin) }

    package var canSetPassphrase: Bool {
        !isBusy && !passphrase.isEmpty && passphrase == passphraseAgain && passphraseObjection == nil
            && pinObjection == nil
    }

    /// Makes the wallet; it exists from then on.
    package func create() async {
        guard canSetPassphrase else { return }
        let secret = SecretText.bytes(passphrase)
        await attempt {
            try await self.custodian.create(passphrase: secret)
            let pin = self.pin
            self.eraseSecrets()
            self.go(to: .hub)
            await self.keep(pin: pin, passphrase: secret)
        }
    }

    /// The wallet is there without its PIN as well; why there is none is said, and nothing is lost.
    private func keep(pin: String, passphrase: SecretBytes) async {
        guard !pin.isEmpty else { return }
        do {
            try await custodian.setPIN(SecretText.bytes(pin), passphrase: passphrase)
        } catch {
            refusal = Refusal(error)
        }
    }

    package var canRestore: Bool { canSetPassphrase && !backupPath.isEmpty && !backupPassphrase.isEmpty }

    /// Makes the wallet from a backup.
    package func restore() async {
        guard canRestore else { return }
        let (old, new) = (SecretText.bytes(backupPassphrase), SecretText.bytes(passphrase))
        let path = backupPath
        await attempt {
            try await self.custodian.restore(from: path, backupPassphrase: old, passphrase: new)
            let pin = self.pin
            self.eraseSecrets()
            let (hub, username) = try await self.custodian.use { (try $0.hub, try $0.username) }
            self.entrance = .logIn
            self.username = username ?? ""
            self.go(to: hub == nil ? .hub : .account)
            await self.keep(pin: pin, passphrase: new)
        }
    }

    /// Takes the hub's link from a code, a file or a paste.
    package func take(typed: String) async {
        let scanned = await intake.take(typed: typed)
        refusal = nil
        switch scanned {
        case .link(.join(let hub)):
            hubLink = hub.link
            await join()
        case .none: break
        default: refusal = Refusal(.refusedNoHubCode)
        }
        if scanned != nil { intake.reset() }
    }

    /// Binds the wallet to the hub of the link.
    package func join() async {
        guard !isBusy else { return }
        let text = hubLink.trimmed
        await attempt {
            let hub = try HubDescription(link: text)
            self.isHubReached = try await self.custodian.use { try $0.join(hub) }
            self.go(to: .account)
        }
    }

    package var canEnter: Bool { !isBusy && !username.isEmpty && !password.isEmpty && (!wantsCode || !code.isEmpty) }

    /// Opens the account, or logs in to it, and makes the first sync.
    package func enter() async {
        guard canEnter else { return }
        let (name, secret, entrance, code) = (username.trimmed, password, entrance, code.trimmed)
        let device = surroundings.deviceName
        await attempt {
            do {
                try await self.custodian.use { wallet in
                    switch entrance {
                    case .register: try wallet.register(username: name, password: secret, device: device)
                    case .logIn:
                        try wallet.login(username: name, password: secret, device: device) {
                            guard !code.isEmpty else { throw Refusal(.refusedOneTimeCode) }
                            return code
                        }
                    }
                }
            } catch let refusal as Refusal where refusal.word == .refusedOneTimeCode && !self.wantsCode {
                self.wantsCode = true
                return
            }
            self.eraseSecrets()
            // Being ready to be paid needs certificates, which only the hub gives; what fails is said on the home screen.
            _ = try await self.custodian.use { try $0.sync() }
            await self.finish()
        }
    }

    /// Leaves the hub or the account for later.
    package func skip() async {
        guard !isBusy, step == .hub || step == .account else { return }
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
    /// What was left for later: joining a hub, or logging in to its account.
    package func makeEntrance() -> OnboardingModel {
        let model = OnboardingModel(custodian, surroundings, from: account == .noHub ? .hub : .account)
        if case .loggedOut(let username?) = account {
            model.entrance = .logIn
            model.username = username
        }
        model.didFinish = { [weak self] in await self?.refresh() }
        return model
    }
}
