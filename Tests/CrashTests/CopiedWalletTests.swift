// SPDX-License-Identifier: MIT
import CrashRig
import Dispatch
import Glibc
import Hub
import HubStorage
import Money
import SQLite
import Synchronization
import TestSupport
import Testing
import Tokens
import Wallet

/// M1: copies of one wallet folder on one machine, whose state folder they share, all of them used at once.
///
/// `SATCHEL_COPY_ROUNDS` says how many rounds, `SATCHEL_FIRST_COPY` the first one's seed. To replay a failure: `SATCHEL_COPY_SEED=123` is one round; what is told by
/// time and not by the seed comes out as it comes.
struct CopiedWalletTests {
    @Test func atMostOneCopyPaysWithAUnitAndNobodyIsAccused() throws {
        let table = try CopyTable()
        if let seed = Self.setting("SATCHEL_COPY_SEED") {
            return print(try CopyRound(seed: seed, table).run())
        }
        let rounds = Self.setting("SATCHEL_COPY_ROUNDS") ?? 100
        let first = Self.setting("SATCHEL_FIRST_COPY") ?? 1
        let failures = Mutex<[String]>([])
        let results = Mutex<[String: Int]>([:])
        DispatchQueue.concurrentPerform(iterations: Int(rounds)) { index in
            guard failures.withLock({ $0.count < 5 }) else { return }
            do {
                let round = try CopyRound(seed: first + UInt64(index), table).run()
                results.withLock { results in for result in round { results[result, default: 0] += 1 } }
            } catch {
                failures.withLock {
                    let seed = first + UInt64(index)
                    $0.append("SATCHEL_COPY_SEED=\(seed) swift test --filter CopiedWalletTests\n\(error)")
                }
            }
        }
        print(
            results.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ") })
        #expect(failures.withLock { $0 } == [])
        // Somebody did pay, and somebody was told why not.
        #expect(results.withLock { $0["paid", default: 0] } >= rounds / 2)
        #expect(results.withLock { $0["frozen", default: 0] } >= rounds / 2)
    }

    private static func setting(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }
}

/// What every round begins with: Alice has tokens of her own and some that she was paid; on the table are requests of Bob
/// and Carol, and a payment of Bob's for her.
private final class CopyTable: Sendable {
    private static let requests = 16
    let folder: ScratchFolder
    let state: Round.State
    let requests: [String]
    let payment: String

    init() throws {
        let stage = try Stage()
        folder = try ScratchFolder(in: .memory)
        let round = try stage.round(in: folder, seed: 51)
        try round.transfer("bob", to: "alice", 800)
        // So large that any two want some of the same tokens.
        requests = try (0..<Self.requests).map {
            try round.request($0.isMultiple(of: 2) ? "bob" : "carol", 6_600 + Int64($0) * 300)
        }
        payment = try round.handOver("bob", 300, try round.request("alice", 300))
        try round.killHub()
        state = round.state
    }

    func payee(of request: Int) -> String { request.isMultiple(of: 2) ? "bob" : "carol" }
}

/// One round: who has copied what, and who uses it when, comes from a seed.
private final class CopyRound {
    /// What is done with one copy.
    private struct Job {
        var copy: String
        var operation: Operation
        /// Which request is paid.
        var request = 0
        /// With the wallet open and older by then, as at a question or at standard input.
        var waits = false
    }

    /// When copies are made that are not made at rest.
    private enum Moment { case atStep(Int), killedAt(Int), afterMicroseconds(Int), never }

    private let table: CopyTable
    private var numbers: SeededNumbers
    private let folder: ScratchFolder
    private let scene: Scene
    private let time: UInt64
    private var url = ""
    private var stepLog: [String] = []
    private var results: [String] = []
    /// What each copy has shown for each operation, and the numbers of the requests that were paid.
    private var payments: [Int: Set<String>] = [:]
    private var declines: Set<String> = []
    private var shown: [String: String] = [:]

    init(seed: UInt64, _ table: CopyTable) throws {
        self.table = table
        numbers = SeededNumbers(seed)
        time = table.state.time + 60
        folder = try ScratchFolder(in: .memory)
        scene = Scene(folder.path)
        try Folder.copy(table.folder.path, to: folder.path)
    }

    private func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
    private func chance(_ percent: Int) -> Bool { random(1...100) <= percent }

    /// Returns what became of the jobs.
    func run() throws -> [String] {
        do {
            try play()
            try settle()
        } catch {
            folder.keep()
            throw UnexpectedResult("\(error)\n\(stepLog.joined(separator: "\n"))\nThe files are in \(folder.path).")
        }
        return results
    }

    // MARK: - The jobs

    private func play() throws {
        let early = random(1...(chance(10) ? 15 : 3))
        let moment = drawMoment()
        var jobs = try (1...early).map { try job("-\($0)", request: $0, mayReceive: true) }
        let first = Job(copy: "", operation: .pay)
        let hub = jobs.contains { $0.operation == .redeem } ? try serve() : nil
        defer { _ = hub?.end() }

        let original = try start(first, moment)
        var isWaiting = false
        if case .atStep = moment { isWaiting = original.firstLine() == "waiting" }
        if case .killedAt = moment { file(first, original.finish()) }
        if case .afterMicroseconds(let delay) = moment { usleep(useconds_t(delay)) }
        if case .never = moment {
        } else {
            for number in 0..<random(1...2) {
                // Sometimes the very same request: then it must be the very same payment.
                jobs.append(try job("+\(number)", request: chance(40) ? 0 : 15 - number, mayReceive: !isWaiting))
            }
        }
        jobs.shuffle(using: &numbers)
        var children: [(Job, Child)] = []
        let release = random(0...jobs.count)
        for (index, job) in jobs.enumerated() {
            if isWaiting, index == release { original.release() }
            children.append((job, try start(job, .never)))
            usleep(useconds_t(random(0...(chance(50) ? 2_000 : 25_000))))
        }
        if isWaiting { original.release() }
        for (job, child) in children.shuffled(using: &numbers) {
            if job.waits { _ = child.firstLine() }
            child.release()
        }
        if case .killedAt = moment {} else { file(first, original.finish()) }
        for (job, child) in children { file(job, child.finish()) }

        // Whoever was refused or killed tries once more, as people do.
        let again = try ([first] + jobs).shuffled(using: &numbers).map { job in
            var job = job
            job.waits = false
            return (job, try start(job, .never))
        }
        for (job, child) in again { file(job, child.finish()) }
    }

    private func serve() throws -> Child {
        var order = Order(.serve, in: scene.folder)
        order.time = time
        order.seed = numbers.next()
        let child = try Child("CrashDriver", order.words)
        guard let port = child.firstLine() else { throw UnexpectedResult("The hub did not start: \(child.end())") }
        url = "http://127.0.0.1:\(port)"
        return child
    }

    private func drawMoment() -> Moment {
        switch random(1...4) {
        case 1: .atStep(random(1...6))
        case 2: .killedAt(random(1...6))
        case 3: .afterMicroseconds(random(0...60_000))
        default: .never
        }
    }

    /// Copies the folder as it is now, for one of the things that may be done with it.
    ///
    /// - Parameter mayReceive: whether it need not wait for a copy that waits for the test.
    private func job(_ copy: String, request: Int, mayReceive: Bool) throws -> Job {
        try Folder.copy(scene.wallet("alice"), to: scene.wallet("alice", copy: copy))
        let job = Job(copy: copy, operation: .pay, request: request, waits: chance(30))
        switch random(1...10) {
        case 1: return Job(copy: copy, operation: .redeem)
        case 2: return Job(copy: copy, operation: .decline)
        case 3...4 where mayReceive:
            // What another copy declines is handed on from here.
            let receiving = Job(copy: copy, operation: .receive)
            file(receiving, try start(receiving, .never).finish())
            return job
        default: return job
        }
    }

    private func start(_ job: Job, _ moment: Moment) throws -> Child {
        var order = Order(job.operation, in: scene.folder)
        order.person = "alice"
        order.copy = job.copy
        order.time = time
        order.seed = numbers.next()
        order.waits = job.waits
        switch job.operation {
        case .pay: order.text = table.requests[job.request]
        case .receive, .decline: order.text = table.payment
        default: order.hub = url
        }
        if case .atStep(let step) = moment { order.waitAt = step }
        if case .killedAt(let step) = moment { order.killAt = step }
        return try Child("CrashDriver", order.words)
    }

    private func file(_ job: Job, _ outcome: Outcome) {
        stepLog.append("\(job) -> \(outcome.brief)")
        switch outcome {
        case .shown(let text): file(job, text)
        case .killed(let text):
            results.append("killed")
            if let text { file(job, text) }
        case .refused(let code, _): results.append(job.operation == .pay ? code : "\(job.operation) \(code)")
        case .broken: results.append("broken")
        }
    }

    private func file(_ job: Job, _ text: String) {
        let name = "\(job.copy) \(job.operation) \(job.request)"
        if job.operation != .redeem, let before = shown.updateValue(text, forKey: name), before != text {
            results.append("changed")
        }
        if job.operation == .pay { payments[job.request, default: []].insert(text) }
        if job.operation == .decline { declines.insert(text) }
        results.append(job.operation == .pay ? "paid" : "\(job.operation)")
    }

    // MARK: - The end

    private func settle() throws {
        try require(!results.contains("changed") && !results.contains("broken"), "A copy did what none may do.")
        try requireNoUnitTwice()
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(time))
        for person in ["bob", "carol"] { try settle(person, hub) }
        try requireNobodyAccused(hub)
        hub.close()
        try requireNothingLost()
    }

    /// Takes everything that was shown to a person, and redeems it.
    private func settle(_ person: String, _ hub: Hub) throws {
        let wallet = try Wallet.open(
            scene.environment(of: person, at: time, seed: numbers.next(), hub: hub.pipe),
            .passphrase(Scene.passphrase))
        for (request, texts) in payments where table.payee(of: request) == person {
            for text in texts { _ = try wallet.receive(text) }
        }
        if person == "bob" { for decline in declines { try wallet.cancel(decline) } }
        _ = try wallet.sync(everything: true)
    }

    private func requireNothingLost() throws {
        let later = time + 41 * Timestamp.secondsPerDay
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(later))
        defer { hub.close() }
        try hub.sweep(Timestamp(seconds: later))
        let report = try hub.audit()
        try require(report.isSound, "The ledger is not sound: \(report)")
        let has = Dictionary(uniqueKeysWithValues: report.lines.map { ($0.account, $0.balance.minorUnits) })
        func accounts(_ people: [String]) -> Int64 { people.reduce(0) { $0 + (has["user \($1)"] ?? 0) } }
        let carol = payments.keys.filter { table.payee(of: $0) == "carol" }.reduce(0) { $0 + 6_600 + Int64($1) * 300 }
        let all = table.state.owned.values.reduce(0, +)
        try require(accounts(["carol"]) == table.state.owned["carol", default: 0] + carol, "Carol lacks: \(report)")
        try require(accounts(table.state.people) == all, "Something of \(all) is lost: \(report)")
    }

    /// Any two payments are the same one, or about different units.
    private func requireNoUnitTwice() throws {
        let tokens = try payments.values.flatMap(\.self).map {
            try Envelope.payment(in: $0, policy: .standard).tokens
        }
        for (index, left) in tokens.enumerated() {
            for right in tokens[(index + 1)...] {
                for a in left {
                    for b in right where a.root.body == b.root.body {
                        guard let (x, y) = zip(a.transfers, b.transfers).first(where: { $0.body != $1.body }) else {
                            continue
                        }
                        try require(!x.range.overlaps(y.range), "Two copies have paid with the same units.")
                    }
                }
            }
        }
    }

    private func requireNobodyAccused(_ hub: Hub) throws {
        let report = try hub.audit()
        let database = try Database(path: scene.hub.database, readOnly: true)
        let accused = try database.row("SELECT count(*) FROM fraud_case")?.int(0)
        try require(report.isSound && accused == 0, "An honest wallet is accused: \(report)")
    }

    private func require(_ condition: Bool, _ complaint: String) throws {
        guard condition else { throw UnexpectedResult(complaint) }
    }
}
