// SPDX-License-Identifier: MIT
import CrashRig
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import ServerSupport
import Synchronization
import TestSupport
import Testing
import Tokens

/// A hub that is killed from outside, at any instant, while several clients send at once; its database in a file or on a server.
///
/// `SATCHEL_KILL_ROUNDS` says how often it is killed, and how often with its database on a server.
struct TransferLoadTests {
    enum Storage: CaseIterable { case file, server }

    @Test(arguments: Storage.allCases.filter { $0 == .file || PrivateServer.canBeAsked })
    func everyAcknowledgedTransferSurvivesAndNoneIsAppliedTwice(_ storage: Storage) throws {
        let folder = try ScratchFolder(in: .memory)
        let traffic = try Traffic(
            in: Scene(folder.path), on: storage == .file ? nil : .server(try PrivateServer.shared.get().makeDatabase()))
        var numbers = SeededNumbers(31)
        for _ in 0..<(Self.wanted ?? 12) {
            let hub = try Child("CrashDriver", traffic.serve(seed: numbers.next()).words)
            guard let port = hub.firstLine() else { throw UnexpectedResult("The hub did not start: \(hub.end())") }
            let url = "http://127.0.0.1:\(port)"
            let threads = try (0..<Traffic.clients).map { client in
                let seed = numbers.next()
                return try Thread { traffic.send(as: client, to: url, seed: seed) }
            }
            traffic.wait(forAnswers: Int.random(in: 0...12, using: &numbers))
            usleep(useconds_t.random(in: 0...20_000, using: &numbers))
            #expect(hub.end() == .killed(shown: port))
            for thread in threads { thread.join() }
            try traffic.settle()
        }
        try traffic.finish()
        print("\(storage): \(traffic.summary)")
        #expect(traffic.answered > 30, "\(traffic.summary)")
    }

    /// What is killed is what ships: transfers and balances go past the library there too.
    @Test func theHubThatIsKilledServesAsTheProgramDoes() throws {
        let folder = try ScratchFolder(in: .memory)
        let traffic = try Traffic(in: Scene(folder.path), on: nil)
        let hub = try Child("CrashDriver", traffic.serve(seed: 1).words)
        guard let port = hub.firstLine() else { throw UnexpectedResult("The hub did not start: \(hub.end())") }
        try traffic.send(5, to: "http://127.0.0.1:\(port)")
        #expect(hub.dismiss() == .shown("10 direct requests"))
        try traffic.settle()
    }

    private static var wanted: Int? { getenv("SATCHEL_KILL_ROUNDS").flatMap { Int(String(cString: $0)) } }
}

/// People who send to each other, what the hub has told them, and what they must have in the end.
private final class Traffic: Sendable {
    static let clients = 4
    private static let cents: UInt64 = 100_000
    /// Old answers that are asked for again in the end.
    private static let most = 2_000

    fileprivate struct Sent {
        let client: Int
        let payee: Int
        let order: SendOrder
        /// What the hub said; nil when nobody heard it.
        var answer: Answer?
    }

    /// An answer for good, byte for byte as it is made of the message.
    fileprivate struct Answer: Equatable {
        let isDone: Bool
        let bytes: [UInt8]
    }

    fileprivate struct State {
        /// Of the present round.
        var sent: [Sent] = []
        /// Some of the rounds before, with their answers.
        var old: [Sent] = []
        var balances = [Int64](repeating: Int64(Traffic.cents), count: Traffic.clients)
        var (answered, refused, unheard, rounds) = (0, 0, 0, 0)
    }

    private let scene: Scene
    private let sessions: [Session]
    private let state = Mutex(State())

    init(in scene: Scene, on server: StorePlace?) throws {
        self.scene = scene
        let random = SeededBytes(30).source
        let (configuration, clock) = (Scene.hubConfiguration(.caller), Scene.clock(Scene.start))
        try HubSetup.create(
            in: scene.hub, on: server, currency: Scene.currency, rootKey: P256.PrivateKey(random: random),
            configuration: configuration, clock: clock, random: random)
        let hub = try Hub.open(directory: scene.hub.path, configuration: configuration, clock: clock, random: random)
        defer { hub.close() }
        sessions = try (0..<Self.clients).map { client in
            let session = try HubCaller(hub.pipe).call(
                Routes.register, Credentials(username: Self.name(client), password: Scene.password))
            _ = try hub.topUp(.account(Self.name(client)), Scene.amount(Self.cents))
            return session
        }
    }

    private static func name(_ client: Int) -> String { "client-\(client)" }

    func serve(seed: UInt64) -> Order {
        var order = Order(.serve, in: scene.folder)
        order.seed = seed
        return order
    }

    /// Sends until the hub is gone. Some orders ask for more than anybody has: refusals are answers too.
    func send(as client: Int, to url: String, seed: UInt64) {
        var numbers = SeededNumbers(seed)
        let random = SeededBytes(numbers.next()).source
        do {
            let pipe = try Line(to: url).pipe
            while true {
                let other = (client + Int.random(in: 1..<Self.clients, using: &numbers)) % Self.clients
                let cents = Int.random(in: 0..<10, using: &numbers) == 0 ? 100 * Self.cents : 1 + numbers.next() % 90
                let order = SendOrder(
                    id: OperationID(at: Timestamp(seconds: Scene.start), random: random), recipient: Self.name(other),
                    amount: Scene.amount(cents), note: nil)
                let place = state.withLock { state in
                    state.sent.append(Sent(client: client, payee: other, order: order))
                    return state.sent.count - 1
                }
                let answer = try answer(to: order, of: client, pipe)
                state.withLock { $0.sent[place].answer = answer }
            }
        } catch NoAnswer.lost {
            // The hub was killed: that is what this test is about.
        } catch {
            Issue.record("An order failed: \(error)")
        }
    }

    /// Sends so often and asks for the balance each time, to a hub that nobody kills.
    func send(_ count: Int, to url: String) throws {
        let (pipe, random) = (try Line(to: url).pipe, SeededBytes(33).source)
        for _ in 0..<count {
            let order = SendOrder(
                id: OperationID(at: Timestamp(seconds: Scene.start), random: random), recipient: Self.name(1),
                amount: Scene.amount(1), note: nil)
            let answer = try answer(to: order, of: 0, pipe)
            state.withLock { $0.sent.append(Sent(client: 0, payee: 1, order: order, answer: answer)) }
            _ = try HubCaller(pipe).call(Routes.balance, Nothing(), as: CallerProof(sessions[0], at: Scene.start))
        }
    }

    private func answer(to order: SendOrder, of client: Int, _ pipe: @escaping HubPipe) throws -> Answer {
        let proof = CallerProof(sessions[client], at: Scene.start)
        do {
            return Answer(
                isDone: true, bytes: try Wire.encode(try HubCaller(pipe).call(Routes.send, order, as: proof)))
        } catch let problem as HubProblem where problem.code == .insufficientBalance {
            return Answer(isDone: false, bytes: try Wire.encode(problem))
        }
    }

    /// Waits until so many answers of the round were heard; on a machine that has no time for it, no longer than some seconds.
    func wait(forAnswers count: Int) {
        for _ in 0..<5_000 {
            guard state.withLock({ $0.sent.count { $0.answer != nil } }) < count else { return }
            usleep(1_000)
        }
    }

    /// Asks a hub that nobody kills for everything of the round again, and compares it and the balances.
    func settle() throws {
        var sent = state.withLock { state in
            defer { state.sent = [] }
            return state.sent
        }
        try visiting { pipe in
            for index in sent.indices {
                let again = try answer(to: sent[index].order, of: sent[index].client, pipe)
                if let known = sent[index].answer {
                    #expect(again == known, "The answer to \(sent[index].order.id) has changed.")
                }
                state.withLock { if sent[index].answer == nil { $0.unheard += 1 } else { $0.answered += 1 } }
                sent[index].answer = again
            }
            state.withLock { $0.note(sent, keeping: Self.most) }
            try compareBalances(pipe)
        }
    }

    private func compareBalances(_ pipe: @escaping HubPipe) throws {
        let expected = state.withLock { $0.balances }
        for client in 0..<Self.clients {
            let found = try HubCaller(pipe).call(
                Routes.balance, Nothing(), as: CallerProof(sessions[client], at: Scene.start))
            #expect(found.balances.first?.balance == Scene.amount(UInt64(expected[client])), "\(Self.name(client))")
        }
    }

    /// Asks for old answers once more and proves the ledger.
    func finish() throws {
        let old = state.withLock { $0.old }
        try visiting { pipe in
            for sent in old { #expect(try answer(to: sent.order, of: sent.client, pipe) == sent.answer) }
            try compareBalances(pipe)
        }
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(Scene.start))
        defer { hub.close() }
        let report = try hub.audit()
        #expect(report.isSound && report.total == Scene.amount(0), "\(report)")
    }

    private func visiting(_ body: (@escaping HubPipe) throws -> Void) throws {
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(Scene.start))
        defer { hub.close() }
        try body(hub.pipe)
    }

    var answered: Int { state.withLock { $0.answered } }

    var summary: String {
        state.withLock {
            "\($0.rounds) kills under load; \($0.answered) answers were heard and \($0.unheard) were not; \($0.refused) were refusals"
        }
    }
}

extension Traffic.State {
    /// Takes what a round came to.
    fileprivate mutating func note(_ sent: [Traffic.Sent], keeping most: Int) {
        rounds += 1
        for one in sent {
            // What is no answer of a transfer is a refusal, and those move nothing.
            guard one.answer?.isDone == true else {
                refused += 1
                continue
            }
            let cents = one.order.amount.minorUnits
            balances[one.client] -= cents
            balances[one.payee] += cents
        }
        old += sent.prefix(20)
        old = old.suffix(most)
    }
}

/// A thread that can be waited for.
private final class Thread {
    private var thread = pthread_t()

    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    init(_ body: @escaping @Sendable () -> Void) throws {
        let work = Unmanaged.passRetained(Work(body))
        let status = pthread_create(
            &thread, nil,
            { argument in
                if let work = argument.map({ Unmanaged<Work>.fromOpaque($0).takeRetainedValue() }) { work.body() }
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            throw UnexpectedResult("No thread can be made: \(status).")
        }
    }

    func join() { pthread_join(thread, nil) }
}
