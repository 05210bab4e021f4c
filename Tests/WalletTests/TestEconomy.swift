// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Keys
import Money
import SQLite
import Synchronization
import Testing
import Tokens
import Wallet

/// A hub in memory, a clock that is set by hand, and a network that can fail; everything from one seed.
final class TestEconomy {
    let time: ManualTime
    let network = Network()
    private let site: Site
    let random: RandomSource
    let currency: Currency

    /// Where the hub stands; it may be replaced by another with the same keys.
    private final class Site: Sendable {
        let hub: Mutex<Hub>
        init(_ hub: Hub) { self.hub = Mutex(hub) }
    }

    var hub: Hub { site.hub.withLock { $0 } }

    /// Certified keys that a sync leaves in a wallet.
    let certificates: Int
    /// The present policy of wallets that are opened from now on.
    var policy = LimitPolicy.standard

    init(seed: UInt64 = 1, certificates: Int = 32) throws {
        self.certificates = certificates
        let time = ManualTime(1_800_000_000)
        self.time = time
        random = .seeded(seed)
        currency = try Currency(code: "USD")
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        site = Site(
            try Hub.inMemory(
                currency: currency, configuration: configuration, clock: time.clock, random: .seeded(seed ^ 0xabcdef)))
    }

    /// A hub in a folder, whose keys can be rotated while it serves.
    init(in directory: HubDirectory, rootKey: P256.PrivateKey) throws {
        let time = ManualTime(1_800_000_000)
        self.time = time
        certificates = 32
        random = .seeded(1)
        currency = try Currency(code: "USD")
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        try HubSetup.create(in: directory, currency: currency, rootKey: rootKey, clock: time.clock)
        site = Site(try Hub.open(directory: directory.path, configuration: configuration, clock: time.clock))
    }

    /// Lets the hub go on with another database, as an operator could who has the file.
    func replaceDatabase(_ image: Hub.Image, _ change: (Database) throws -> Void) throws {
        var image = image
        let database = try Database(path: .inMemory)
        try database.restore(from: image.database)
        try change(database)
        image.database = try database.serialize()
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        let hub = try Hub.inMemory(
            from: image, configuration: configuration, clock: time.clock, random: .seeded(UInt64(image.database.count)))
        site.hub.withLock { $0 = hub }
    }

    func amount(_ minorUnits: Int64) -> Amount { Amount(minorUnits: minorUnits, currency: currency) }

    /// A person with an account, a synced wallet, and money on the account.
    func person(_ name: String, funds: Int64 = 0, offline: Int64 = 0) throws -> Person {
        let person = try Person(name, economy: self)
        try person.wallet.join(description)
        try person.wallet.register(username: name, password: "lantern river 4827")
        if funds > 0 { _ = try hub.topUp(.account(name), amount(funds)) }
        try person.sync()
        if offline > 0 { try person.wallet.buy(amount(offline)) }
        return person
    }

    var description: HubDescription { HubDescription(url: "http://127.0.0.1:1", rootKey: hub.rootKey) }

    var pipe: HubPipe {
        let (site, network) = (site, network)
        return { request in
            try network.before(request)
            if network.isBusy {
                let problem = HubProblem(.busy, "The database is in use. Nothing was changed; try again in a moment.")
                return Response(
                    status: 503, headers: ["Content-Type": "application/json"], body: try Wire.encode(problem))
            }
            let answer = try site.hub.withLock { $0 }.pipe(request)
            try network.after()
            return network.proxy?(request, answer) ?? answer
        }
    }

    /// What an account holds at the hub, in minor units.
    func balance(_ person: Person) throws -> Int64 {
        try person.sync()
        return try #require(try person.wallet.balances().account).balance.minorUnits
    }

    /// What is in all the accounts of these people, after everybody has synced.
    func total(_ people: Person...) throws -> Int64 { try people.reduce(0) { $0 + (try balance($1)) } }
}

/// A wallet that can be closed, killed and opened again.
final class Person {
    let name: String
    let economy: TestEconomy
    var database: Database
    private(set) var epochs: EpochMemory
    let vaultKey: VaultKey
    private(set) var wallet: Wallet
    let killer: Killer
    let device = Device()

    init(_ name: String, economy: TestEconomy, database: Database? = nil, epochs: EpochMemory = .memory()) throws {
        self.name = name
        self.economy = economy
        self.database = try database ?? Database(path: .inMemory)
        self.epochs = epochs
        killer = Killer()
        vaultKey = try SealedVaultKey.create(
            passphrase: SecretBytes([1]), random: economy.random, cost: .minimum
        ).1
        wallet = try Wallet.create(
            Person.environment(self.database, epochs, economy, killer, device), .vaultKey(vaultKey))
    }

    static func environment(
        _ database: Database, _ epochs: any EpochStore, _ economy: TestEconomy, _ killer: Killer,
        _ device: Device = Device()
    ) -> Wallet.Environment {
        let pipe = economy.pipe
        return Wallet.Environment(
            place: .memory(database), epochs: epochs, clock: economy.time.clock, random: economy.random,
            connect: { _, _ in pipe }, meter: economy.network.meter, onStep: { try killer.reach($0) },
            passphraseCost: .minimum, policy: economy.policy, certificatePool: economy.certificates,
            device: { device.find($0) })
    }

    var environment: Wallet.Environment { Person.environment(database, epochs, economy, killer, device) }

    /// As after a crash, or a new start of the program.
    func reopen() throws { wallet = try Wallet.open(environment, .vaultKey(vaultKey)) }

    /// Puts back an older copy of the store.
    func rollBack(to image: [UInt8]) throws {
        database = try Database(path: .inMemory)
        try database.restore(from: image)
        try reopen()
    }

    func image() throws -> [UInt8] { try database.serialize() }

    /// Makes of store and count what a program left behind that knew numbers alone.
    ///
    /// - Parameter behind: by how much the count is behind the store, as after a crash.
    func forgetTags(behind: UInt64 = 0) throws {
        let row = try #require(try database.row("SELECT name, epoch FROM wallet", []))
        let (name, number) = (try row.blob(0), try row.unsigned(1))
        for column in ["tag", "previous_tag", "count_file"] {
            try database.execute("ALTER TABLE wallet DROP COLUMN \(column)")
        }
        try database.execute("DROP TABLE account_entry; PRAGMA user_version = 3")
        epochs = EpochMemory()
        try epochs.create(name, EpochMark(number: number - behind, tag: EpochMark.noTag))
    }

    /// The same store once more, beside the first and with the same count.
    func copied(_ image: [UInt8]? = nil) throws -> Wallet {
        let database = try Database(path: .inMemory)
        try database.restore(from: try image ?? self.image())
        return try Wallet.open(Person.environment(database, epochs, economy, Killer()), .vaultKey(vaultKey))
    }

    @discardableResult
    func sync(everything: Bool = false) throws -> SyncReport {
        let report = try wallet.sync(everything: everything)
        #expect(report.isComplete, "\(name): \(report.outcomes)")
        return report
    }

    var offline: Int64 { get throws { try wallet.balances().offline.minorUnits } }
    var held: Int64 { get throws { try wallet.balances().held.reduce(0) { $0 + $1.amount.minorUnits } } }

    /// Asks, is paid, takes it, and gives the receipt.
    func isPaid(_ minorUnits: Int64, by payer: Person) throws {
        let request = try wallet.request(economy.amount(minorUnits))
        let payment = try payer.wallet.pay(request.text)
        let received = try wallet.receive(payment.text)
        try payer.wallet.acknowledge(received.receipt)
    }
}

/// The machine on which a wallet runs, as far as the wallet asks about it.
final class Device {
    var findings: [DeviceFinding] = []
    /// The modes with which a wallet asked.
    private(set) var questions: [DeviceMode] = []

    func find(_ mode: DeviceMode) -> [DeviceFinding] {
        questions.append(mode)
        return findings
    }
}

/// Ends a wallet at a named step.
final class Killer {
    struct Killed: Error {}
    var step: WalletStep?
    /// How many times the step is passed first.
    var passes = 0
    var seen: Set<WalletStep> = []
    private var scheduled: (step: WalletStep, body: () throws -> Void)?

    /// Does something once, when the step is next passed.
    func atNext(_ step: WalletStep, _ body: @escaping () throws -> Void) { scheduled = (step, body) }

    func reach(_ reached: WalletStep) throws {
        seen.insert(reached)
        if let due = scheduled, due.step == reached {
            scheduled = nil
            try due.body()
        }
        guard reached == step else { return }
        guard passes == 0 else {
            passes -= 1
            return
        }
        step = nil
        throw Killed()
    }
}

/// The line between wallets and hub.
final class Network: Sendable {
    private let state = Mutex((isDown: false, isBusy: false, losesAnswers: false, calls: 0))
    /// What wallets think of the line: nothing, until it is said how long answers take.
    let meter: ConnectionMeter
    private let time: Time

    private final class Time: Sendable {
        let now = Mutex(Duration.zero)

        func advance(_ milliseconds: Int) { now.withLock { $0 += .milliseconds(milliseconds) } }
    }

    init() {
        let time = Time()
        self.time = time
        meter = ConnectionMeter { time.now.withLock { $0 } }
    }

    /// The last calls took so long.
    func answers(in milliseconds: Int) {
        for _ in 0..<8 { meter.measure { time.advance(milliseconds) } }
    }

    /// How often the hub was asked.
    var calls: Int { state.withLock { $0.calls } }

    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }
    /// The hub answers that it has too much to do.
    var isBusy: Bool {
        get { state.withLock { $0.isBusy } }
        set { state.withLock { $0.isBusy = newValue } }
    }
    /// Requests arrive, answers do not.
    var losesAnswers: Bool {
        get { state.withLock { $0.losesAnswers } }
        set { state.withLock { $0.losesAnswers = newValue } }
    }

    /// Stands between wallets and hub and may answer in the hub's place, after it has passed the request on.
    var proxy: (@Sendable (Request, Response) -> Response)? {
        get { between.withLock { $0 } }
        set { between.withLock { $0 = newValue } }
    }

    private let between = Mutex<(@Sendable (Request, Response) -> Response)?>(nil)

    /// Requests for this path do not arrive, and the wallet cannot know that.
    var refusesToPass: String? {
        get { closed.withLock { $0 } }
        set { closed.withLock { $0 = newValue } }
    }

    private let closed = Mutex<String?>(nil)

    func before(_ request: Request) throws {
        state.withLock { $0.calls += 1 }
        if isDown { throw HTTPError(.unreachable, "The hub cannot be reached.") }
        if request.path == refusesToPass { throw HTTPError(.timedOut, "The hub did not answer in time.") }
    }
    func after() throws { if losesAnswers { throw HTTPError(.timedOut, "The hub did not answer in time.") } }
}

/// A clock that stands still until it is moved.
final class ManualTime: Sendable {
    private let seconds: Mutex<UInt64>

    init(_ start: UInt64) { seconds = Mutex(start) }

    var clock: Clock { Clock { self.now } }
    var now: Timestamp { Timestamp(seconds: seconds.withLock { $0 }) }

    func advance(seconds more: UInt64 = 0, days: UInt64 = 0) { seconds.withLock { $0 += more + days * 86_400 } }
    func set(_ time: Timestamp) { seconds.withLock { $0 = time.seconds } }
}

extension RandomSource {
    /// SplitMix64, <https://prng.di.unimi.it/splitmix64.c>: one seed, one run.
    static func seeded(_ seed: UInt64) -> RandomSource {
        final class Box: Sendable {
            let state: Mutex<UInt64>
            init(_ seed: UInt64) { state = Mutex(seed) }
        }
        let box = Box(seed)
        return RandomSource { count in
            box.state.withLock { state in
                var bytes: [UInt8] = []
                while bytes.count < count {
                    state &+= 0x9e37_79b9_7f4a_7c15
                    var word = state
                    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
                    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
                    word ^= word >> 31
                    bytes += withUnsafeBytes(of: word) { Array($0) }
                }
                return Array(bytes.prefix(count))
            }
        }
    }
}

/// Expects a refusal by the wallet with a code, and returns its sentence.
@discardableResult
func refuses<R>(
    _ code: WalletError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> R
) -> String {
    do {
        _ = try body()
        Issue.record("It was not refused.", sourceLocation: sourceLocation)
        return ""
    } catch let error as WalletError {
        #expect(error.code == code, "\(error.message)", sourceLocation: sourceLocation)
        return error.message
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        return ""
    }
}
