// SPDX-License-Identifier: MIT
internal import Cards
package import Coins
internal import Keys
package import Bytes
package import Money
package import Pocket
package import Wallet

/// Holds the opened wallet with its cards and coins, on a thread of its own where everything that blocks may block.
///
/// One owner at a time is what the three ask for; the actor is that owner. After ``close()`` the folder is free for others.
package actor Custodian {
    private nonisolated let thread = SerialThread("satchel.wallet")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let surroundings: Surroundings
    private nonisolated let interruption = Interruption()
    private var wallet: Wallet?
    private var cards: CardCase?
    private var coins: CoinWallet?
    /// The payment of coins that is being looked over; it is signed as it was shown, or not at all.
    private var plan: SendPlan?
    /// What another wallet asks to be signed, while it is being looked over.
    private var signing: SigningPlan?
    private var prices: Prices?

    private struct Prices: Equatable {
        let address: String
        let currency: Currency
    }

    package init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    /// The surroundings of a wallet, with a way to the hub that can be cut short.
    private func environment() -> Wallet.Environment {
        var environment = surroundings.environment()
        let (connect, interruption) = (environment.connect, interruption)
        environment.connect = { interruption.pipe(try connect($0, $1)) }
        return environment
    }

    // MARK: - Opening

    /// Makes a wallet; afterwards it is open.
    package func create(passphrase: SecretBytes) throws {
        wallet = try Wallet.create(environment(), .passphrase(passphrase))
    }

    /// Makes a wallet from a backup; afterwards it is open.
    package func restore(from path: String, backupPassphrase: SecretBytes, passphrase: SecretBytes) throws {
        wallet = try Wallet.restore(
            from: path, backupPassphrase: backupPassphrase, into: environment(), .passphrase(passphrase))
    }

    package func open(passphrase: SecretBytes) throws {
        wallet = try Wallet.open(environment(), .passphrase(passphrase))
        try wallet?.noteUse()
    }

    /// Opens the wallet with the key that the system remembers.
    ///
    /// - Returns: whether there was one that fits.
    package func openRemembered() throws -> Bool {
        guard let cache = surroundings.unlockCache, let key = cache.fetch() else { return false }
        do {
            wallet = try Wallet.open(environment(), .vaultKey(key))
            try wallet?.noteUse()
            return true
        } catch let error as WalletError where error.code == .damaged {
            // The key may be of a wallet that was here before; the passphrase tells.
            cache.clear()
            return false
        }
    }

    /// Lets the system remember the key for a while, in seconds.
    package func remember(seconds: UInt32) {
        guard let wallet, let cache = surroundings.unlockCache else { return }
        cache.store(wallet.vaultKey, seconds: seconds)
    }

    /// Locks: the wallet's keys leave this process, and the system forgets its own.
    package func close() {
        (cards, coins, plan, signing, wallet) = (nil, nil, nil, nil, nil)
        surroundings.unlockCache?.clear()
    }

    package var isOpen: Bool { wallet != nil }

    /// Changes the passphrase; the wallet is closed for it and open again afterwards, also when the old one was wrong.
    package func changePassphrase(from old: SecretBytes, to new: SecretBytes) throws {
        guard let key = wallet?.vaultKey else { throw Self.locked }
        (cards, coins, plan, signing, wallet) = (nil, nil, nil, nil, nil)
        let outcome = Result {
            try Wallet.changePassphrase(in: surroundings.folder, from: old, to: new, environment())
        }
        wallet = try Wallet.open(environment(), .vaultKey(key))
        try outcome.get()
    }

    /// Erases the wallet for good.
    package func forget() throws {
        close()
        try Wallet.forget(folder: surroundings.folder)
    }

    // MARK: - Using

    /// Does something with the wallet.
    package func use<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) throws -> R {
        guard let wallet else { throw Self.locked }
        return try body(wallet)
    }

    /// Does something with the wallet that needs no network and that a person waits for: whatever waits for a slow hub is
    /// cut short at once.
    package nonisolated func useSoon<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) async throws -> R {
        let wish = interruption.wish(after: .zero)
        defer { wish.grant() }
        return try await use {
            wish.grant()
            return try body($0)
        }
    }

    /// Asks the hub something that changes nothing; a slow hub is left alone when somebody wants the wallet.
    ///
    /// - Throws: ``Refusal`` when it was cut short, else what `body` throws.
    package func ask<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) throws -> R {
        guard let wallet else { throw Self.locked }
        let (outcome, wasCut) = interruption.whileRunning { try body(wallet) }
        do {
            return try outcome.get()
        } catch {
            throw wasCut ? Refusal(.refusedSlow, remedy: .retry, detail: Refusal(error).detail) : error
        }
    }

    /// Brings wallet and hub together, until somebody wants the wallet for something else.
    package func sync(
        everything: Bool
    ) throws -> (report: SyncReport, quality: ConnectionQuality, wasCut: Bool) {
        guard let wallet else { throw Self.locked }
        let (outcome, wasCut) = interruption.whileRunning { try wallet.sync(everything: everything) }
        return (try outcome.get(), wallet.connection.quality, wasCut)
    }

    /// How long cards and coins wait for a hub before it is left alone.
    private static let patience = Duration.milliseconds(300)

    /// Does something with the cards, which does not wait for a slow hub; they are opened at the first call.
    package nonisolated func useCards<R: Sendable>(_ body: @Sendable (CardCase) throws -> R) async throws -> R {
        let wish = interruption.wish(after: Self.patience)
        defer { wish.grant() }
        return try await withCards {
            wish.grant()
            return try body($0)
        }
    }

    /// Does something with the coins, which does not wait for a slow hub; they are opened at the first call.
    package nonisolated func useCoins<R: Sendable>(_ body: @Sendable (CoinWallet) throws -> R) async throws -> R {
        let wish = interruption.wish(after: Self.patience)
        defer { wish.grant() }
        return try await withCoins {
            wish.grant()
            return try body($0)
        }
    }

    private func withCards<R: Sendable>(_ body: @Sendable (CardCase) throws -> R) throws -> R {
        guard let wallet else { throw Self.locked }
        if let cards { return try body(cards) }
        let clock = surroundings.cardClock
        let opened = try CardCase(
            store: wallet.sealedStore, photos: wallet.photoFolder.map { .folder($0) } ?? .memory,
            CardCase.Environment(clock: clock))
        cards = opened
        return try body(opened)
    }

    private func withCoins<R: Sendable>(_ body: @Sendable (CoinWallet) throws -> R) throws -> R {
        try body(openedCoins())
    }

    private func openedCoins() throws -> CoinWallet {
        guard let wallet else { throw Self.locked }
        if let coins { return coins }
        var environment = surroundings.coins()
        if let prices {
            (environment.prices, environment.currency) = (try PriceSource(address: prices.address), prices.currency)
        }
        let opened = try CoinWallet(store: wallet.sealedStore, environment)
        coins = opened
        return opened
    }

    /// Says where prices are asked, and in which currency; nil asks nobody.
    ///
    /// - Throws: ``CoinsError`` with `.badDocument` for what is no such address.
    package func askPrices(_ address: String?, in currency: Currency?) throws {
        var wanted: Prices?
        if let address, let currency {
            _ = try PriceSource(address: address)
            wanted = Prices(address: address, currency: currency)
        }
        guard wanted != prices else { return }
        (prices, coins, plan, signing) = (wanted, nil, nil, nil)
    }

    /// Plans a payment of coins and keeps the plan; nothing is signed.
    package func planCoins(_ make: @Sendable (CoinWallet) throws -> SendPlan) throws -> SendReview {
        plan = nil
        let made = try make(openedCoins())
        plan = made
        return made.review
    }

    /// Signs the plan that was shown, keeps it, and hands it to a server.
    package func sendPlannedCoins(acknowledging names: Set<String>) throws -> SendStatus {
        guard let plan, let coins else { throw Self.locked }
        let status = try coins.send(try plan.approved(acknowledging: names))
        self.plan = nil
        return status
    }

    /// Keeps the plan for a signer elsewhere, and gives what to show there.
    package func exportPlannedCoins(
        acknowledging names: Set<String>
    ) throws -> (status: SendStatus, document: OfflineDocument) {
        guard let plan, let coins else { throw Self.locked }
        let exported = try coins.export(try plan.approved(acknowledging: names))
        self.plan = nil
        return exported
    }

    /// Takes apart what another wallet asks to be signed, and keeps it.
    package func planSigning(_ document: OfflineDocument) throws -> SendReview {
        signing = nil
        let made = try openedCoins().review(document, account: nil)
        signing = made
        return made.review
    }

    /// Signs what was shown; nothing is sent.
    package func signPlanned(acknowledging names: Set<String>) throws -> [UInt8] {
        guard let signing else { throw Self.locked }
        let signed = try signing.signed(acknowledging: names)
        self.signing = nil
        return signed
    }

    private static let locked = WalletError(.stopped, "The wallet is locked. Unlock it first.")
}
