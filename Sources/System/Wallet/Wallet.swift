// SPDX-License-Identifier: MIT
package import Bytes
internal import Crypto
package import HubAPI
package import Keys
package import Money
internal import SQLite
package import Tokens
package import Vault

/// A wallet: one method per user action, each of which calls the saga of its flow.
///
/// Of the methods in this file only ``join(_:leaving:)``, ``register(username:password:)``,
/// ``login(username:password:)``, ``logout()``, ``buy(_:)``, ``prove(_:)`` and ``sync(everything:)`` wait for the
/// network. Every method throws ``WalletError``. A wallet has one owner at a time: it is not thread-safe by design, and
/// a folder's lock keeps other processes out.
package final class Wallet {
    /// The key that opens the store, for an unlock cache.
    package let vaultKey: VaultKey
    let open: WalletContext
    private let lock: StoreLock?

    init(_ open: WalletContext, vaultKey: VaultKey, lock: StoreLock?) {
        self.open = open
        self.vaultKey = vaultKey
        self.lock = lock
    }

    /// Runs one user action and translates its errors to ``WalletError``.
    func run<R>(_ body: () throws -> R) throws -> R {
        try open.requireRunning()
        do {
            return try body()
        } catch {
            throw WalletError.translating(error)
        }
    }

    /// Has the hub do what was ordered; an order that stays open is said to be kept.
    func finish(_ order: ReferenceID, isOpen: () throws -> Bool, by body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            // Safe: if the store cannot be read, the original error is thrown.
            guard !open.isStopped, let failure = WalletError.translating(error) as? WalletError, (try? isOpen()) == true
            else { throw error }
            throw WalletError.kept(.row(order), because: failure)
        }
    }

    /// The wallet's sealed store, for other parts that have their tables in it under the same key.
    package var sealedStore: SealedStore { open.store.sealed }

    /// The folder of sealed files beside the store, such as the photos of cards, which backups include; nil for a
    /// wallet in memory.
    package var photoFolder: String? {
        if case .folder(let path) = open.environment.place { WalletFolder(path: path).photos } else { nil }
    }

    var link: HubClient { HubClient(context: open) }

    // MARK: - Account

    /// Opens a hub's link: the only way to join a hub, or to move to another address of the joined hub.
    ///
    /// Afterwards the wallet is joined to the hub, has it as a candidate, or is unchanged. The proof that a joined
    /// wallet demands of its hub is never weakened. See `JoinSaga`.
    ///
    /// - Parameter former: the address that the user agreed to leave, from an earlier outcome.
    /// - Throws: ``WalletError`` with `.otherHub` when the wallet is joined to another hub or the server shows another
    ///   root key; with `.unprovedHub` when the root key did not prove itself at another address. The wallet is
    ///   unchanged then.
    @discardableResult
    package func join(_ hub: HubDescription, leaving former: HubDescription? = nil) throws -> JoinOutcome {
        let outcome = try run { try JoinSaga(context: open, link: link).join(hub, leaving: former) }
        try moveListener()
        return outcome
    }

    /// Opens an account at the hub and logs in to it.
    ///
    /// - Parameter device: this wallet's name in the list of devices.
    package func register(username: String, password: String, device: String? = nil) throws {
        let credentials = Credentials(username: username, password: password, device: device)
        try run { try AccountSaga(context: open, link: link).enter(Routes.register, credentials) }
    }

    /// Logs in. A wallet belongs to one account permanently.
    ///
    /// - Parameter code: asks the user for a code of the authenticator app, or a recovery code; called when the account
    ///   has a second factor and the password was right.
    package func login(
        username: String, password: String, device: String? = nil, code: (() throws -> String)? = nil
    ) throws {
        let credentials = Credentials(username: username, password: password, device: device)
        try run { try AccountSaga(context: open, link: link).enter(Routes.login, credentials, code: code) }
    }

    /// Ends the session in this wallet and the key of its listener, and both at the hub if it can be reached.
    package func logout() throws {
        _ = try turnOffListener()
        try run { try AccountSaga(context: open, link: link).leave() }
    }

    /// The account's username; nil before the first session.
    package var username: String? { get throws { try run { try open.store.get(.account)?.username } } }
    package var isLoggedIn: Bool { get throws { try run { try open.store.get(.session) != nil } } }
    /// The hub that the wallet is joined to, or a candidate; see ``isJoined``.
    package var hub: HubDescription? { get throws { try run { try open.store.get(.hub)?.description } } }
    /// Whether the hub's root key has proved itself to this wallet.
    package var isJoined: Bool { get throws { try run { try open.store.get(.hub)?.isJoined ?? false } } }
    /// The hub's currency, once known.
    package var currency: Currency? { get throws { try run { try open.store.get(.hub)?.currency } } }

    // MARK: - Money

    package func balances() throws -> Balances { try run { try OfflineBalance(context: open).balances() } }

    /// Withdraws money from the account as offline tokens.
    ///
    /// The order is durable before the wallet calls the hub. If no answer comes, the next sync finishes it, and the
    /// error has its reference in ``WalletError/keptOrder``.
    package func buy(_ amount: Amount) throws {
        try run {
            try open.require(.withdraw)
            // Offline tokens that an outdated copy buys would be held as soon as the wallet detects it.
            try RollbackSaga(context: open).check()
            let saga = PurchaseSaga(context: open, link: link)
            _ = try link.session()
            let row = try saga.order(amount)
            try finish(ReferenceID(.purchase, row), isOpen: { try saga.waiting().contains(row) }) {
                try saga.finish(row)
            }
        }
    }

    /// Sets the offline balance that each sync tops up to; nil or zero for none.
    package func keepOffline(_ amount: Amount?) throws {
        try run {
            let units = UInt64(max(0, amount?.minorUnits ?? 0))
            guard units <= open.policy.walletTotal else {
                throw WalletError(
                    .overLimit,
                    "A wallet may hold \(try open.amount(open.policy.walletTotal).formatted) offline at most.")
            }
            try open.store.set(.offlineTarget, units == 0 ? nil : units)
        }
    }

    /// Stores an online transfer. The next sync sends it.
    ///
    /// - Returns: what commands name it by.
    @discardableResult
    package func send(to username: String, _ amount: Amount, note: String? = nil) throws -> ReferenceID {
        try run {
            try open.require(.sendMoney)
            return ReferenceID(
                .transfer, try SendSaga(context: open, link: link).queue(to: username, amount, note: note))
        }
    }

    /// Cancels a queued transfer.
    package func cancelSend(_ row: Int64) throws { try run { try SendSaga(context: open, link: link).cancel(row) } }

    // MARK: - Offline

    /// Requests money. Afterwards the request is durable and may be shown.
    package func request(_ amount: Amount, note: String? = nil) throws -> OpenRequest {
        try run { try ReceiveSaga(context: open).request(amount, note: note) }
    }

    /// Returns the content of a request and the reasons against paying it. Nothing changes.
    package func inspect(requestText: String) throws -> RequestSummary {
        try run { try PaySaga(context: open).summary(of: try Envelope.request(in: requestText)) }
    }

    /// Pays a request. Afterwards the signed payment is durable and may be shown any number of times.
    ///
    /// Paying the same request again returns the same payment.
    ///
    /// - Parameter overrides: the findings that the payer chose to overlook, such as a request's age.
    package func pay(
        _ requestText: String, allowing overrides: Set<RequestCheck.Override> = [], note: String? = nil
    ) throws -> OutgoingPayment {
        try run {
            try open.require(.sendMoney)
            return try PaySaga(context: open).pay(
                try Envelope.request(in: requestText), allowing: overrides, note: note)
        }
    }

    /// Receives a payment. Afterwards it is verified and durable, and the receipt may be shown.
    ///
    /// Receiving the same payment again returns the same receipt. A late or second payment is kept as well.
    package func receive(_ paymentText: String) throws -> IncomingPayment {
        try run { try ReceiveSaga(context: open).receive(try Envelope.payment(in: paymentText, policy: open.policy)) }
    }

    /// Stores the payee's receipt.
    @discardableResult
    package func acknowledge(_ receiptText: String) throws -> OutgoingPayment {
        try run { try PaySaga(context: open).acknowledge(try Envelope.receipt(in: receiptText)) }
    }

    /// Refuses a payment finally and returns the signed decline to show.
    package func decline(_ paymentText: String) throws -> String {
        try run { try ReceiveSaga(context: open).decline(try Envelope.payment(in: paymentText, policy: open.policy)) }
    }

    /// Stores a payee's decline. The hub pays the value back into the account at the next sync.
    @discardableResult
    package func cancel(_ declineText: String) throws -> (subject: ReferenceID, amount: Amount) {
        try run { try PaySaga(context: open).decline(try Envelope.decline(in: declineText)) }
    }

    /// Withholds a payment that the payee may not have received. The hub refunds it at the returned date, unless the
    /// payee has redeemed it.
    @discardableResult
    package func withhold(_ row: Int64) throws -> (subject: ReferenceID, until: Timestamp) {
        try run { try PaySaga(context: open).withhold(row) }
    }

    /// Returns a stored payment again, with the same bytes.
    package func showPayment(_ row: Int64) throws -> OutgoingPayment {
        try run { try PaySaga(context: open).show(row) }
    }

    /// Returns a stored request again.
    package func showRequest(_ row: Int64) throws -> OpenRequest {
        try run { try ReceiveSaga(context: open).show(row) }
    }

    // MARK: - Hub

    /// Synchronises wallet and hub. Repeating it is safe, and a part that fails does not stop the others.
    ///
    /// - Parameter everything: redeem all offline money, including own roots.
    package func sync(everything: Bool = false) throws -> SyncReport {
        try run {
            // An app may have had this copy open for hours. It must not repeat what another copy did meanwhile.
            try RollbackSaga(context: open).check()
            return try SyncSaga(context: open, link: link).run(everything: everything)
        }
    }

    /// The quality of the connection to the hub in the recent calls, and their median duration.
    package var connection: (quality: ConnectionQuality, milliseconds: Int?) {
        (open.environment.meter.quality, open.environment.meter.latency)
    }

    /// Frees memory that can be read again, for a system that is short of it.
    package func freeMemory() { open.cache.forgetMemory() }

    // MARK: - History and evidence

    /// Lines of the wallet's history, newest first: what this wallet did, and what moved in the account otherwise.
    ///
    /// - Parameters:
    ///   - before: the id of the previous page's last line.
    ///   - isWanted: returns whether a line is included.
    package func activity(
        limit: Int = 20, before: Int64? = nil, where isWanted: (Activity) -> Bool = { _ in true }
    ) throws -> [Activity] {
        try run {
            try open.order.lines(limit: max(0, min(limit, 1000)), before: before, where: isWanted)
        }
    }

    /// A line by its id or by the reference of a transfer, such as `s1`; nil if there is none.
    package func activity(named name: String) throws -> Activity? {
        try run {
            let table = open.table(ActivityRecord.self)
            let row: Int64?
            if let number = Int64(name) {
                row = number
            } else {
                row = try transfer(named: name)?.activity
            }
            return try row.flatMap { try table.row($0) }.map {
                var activity = $0.record.activity
                activity.id = $0.id
                return activity
            }
        }
    }

    /// Proves that a transfer is in the hub's ledger, and that the ledger continues the head that this wallet saw last.
    ///
    /// - Parameter name: the transfer's reference, or the id of any of the account's transactions at the hub.
    /// - Throws: ``WalletError`` with `.rewrittenLedger` when the hub's proof fails.
    package func prove(_ name: String) throws -> ProvedEntry {
        try run {
            let watch = LedgerWatch(context: open, link: link)
            if let id = OperationID(text: name) { return try watch.prove(id, expecting: nil) }
            guard let sent = try transfer(named: name) else {
                throw WalletError(
                    .notOurs, "\(name) is not a transfer at the hub, so its ledger has no entry of its own for it.")
            }
            guard sent.state == .done else {
                throw WalletError(
                    .tooLate, "The hub has not executed transfer \(name), so its ledger has no entry to prove.")
            }
            return try watch.prove(sent.order.id, expecting: sent.order)
        }
    }

    private func transfer(named name: String) throws -> SendRecord? {
        guard let reference = ReferenceID(name), reference.kind == .transfer else { return nil }
        return try open.table(SendRecord.self).row(reference.row)?.record
    }

    /// Checks a fraud proof with the hub's announced keys.
    ///
    /// - Throws: ``WalletError`` with the reason when the proof does not convict.
    package func examine(_ proofText: String) throws -> Conviction {
        try run { try Examination(context: open).convict(try Envelope.fraudProof(in: proofText)) }
    }

    /// The texts of all proofs this wallet holds, by what commands name them.
    package func evidence() throws -> [(subject: ReferenceID, text: String)] {
        try run {
            try open.table(EvidenceRecord.self).rows(.kept).map {
                (ReferenceID(.proof, $0.id), Envelope.text(.fraudProof, $0.record.proof))
            }
        }
    }

    // MARK: - Backup

    /// Writes the whole wallet with its photos into one encrypted file. An existing file is replaced only when the new
    /// one is complete.
    package func backup(to path: String, passphrase: SecretBytes) throws {
        try run { try BackupFile.write(open, vaultKey: vaultKey, to: path, passphrase: passphrase) }
    }
}
