// SPDX-License-Identifier: MIT
package import Cards
package import Coins
package import Keys
package import Tokens
package import Wallet

/// Everything that the models do not do themselves: passed in, so that nothing in them asks the machine.
package struct Surroundings: Sendable {
    /// The wallet's folder.
    package var folder: String
    /// The place, the clock and the network of the wallet; called at each opening.
    package var environment: @Sendable () -> Wallet.Environment
    package var clock: Clock
    /// The clock of the cards, in milliseconds.
    package var cardClock: @Sendable () -> Moment
    /// Where servers of coins are reached; nil for those over the network.
    package var coins: @Sendable () -> CoinWallet.Environment
    /// Remembers the key between two starts of a program; nil for never.
    package var unlockCache: UnlockCache?
    /// Keeps the key under a PIN; nil where nothing can.
    package var pin: PINSlot?
    /// What makes the device a bad place for the wallet; called now and then.
    package var deviceFindings: @Sendable () -> [DeviceFinding]
    /// Changes of the machine's network, as they come.
    package var networkChanges: @Sendable () -> AsyncStream<Void>
    /// The file of the preferences; nil keeps them in memory.
    package var preferencesFile: String?
    /// The language that the system speaks.
    package var systemLanguage: Language
    /// Seconds by which the local time is ahead of UTC at an instant.
    package var secondsFromUTC: @Sendable (Timestamp) -> Int
    /// What the hub's list of devices calls this one.
    package var deviceName: String?
    /// The camera's device, or a film or folder of pictures in its place; nil for the first camera.
    package var camera: String?

    package init(
        folder: String, environment: @escaping @Sendable () -> Wallet.Environment, clock: Clock,
        cardClock: @escaping @Sendable () -> Moment, coins: @escaping @Sendable () -> CoinWallet.Environment,
        unlockCache: UnlockCache? = nil, pin: PINSlot? = nil,
        deviceFindings: @escaping @Sendable () -> [DeviceFinding] = { [] },
        networkChanges: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } },
        preferencesFile: String? = nil, systemLanguage: Language = .english,
        secondsFromUTC: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }, deviceName: String? = nil,
        camera: String? = nil
    ) {
        self.folder = folder
        self.environment = environment
        self.clock = clock
        self.cardClock = cardClock
        self.coins = coins
        self.unlockCache = unlockCache
        self.pin = pin
        self.deviceFindings = deviceFindings
        self.networkChanges = networkChanges
        self.preferencesFile = preferencesFile
        self.systemLanguage = systemLanguage
        self.secondsFromUTC = secondsFromUTC
        self.deviceName = deviceName
        self.camera = camera
    }

    /// Whether there is a wallet to open.
    package var hasWallet: Bool { Wallet.exists(in: folder) }
}
