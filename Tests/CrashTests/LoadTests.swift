// SPDX-License-Identifier: MIT
import CrashRig
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import Synchronization
import TestSupport
import Testing
import Tokens
import Wallet

/// A hub that is killed from outside, at any instant, while several clients redeem at once.
struct LoadTests {
    @Test func everyAcknowledgedRedemptionSurvivesAndNoneIsCreditedTwice() throws {
        let folder = try ScratchFolder(in: .memory)
        let hoard = try Hoard(in: Scene(folder.path), seed: 21)
        var numbers = SeededNumbers(22)
        var kills = 0
        while hoard.isOpen && kills < Hoard.mostKills {
            let hub = try Child("CrashDriver", hoard.serve(seed: numbers.next()).words)
            guard let port = hub.firstLine() else { throw UnexpectedResult("The hub did not start: \(hub.end())") }
            let clients = Clients(hoard, url: "http://127.0.0.1:\(port)")
            hoard.wait(forAnswers: Int.random(in: 0...30, using: &numbers))
            usleep(useconds_t.random(in: 0...20_000, using: &numbers))
            #expect(hub.end() == .killed(shown: port))
            clients.join()
            kills += 1
        }
        let acknowledged = hoard.receipts
        #expect(kills >= 5 && acknowledged.count > Hoard.count / 4, "\(kills) kills, \(acknowledged.count) receipts")
        try hoard.uploadAll(expecting: acknowledged)
        print("\(kills) kills under load; \(acknowledged.count) of \(Hoard.count) receipts came before the last")
    }
}

/// Many redemptions, signed and ready, and the receipts that came for them.
private final class Hoard: Sendable {
    static let count = 3_000
    static let mostKills = 60
    private static let unitsEach: UInt64 = 10
    private static let itemsOfOneCall = 3

    private struct State {
        var waiting: [Int]
        var answers = 0
        var receipts: [Int: [UInt8]] = [:]
    }

    private let scene: Scene
    private let session: Session
    private let items: [[UInt8]]
    private let state: Mutex<State>

    /// Makes a hub and an account with roots, and signs each of their parts away to the hub.
    init(in scene: Scene, seed: UInt64) throws {
        self.scene = scene
        let random = SeededBytes(seed).source
        let (configuration, clock) = (Scene.hubConfiguration(.caller), Scene.clock(Scene.start))
        try HubSetup.create(
            in: scene.hub, currency: Scene.currency, rootKey: P256.PrivateKey(random: random),
            configuration: configuration, clock: clock, random: random)
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: configuration, clock: clock, random: random)
        defer { hub.close() }
        let caller = HubCaller(hub.pipe)
        session = try caller.call(Routes.register, Credentials(username: "hoarder", password: Scene.password))
        let total = UInt64(Self.count) * Self.unitsEach
        _ = try hub.topUp(.account("hoarder"), Scene.amount(total))
        let keys = (0..<4).map { _ in P256.PrivateKey(random: random) }
        let pieces = keys.map {
            PurchaseOrder.Piece(amount: Scene.amount(total / 4), owner: Blob($0.publicKey.compressed))
        }
        let order = PurchaseOrder(id: OperationID(at: clock.now(), random: random), pieces: pieces)
        let answer = try caller.call(Routes.purchase, order, as: CallerProof(session, at: clock.now().seconds))
        let account = try AccountID(session.account.bytes)
        var items: [[UInt8]] = []
        for (blob, key) in zip(answer.roots, keys) {
            let token = try OfflineToken(root: try Root(decoding: blob.bytes))
            for lower in stride(from: 0, to: total / 4, by: Int(Self.unitsEach)) {
                let nonce = Nonce(random: random)
                let body = Transfer.body(
                    range: try UnitRange(lower: lower, length: Self.unitsEach), to: hub.rootKey,
                    requestHash: Redemption.binding(account: account, nonce: nonce, hub: hub.id), time: clock.now())
                let transfer = try Transfer.sign(body: body, parent: token.id(hub: hub.id), hub: hub.id, key: key)
                let redeemed = try token.extended(by: transfer, certificate: nil)
                items.append(try Redemption(account: account, nonce: nonce, token: redeemed).encoded)
            }
        }
        self.items = items
        state = Mutex(State(waiting: Array(items.indices)))
    }

    func serve(seed: UInt64) -> Order {
        var order = Order(.serve, in: scene.folder)
        order.seed = seed
        return order
    }

    var isOpen: Bool { state.withLock { !$0.waiting.isEmpty } }
    var receipts: [Int: [UInt8]] { state.withLock { $0.receipts } }

    /// Uploads a few until nothing waits; what was not answered waits again.
    func upload(over pipe: @escaping HubPipe) throws {
        let caller = HubCaller(pipe)
        while true {
            let taken = state.withLock { state in
                let taken = Array(state.waiting.prefix(Self.itemsOfOneCall))
                state.waiting.removeFirst(taken.count)
                return taken
            }
            guard !taken.isEmpty else { return }
            do {
                let answer = try caller.call(
                    Routes.redeem, Redemptions(items: taken.map { Blob(items[$0]) }),
                    as: CallerProof(session, at: Scene.start))
                state.withLock { state in
                    state.answers += 1
                    for (index, item) in zip(taken, answer.items) { state.receipts[index] = item.receipt?.bytes ?? [] }
                }
            } catch {
                state.withLock { $0.waiting += taken }
                throw error
            }
        }
    }

    /// Waits until so many more calls were answered, or nothing waits; on a machine that has no time for it, no longer than
    /// some seconds.
    func wait(forAnswers count: Int) {
        let before = state.withLock { $0.answers }
        for _ in 0..<5_000 {
            guard state.withLock({ $0.answers < before + count && !$0.waiting.isEmpty }) else { return }
            usleep(1_000)
        }
    }

    /// Uploads everything once more to a hub that nobody kills, and compares.
    func uploadAll(expecting acknowledged: [Int: [UInt8]]) throws {
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(Scene.start))
        defer { hub.close() }
        state.withLock { $0 = State(waiting: Array(items.indices)) }
        try upload(over: hub.pipe)
        let replayed = receipts
        #expect(acknowledged.filter { replayed[$0.key] != $0.value }.map(\.key) == [], "receipts that changed")
        for receipt in replayed.values { #expect(try HubReceipt(decoding: receipt).units == Self.unitsEach) }
        let report = try hub.audit()
        #expect(report.isSound, "\(report)")
        let balance = report.lines.first { $0.account == "user hoarder" }?.balance.minorUnits
        #expect(balance == Int64(Self.count) * Int64(Self.unitsEach))
    }
}

/// Threads that redeem until the hub is gone.
private final class Clients {
    private static let count = 4
    private var threads: [pthread_t] = []

    init(_ hoard: Hoard, url: String) {
        for _ in 0..<Self.count {
            let work = Unmanaged.passRetained(Work(hoard: hoard, url: url))
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { pointer in
                    guard let pointer else { return nil }
                    Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
                    return nil
                }, work.toOpaque())
            precondition(status == 0, "No thread can be made.")
            threads.append(thread)
        }
    }

    func join() { for thread in threads { pthread_join(thread, nil) } }

    private final class Work {
        let hoard: Hoard
        let url: String

        init(hoard: Hoard, url: String) {
            self.hoard = hoard
            self.url = url
        }

        func run() {
            do {
                try hoard.upload(over: try Line(to: url).pipe)
            } catch NoAnswer.lost {
                // The hub was killed: that is what this test is about.
            } catch {
                Issue.record("A redemption failed: \(error)")
            }
        }
    }
}
