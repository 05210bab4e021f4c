// SPDX-License-Identifier: MIT
package import Bytes
internal import Crypto
package import HubAPI
package import Keys
package import Money
internal import SQLite
package import Tokens
package import Vault

/// What a person can do with a wallet: one method per intention, each handed to the saga of its flow.
///
/// Nothing here waits for a network except ``join(_:leaving:)``, ``register(username:password:)``, ``login(username:password:)``,
/// ``logout()``, ``buy(_:)`` and ``sync(everything:)``. Every method throws ``WalletError``. One owner at a time: not
/// thread-safe by design, and a folder's lock keeps other processes out.
package final class Wallet {
    /// The key that opens the store, for an unlock cache.
    package let vaultKey: VaultKey
    let open: OpenStore
    private let lock: StoreLock?

    init(_ open: OpenStore, vaultKey: VaultKey, lock: StoreLock?) {
        self.open = open
        self.vaultKey = vaultKey
        self.lock = lock
    }

    /// Runs one intention, and says what failed in the wallet's words.
    func run<R>(_ body: () throws -> R) throws -> R {
        try open.requireRunning()
        do {
            return try body()
        } catch {
            throw WalletError.translating(error)
        }
    }

    /// Has the hub do what was ordered; an order that stays open is said to be kept.
    func finish(_ order: String, isOpen: () throws -> Bool, by body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            // Safe: a store that cannot tell has failed already, and that is what is said.
            guard !open.isStopped, let failure = WalletError.translating(error) as? WalletError, (try? isOpen()) == true
            else { throw error }
            throw WalletError.kept(order, because: failure)
        }
    }

    /// The file that this wallet lives in, for the other parts that keep their tables there under the same key.
    package var sealedStore: SealedStore { open.store.sealed }

    /// Where the parts that keep sealed files beside the store have them, such as the photos of cards; they travel in
    /// backups. Nil for a wallet in memory.
    package var photoFolder: String? {
        if case .folder(let path) = open.environment.place { WalletFolder(path: path).photos } else { nil }
    }

    var link: HubLink { HubLink(wallet: open) }

    // MARK: - Account

    /// Takes a hub's link: the one way in which a wallet comes to a hub, and in which a joined hub gets another address.
    ///
    /// Afterwards the wallet is joined to the hub, or has it as a candidate, or knows the same as before; what a joined
    /// wallet knows of its hub is never lowered. See `JoinSaga`.
    ///
    /// - Parameter former: the address that a person has agreed to leave, as an earlier outcome named it.
    /// - Throws: ``WalletError`` with `.otherHub` when the wallet is joined to another hub or the server shows another root
    ///   key; with `.unprovedHub` when the root key did not prove itself at another address. The wallet then knows the
    ///   same as before.
    @discardableResult
    package func join(_ hub: HubDescription, leaving former: HubDescription? = nil) throws -> JoinOutcome {
        try run { try JoinSaga(wallet: open, link: link).join(hub, leaving: former) }
    }

    /// Opens an account at the hub and logs in to it.
    ///
    /// - Parameter device: what the list of devices calls this wallet.
    package func register(username: String, password: String, device: String? = nil) throws {
        let credentials = Credentials(username: username, password: password, device: device)
        try run { try AccountSaga(wallet: open, link: link).enter(Routes.register, credentials) }
    }

    /// Logs in; a wallet only ever belongs to one account.
    ///
    /// - Parameter code: asks for a code of the authenticator app, or a recovery code; called when the account has a second
    ///   factor and the password was right.
    package func login(
        username: String, password: String, device: String? = nil, code: (() throws -> String)? = nil
    ) throws {
        let credentials = Credentials(username: username, password: password, device: device)
        try run { try AccountSaga(wallet: open, link: link).enter(Routes.login, credentials, code: code) }
    }

    /// Ends the session here, and at the hub when it can be reached.
    package func logout() throws {
        try run { try AccountSaga(wallet: open, link: link).leave() }
    }

    /// The account's name, once there was a session.
    package var username: String? { get throws { try run { try open.store.get(.account)?.username } } }
    package var isLoggedIn: Bool { get throws { try run { try open.store.get(.session) != nil } } }
    /// The hub that the wallet is joined to, or a candidate; see ``isJoined``.
    package var hub: HubDescription? { get throws { try run { try open.store.get(.hub)?.description } } }
    /// Whether the hub's root key has proved itself to this wallet.
    package var isJoined: Bool { get throws { try run { try open.store.get(.hub)?.isJoined ?? false } } }
    /// The hub's currency, once known.
    package var currency: Currency? { get throws { try run { try open.store.get(.hub)?.currency } } }

    // MARK: - Money

    package func balances() throws -> Balances { try run { try Purse(wallet: open).balances() } }

    /// Withdraws tokens to be spent offline.
    ///
    /// The order is durable before the hub is asked: when no answer comes, the next sync finishes it, and the error has its
    /// name in ``WalletError/keptOrder``.
    package func buy(_ amount: Amount) throws {
        try run {
            // Tokens that an outdated copy buys would be held as soon as it is noticed.
            try RollbackSaga(wallet: open).check()
            let saga = PurchaseSaga(wallet: open, link: link)
            _ = try link.session()
            let row = try saga.order(amount)
            try finish("b\(row)", isOpen: { try saga.waiting().contains(row) }) { try saga.finish(row) }
        }
    }

    /// The offline balance that each sync tops up to; nil or zero for none.
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

    /// Writes down an online transfer; the next sync sends it.
    ///
    /// - Returns: what commands name it by: `s` and a number.
    @discardableResult
    package func send(to username: String, _ amount: Amount, note: String? = nil) throws -> String {
        try run { "s\(try SendSaga(wallet: open, link: link).queue(to: username, amount, note: note))" }
    }

    /// Takes a queued transfer back.
    package func cancelSend(_ row: Int64) throws { try run { try SendSaga(wallet: open, link: link).cancel(row) } }

    // MARK: - Offline

    /// Asks for money: afterwards the request is durable and may be shown.
    package func request(_ amount: Amount, note: String? = nil) throws -> OpenRequest {
        try run { try ReceiveSaga(wallet: open).request(amount, note: note) }
    }

    /// What a request asks for and what speaks against paying it; nothing changes.
    package func inspect(requestText: String) throws -> RequestSummary {
        try run { try PaySaga(wallet: open).summary(of: try Envelope.request(in: requestText)) }
    }

    /// Pays a request: afterwards the signed payment is durable and may be shown, however often.
    ///
    /// The same request again gives the same payment.
    ///
    /// - Parameter overrides: what the payer chose to overlook, such as a request's age.
    package func pay(
        _ requestText: String, allowing overrides: Set<RequestCheck.Override> = [], note: String? = nil
    ) throws -> OutgoingPayment {
        try run {
            try PaySaga(wallet: open).pay(try Envelope.request(in: requestText), allowing: overrides, note: note)
        }
    }

    /// Takes a payment: afterwards it is verified and durable, and the receipt may be shown.
    ///
    /// A repeat gives the same receipt; a late or second payment is kept as well.
    package func receive(_ paymentText: String) throws -> IncomingPayment {
        try run { try ReceiveSaga(wallet: open).receive(try Envelope.payment(in: paymentText, policy: open.policy)) }
    }

    /// Files the payee's receipt.
    @discardableResult
    package func acknowledge(_ receiptText: String) throws -> OutgoingPayment {
        try run { try PaySaga(wallet: open).acknowledge(try Envelope.receipt(in: receiptText)) }
    }

    /// Refuses a payment for good and returns the signed decline to show.
    package func decline(_ paymentText: String) throws -> String {
        try run { try ReceiveSaga(wallet: open).decline(try Envelope.payment(in: paymentText, policy: open.policy)) }
    }

    /// Files a payee's decline: the hub pays the value back into the account at the next sync.
    @discardableResult
    package func cancel(_ declineText: String) throws -> (subject: String, amount: Amount) {
        try run { try PaySaga(wallet: open).decline(try Envelope.decline(in: declineText)) }
    }

    /// Takes a payment back that the payee may never have got: the hub returns it at the date, unless they have.
    @discardableResult
    package func withhold(_ row: Int64) throws -> (subject: String, until: Timestamp) {
        try run { try PaySaga(wallet: open).withhold(row) }
    }

    /// A payment again: the same bytes.
    package func showPayment(_ row: Int64) throws -> OutgoingPayment { try run { try PaySaga(wallet: open).show(row) } }

    /// A request again.
    package func showRequest(_ row: Int64) throws -> OpenRequest { try run { try ReceiveSaga(wallet: open).show(row) } }

    // MARK: - Hub

    /// Brings wallet and hub together; idempotent, and a part that fails does not stop the others.
    ///
    /// - Parameter everything: redeem all that is held offline, own tokens too.
    package func sync(everything: Bool = false) throws -> SyncReport {
        try run {
            // An app may have had this copy open for hours; what another copy did meanwhile is not repeated from here.
            try RollbackSaga(wallet: open).check()
            return try SyncSaga(wallet: open, link: link).run(everything: everything)
        }
    }

    /// How good the way to the hub was in the last calls.
    package var connection: (quality: ConnectionQuality, milliseconds: Int?) {
        (open.environment.meter.quality, open.environment.meter.latency)
    }

    /// Frees what can be read again, for a system that is short of memory.
    package func freeMemory() { open.cache.forgetMemory() }

    // MARK: - History and evidence

    /// The newest lines first.
    ///
    /// - Parameters:
    ///   - before: the id of the last line of the page before.
    ///   - isWanted: decides which lines count.
    package func activity(
        limit: Int = 20, before: Int64? = nil, where isWanted: (Activity) -> Bool = { _ in true }
    ) throws -> [Activity] {
        try run {
            let wanted = max(0, min(limit, 1000))
            var (found, last): ([Activity], Int64?) = ([], before)
            while found.count < wanted {
                let page = try open.table(ActivityRecord.self).newest(wanted, before: last).map {
                    var activity = $0.record.activity
                    activity.id = $0.id
                    return activity
                }
                found += page.filter(isWanted)
                guard page.count == wanted else { break }
                last = page.last?.id
            }
            return Array(found.prefix(wanted))
        }
    }

    /// One line, by its number or by what it is about, such as `s1`; nil when there is none.
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

    /// Proves that a transfer is in the hub's ledger, and that the ledger continues the one that this wallet saw last.
    ///
    /// - Parameter name: what commands name the transfer by, or the id of any of the account's transactions at the hub.
    /// - Throws: ``WalletError`` with `.rewrittenLedger` when the hub's word does not hold.
    package func prove(_ name: String) throws -> ProvedEntry {
        try run {
            let watch = LedgerWatch(wallet: open, link: link)
            if let id = OperationID(text: name) { return try watch.prove(id, expecting: nil) }
            guard let sent = try transfer(named: name) else {
                throw WalletError(
                    .notOurs, "\(name) is no transfer at the hub, so its ledger has no entry of its own for it.")
            }
            guard sent.state == .done else {
                throw WalletError(.tooLate, "Transfer \(name) is not done at the hub, so there is nothing to prove.")
            }
            return try watch.prove(sent.order.id, expecting: sent.order)
        }
    }

    private func transfer(named name: String) throws -> SendRecord? {
        guard name.first == "s", let row = Int64(name.dropFirst()) else { return nil }
        return try open.table(SendRecord.self).row(row)?.record
    }

    /// Checks a fraud proof with the hub's announced keys.
    ///
    /// - Throws: ``WalletError`` when it does not convict, with the reason.
    package func examine(_ proofText: String) throws -> Conviction {
        try run { try Examination(wallet: open).convict(try Envelope.fraudProof(in: proofText)) }
    }

    /// The texts of all proofs this wallet holds, by what commands name them: `f` and a number.
    package func evidence() throws -> [(subject: String, text: String)] {
        try run {
            try open.table(EvidenceRecord.self).rows(.kept).map {
                ("f\($0.id)", Envelope.text(.fraudProof, $0.record.proof))
            }
        }
    }

    // MARK: - Backup

    /// Writes the whole wallet with its photos into one encrypted file, which replaces an older one only when it is complete.
    package func backup(to path: String, passphrase: SecretBytes) throws {
        try run { try BackupFile.write(open, vaultKey: vaultKey, to: path, passphrase: passphrase) }
    }
}
