// SPDX-License-Identifier: MIT
internal import Bytes
package import HubAPI
internal import Money
internal import Observation
internal import Tokens
internal import Wallet

/// The wallet's settings: identity, lock, backup, the account's devices, and erasing it.
@Observable @MainActor
package final class SettingsModel: BusyModel {
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?

    /// The folder for the backup, whose file name contains the date.
    package var backupFolder = ""
    package var backupPassphrase = ""
    package var backupPassphraseAgain = ""
    /// The path of this session's last backup.
    package private(set) var backedUpTo: String?

    package var oldPassphrase = ""
    package var newPassphrase = ""
    package var newPassphraseAgain = ""
    package private(set) var isPassphraseChanged = false

    /// Whether this device has a key that hears events while the app is closed.
    package private(set) var tellsWhileClosed = false
    /// What the user must know of the last change of that.
    package private(set) var closedNoticesHint: StringKey?

    /// The hub that the wallet is joined to.
    package var hub: HubDescription? { session.hub }
    package private(set) var devices: LoadState<[Device]> = .loading
    package let session: WalletSession
    package let pin: PINModel

    package init(_ session: WalletSession) {
        self.session = session
        pin = PINModel(session)
    }

    package var preferences: Preferences { session.preferences }

    /// Reads the screen's data; the list of devices comes from the hub.
    package func load() async {
        readListener()
        guard case .loggedIn = session.account else {
            devices = .empty
            return
        }
        do {
            devices = LoadState(try await session.walletService.ask { try $0.devices() })
        } catch {
            devices = .failed(UserMessage(error))
        }
    }

    // MARK: - Notifications

    private func readListener() { tellsWhileClosed = Listener.isOn(wallet: session.dependencies.folder) }

    /// Makes the key that hears events while the app is closed, or removes it, and starts or stops what uses it.
    package func tellWhileClosed(_ isOn: Bool) async {
        closedNoticesHint = nil
        await attempt {
            if isOn {
                _ = try await self.session.walletService.use { try $0.turnOnListener(named: Listener.deviceName) }
                let isStarted = await Self.run(self.session.dependencies.notifier, true)
                if !isStarted { self.closedNoticesHint = .closedNoticesNotStarted }
            } else {
                let isRevoked = try await self.session.walletService.use { try $0.turnOffListener() }
                _ = await Self.run(self.session.dependencies.notifier, false)
                if !isRevoked { self.closedNoticesHint = .closedNoticesKept }
            }
        }
        await load()
    }

    /// Off the main thread, because the desktop takes its time.
    @concurrent private static func run(_ notifier: @Sendable (Bool) -> Bool, _ isOn: Bool) async -> Bool {
        notifier(isOn)
    }

    // MARK: - Backup

    package var canBackUp: Bool {
        !isBusy && !backupFolder.isEmpty && backupPassphrase.count >= OnboardingModel.leastPassphrase
            && backupPassphrase == backupPassphraseAgain
    }

    /// When the last backup was written here; nil for never.
    package var lastBackup: String? {
        preferences.lastBackup.map { session.when(Timestamp(seconds: $0)) }
    }

    /// What is gone after the wallet is erased, in sentences.
    package var losses: [String] {
        var sentences = [session.words(.forgetQuestion)]
        if let offline = session.balances.value?.offline, !offline.isZero {
            sentences.append(session.words(.forgetLosesOffline, ["amount": session.words.amount(offline)]))
        }
        sentences.append(
            lastBackup.map { session.words(.forgetLastBackup, ["time": $0]) } ?? session.words(.forgetNoBackup))
        return sentences
    }

    /// The path of the next backup.
    package var backupPath: String {
        let folder = backupFolder.hasSuffix("/") ? String(backupFolder.dropLast()) : backupFolder
        return "\(folder)/satchel-\(session.now.day).backup"
    }

    /// Writes the whole wallet to one encrypted file.
    package func backUp() async {
        guard canBackUp else { return }
        let (path, secret) = (backupPath, SecretText.bytes(backupPassphrase))
        await attempt {
            try await self.session.walletService.use { try $0.backup(to: path, passphrase: secret) }
            self.backedUpTo = path
            self.preferences.lastBackup = self.session.dependencies.clock.now().seconds
            (self.backupPassphrase, self.backupPassphraseAgain) = ("", "")
        }
    }

    // MARK: - Passphrase

    package var canChangePassphrase: Bool {
        !isBusy && !oldPassphrase.isEmpty && newPassphrase.count >= OnboardingModel.leastPassphrase
            && newPassphrase == newPassphraseAgain
    }

    package func changePassphrase() async {
        guard canChangePassphrase else { return }
        let (old, new) = (SecretText.bytes(oldPassphrase), SecretText.bytes(newPassphrase))
        isPassphraseChanged = false
        await attempt {
            try await self.session.walletService.changePassphrase(from: old, to: new)
            self.isPassphraseChanged = true
        }
        (oldPassphrase, newPassphrase, newPassphraseAgain) = ("", "", "")
        // The PIN was removed with the old passphrase.
        await pin.load()
    }

    // MARK: - Account

    /// Logs a device out.
    package func revoke(_ device: Device) async {
        await attempt { _ = try await self.session.walletService.use { try $0.revokeDevice(device.id) } }
        await load()
    }

    /// Ends the session at the hub; offline money stays.
    package func logOut() async {
        await attempt { try await self.session.walletService.use { try $0.logout() } }
        await session.caughtUp()
    }

    /// Erases the wallet with all its keys and money.
    package func forget() async {
        await attempt {
            try await self.session.walletService.forget()
            await self.session.lockNow()
            try await self.session.files.logOut()
        }
    }
}
