// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import PostgreSQL
import ServerSupport
import Synchronization
import Tokens

/// A clock that moves only when a test moves it.
final class ManualClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ start: Timestamp = Timestamp(seconds: 1_795_180_000)) { time = Mutex(start) }

    var now: Timestamp { time.withLock { $0 } }
    var clock: Clock { Clock { [self] in now } }

    func advance(seconds: UInt64) { time.withLock { $0 = $0.adding(seconds: seconds) } }
    func advance(days: UInt64) { advance(seconds: days * Timestamp.secondsPerDay) }
    func set(_ now: Timestamp) { time.withLock { $0 = now } }
}

/// Randomness that a seed decides (SplitMix64).
func seeded(_ seed: UInt64) -> RandomSource {
    let state = Mutex(seed)
    return RandomSource { count in
        state.withLock { state in
            (0..<count).map { _ in
                state &+= 0x9e37_79b9_7f4a_7c15
                var mixed = state
                mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
                mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
                return UInt8(truncatingIfNeeded: mixed ^ mixed >> 31)
            }
        }
    }
}

let usd = Currency.usd

extension Currency {
    // Safe: USD is in the table for as long as the United States pay with it.
    static let usd = try! Currency(code: "USD")
}

func dollars(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: usd) }

/// A hub in memory with its clock.
struct TestHub {
    let hub: Hub
    let clock: ManualClock
    let random: RandomSource

    /// Every test of the hub runs on a server's database when this is set; see the Makefile.
    private static let usesServer = getenv("SATCHEL_TEST_SERVER") != nil

    init(
        seed: UInt64 = 1, in place: StorePlace? = nil, configure: (inout HubConfiguration) -> Void = { _ in }
    ) throws {
        clock = ManualClock()
        random = seeded(seed)
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        configure(&configuration)
        let usual: StorePlace =
            Self.usesServer && place == nil ? .server(try PrivateServer.shared.get().makeDatabase()) : .memory()
        hub = try Hub.temporary(
            in: place ?? usual, currency: usd, configuration: configuration, clock: clock.clock, random: random)
    }

    init(hub: Hub, clock: ManualClock, random: RandomSource) {
        self.hub = hub
        self.clock = clock
        self.random = random
    }

    var caller: HubCaller { HubCaller(hub.pipe) }

    /// Opens an account and tops it up.
    func account(_ name: String, cents: Int64 = 0) throws -> TestAccount {
        let session = try caller.call(
            Routes.register, Credentials(username: name, password: "correct horse " + String(name.reversed())))
        if cents > 0 { _ = try hub.topUp(.account(name), dollars(cents)) }
        return TestAccount(hub: self, session: session)
    }

    func freshKey() -> P256.PrivateKey { P256.PrivateKey(random: random) }

    /// A signed answer to "is everything as it must be".
    func requireSoundLedger() throws {
        let report = try hub.audit()
        guard report.isSound else { throw HubProblem(.internalError, "\(report.findings)") }
    }
}

/// An account with what a wallet would do for it.
final class TestAccount: @unchecked Sendable {  // a test lets one thread change it
    let hub: TestHub
    var session: Session
    var token: String { session.accessToken }
    var proof: CallerProof { CallerProof(session, at: hub.clock.now.seconds) }
    var id: AccountID {
        get throws { try AccountID(session.account.bytes) }
    }

    init(hub: TestHub, session: Session) {
        self.hub = hub
        self.session = session
    }

    func operation() -> OperationID { OperationID(at: hub.clock.now, random: hub.random) }

    func balance() throws -> Balance {
        try hub.caller.call(Routes.balance, Nothing(), as: proof).balances[0]
    }

    func send(_ cents: Int64, to name: String, id: OperationID? = nil, note: String? = nil) throws -> SendAnswer {
        let order = SendOrder(id: id ?? operation(), recipient: name, amount: dollars(cents), note: note)
        return try hub.caller.call(Routes.send, order, as: proof)
    }

    /// Buys one root, owned by a fresh key.
    func buy(_ cents: Int64) throws -> Held {
        let key = hub.freshKey()
        let order = PurchaseOrder(
            id: operation(), pieces: [.init(amount: dollars(cents), owner: Blob(key.publicKey.compressed))])
        let answer = try hub.caller.call(Routes.purchase, order, as: proof)
        return Held(
            token: try OfflineToken(root: try Root(decoding: answer.roots[0].bytes)), key: key, certificate: nil)
    }

    /// A fresh pseudonym and its certificate.
    func pseudonym() throws -> (key: P256.PrivateKey, certificate: Certificate) {
        let key = hub.freshKey()
        let answer = try hub.caller.call(
            Routes.certificates, CertificateOrder(keys: [Blob(key.publicKey.compressed)]), as: proof)
        return (key, try Certificate(decoding: answer.certificates[0].bytes))
    }

    /// What this account holds after a payer has signed some units over to it.
    func receive(_ units: UnitRange, from held: Held) throws -> Held {
        let (key, certificate) = try pseudonym()
        let token = try held.spend(units, to: key.publicKey, hub: hub, hash: RequestHash(random: hub.random))
        return Held(token: token, key: key, certificate: certificate)
    }

    /// The bytes that redeem some units for this account.
    func redemption(_ units: UnitRange, of held: Held) throws -> [UInt8] {
        let nonce = Nonce(random: hub.random)
        let binding = Redemption.binding(account: try id, nonce: nonce, hub: hub.hub.id)
        let token = try held.spend(units, to: hub.hub.rootKey, hub: hub, hash: binding)
        return try Redemption(account: try id, nonce: nonce, token: token).encoded
    }

    func upload(_ items: [[UInt8]]) throws -> RedemptionAnswer {
        try hub.caller.call(Routes.redeem, Redemptions(items: items.map { Blob($0) }), as: proof)
    }

    func redeem(_ held: Held) throws -> RedemptionAnswer.Item {
        try upload([try redemption(held.token.range, of: held)]).items[0]
    }
}

/// A coin with the key that may spend it.
struct Held {
    let token: OfflineToken
    let key: P256.PrivateKey
    let certificate: Certificate?

    func spend(_ units: UnitRange, to recipient: P256.PublicKey, hub: TestHub, hash: RequestHash) throws -> OfflineToken
    {
        let body = Transfer.body(range: units, to: recipient, requestHash: hash, time: hub.clock.now)
        let transfer = try Transfer.sign(body: body, parent: token.id(hub: hub.hub.id), hub: hub.hub.id, key: key)
        return try token.extended(by: transfer, certificate: certificate)
    }
}

func units(_ lower: UInt64, _ length: UInt64) throws -> UnitRange { try UnitRange(lower: lower, length: length) }

extension RedemptionAnswer.Item {
    var credited: UInt64? {
        get throws { try receipt.map { try HubReceipt(decoding: $0.bytes).units } }
    }
}

/// The code of the refusal that a call meets, or nil when it is not refused.
func refusal(_ body: () throws -> Void) -> HubProblem.Code? {
    do {
        try body()
        return nil
    } catch let problem as HubProblem {
        return problem.code
    } catch {
        return .internalError
    }
}

extension CallerProof {
    /// Somebody who has found an access token, or made one up, and has no key to sign with.
    init(token: String) {
        self.init(
            Session(
                account: Blob([]), username: "", accessToken: token, accessExpires: 0, refreshToken: "",
                signingKey: Blob([0])), at: 0)
    }
}
