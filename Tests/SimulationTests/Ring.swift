// SPDX-License-Identifier: MIT
import Crypto
import Hub
import HubAPI
import HubStorage
import Money
import SQLite
import Tokens

/// One run of a scheme: colluders and honest payees at a real hub, until nothing more is paid.
///
/// Wallets would only hinder colluders, so they speak to the hub's routes themselves.
final class Ring {
    private struct Holding {
        let owner: Int
        let token: OfflineToken
        let key: P256.PrivateKey
        let certificate: Certificate?
    }

    private let scheme: Scheme
    private let configuration: HubConfiguration
    private let dice: Dice
    private let time = SimulatedTime()
    private let random: RandomSource
    private let hub: Hub
    private let start: Timestamp
    private var sessions: [Int: Session] = [:]
    private var holdings: [Holding?] = []
    /// What came in from outside to the colluders.
    private var invested: Int64 = 0
    /// Whether the fund has paid all that it pays.
    private var isOver = false

    init(_ scheme: Scheme, _ configuration: HubConfiguration, dice: Dice) throws {
        self.scheme = scheme
        self.configuration = configuration
        self.dice = dice
        random = dice.randomSource()
        start = time.now
        hub = try Hub.inMemory(
            currency: HubSite.currency, configuration: configuration, clock: time.clock, random: random)
    }

    /// What a run came to.
    struct Outcome {
        /// Minor units that the colluders have more than they put in.
        var profit: Int64 = 0
        /// What the bound allows them.
        var bound: Int64 = 0
        var culprits = 0
        var claims = 0
        /// Honest owners whose share was looked at.
        var victims = 0
        /// Days on which the fund paid.
        var days = 0
    }

    func run() throws -> Outcome {
        if scheme.fund > 0 { _ = try hub.topUp(.guaranteeFund, cents(scheme.fund)) }
        let byDay = Dictionary(grouping: scheme.steps, by: \.day)
        for day in 0...Scheme.lastDay {
            for (index, account) in scheme.accounts.enumerated() where account.opened == day { try open(index) }
            for step in byDay[day] ?? [] { try attempt(step.deed) }
            // Sweeps come when they come: what is due waits.
            if byDay[day] != nil || dice.chance(500) { _ = try sweep() }
            time.advance(days: 1)
        }
        try end()
        return try judge()
    }

    /// All refund dates, waiting times and ages pass, then one day after the other until the fund has paid what it pays.
    private func end() throws {
        for _ in 0..<12 {
            _ = try sweep()
            time.advance(days: 8)
        }
        for _ in 0..<200 where !isOver {
            isOver = try sweep() == 0
            time.advance(days: 1)
        }
    }

    private func sweep() throws -> UInt64 {
        let report = try hub.sweep(time.now)
        guard report.failed == 0 else { throw Violation("\(report.failed) roots could not be swept") }
        return report.compensated
    }

    // MARK: - Deeds

    private func cents(_ units: Int) -> Amount { Amount(minorUnits: Int64(units), currency: HubSite.currency) }
    private var caller: HubCaller { HubCaller(hub.pipe) }

    private func proof(_ account: Int) -> CallerProof? {
        sessions[account].map { CallerProof($0, at: time.now.seconds) }
    }

    private func open(_ index: Int) throws {
        let credentials = Credentials(username: Self.name(index), password: "long enough \(index)")
        sessions[index] = try caller.call(Routes.register, credentials)
        if scheme.accounts[index].party == .honestMerchant {
            try hub.setMerchant(Self.name(index), name: "Shop \(index)")
        }
    }

    private static func name(_ index: Int) -> String { "person\(index)" }

    private func account(_ number: Int) -> Int { number % scheme.accounts.count }
    private func isColluder(_ account: Int) -> Bool { scheme.accounts[account].party == .colluder }

    /// What the hub refuses has not happened; whatever else goes wrong is a fault.
    private func attempt(_ deed: Scheme.Deed) throws {
        let before = holdings.count
        do {
            try perform(deed)
        } catch let problem as HubProblem where problem.code != .internalError {
            // Safe: colluders try what is not allowed.
        } catch is TokensError {
            // Safe: a chain that is too long, or a share of nothing.
        }
        // The numbers of later holdings do not depend on whether this one came about.
        switch deed {
        case .buy, .sign: if holdings.count == before { holdings.append(nil) }
        default: break
        }
    }

    private func perform(_ deed: Scheme.Deed) throws {
        switch deed {
        case .pay(let number, let units):
            guard sessions[account(number)] != nil, isColluder(account(number)) else { return }
            _ = try hub.topUp(.account(Self.name(account(number))), cents(units))
            invested += Int64(units)
        case .send(let from, let to, let units):
            guard isColluder(account(from)), isColluder(account(to)), let proof = proof(account(from)) else { return }
            let order = SendOrder(
                id: OperationID(at: time.now, random: random), recipient: Self.name(account(to)), amount: cents(units),
                note: nil)
            _ = try caller.call(Routes.send, order, as: proof)
        case .buy(let number, let units): try buy(account(number), units)
        case .sign(let number, let to, let from, let length): try sign(number, to: account(to), from, length)
        case .redeem(let number):
            guard let held = holding(number) else { return }
            try upload(try redemption(of: held), held.owner)
        case .report(let number):
            guard let held = holding(number), isColluder(held.owner), !held.token.transfers.isEmpty else { return }
            try upload(held.token.encoded, held.owner)
        }
    }

    private func holding(_ number: Int) -> Holding? { holdings.isEmpty ? nil : holdings[number % holdings.count] }

    private func buy(_ account: Int, _ units: Int) throws {
        guard isColluder(account), let proof = proof(account) else { return }
        let key = P256.PrivateKey(random: random)
        let order = PurchaseOrder(
            id: OperationID(at: time.now, random: random),
            pieces: [.init(amount: cents(units), owner: Blob(key.publicKey.compressed))])
        let answer = try caller.call(Routes.purchase, order, as: proof)
        let token = try OfflineToken(root: try Root(decoding: answer.roots[0].bytes))
        holdings.append(Holding(owner: account, token: token, key: key, certificate: nil))
    }

    private func sign(_ number: Int, to recipient: Int, _ from: Int, _ length: Int) throws {
        guard let held = holding(number), isColluder(held.owner), let proof = proof(recipient) else { return }
        let key = P256.PrivateKey(random: random)
        let answer = try caller.call(
            Routes.certificates, CertificateOrder(keys: [Blob(key.publicKey.compressed)]), as: proof)
        let all = held.token.range
        let lower = all.lower + all.length * UInt64(from) / 16
        let range = try UnitRange(lower: lower, length: max(1, all.length * UInt64(length) / 16))
        let token = try spend(held, range, to: key.publicKey, RequestHash(random: random))
        holdings.append(
            Holding(
                owner: recipient, token: token, key: key,
                certificate: try Certificate(decoding: answer.certificates[0].bytes)))
    }

    private func spend(
        _ held: Holding, _ range: UnitRange, to key: P256.PublicKey, _ hash: RequestHash
    ) throws -> OfflineToken {
        let body = Transfer.body(range: range, to: key, requestHash: hash, time: time.now)
        let transfer = try Transfer.sign(body: body, parent: held.token.id(hub: hub.id), hub: hub.id, key: held.key)
        return try held.token.extended(by: transfer, certificate: held.certificate)
    }

    private func redemption(of held: Holding) throws -> [UInt8] {
        guard let session = sessions[held.owner] else { throw Violation("A holder has no account") }
        let account = try AccountID(session.account.bytes)
        let nonce = Nonce(random: random)
        let token = try spend(
            held, held.token.range, to: hub.rootKey, Redemption.binding(account: account, nonce: nonce, hub: hub.id))
        return try Redemption(account: account, nonce: nonce, token: token).encoded
    }

    private func upload(_ item: [UInt8], _ account: Int) throws {
        _ = try caller.call(Routes.redeem, Redemptions(items: [Blob(item)]), as: proof(account))
    }

    // MARK: - Judging

    /// Holds the run against what Documentation/Protocols/Hub-API.md proves.
    private func judge() throws -> Outcome {
        let audit = try hub.audit()
        guard audit.isSound, audit.total.isZero else { throw Violation("The audit found: \(audit.findings)") }
        let database = try Database(path: .inMemory)
        try database.restore(from: try hub.image().database)
        var outcome = Outcome()
        outcome.claims = Int(try database.row("SELECT count(*) FROM claim")?.int(0) ?? 0)
        let days = try requireDays(database)
        outcome.days = days.count
        let allowed = try requireCulprits(database, &outcome)
        outcome.bound = min(
            allowed, Int64(scheme.fund), Int64(configuration.guaranteePerDay) * Int64(days.count))
        outcome.profit = try profit(database)
        guard outcome.profit <= outcome.bound else {
            throw Violation("The colluders gained \(outcome.profit), and the bound is \(outcome.bound)")
        }
        if isOver, configuration.guaranteePerDay > 0 {
            outcome.victims = try requireShares(database, days: UInt64(days.count))
        }
        return outcome
    }

    /// On no day does the fund pay more than it may.
    private func requireDays(_ database: Database) throws -> [Int64: Int64] {
        var days: [Int64: Int64] = [:]
        let rows = try database.rows(
            """
            SELECT e.time / 86400, sum(-p.amount) FROM posting p JOIN entry e ON e.id = p.entry
            JOIN ledger_account l ON l.id = p.account WHERE l.name = 'guarantee' AND p.amount < 0 GROUP BY 1
            """)
        for row in rows {
            days[try row.int(0)] = try row.int(1)
            guard try row.unsigned(1) <= configuration.guaranteePerDay else {
                throw Violation("The fund paid \(try row.int(1)) on day \(try row.int(0))")
            }
        }
        return days
    }

    /// For no culprit has the fund paid more than it may.
    ///
    /// - Returns: what it may pay for all of them together.
    private func requireCulprits(_ database: Database, _ outcome: inout Outcome) throws -> Int64 {
        var allowed: UInt64 = 0
        let rows = try database.rows(
            """
            SELECT f.account, sum(f.fund_paid), max(f.opened), a.created, a.role FROM fraud_case f
            LEFT JOIN account a ON a.id = f.account GROUP BY f.account, a.created, a.role
            """)
        for row in rows {
            let age = try row.unsigned(2) - row.unsigned(3)
            let isYoung = try row.int(4) == 0 && age < configuration.youngDays * Timestamp.secondsPerDay
            let cap =
                isYoung
                ? min(configuration.guaranteeCap, configuration.youngOfflineTotal) : configuration.guaranteeCap
            guard try row.unsigned(1) <= cap else {
                throw Violation("The fund paid \(try row.int(1)) for account \(try row.int(0)) and may pay \(cap)")
            }
            allowed += cap
            outcome.culprits += 1
        }
        return Int64(clamping: allowed)
    }

    /// What the colluders have more than they put in: in accounts, since everything is swept.
    private func profit(_ database: Database) throws -> Int64 {
        guard try database.row("SELECT 1 FROM root WHERE swept IS NULL") == nil else {
            throw Violation("A root is not settled after its refund date")
        }
        var held: Int64 = 0
        for (index, session) in sessions where isColluder(index) {
            held +=
                try database.row(
                    "SELECT h.balance FROM account a JOIN holding h ON h.account = a.id WHERE a.uid = ?",
                    [.blob(session.account.bytes)])?.int(0) ?? 0
        }
        return held - invested
    }

    /// Whoever is honest and was no longer young gets its share, however many accounts the colluders have.
    private func requireShares(_ database: Database, days: UInt64) throws -> Int {
        let fund = try database.row("SELECT balance FROM ledger WHERE name = 'guarantee'")?.unsigned(0) ?? 0
        // What an empty fund cannot pay waits until somebody fills it.
        guard fund > 0 else { return 0 }
        let rows = try database.rows(
            """
            SELECT f.account, c.account, sum(c.amount), sum(c.paid), max(a.role), max(a.created),
                (SELECT min(o.opened) FROM fraud_case o WHERE o.account = f.account),
                max(b.role), max(b.created)
            FROM claim c JOIN fraud_case f ON f.id = c.fraud_case JOIN account a ON a.id = c.account
            JOIN account b ON b.id = f.account GROUP BY f.account, c.account
            """)
        let wait = configuration.youngDays * Timestamp.secondsPerDay
        var looked = 0
        for row in rows {
            let opened = try row.unsigned(6)
            let same = try rows.filter { try $0.int(0) == row.int(0) }
            let firstClass = try same.filter { try $0.int(4) > 0 || $0.unsigned(5) + wait <= opened }
            let named = try same.filter { try $0.int(4) > 0 }
            let isNamed = try row.int(4) > 0
            guard try isNamed || row.unsigned(5) + wait <= opened else { continue }
            let isYoung = try row.int(7) == 0 && opened < row.unsigned(8) + wait
            let cap =
                isYoung
                ? min(configuration.guaranteeCap, configuration.youngOfflineTotal) : configuration.guaranteeCap
            let half = cap / 2
            var share = (named.isEmpty ? cap : half) / UInt64(firstClass.count)
            if isNamed { share = max(share, half / UInt64(named.count)) }
            // A unit is lost to rounding in each of three rounds on each day that pays.
            guard try row.unsigned(3) + 3 * days >= min(try row.unsigned(2), share) else {
                throw Violation(
                    "Account \(try row.int(1)) got \(try row.int(3)) of \(try row.int(2)), and its share is \(share)")
            }
            looked += 1
        }
        return looked
    }
}
