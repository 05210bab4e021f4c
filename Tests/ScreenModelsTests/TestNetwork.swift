// SPDX-License-Identifier: MIT
import Cards
import Coins
import Crypto
import Dispatch
import HTTP
import Hub
import HubAPI
import Keys
import Money
import ScreenModels
import Synchronization
import TestSupport
import Testing
import Tokens
import Wallet

/// A hub in memory, phones with wallets in folders, a clock that is set by hand, and a network that can fail.
@MainActor
final class TestNetwork {
    let hub: Hub
    let time = HandClock(1_800_000_000)
    let line = Line()
    let bitcoin = PaperBitcoin()
    /// What the phones keep between two starts of the app.
    let kept = KeptSecrets()
    let folder: ScratchFolder
    let currency: Currency
    /// The hub on a real connection too, for what goes past the wallet's own way to it.
    private(set) var counter: Server?
    /// Streams of events that were asked for.
    private let streams = Shared(0)
    var begunStreams: Int { streams.withLock { $0 } }

    /// - Parameters:
    ///   - isServed: the hub has threads of its own and a ``counter``.
    ///   - filesURL: where a served hub says that its file service is.
    init(seed: UInt64 = 1, isServed: Bool = false, filesURL: String? = nil) throws {
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        configuration.filesURL = filesURL
        currency = try Currency(code: "EUR")
        folder = try ScratchFolder(in: .memory)
        let random = RandomSource.seeded(seed)
        guard isServed else {
            hub = try Hub.inMemory(currency: currency, configuration: configuration, clock: time.clock, random: random)
            return
        }
        let directory = HubDirectory(folder.file("hub"))
        try HubSetup.create(
            in: directory, currency: currency, rootKey: P256.PrivateKey(random: random), clock: time.clock,
            random: random)
        hub = try Hub.open(
            directory: directory.path, configuration: configuration, clock: time.clock, random: random)
        try openCounter()
    }

    func openCounter() throws {
        let (handle, streams) = (hub.handle, streams)
        counter = try Server(address: "127.0.0.1", port: counter?.port ?? 0) { request, respond in
            if request.path == Routes.events.path { streams.withLock { $0 += 1 } }
            handle(request, respond)
        }
    }

    /// Ends a served hub.
    func close() {
        counter?.stop()
        hub.close()
    }

    var link: String {
        HubDescription(url: "http://127.0.0.1:\(counter?.port ?? 1)", rootKey: hub.rootKey).link
    }

    nonisolated func amount(_ minorUnits: Int64) -> Amount { Amount(minorUnits: minorUnits, currency: currency) }

    /// The surroundings of a phone: its own folder, and the clock and line of all phones.
    func dependencies(_ name: String) -> AppDependencies {
        let (hub, line, time, folder, bitcoin) = (hub, line, time, folder, bitcoin)
        let pipe: HubPipe = { request in
            try line.before()
            let answer = try (line.other ?? hub).pipe(request)
            return try line.after(answer)
        }
        let nowhere = CoinsError(.noServer, "There are no servers here.")
        return AppDependencies(
            folder: folder.file(name),
            environment: {
                Wallet.Environment(
                    place: .folder(folder.file(name)), epochs: .folder(folder.file(name + "-state")), clock: time.clock,
                    random: .system, connect: { _, _ in pipe }, passphraseCost: .minimum)
            },
            clock: time.clock, cardClock: { time.moment },
            coins: {
                CoinWallet.Environment(
                    clock: { time.now.seconds },
                    chains: CoinChains([
                        BitcoinCoins { $0.kind == .esplora ? try $0.openBitcoin() : bitcoin },
                        EthereumCoins { _ in throw nowhere }, SolanaCoins { _ in throw nowhere },
                    ]))
            }, pin: PINSlot(kept.secret(name, time), cost: .minimum), preferencesFile: folder.file(name + ".json"),
            deviceName: name)
    }

    /// A phone whose owner has made a wallet, joined the hub and opened an account.
    func phone(_ name: String, funds: Int64 = 0, offline: Int64 = 0) async throws -> Phone {
        let app = AppModel(dependencies(name))
        guard case .onboarding(let entrance) = app.phase else {
            throw UnexpectedResult("\(name) has a wallet already.")
        }
        entrance.begin()
        entrance.passphrase = Self.passphrase
        entrance.passphraseAgain = Self.passphrase
        await entrance.create()
        entrance.hubClient = link
        await entrance.join()
        entrance.username = name
        entrance.password = "lantern river 4827"
        await entrance.enter()
        let session = try #require(app.session, "\(String(describing: entrance.refusal))")
        if funds > 0 { _ = try hub.topUp(.account(name), amount(funds)) }
        await session.sync()
        if offline > 0 {
            let topUp = TopUpModel(session)
            topUp.amount.text = amount(offline).decimalText
            await topUp.go()
            #expect(topUp.step == .bought(amount(offline)))
        }
        return Phone(app: app, session: session)
    }

    static let passphrase = "copper window 19"
}

/// A value of several threads.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    func withLock<R: Sendable>(_ body: (inout sending Value) -> sending R) -> R { value.withLock(body) }
}

/// The memory of the phones' systems.
final class KeptSecrets: Sendable {
    private let secrets = Mutex<[String: [UInt8]]>([:])

    func secret(_ name: String, _ time: HandClock) -> VolatileSecret {
        VolatileSecret(
            read: { self.secrets.withLock { $0[name] } },
            write: { bytes in
                self.secrets.withLock { $0[name] = bytes }
                return true
            }, remove: { self.secrets.withLock { $0[name] = nil } }, secondsSinceStart: { time.now.seconds })
    }
}

/// One person's app.
@MainActor
struct Phone {
    let app: AppModel
    let session: WalletSession

    var offline: Int64? { session.balances.value?.offline.minorUnits }
    var atHub: Int64? { session.balances.value?.account?.balance.minorUnits }
}

/// The line between phones and hub.
final class Line: Sendable {
    private struct State {
        var isDown = false
        var isHolding = false
        var losesAnswers = false
        var answer: Response?
        var other: Hub?
        var held = 0
    }

    private let state = Mutex(State())
    private let gate = DispatchSemaphore(value: 0)

    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Lets the hub act and its answers get lost.
    var losesAnswers: Bool {
        get { state.withLock { $0.losesAnswers } }
        set { state.withLock { $0.losesAnswers = newValue } }
    }

    /// Who answers in place of the hub.
    var other: Hub? {
        get { state.withLock { $0.other } }
        set { state.withLock { $0.other = newValue } }
    }

    /// What is answered in place of the hub's word.
    var answer: Response? {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }

    /// Holds requests up until ``release()``.
    func hold() { state.withLock { $0.isHolding = true } }

    func release() {
        let held = state.withLock { state in
            defer { state = State(isDown: state.isDown) }
            return state.held
        }
        for _ in 0..<held { gate.signal() }
    }

    func waitUntilHeld() async {
        while state.withLock({ $0.held }) == 0 { await Task.yield() }
    }

    func after(_ response: Response) throws -> Response {
        let (losesAnswers, answer) = state.withLock { ($0.losesAnswers, $0.answer) }
        if losesAnswers { throw HTTPError(.timedOut, "The hub's answer is lost.") }
        return answer ?? response
    }

    func before() throws {
        if isDown { throw HTTPError(.unreachable, "The hub cannot be reached.") }
        let isHeld = state.withLock { state in
            if state.isHolding { state.held += 1 }
            return state.isHolding
        }
        if isHeld { gate.wait() }
    }
}

/// A clock that stands still until it is moved.
final class HandClock: Sendable {
    private let seconds: Mutex<UInt64>

    init(_ start: UInt64) { seconds = Mutex(start) }

    var clock: Clock { Clock { self.now } }
    var now: Timestamp { Timestamp(seconds: seconds.withLock { $0 }) }
    /// The same for cards.
    var moment: Moment { Moment(seconds: Int64(now.seconds)) ?? Moment(seconds: 0)! }

    func advance(seconds more: UInt64) { seconds.withLock { $0 += more } }
}

extension RandomSource {
    /// One seed, one run.
    static func seeded(_ seed: UInt64) -> RandomSource {
        final class Box: Sendable {
            let random: Mutex<SeededRandom>
            init(_ seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }
        }
        let box = Box(seed)
        return RandomSource { count in box.random.withLock { $0.bytes(count) } }
    }
}

extension CodeModel {
    /// Writes its only picture as a person would.
    func save(to path: String) throws {
        let pictures = try pictures()
        #expect(pictures.count == 1)
        try AtomicFile.write(pictures[0].bytes, to: path)
    }
}
