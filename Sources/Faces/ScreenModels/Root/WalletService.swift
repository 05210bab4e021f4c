// SPDX-License-Identifier: MIT
internal import Cards
package import Coins
package import Keys
package import Bytes
package import Money
package import CardStore
internal import Vault
package import Wallet

/// Owns the opened wallet with its cards and coins, on its own thread, where calls may block.
///
/// All three require a single owner at a time, which is this actor. After ``close()`` another process may open the
/// folder.
package actor WalletService {
    private nonisolated let thread = SerialThread("satchel.wallet")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let dependencies: AppDependencies
    private nonisolated let interruption = Interruption()
    /// Cancels requests to coin servers.
    private nonisolated let serverInterruption = Interruption()
    private var wallet: Wallet?
    private var cards: CardLibrary?
    private var coins: CoinWallet?
    /// The coin payment under review. Only the reviewed plan can be signed.
    private var plan: SendPlan?
    /// Another wallet's request to sign, under review.
    private var signing: SigningPlan?
    /// The text to sign, under review.
    private var message: MessagePlan?
    private var prices: Prices?
    /// What the screens learn of the store.
    nonisolated let mailbox = StoreMailbox()
    /// Reports commits by other processes; nil while no wallet is open.
    private var storeWatch: StoreWatch?
    /// Whether the current task only reads what a screen shows. It waits for its turn.
    @TaskLocal static var isShowing = false

    private struct Prices: Equatable {
        let address: String
        let history: String?
        let currency: Currency

        var source: PriceSource { get throws { try PriceSource(address: address, history: history) } }
    }

    package init(_ dependencies: AppDependencies) { self.dependencies = dependencies }

    /// The wallet's dependencies, with a cancellable connection to the hub.
    private func environment() -> Wallet.Environment {
        var environment = dependencies.environment()
        let (connect, interruption) = (environment.connect, interruption)
        environment.connect = { interruption.pipe(try connect($0, $1)) }
        return environment
    }

    // MARK: - Opening

    /// Creates a wallet; afterwards it is open.
    package func create(passphrase: SecretBytes) throws {
        forgetKeys()
        try show(Wallet.create(environment(), .passphrase(secret(passphrase))))
    }

    /// Creates a wallet from a backup; afterwards it is open.
    package func restore(from path: String, backupPassphrase: SecretBytes, passphrase: SecretBytes) throws {
        forgetKeys()
        try show(
            Wallet.restore(
                from: path, backupPassphrase: backupPassphrase, into: environment(), .passphrase(secret(passphrase))))
    }

    /// The system may still hold the key of an earlier wallet here, and a restored one has the same key.
    private func forgetKeys() {
        dependencies.unlockCache?.clear()
        removePIN()
    }

    /// Keeps an opened wallet, and tells the screens of its commits from here on.
    private func show(_ opened: Wallet) throws {
        let (store, mailbox) = (opened.sealedStore, mailbox)
        try store.observe { mailbox.post(StoredKind.changed(by: $0)) }
        wallet = opened
        storeWatch = StoreWatch(of: store) { [weak self] in
            if mailbox.beginLook() { Task { await self?.lookForForeignCommits() } }
        }
    }

    private func lookForForeignCommits() {
        mailbox.endLook()
        guard let store = wallet?.sealedStore else { return }
        let before = mailbox.count
        // Safe: a file that cannot be read now is met again, and named, by the next use of the wallet.
        try? store.noteForeignCommits()
        guard mailbox.count != before else { return }
        // Both hold in memory what they read before.
        cards = nil
        wallet?.freeMemory()
    }

    package func open(passphrase: SecretBytes) throws {
        try show(Wallet.open(environment(), .passphrase(secret(passphrase))))
        try wallet?.noteUse()
    }

    /// The demo's passphrase stands for whatever was typed.
    private func secret(_ typed: SecretBytes) -> SecretBytes { dependencies.demo?.secret ?? typed }

    /// Opens the wallet with the key in the system's unlock cache, and a demo's without one.
    ///
    /// - Returns: whether it is open.
    package func openRemembered() throws -> Bool {
        if let demo = dependencies.demo {
            try open(passphrase: demo.secret)
            return true
        }
        guard let cache = dependencies.unlockCache, let key = cache.fetch() else { return false }
        do {
            try show(Wallet.open(environment(), .vaultKey(key)))
            try wallet?.noteUse()
            return true
        } catch let error as WalletError where error.code == .damaged {
            // The key may belong to an earlier wallet here; the passphrase decides.
            cache.clear()
            return false
        }
    }

    /// Stores the key in the system's unlock cache for some seconds; not on a device that does not protect it.
    ///
    /// - Throws: ``UserMessage`` on a system without an unlock cache.
    package func remember(seconds: UInt32) throws {
        guard let wallet else { throw Self.locked }
        guard deviceFindings.isEmpty else { throw UserMessage(.refusedDevice) }
        guard let cache = dependencies.unlockCache, cache.store(wallet.vaultKey, seconds: seconds) else {
            throw UserMessage(.refusedNoKeyring)
        }
    }

    /// Removes the key from the system's unlock cache; the wallet stays open here.
    package nonisolated func stopRemembering() { dependencies.unlockCache?.clear() }

    // MARK: - PIN

    /// Whether a PIN opens the wallet, and the remaining attempts; nil where this system keeps none.
    package var pinState: PINSlot.State? { dependencies.pin?.state }

    /// Opens the wallet with its PIN.
    package func open(pin: SecretBytes) throws {
        guard let slot = dependencies.pin else { throw UserMessage(.refusedNoKeyring) }
        // Locked, because two programs that try at the same time would count one attempt.
        let key = try Wallet.alone(in: dependencies.folder) { try slot.open(pin) }
        do {
            try show(Wallet.open(environment(), .vaultKey(key)))
        } catch let error as WalletError where error.code == .damaged {
            // It may be the key of an earlier wallet here; the passphrase decides.
            slot.remove()
            throw UserMessage(.refusedPINGone)
        }
        try wallet?.noteUse()
    }

    /// Sets or replaces the PIN that opens the wallet on this device. It requires the passphrase, so that a person with
    /// brief access to an open app cannot add a PIN.
    ///
    /// - Throws: ``WalletError`` with code `.wrongPassphrase`; an existing PIN stays valid.
    package func setPIN(_ pin: SecretBytes, passphrase: SecretBytes) throws {
        guard let wallet else { throw Self.locked }
        guard deviceFindings.isEmpty else { throw UserMessage(.refusedDevice) }
        guard let slot = dependencies.pin else { throw UserMessage(.refusedNoKeyring) }
        try Wallet.check(passphrase, in: dependencies.folder)
        do {
            try slot.set(pin, for: wallet.vaultKey, random: environment().random)
        } catch let error as KeysError where error.code == .unsupported {
            throw UserMessage(.refusedNoKeyring, detail: error.message)
        }
    }

    /// Verifies the wallet's passphrase, or this device's PIN, while the wallet is open.
    ///
    /// - Throws: ``WalletError`` with code `.wrongPassphrase`, or the errors of `PINSlot` for a PIN.
    package func confirmOwner(_ secret: SecretBytes, isPIN: Bool) throws {
        guard wallet != nil else { throw Self.locked }
        guard isPIN else { return try Wallet.check(self.secret(secret), in: dependencies.folder) }
        guard let slot = dependencies.pin else { throw UserMessage(.refusedNoKeyring) }
        // Locked, because two programs that try at the same time would count one attempt.
        _ = try Wallet.alone(in: dependencies.folder) { try slot.open(secret) }
    }

    package func removePIN() { dependencies.pin?.remove() }

    /// Risks of this device for the wallet.
    package nonisolated var deviceFindings: [DeviceFinding] { dependencies.deviceFindings() }

    /// Facts about this device that are worth knowing and need no action.
    package nonisolated var deviceNotes: [DeviceFinding] { dependencies.deviceNotes() }

    /// Frees memory that can be read again from the store, when the system is short of memory.
    package func freeMemory() { wallet?.freeMemory() }

    // MARK: - Closing

    /// Locks: the wallet's keys are erased from this process and from the system's unlock cache. A slow server does not
    /// delay it.
    package nonisolated func close() async {
        let preemptions = [interruption.preempt(after: .zero), serverInterruption.preempt(after: .zero)]
        defer { for preemption in preemptions { preemption.end() } }
        await shut()
    }

    private func shut() {
        (wallet, storeWatch) = (nil, nil)
        forgetWhatWasOpen()
        dependencies.unlockCache?.clear()
    }

    private func forgetWhatWasOpen() { (cards, coins, plan, signing, message) = (nil, nil, nil, nil, nil) }

    package var isOpen: Bool { wallet != nil }

    /// Changes the passphrase. The wallet is closed for it and reopened afterwards, even when the old one was wrong.
    ///
    /// The PIN is removed, because a user whose passphrase is known to others wants no other way to open the wallet.
    package func changePassphrase(from old: SecretBytes, to new: SecretBytes) throws {
        guard dependencies.demo == nil else { throw UserMessage(.refusedInDemo) }
        guard let key = wallet?.vaultKey else { throw Self.locked }
        (wallet, storeWatch) = (nil, nil)
        forgetWhatWasOpen()
        let outcome = Result {
            try Wallet.changePassphrase(in: dependencies.folder, from: old, to: new, environment())
        }
        if case .success = outcome { removePIN() }
        try show(Wallet.open(environment(), .vaultKey(key)))
        try outcome.get()
    }

    /// Erases the wallet for good.
    package func forget() throws {
        shut()
        forgetKeys()
        try Wallet.forget(folder: dependencies.folder)
    }

    // MARK: - Using

    /// Performs work with the wallet. It waits neither for a slow coin server nor for a background sync.
    package nonisolated func use<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) async throws -> R {
        let preemptions = idlePreemptions()
        defer { for preemption in preemptions { preemption.end() } }
        return try await withWallet {
            for preemption in preemptions { preemption.end() }
            return try body($0)
        }
    }

    private func withWallet<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) throws -> R {
        guard let wallet else { throw Self.locked }
        return try body(wallet)
    }

    /// Performs work that needs no network while the user waits: requests to a slow hub are cancelled immediately.
    package nonisolated func useSoon<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) async throws -> R {
        let preemptions = [interruption.preempt(after: .zero), serverInterruption.preempt(after: .zero)]
        defer { for preemption in preemptions { preemption.end() } }
        return try await withWallet {
            for preemption in preemptions { preemption.end() }
            return try body($0)
        }
    }

    /// Makes a read-only request to the hub. It is cancelled if the hub is slow and other work needs the wallet.
    ///
    /// - Throws: ``UserMessage`` when it was cancelled, else what `body` throws.
    package nonisolated func ask<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) async throws -> R {
        let preemptions = idlePreemptions()
        defer { for preemption in preemptions { preemption.end() } }
        return try await askHub {
            for preemption in preemptions { preemption.end() }
            return try body($0)
        }
    }

    private func askHub<R: Sendable>(_ body: @Sendable (Wallet) throws -> R) throws -> R {
        guard let wallet else { throw Self.locked }
        let (outcome, wasCut) = interruption.whileRunning { try body(wallet) }
        do {
            return try outcome.get()
        } catch {
            throw wasCut ? UserMessage(.refusedSlow, remedy: .retry, detail: UserMessage(error).detail) : error
        }
    }

    /// Syncs the wallet with the hub, until other work needs the wallet.
    ///
    /// - Parameter isIdle: a background sync, which any other work cancels.
    package func sync(
        everything: Bool, isIdle: Bool = false
    ) throws -> (report: SyncReport, quality: ConnectionQuality, wasCut: Bool) {
        guard let wallet else { throw Self.locked }
        let (outcome, wasCut) = interruption.whileRunning(isIdle: isIdle) { try wallet.sync(everything: everything) }
        return (try outcome.get(), wallet.connection.quality, wasCut)
    }

    /// Access to the account's events at the hub. The listener does not occupy the wallet. As background work, any
    /// other work cancels it.
    ///
    /// - Throws: as `Wallet.eventAccess`.
    package func eventAccess(checking: Bool) throws -> EventAccess {
        guard let wallet else { throw Self.locked }
        return try interruption.whileRunning(isIdle: true) { try wallet.eventAccess(checking: checking) }.outcome.get()
    }

    /// How long other work waits for a slow hub or server before its request is cancelled.
    private static let timeout = Duration.milliseconds(300)

    /// Performs work with the cards, without waiting for a slow server. The first call opens them.
    package nonisolated func useCards<R: Sendable>(_ body: @Sendable (CardLibrary) throws -> R) async throws -> R {
        let preemptions = preemptions()
        defer { for preemption in preemptions { preemption.end() } }
        return try await withCards {
            for preemption in preemptions { preemption.end() }
            return try body($0)
        }
    }

    /// Performs work with the coins, without waiting for a slow server. The first call opens them. A slow request of
    /// this work is itself cancelled when other work needs the wallet.
    ///
    /// - Throws: ``CoinsError`` with `.interrupted` when it was cancelled, else what `body` throws.
    package nonisolated func useCoins<R: Sendable>(_ body: @Sendable (CoinWallet) throws -> R) async throws -> R {
        let preemptions = preemptions()
        defer { for preemption in preemptions { preemption.end() } }
        return try await withCoins {
            for preemption in preemptions { preemption.end() }
            return try body($0)
        }
    }

    /// Broadcasts a signed transaction. It waits for the servers to the end, even if other work needs the wallet.
    package nonisolated func sendCoins<R: Sendable>(_ body: @Sendable (CoinWallet) throws -> R) async throws -> R {
        let preemptions = preemptions()
        defer { for preemption in preemptions { preemption.end() } }
        return try await withCoins(canBeCut: false) {
            for preemption in preemptions { preemption.end() }
            return try body($0)
        }
    }

    /// The preemptions of a hub request that the user asked for: they cancel background hub requests and coin server
    /// requests.
    private nonisolated func idlePreemptions() -> [Interruption.Preemption] {
        if Self.isShowing { return [] }
        return [
            interruption.preempt(after: Self.timeout, beforeIdle: true),
            serverInterruption.preempt(after: Self.timeout),
        ]
    }

    private nonisolated func preemptions() -> [Interruption.Preemption] {
        if Self.isShowing { return [] }
        return [interruption.preempt(after: Self.timeout), serverInterruption.preempt(after: Self.timeout)]
    }

    private func withCards<R: Sendable>(_ body: @Sendable (CardLibrary) throws -> R) throws -> R {
        guard let wallet else { throw Self.locked }
        if let cards { return try body(cards) }
        let clock = dependencies.cardClock
        let opened = try CardLibrary(
            store: wallet.sealedStore, photos: wallet.photoFolder.map { .folder($0) } ?? .memory,
            CardLibrary.Environment(clock: clock))
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

    /// Runs work that may ask coin servers, until other work needs the wallet.
    private func cuttable<R>(_ body: () throws -> R) throws -> R {
        let serverInterruption = serverInterruption
        return try serverInterruption.whileRunning {
            try ServerCancellation.waiting(by: { serverInterruption.run($0) }, body)
        }.outcome.get()
    }

    private func openedCoins() throws -> CoinWallet {
        guard let wallet else { throw Self.locked }
        if let coins { return coins }
        var environment = dependencies.coins()
        if let prices {
            (environment.prices, environment.currency) = (try prices.source, prices.currency)
        }
        let opened = try CoinWallet(store: wallet.sealedStore, environment)
        coins = opened
        return opened
    }

    /// Sets the addresses of current and past prices, and the currency; nil disables prices.
    ///
    /// - Throws: ``CoinsError`` with `.badDocument` for an invalid address.
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

    /// Plans a coin payment and keeps the plan; signs nothing.
    package nonisolated func planCoins(
        _ make: @Sendable (CoinWallet) throws -> SendPlan
    ) async throws -> SendReview {
        let preemptions = preemptions()
        defer { for preemption in preemptions { preemption.end() } }
        return try await keepPlan {
            for preemption in preemptions { preemption.end() }
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

    /// Signs the reviewed plan, stores it, and broadcasts it.
    ///
    /// - Throws: ``UserMessage`` when another payment was planned after the review.
    package func send(_ review: SendReview, acknowledging names: Set<String>) throws -> SendStatus {
        let (plan, coins) = try planned(review)
        let status = try coins.send(try plan.approved(acknowledging: names))
        self.plan = nil
        return status
    }

    /// Stores the plan for an offline signer, and returns the document to show.
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

    /// The plan of a review. Two screens may be open at once, and only the reviewed plan may be signed.
    private func planned(_ review: SendReview) throws -> (plan: SendPlan, coins: CoinWallet) {
        guard wallet != nil else { throw Self.locked }
        guard let plan, let coins, plan.review == review else { throw Self.stale }
        return (plan, coins)
    }

    /// Decodes another wallet's request to sign, and keeps it.
    package nonisolated func planSigning(_ document: OfflineDocument, account: Int64? = nil) async throws -> SendReview
    {
        let preemptions = preemptions()
        defer { for preemption in preemptions { preemption.end() } }
        return try await keepSigning {
            for preemption in preemptions { preemption.end() }
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

    /// Signs the reviewed request; sends nothing.
    ///
    /// - Throws: as ``send(_:acknowledging:)``.
    package func sign(_ review: SendReview, acknowledging names: Set<String>) throws -> [UInt8] {
        guard wallet != nil else { throw Self.locked }
        guard let signing, signing.review == review else { throw Self.stale }
        let signed = try signing.signed(acknowledging: names)
        self.signing = nil
        return signed
    }

    /// The contents of a text to sign.
    package struct MessageReview: Hashable, Sendable {
        package let signer: String
        package let lines: [String]
        package let warnings: [SendReview.Warning]

        fileprivate init(_ plan: MessagePlan) { (signer, lines, warnings) = (plan.signer, plan.lines, plan.warnings) }
    }

    /// Decodes a text to sign, and keeps it.
    package func planMessage(_ message: CoinMessage, account: Int64, address: String?) throws -> MessageReview {
        self.message = nil
        let made = try openedCoins().review(message, account: account, address: address)
        self.message = made
        return MessageReview(made)
    }

    /// Signs the reviewed text.
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
    private static let stale = UserMessage(.refusedStaleReview)
}
