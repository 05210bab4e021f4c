// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import HubAPI
import HubLedger
import HubStorage
import Logging
import Money
import SQL
import Tokens

/// The parts that the routes of a hub share. Created once when the hub opens.
final class HubContext: Sendable {
    let configuration: HubConfiguration
    let currency: Currency
    let clock: Clock
    let random: RandomSource
    let store: HubStore
    let files: FileStore
    let keyStore: KeyStore
    let ended: EndedSessions
    let knownTokens = KnownTokens()
    let lookups = LookupThrottle()
    let clockHold = ClockHold()
    let throttle: LoginThrottle
    let challenges: LoginChallenges
    let rates: RateGate
    let workers: PasswordWorkers
    let longReads: LongReads
    let redemptionIntake: RedemptionIntake
    let events: EventDispatcher
    let watch: FileChangePolls
    /// Nil when the calling thread does everything.
    let leaves: PendingLeaves?
    let batcher: TransferBatcher
    let metrics: Metrics

    /// Reads the hub's identity from the database.
    ///
    /// - Throws: ``HubError`` or `SQLError` if the database has none; ``HubError`` with `.system` if no thread can be
    ///   started.
    init(
        store: HubStore, files: FileStore, keys: WorkingKeys, configuration: HubConfiguration, clock: Clock,
        random: RandomSource, metrics: Metrics
    ) throws {
        let identity = try store.read { try HubIdentity(from: $0) }
        self.store = store
        self.files = files
        self.configuration = configuration
        self.clock = clock
        self.random = random
        self.metrics = metrics
        currency = identity.currency
        let keyStore = KeyStore(KeyRing(announced: identity.announced, working: keys))
        self.keyStore = keyStore
        ended = try store.read {
            try EndedSessions(from: $0, configuration: configuration, now: clock.now())
        }
        throttle = LoginThrottle(maximumKeys: configuration.maximumThrottles)
        challenges = LoginChallenges(random: random)
        rates = RateGate(configuration.rateLimits)
        workers = try PasswordWorkers(configuration: configuration)
        longReads = try LongReads(configuration: configuration)
        redemptionIntake = RedemptionIntake(keyStore: keyStore)
        let log = EventLog(currency: identity.currency, keyStore: keyStore)
        events = try EventDispatcher(configuration: configuration, log: log, store: store, ended: ended)
        watch = try FileChangePolls(
            configuration: configuration, files: files, store: store, events: events, ended: ended)
        leaves = configuration.execution == .threads ? try PendingLeaves(random: random) : nil
        batcher = TransferBatcher(
            currency: identity.currency, random: random, leaves: leaves,
            perTransfer: configuration.roleLimits.compactMapValues(\.perTransfer),
            answered: AnsweredIDs(capacity: configuration.rememberedIDs, now: clock.now()), log: configuration.log,
            touch: { [events] in events.touched($0, in: $1) })
    }

    /// The present keys. A call reads this once, because the next read may return newer keys.
    var keys: KeyRing { keyStore.current }

    func ledger(_ store: StoreChange) -> Ledger {
        ledger(store, at: store.now)
    }

    /// The ledger inside a change. Listeners of the accounts that it affects are notified after the commit.
    func ledger(_ store: StoreChange, at now: Timestamp) -> Ledger {
        Ledger(
            database: store.database, now: now, currency: currency, random: random,
            touch: { [events] in events.touched($0, in: store) })
    }

    var history: AccountHistory { AccountHistory(currency: currency, secret: keys.passingSecret) }

    /// The cursors of a list of this account.
    func places(_ list: String, of caller: Caller) -> PageCursor {
        PageCursor(secret: keys.passingSecret, account: caller.id, list: list)
    }

    /// Uses the present secret. The next call may use another one.
    var access: AccessTokens { AccessTokens(secret: keys.passingSecret) }

    var sessions: Sessions {
        Sessions(configuration: configuration, access: access, random: random, ended: ended)
    }

    var devices: Devices { Devices(sessions: sessions, secret: keys.lastingSecret) }
    var secondFactors: SecondFactors { SecondFactors(secret: keys.lastingSecret, random: random) }

    /// The throttle keys of a network address; empty for calls in process, which have no address.
    func addressKeys(_ address: String) -> [LoginThrottle.Key] {
        // Behind a proxy that is not configured all callers have this machine's address; then only names count.
        address.isEmpty || ClientAddress.isThisMachine(address) ? [] : [.address(ClientAddress.network(of: address))]
    }

    /// Whether a password passes a check. Every check goes through here, so that tests can count the work.
    func passes(_ password: SecretBytes, _ check: PasswordCheck) throws -> Bool {
        configuration.onPasswordWork(check.cost)
        return try check.passes(password)
    }

    /// Creates the stored form of a new password. Takes as long as a check.
    func makeCheck(_ password: SecretBytes) throws -> PasswordCheck {
        configuration.onPasswordWork(configuration.passwordCost)
        return try PasswordCheck(password: password, cost: configuration.passwordCost, random: random)
    }

    /// Applies the rate limit of an address, before anything else of a request is read. Calls in process have no limit.
    func admit(_ request: Request, _ cost: RouteCost) throws {
        let address = request.remoteAddress
        guard !address.isEmpty, rates.limitsAddresses(cost), !ClientAddress.isThisMachine(address) else { return }
        try rates.admit(.network(ClientAddress.network(of: address)), cost, at: clock.now())
    }

    /// Records a refusal in the audit log. Does not wait for the commit.
    func note(
        _ event: AuditEvent, of account: Int64?, by actor: String, from address: String?, _ details: String = ""
    ) {
        let log = configuration.log
        store.write { store in
            try store.log(event, of: account, by: actor, from: address, details)
        } reply: { result in
            if case .failure(let error) = result {
                log.error("The audit log could not be written", .error(error))
            }
        }
    }

    /// Authenticates the caller of a request, and checks the request's signature if the route requires one.
    ///
    /// - Throws: `HubProblem` with `.unauthorized`, `.tokenExpired`, `.unsigned`, `.clockOff` or `.forbidden`.
    func caller(of request: Request, for access: RouteAccess) throws -> Caller {
        guard let header = request.headers["Authorization"], header.hasPrefix("Bearer ") else {
            throw HubProblem(.unauthorized, "This needs an account. Log in and send the access token.")
        }
        let now = clock.now()
        let known = try known(by: header, at: now, in: request.turn)
        if access == .signed || access == .operator {
            try CallerProof.check(request, key: known.signingKey, now: now.seconds)
        }
        if access == .operator { try store.read { try Roles.requireOperator(known.caller, in: $0) } }
        return known.caller
    }

    private func known(by header: String, at now: Timestamp, in turn: LoopTurn?) throws -> KnownTokens.Known {
        if let known = knownTokens.find(header) {
            try AccessTokens.requireAlive(known.claims, at: now, life: configuration.accessTokenLife)
            try requireGoingOn(known.claims.session)
            return known
        }
        // Read before the secret, so that a token that an old secret authenticated is not cached after the rotation.
        let (generation, access) = (knownTokens.generation, access)
        let claims = try access.read(
            String(header.dropFirst("Bearer ".count)), at: now, life: configuration.accessTokenLife)
        try requireGoingOn(claims.session)
        let known = KnownTokens.Known(
            claims: claims, caller: try caller(claiming: claims, in: turn),
            signingKey: access.signingKey(of: claims.session))
        knownTokens.insert(known, for: header, generation)
        return known
    }

    private func requireGoingOn(_ session: Int64) throws {
        guard !ended.contains(session) else { throw Self.ended }
    }

    /// For work that a session does some time after it was authenticated: checks that the session has not ended.
    ///
    /// - Throws: `HubProblem` with `.unauthorized`.
    func requireGoingOn(_ session: Int64, in database: any SQLConnection) throws {
        let row = try database.row("SELECT 1 FROM session WHERE id = ? AND ended IS NULL", [.integer(session)])
        guard row != nil else { throw Self.ended }
    }

    /// The caller that an authentic token names. The database must contain its session too: with a stolen secret an
    /// attacker can forge a token but no session.
    ///
    /// - Throws: `HubProblem` with `.unauthorized`.
    func caller(claiming claims: AccessTokens.Claims, in turn: LoopTurn? = nil) throws -> Caller {
        let row = try store.read(in: turn) {
            try $0.row(
                """
                SELECT a.id, a.username, s.scope FROM session s JOIN account a ON a.id = s.account
                WHERE s.id = ? AND s.ended IS NULL AND a.uid = ?
                """, [.integer(claims.session), .blob(claims.account.bytes)])
        }
        guard let row else { throw Self.ended }
        return Caller(
            id: try row.int(0), account: claims.account, username: try row.text(1), session: claims.session,
            scope: try SessionScope(stored: row.optionalText(2)))
    }

    private static let ended = HubProblem(.unauthorized, "This session has ended. Log in again.")

    func balance(of account: Int64) throws -> Balance {
        try store.read { try AccountBalance.read(account, currency: currency, from: $0) }
    }

    func currencies(_ database: any SQLConnection) -> CurrencyTable {
        CurrencyTable(first: currency, database: database)
    }

    /// - Throws: `HubProblem` with `.insufficientBalance`.
    func requireFunds(_ amount: Amount, on account: AccountName, _ ledger: Ledger) throws {
        let balance = try ledger.balance(of: account, in: amount.currency)
        guard try !balance.isAtLeast(amount) else { return }
        throw AccountBalance.insufficient(balance, for: amount)
    }

    /// Accepts a positive amount in any currency of the hub.
    ///
    /// - Throws: `HubProblem` with `.unknownCurrency` or `.amountNotPositive`.
    func requireKept(_ amount: Amount) throws {
        guard amount.currency != currency else { return try requirePositive(amount) }
        try store.read { try currencies($0).require(amount.currency) }
        guard amount.isPositive else { throw HubProblem(.amountNotPositive, "The amount must be more than zero.") }
    }

    /// The currency with a code, if the hub has it.
    ///
    /// - Throws: `HubProblem` with `.unknownCurrency`; `MoneyError` for an invalid code.
    func kept(_ code: String) throws -> Currency {
        let currency = try Currency(code: code)
        if currency != self.currency { try store.read { try currencies($0).require(currency) } }
        return currency
    }

    /// Accepts a positive amount in the currency of the hub's offline tokens.
    ///
    /// - Throws: `HubProblem` with `.unknownCurrency` or `.amountNotPositive`.
    func requirePositive(_ amount: Amount) throws {
        guard amount.currency == currency else {
            throw HubProblem(
                .unknownCurrency, "Tokens of this hub are in \(currency.code), not in \(amount.currency.code).")
        }
        guard amount.isPositive else { throw HubProblem(.amountNotPositive, "The amount must be more than zero.") }
    }
}
