// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import HubAPI
import Money
import SQL
import Tokens

/// What the routes of a hub share; made once when the hub opens.
final class HubParts: Sendable {
    let configuration: HubConfiguration
    let currency: Currency
    let clock: Clock
    let random: RandomSource
    let store: HubStore
    let cabinet: KeyCabinet
    let ended: EndedSessions
    let knownTokens = KnownTokens()
    let lookups = LookupThrottle()
    let clockHold = ClockHold()
    let throttle: LoginThrottle
    let challenges: LoginChallenges
    let rates: RateGate
    let workers: PasswordWorkers
    let longReads: LongReads
    let desk: RedemptionDesk
    let events: EventDesk
    /// Absent when the calling thread does everything.
    let leaves: FreshLeaves?
    let lane: TransferLane
    let metrics: Metrics

    /// Reads from the books who the hub is.
    ///
    /// - Throws: ``HubError`` or `SQLError` when the books do not say; ``HubError`` with `.system` for want of threads.
    init(
        store: HubStore, keys: WorkingKeys, configuration: HubConfiguration, clock: Clock, random: RandomSource,
        metrics: Metrics
    ) throws {
        let identity = try store.read { try HubIdentity(from: $0) }
        self.store = store
        self.configuration = configuration
        self.clock = clock
        self.random = random
        self.metrics = metrics
        currency = identity.currency
        let cabinet = KeyCabinet(KeyRing(book: identity.book, working: keys))
        self.cabinet = cabinet
        ended = try store.read {
            try EndedSessions(from: $0, configuration: configuration, now: clock.now())
        }
        throttle = LoginThrottle(maximumKeys: configuration.maximumThrottles)
        challenges = LoginChallenges(random: random)
        rates = RateGate(configuration.rateLimits)
        workers = try PasswordWorkers(configuration: configuration)
        longReads = try LongReads(configuration: configuration)
        desk = RedemptionDesk(cabinet: cabinet)
        let log = EventLog(currency: identity.currency, cabinet: cabinet)
        events = try EventDesk(configuration: configuration, log: log, store: store, ended: ended)
        leaves = configuration.execution == .threads ? try FreshLeaves(random: random) : nil
        lane = TransferLane(
            currency: identity.currency, random: random, events: events, leaves: leaves, configuration: configuration)
    }

    /// One call works with one answer of this: the next may be newer.
    var keys: KeyRing { cabinet.current }

    func ledger(_ store: StoreChange) -> Ledger {
        ledger(store, at: store.now)
    }

    /// The books inside a change; who waits for one of its accounts is told after the commit.
    func ledger(_ store: StoreChange, at now: Timestamp) -> Ledger {
        Ledger(
            database: store.database, now: now, currency: currency, random: random,
            touch: { [events] in events.touched($0, in: store) })
    }

    var history: History { History(currency: currency, secret: keys.passingSecret) }

    /// Where a page of a list of this account ended.
    func places(_ list: String, of caller: Caller) -> PageCursor {
        PageCursor(secret: keys.passingSecret, account: caller.id, list: list)
    }

    /// Of this moment's secret: the next call may have another.
    var access: AccessTokens { AccessTokens(secret: keys.passingSecret) }

    var sessions: Sessions {
        Sessions(configuration: configuration, access: access, random: random, ended: ended)
    }

    var devices: Devices { Devices(sessions: sessions, secret: keys.lastingSecret) }
    var secondFactors: SecondFactors { SecondFactors(secret: keys.lastingSecret, random: random) }

    /// What failures from an address are counted by; nothing for calls in process, which have none.
    func addressKeys(_ address: String) -> [LoginThrottle.Key] {
        // Behind a proxy that is not configured everybody has this machine's address; then only names count.
        address.isEmpty || ClientAddress.isThisMachine(address) ? [] : [.address(ClientAddress.network(of: address))]
    }

    /// Whether a password is the right one; every such work goes through here, so that it can be counted.
    func passes(_ password: SecretBytes, _ check: PasswordCheck) throws -> Bool {
        configuration.onPasswordWork(check.cost)
        return try check.passes(password)
    }

    /// What a new password will be recognised by; takes as long as a check.
    func makeCheck(_ password: SecretBytes) throws -> PasswordCheck {
        configuration.onPasswordWork(configuration.passwordCost)
        return try PasswordCheck(password: password, cost: configuration.passwordCost, random: random)
    }

    /// Rations the calls of an address, before anything of a call is looked at; calls in process have none.
    func admit(_ request: Request, _ cost: RouteCost) throws {
        let address = request.remoteAddress
        guard !address.isEmpty, rates.limitsAddresses(cost), !ClientAddress.isThisMachine(address) else { return }
        try rates.admit(.network(ClientAddress.network(of: address)), cost, at: clock.now())
    }

    /// Writes down what was refused, after the refusal: nobody waits for it.
    func note(
        _ event: AuditEvent, of account: Int64?, by actor: String, from address: String?, _ details: String = ""
    ) {
        let log = configuration.log
        store.write { store in
            try store.log(event, of: account, by: actor, from: address, details)
        } reply: { result in
            if case .failure(let error) = result { log("The audit log could not be written: \(error)") }
        }
    }

    /// Finds the caller of a request, and checks its signature where the route asks for one.
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
        // Asked before the secret is, so that nothing recognised by an old one is kept after it was replaced.
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

    /// For what a session does some time after it was recognised.
    ///
    /// - Throws: `HubProblem` with `.unauthorized`.
    func requireGoingOn(_ session: Int64, in database: any SQLConnection) throws {
        let row = try database.row("SELECT 1 FROM session WHERE id = ? AND ended IS NULL", [.integer(session)])
        guard row != nil else { throw Self.ended }
    }

    /// Whom an authentic token names. What it says of its session has to be so in the books too: whoever has a copy of the
    /// secret can make up a token, but no session.
    ///
    /// - Throws: `HubProblem` with `.unauthorized`.
    func caller(claiming claims: AccessTokens.Claims, in turn: LoopTurn? = nil) throws -> Caller {
        let row = try store.read(in: turn) {
            try $0.row(
                """
                SELECT a.id, a.username FROM session s JOIN account a ON a.id = s.account
                WHERE s.id = ? AND s.ended IS NULL AND a.uid = ?
                """, [.integer(claims.session), .blob(claims.account.bytes)])
        }
        guard let row else { throw Self.ended }
        return Caller(
            id: try row.int(0), account: claims.account, username: try row.text(1), session: claims.session)
    }

    private static let ended = HubProblem(.unauthorized, "This session has ended. Log in again.")

    func balance(of account: Int64) throws -> Balance {
        try store.read { try AccountBalance.read(account, currency: currency, from: $0) }
    }

    func currencies(_ database: any SQLConnection) -> CurrencyBook { CurrencyBook(first: currency, database: database) }

    /// - Throws: `HubProblem` with `.insufficientBalance`.
    func requireFunds(_ amount: Amount, on account: AccountName, _ ledger: Ledger) throws {
        let balance = try ledger.balance(of: account, in: amount.currency)
        guard try !balance.isAtLeast(amount) else { return }
        throw AccountBalance.insufficient(balance, for: amount)
    }

    /// For money in any currency that the hub keeps.
    ///
    /// - Throws: `HubProblem` with `.unknownCurrency` or `.amountNotPositive`.
    func requireKept(_ amount: Amount) throws {
        guard amount.currency != currency else { return try requirePositive(amount) }
        try store.read { try currencies($0).require(amount.currency) }
        guard amount.isPositive else { throw HubProblem(.amountNotPositive, "The amount must be more than zero.") }
    }

    /// The currency of a code, if the hub keeps it.
    ///
    /// - Throws: `HubProblem` with `.unknownCurrency`; `MoneyError` for what is no code.
    func kept(_ code: String) throws -> Currency {
        let currency = try Currency(code: code)
        if currency != self.currency { try store.read { try currencies($0).require(currency) } }
        return currency
    }

    /// For money that tokens can be made of.
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
