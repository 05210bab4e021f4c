// SPDX-License-Identifier: MIT
package import Cards
package import Coins
package import Keys
package import Tokens
package import Wallet

/// The dependencies of the models, passed in so that no code here calls the system.
package struct AppDependencies: Sendable {
    /// The wallet's folder.
    package var folder: String
    /// The wallet's location, clock and network; called at each opening.
    package var environment: @Sendable () -> Wallet.Environment
    package var clock: Clock
    /// The clock of the cards, in milliseconds.
    package var cardClock: @Sendable () -> Moment
    /// The connections to coin servers.
    package var coins: @Sendable () -> CoinWallet.Environment
    /// Caches the key between two starts of a program; nil for never.
    package var unlockCache: UnlockCache?
    /// Stores the key under a PIN; nil where the system cannot.
    package var pin: PINSlot?
    /// Risks of the device for the wallet; called regularly.
    package var deviceFindings: @Sendable () -> [DeviceFinding]
    /// Facts about the device that are worth knowing and need no action; called when the user asks for all risks.
    package var deviceNotes: @Sendable () -> [DeviceFinding]
    /// Changes of the system's network.
    package var networkChanges: @Sendable () -> AsyncStream<Void>
    /// The file of the preferences; nil keeps them in memory.
    package var preferencesFile: String?
    /// The system's language.
    package var systemLanguage: Language
    /// The local time's offset from UTC at a time, in seconds.
    package var secondsFromUTC: @Sendable (Timestamp) -> Int
    /// This device's name in the hub's list of devices.
    package var deviceName: String?
    /// The camera's device, or a film or folder of pictures instead; nil for the first camera.
    package var camera: String?
    /// Has the desktop start what tells of events while the app is closed, or stop it; false where it cannot.
    package var notifier: @Sendable (_ isOn: Bool) -> Bool
    /// Keeps the screen as bright as it can be until the task is cancelled.
    package var keepBright: @Sendable () async -> Void
    /// Nil for a user's own wallet.
    package var demo: DemoAccess?

    package init(
        folder: String, environment: @escaping @Sendable () -> Wallet.Environment, clock: Clock,
        cardClock: @escaping @Sendable () -> Moment, coins: @escaping @Sendable () -> CoinWallet.Environment,
        unlockCache: UnlockCache? = nil, pin: PINSlot? = nil,
        deviceFindings: @escaping @Sendable () -> [DeviceFinding] = { [] },
        deviceNotes: @escaping @Sendable () -> [DeviceFinding] = { [] },
        networkChanges: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } },
        preferencesFile: String? = nil, systemLanguage: Language = .english,
        secondsFromUTC: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }, deviceName: String? = nil,
        camera: String? = nil, notifier: @escaping @Sendable (_ isOn: Bool) -> Bool = { _ in false },
        keepBright: @escaping @Sendable () async -> Void = {}
    ) {
        self.folder = folder
        self.environment = environment
        self.clock = clock
        self.cardClock = cardClock
        self.coins = coins
        self.unlockCache = unlockCache
        self.pin = pin
        self.deviceFindings = deviceFindings
        self.deviceNotes = deviceNotes
        self.networkChanges = networkChanges
        self.preferencesFile = preferencesFile
        self.systemLanguage = systemLanguage
        self.secondsFromUTC = secondsFromUTC
        self.deviceName = deviceName
        self.camera = camera
        self.notifier = notifier
        self.keepBright = keepBright
    }

    /// Whether there is a wallet to open.
    package var hasWallet: Bool { Wallet.exists(in: folder) }
}
