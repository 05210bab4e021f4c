// SPDX-License-Identifier: MIT
internal import Cards
package import Coins
package import Keys
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
    /// Cuts short what waits for servers of coins.
    private nonisolated let serverInterruption = Interruption()
    private var wallet: Wallet?
    private var cards: CardCase?
    private var coins: CoinWallet?
    /// The payment of coins that is being looked over; it is signed as it was shown, or not at all.
    private var plan: SendPlan?
    /// What another wallet asks to be signed, while it is being looked over.
    private var signing: SigningPlan?
    /// The text that shall be signed, while it is being looked over.
    private var message: MessagePlan?
    private var prices: Prices?

    private struct Prices: Equatable {
        let address: String
        let history: String?
        let currency: Currency

        var source: PriceSource { get throws { try PriceSource(address: address, history: history) } }
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
        forgetKeys()
        wallet = try Wallet.create(environment(), .passphrase(passphrase))
    }

    /// Makes a wallet from a backup; afterwards it is open.
    package func restore(from path: String, backupPassphrase: SecretBytes, passphrase: SecretBytes) throws {
        forgetKeys()
        wallet = try Wallet.restore(
            from: path, backupPassphrase: backupPassphrase, into: environment(), .passphrase(passphrase))
    }

    /// The system may still keep the key of a wallet that was here before, and a restored one has the same.
    private func forgetKeys() {
        surroundings.unlockCache?.clear()
        removePIN()
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

    /// Lets the system remember the key for a while, in seconds; not on a device that does not protect it.
    ///
    /// - Throws: ``Refusal`` where the system remembers nothing.
    package func remember(seconds: UInt32) throws {
        guard let wallet else { throw Self.locked }
        guard deviceFindings.isEmpty else { throw Refusal(.refusedDevice) }
        guard let cache = surroundings.unlockCache, cache.store(wallet.vaultKey, seconds: seconds) else {
            throw Refusal(.refusedNoKeyring)
        }
    }

    /// Lets the system forget the key; the wallet stays open here.
    package nonisolated func stopRemembering() { surroundings.unlockCache?.clear() }

    // MARK: - PIN

    /// Whether a PIN opens the wallet, and how often it may still be tried; nil where this system keeps none.
    package var pinState: PINSlot.State? { surroundings.pin?.state }

    /// Opens the wallet with its PIN.
    package func open(pin: SecretBytes) throws {
        guard let slot = surroundings.pin else { throw Refusal(.refusedNoKeyring) }
        // Two programs that try at once would count one try.
        let key = try Wallet.alone(in: surroundings.folder) { try slot.open(pin) }
        do {
            wallet = try Wallet.open(environment(), .vaultKey(key))
        } catch let error as WalletError where error.code == .damaged {
            // It may be the key of a wallet that was here before; the passphrase tells.
            slot.remove()
            throw Refusal(.refusedPINGone)
        }
        try wallet?.noteUse()
    }

    /// Lets a PIN open the wallet on this device, in place of one before it. It asks for the passphrase: who has an open app in
    /// their hands for a minute must not leave a way in.
    ///
    /// - Throws: ``WalletError`` with code `.wrongPassphrase`; what opened the wallet before still does.
    package func setPIN(_ pin: SecretBytes, passphrase: SecretBytes) throws {
        guard let wallet else { throw Self.locked }
        guard deviceFindings.isEmpty else { throw Refusal(.refusedDevice) }
        guard let slot = surroundings.pin else { throw Refusal(.refusedNoKeyring) }
        try Wallet.check(passphrase, in: surroundings.folder)
        do {
            try slot.set(pin, for: wallet.vaultKey, random: environment().random)
        } catch let error as KeysError where error.code == .unsupported {
            throw Refusal(.refusedNoKeyring, detail: error.message)
        }
    }

    package func removePIN() { surroundings.pin?.remove() }

    /// What makes this device a bad place for the wallet.
    package nonisolated var deviceFindings: [DeviceFinding] { surroundings.deviceFindings() }

    /// Frees what can be read again from the store: the system is short of memory.
    package func freeMemory() { wallet?.freeMemory() }

    // MARK: - Closing

    /// Locks: the wallet's keys leave this process, and the system forgets its own. Nobody slow holds it up.
    package nonisolated func close() async {
        let wishes = [interruption.wish(after: .zero), serverInterruption.wish(after: .zero)]
        defer { for wish in wishes { wish.grant() } }
        await shut()
    }

    private func shut() {
        wallet = nil
        forgetWhatWasOpen()
        surroundings.unlockCache?.clear()
    }

    private func forgetWhatWasOpen() { (cards, coins, plan, signing, message) = (nil, nil, nil, nil, nil) }

    package var isOpen: Bool { wallet != nil }

    /// Changes the passphrase; the wallet is closed for it and open again afterwards, also when the old one was wrong.
    ///
    /// Then no PIN opens the wallet any more: who changes a passphrase that others know wants nothing else to open it.
    package func changePassphrase(from old: SecretBytes, to new: SecretBytes) throws {
        guard let key = wallet?.vaultKey else { throw Self.locked }
        wallet = nil
        forgetWhatWasOpen()
        let outcome = Result {
            try Wallet.changePassphrase(in: surroundings.folder, from: old, to: new, environment())
        }
        if case .success = outcome { removePIN() }
        wallet = try Wallet.open(environment(), .vaultKey(key))
        try outcome.get()
    }

    /// Erases the wallet for good.
    package func forget() throws {
        shut()
        forgetKeys()
        try Wallet.forget(folder: surroundings.folder)
    }

    // MARK: - Using

    /// Does something with the wallet, which waits neither for a slow server of coins nor for a sync that nobody asked for.
    package nonisolated func use<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) async throws -> R {
        let wishes = wishesBeforeIdle()
        defer { for wish in wishes { wish.grant() } }
        return try await withWallet {
            for wish in wishes { wish.grant() }
            return try body($0)
        }
    }

    private func withWallet<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) throws -> R {
        guard let wallet else { throw Self.locked }
        return try body(wallet)
    }

    /// Does something with the wallet that needs no network and that a person waits for: whatever waits for a slow hub is
    /// cut short at once.
    package nonisolated func useSoon<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) async throws -> R {
        let wishes = [interruption.wish(after: .zero), serverInterruption.wish(after: .zero)]
        defer { for wish in wishes { wish.grant() } }
        return try await withWallet {
            for wish in wishes { wish.grant() }
            return try body($0)
        }
    }

    /// Asks the hub something that changes nothing; a slow hub is left alone when somebody wants the wallet.
    ///
    /// - Throws: ``Refusal`` when it was cut short, else what `body` throws.
    package nonisolated func ask<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) async throws -> R {
        let wishes = wishesBeforeIdle()
        defer { for wish in wishes { wish.grant() } }
        return try await askHub {
            for wish in wishes { wish.grant() }
            return try body($0)
        }
    }

    private func askHub<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) throws -> R {
        guard let wallet else { throw Self.locked }
        let (outcome, wasCut) = interruption.whileRunning { try body(wallet) }
        do {
            return try outcome.get()
        } catch {
            throw wasCut ? Refusal(.refusedSlow, remedy: .retry, detail: Refusal(error).detail) : error
        }
    }

    /// Brings wallet and hub together, until somebody wants the wallet for something else.
    ///
    /// - Parameter isIdle: its time has come, and nobody asked for it: it gives way to anybody.
    package func sync(
        everything: Bool, isIdle: Bool = false
    ) throws -> (report: SyncReport, quality: ConnectionQuality, wasCut: Bool) {
        guard let wallet else { throw Self.locked }
        let (outcome, wasCut) = interruption.whileRunning(isIdle: isIdle) { try wallet.sync(everything: everything) }
        return (try outcome.get(), wallet.connection.quality, wasCut)
    }

    /// The way to what the hub tells of the account; whoever listens does not hold the wallet. Nobody asked for it: it gives
    /// way to anybody.
    ///
    /// - Throws: as `Wallet.eventAccess`.
    package func eventAccess(checking: Bool) throws -> EventAccess {
        guard let wallet else { throw Self.locked }
        return try interruption.whileRunning(isIdle: true) { try wallet.eventAccess(checking: checking) }.outcome.get()
    }

    /// How long somebody waits for a slow hub or server before it is left alone.
    private static let patience = Duration.milliseconds(300)

    /// Does something with the cards, which does not wait for anybody slow; they are opened at the first call.
    package nonisolated func useCards<R: Sendable>(_ body: @Sendable (CardCase) throws -> R) async throws -> R {
        let wishes = wishes()
        defer { for wish in wishes { wish.grant() } }
        return try await withCards {
            for wish in wishes { wish.grant() }
            return try body($0)
        }
    }

    /// Does something with the coins, which does not wait for anybody slow; they are opened at the first call. A server that
    /// is slow itself is left alone when somebody else wants the wallet.
    ///
    /// - Throws: ``CoinsError`` with `.interrupted` when it was cut short, else what `body` throws.
    package nonisolated func useCoins<R: Sendable>(_ body: @Sendable (CoinWallet) throws -> R) async throws -> R {
        let wishes = wishes()
        defer { for wish in wishes { wish.grant() } }
        return try await withCoins {
            for wish in wishes { wish.grant() }
            return try body($0)
        }
    }

    /// Hands something that is signed to the servers: that waits to the end, whoever else wants the wallet.
    package nonisolated func sendCoins<R: Sendable>(_ body: @Sendable (CoinWallet) throws -> R) async throws -> R {
        let wishes = wishes()
        defer { for wish in wishes { wish.grant() } }
        return try await withCoins(canBeCut: false) {
            for wish in wishes { wish.grant() }
            return try body($0)
        }
    }

    /// Of whoever waits for a hub that somebody asked for something.
    private nonisolated func wishesBeforeIdle() -> [Interruption.Wish] {
        [
            interruption.wish(after: Self.patience, beforeIdle: true),
            serverInterruption.wish(after: Self.patience),
        ]
    }

    private nonisolated func wishes() -> [Interruption.Wish] {
        [interruption.wish(after: Self.patience), serverInterruption.wish(after: Self.patience)]
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

    private func withCoins<R: Sendable>(
        canBeCut: Bool = true, _ body: @Sendable (CoinWallet) throws -> R
    ) throws -> R {
        let coins = try openedCoins()
        guard canBeCut else { return try body(coins) }
        return try cuttable { try body(coins) }
    }

    /// Runs what may ask servers of coins, until somebody wants the wallet for something else.
    private func cuttable<R>(_ body: () throws -> R) throws -> R {
        let serverInterruption = serverInterruption
        return try serverInterruption.whileRunning {
            try ServerErrand.waiting(by: { serverInterruption.run($0) }, body)
        }.outcome.get()
    }

    private func openedCoins() throws -> CoinWallet {
        guard let wallet else { throw Self.locked }
        if let coins { return coins }
        var environment = surroundings.coins()
        if let prices {
            (environment.prices, environment.currency) = (try prices.source, prices.currency)
        }
        let opened = try CoinWallet(store: wallet.sealedStore, environment)
        coins = opened
        return opened
    }

    /// Says where prices are asked, now and of earlier days, and in which currency; nil asks nobody.
    ///
    /// - Throws: ``CoinsError`` with `.badDocument` for what is no such address.
    package func askPrices(_ address: String?, history: String? = nil, in currency: Currency?) throws {
        var wanted: Prices?
        if let address, let currency {
            let prices = Prices(address: address, history: history, currency: currency)
            _ = try prices.source
            wanted = prices
        }
        guard wanted != prices else { return }
        prices = wanted
        (coins, plan, signing, message) = (nil, nil, nil, nil)
    }

    /// Plans a payment of coins and keeps the plan; nothing is signed.
    package nonisolated func planCoins(
        _ make: @Sendable (CoinWallet) throws -> SendPlan
    ) async throws -> SendReview {
        let wishes = wishes()
        defer { for wish in wishes { wish.grant() } }
        return try await keepPlan {
            for wish in wishes { wish.grant() }
            return try make($0)
        }
    }

    private func keepPlan(_ make: @Sendable (CoinWallet) throws -> SendPlan) throws -> SendReview {
        plan = nil
        let coins = try openedCoins()
        let made = try cuttable { try make(coins) }
        plan = made
        return made.review
    }

    /// Signs the plan that was shown, keeps it, and hands it to a server.
    ///
    /// - Throws: ``Refusal`` when another one has been planned since that was shown.
    package func send(_ review: SendReview, acknowledging names: Set<String>) throws -> SendStatus {
        let (plan, coins) = try planned(review)
        let status = try coins.send(try plan.approved(acknowledging: names))
        self.plan = nil
        return status
    }

    /// Keeps the plan for a signer elsewhere, and gives what to show there.
    ///
    /// - Throws: as ``send(_:acknowledging:)``.
    package func export(
        _ review: SendReview, acknowledging names: Set<String>
    ) throws -> (status: SendStatus, document: OfflineDocument) {
        let (plan, coins) = try planned(review)
        let exported = try coins.export(try plan.approved(acknowledging: names))
        self.plan = nil
        return exported
    }

    /// The plan that a screen has shown: two screens may be open at once, and only what was read may be signed.
    private func planned(_ review: SendReview) throws -> (plan: SendPlan, coins: CoinWallet) {
        guard wallet != nil else { throw Self.locked }
        guard let plan, let coins, plan.review == review else { throw Self.stale }
        return (plan, coins)
    }

    /// Takes apart what another wallet asks to be signed, and keeps it.
    package nonisolated func planSigning(_ document: OfflineDocument, account: Int64? = nil) async throws -> SendReview
    {
        let wishes = wishes()
        defer { for wish in wishes { wish.grant() } }
        return try await keepSigning {
            for wish in wishes { wish.grant() }
            return try $0.review(document, account: account)
        }
    }

    private func keepSigning(_ make: @Sendable (CoinWallet) throws -> SigningPlan) throws -> SendReview {
        signing = nil
        let coins = try openedCoins()
        let made = try cuttable { try make(coins) }
        signing = made
        return made.review
    }

    /// Signs what was shown; nothing is sent.
    ///
    /// - Throws: as ``send(_:acknowledging:)``.
    package func sign(_ review: SendReview, acknowledging names: Set<String>) throws -> [UInt8] {
        guard wallet != nil else { throw Self.locked }
        guard let signing, signing.review == review else { throw Self.stale }
        let signed = try signing.signed(acknowledging: names)
        self.signing = nil
        return signed
    }

    /// What a text that shall be signed says.
    package struct MessageReview: Hashable, Sendable {
        package let signer: String
        package let lines: [String]
        package let warnings: [SendReview.Warning]

        fileprivate init(_ plan: MessagePlan) { (signer, lines, warnings) = (plan.signer, plan.lines, plan.warnings) }
    }

    /// Takes apart a text that shall be signed, and keeps it.
    package func planMessage(_ message: CoinMessage, account: Int64, address: String?) throws -> MessageReview {
        self.message = nil
        let made = try openedCoins().review(message, account: account, address: address)
        self.message = made
        return MessageReview(made)
    }

    /// Signs the text that was shown.
    ///
    /// - Throws: as ``send(_:acknowledging:)``.
    package func sign(_ review: MessageReview, acknowledging names: Set<String>) throws -> String {
        guard wallet != nil else { throw Self.locked }
        guard let message, MessageReview(message) == review else { throw Self.stale }
        let signature = try message.signed(acknowledging: names)
        self.message = nil
        return signature
    }

    private static let locked = WalletError(.stopped, "The wallet is locked. Unlock it first.")
    private static let stale = Refusal(.refusedStaleReview)
}
