// SPDX-License-Identifier: MIT
import CrashRig
import Glibc
import Hub
import HubAPI
import HubStorage
import Money
import SQLite
import TestSupport
import Tokens
import Wallet

/// How a process is to die, if at all.
enum Doom: Sendable, Equatable {
    case none
    /// By its own hand, at this step of its life, counted from one.
    case step(Int)
    /// By ours, wherever it is.
    case microseconds(Int)
}

/// One copy of a scene in which people do things, processes are killed, and the test keeps a ledger of its own.
///
/// Whatever is killed, the thing is done again until it is done, as people do; ``settle()`` then proves that everybody
/// has exactly what they must.
final class Round {
    /// What has to be known to go on from here in a copy of the scene.
    struct State: Sendable {
        var people: [String]
        var owned: [String: Int64]
        var time: UInt64
        var awaitsRefund = false
    }

    let scene: Scene
    private(set) var people: [String]
    /// What each person must own when all is settled, in cents.
    private(set) var owned: [String: Int64]
    private(set) var time: UInt64
    var numbers: SeededNumbers
    /// Whether value is on its way back through the hub's refund.
    var awaitsRefund = false
    /// Decides the fate of each process; the hub's is asked for whenever it starts.
    var doom: (Operation) -> Doom = { _ in .none }
    /// The steps at which processes were killed; `…` where it was done from outside.
    private(set) var kills: [String] = []
    /// Told the steps of each process that ended.
    var onSteps: (Operation, [String]) -> Void = { _, _ in }
    /// Bytes that a file of the hub may have; zero for no limit.
    var hubFileLimit: UInt64 = 0
    private var hubProcess: Child?
    private var hubURL = ""
    /// What has happened, for whoever must understand a failure.
    private(set) var stepLog: [String] = []

    init(_ scene: Scene, _ state: State, seed: UInt64) {
        self.scene = scene
        people = state.people
        owned = state.owned
        time = state.time
        awaitsRefund = state.awaitsRefund
        numbers = SeededNumbers(seed)
    }

    func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
    func chance(_ percent: Int) -> Bool { random(1...100) <= percent }

    /// Lets time go by; the hub, whose clock stands still while it lives, wakes up later.
    func pass(seconds: UInt64) throws {
        try killHub()
        time += seconds
    }

    // MARK: - Processes

    private static let needingHub: Set<Operation> = [.enrol, .buy, .sync, .redeem, .restore]
    private var traceOfWallet: String { scene.folder + "/steps" }
    private var traceOfHub: String { scene.folder + "/hub-steps" }

    /// Runs one process to its end.
    func run(_ operation: Operation, _ person: String, _ fill: (inout Order) -> Void = { _ in }) throws -> Outcome {
        var order = Order(operation, in: scene.folder)
        order.person = person
        order.time = time
        order.seed = numbers.next()
        if Self.needingHub.contains(operation) { order.hub = try serve() }
        fill(&order)
        order.trace = traceOfWallet
        unlink(order.trace)
        let doom = doom(operation)
        if case .step(let step) = doom { order.killAt = step }
        let child = try Child("CrashDriver", order.words)
        let outcome: Outcome
        if case .microseconds(let delay) = doom {
            outcome = child.finish(killingAfterMicroseconds: delay)
        } else {
            outcome = child.finish()
        }
        let steps = File.lines(order.trace)
        onSteps(operation, steps)
        if case .killed = outcome { kills.append(doom == .step(steps.count) ? steps.last ?? "…" : "…") }
        stepLog.append("\(time) \(person) \(operation) \(doom) -> \(outcome.brief) after \(steps)")
        if case .broken(let how) = outcome { throw UnexpectedResult("\(operation) of \(person) ended badly: \(how)") }
        try buryHub()
        return outcome
    }

    /// The URL of a hub that is alive, or was a moment ago.
    func serve() throws -> String {
        try buryHub()
        if hubProcess != nil { return hubURL }
        var order = Order(.serve, in: scene.folder)
        order.time = time
        order.seed = numbers.next()
        order.trace = traceOfHub
        order.fileLimit = hubFileLimit
        unlink(order.trace)
        let doom = doom(.serve)
        if case .step(let step) = doom { order.killAt = step }
        let child = try Child("CrashDriver", order.words)
        guard let port = child.firstLine(), UInt16(port) != nil else {
            throw UnexpectedResult("The hub did not start: \(child.end())")
        }
        hubURL = "http://127.0.0.1:\(port)"
        hubProcess = child
        return hubURL
    }

    /// Notes the death of a hub that has killed itself.
    private func buryHub() throws {
        guard let hub = hubProcess, hub.isDead else { return }
        hubProcess = nil
        let outcome = hub.finish()
        guard case .killed = outcome else { throw UnexpectedResult("The hub ended by itself: \(outcome)") }
        kills.append(File.lines(traceOfHub).last ?? "…")
        stepLog.append("hub killed at \(kills.last ?? "")")
    }

    /// The steps of the serving hub so far.
    var hubSteps: [String] { File.lines(traceOfHub) }

    /// Waits for a doomed hub that has reached its last step to be dead; one that was started after it lives on.
    func awaitHubDeath(after step: Int) throws {
        if kills.isEmpty && hubProcess != nil && hubSteps.count >= step { _ = try isHubDying() }
    }

    /// Whether the hub that did not answer is dead; its connections close a moment before the kernel says so.
    private func isHubDying() throws -> Bool {
        for _ in 0..<3_000 {
            try buryHub()
            if hubProcess == nil { return true }
            usleep(1_000)
        }
        return false
    }

    /// Kills the hub wherever it is.
    ///
    /// - Parameter outside: whether it counts as one of the kills.
    func killHub(outside: Bool = false) throws {
        try buryHub()
        guard let hub = hubProcess else { return }
        hubProcess = nil
        _ = hub.end()
        if outside { kills.append("…") }
    }

    // MARK: - What people do, as often as it takes

    /// Attempts after which a person gives up; far beyond what any doom asks for.
    private static let maximumAttempts = 40

    /// Does a thing until it is done; whoever saw something of it must always see the same.
    @discardableResult
    func insist(
        _ operation: Operation, _ person: String, changing change: Int64 = 0,
        _ fill: (inout Order) -> Void = { _ in },
        accepting isAccepted: (_ code: String) -> Bool = { _ in false }
    ) throws -> String? {
        time += 1
        var seen: String?
        let isOffline = !Self.needingHub.contains(operation)
        let before = isOffline ? try look(person).possessions : 0
        for _ in 0..<Self.maximumAttempts {
            switch try run(operation, person, fill) {
            case .shown(let text):
                try require(seen == nil || seen == text, "\(operation) of \(person) showed another text than before.")
                if isOffline {
                    let now = try look(person).possessions
                    try require(now == before + change, "\(operation) made \(person)'s \(before) to \(now).")
                }
                return text
            case .killed(let shown):
                try require(
                    seen == nil || shown == nil || seen == shown, "\(operation) of \(person) showed another text.")
                seen = shown ?? seen
                try inspect(person, since: isOffline ? before : nil, change)
            case .refused(let code, let message):
                if try code == "hubUnreachable" && isHubDying() { continue }
                if seen == nil && isAccepted(code) { return nil }
                throw UnexpectedResult("\(operation) of \(person) was refused, \(code): \(message)")
            case .broken(let how): throw UnexpectedResult(how)
            }
        }
        throw UnexpectedResult("\(operation) of \(person) did not come to an end.")
    }

    func request(_ payee: String, _ cents: Int64) throws -> String {
        // Each attempt makes another request, and any of them will do.
        for _ in 0..<Self.maximumAttempts {
            switch try run(.request, payee, { $0.cents = UInt64(cents) }) {
            case .shown(let text): return text
            case .killed(let shown):
                try inspect(payee, since: nil, 0)
                if let shown { return shown }
            case .refused(let code, let message): throw Refusal(code: code, message: message)
            case .broken(let how): throw UnexpectedResult(how)
            }
        }
        throw UnexpectedResult("No request came.")
    }

    /// - Returns: nil when there is not enough to pay with.
    func pay(_ payer: String, _ cents: Int64, _ request: String) throws -> String? {
        try insist(.pay, payer, changing: -cents) {
            $0.text = request
        } accepting: { code in
            code == "insufficient"
        }
    }

    @discardableResult
    func receive(_ payee: String, _ cents: Int64, _ payment: String) throws -> String {
        try need(try insist(.receive, payee, changing: cents) { $0.text = payment })
    }

    func acknowledge(_ payer: String, _ receipt: String) throws {
        try insist(.acknowledge, payer) { $0.text = receipt }
    }

    /// Notes in the test's own ledger that money has changed hands.
    func move(_ cents: Int64, from payer: String, to payee: String) {
        owned[payer, default: 0] -= cents
        owned[payee, default: 0] += cents
        for person in [payer, payee] where !people.contains(person) { people.append(person) }
    }

    /// A whole payment over a table; false when the payer has not enough.
    @discardableResult
    func transfer(_ payer: String, to payee: String, _ cents: Int64) throws -> Bool {
        let request = try request(payee, cents)
        guard let payment = try pay(payer, cents, request) else { return false }
        let receipt = try receive(payee, cents, payment)
        move(cents, from: payer, to: payee)
        try acknowledge(payer, receipt)
        // Both show what they have once more.
        let again = try pay(payer, 0, request)
        try require(again == payment, "The payment was not shown again as it was.")
        let receiptAgain = try receive(payee, 0, payment)
        try require(receiptAgain == receipt, "The receipt was not shown again as it was.")
        return true
    }

    func buy(_ person: String, _ cents: Int64) throws {
        try once(.buy, person, ofKind: .bought) { $0.cents = UInt64(cents) }
        try sync(person)
    }

    func send(_ person: String, to recipient: String, _ cents: Int64) throws {
        try once(.send, person, ofKind: .sent) {
            $0.cents = UInt64(cents)
            $0.recipient = recipient
        }
        move(cents, from: person, to: recipient)
    }

    /// Orders something once: a person looks into the history before they order again.
    private func once(
        _ operation: Operation, _ person: String, ofKind kind: Activity.Kind, _ fill: (inout Order) -> Void
    ) throws {
        let before = try look(person).count(kind)
        for _ in 0..<Self.maximumAttempts {
            let outcome = try run(operation, person, fill)
            if case .shown = outcome { return }
            if case .refused(let code, let message) = outcome {
                guard try code == "hubUnreachable" && isHubDying() else {
                    throw Refusal(code: code, message: message)
                }
            }
            try inspect(person, since: nil, 0)
            guard try look(person).count(kind) == before else { return }
        }
        throw UnexpectedResult("\(operation) of \(person) did not come to an end.")
    }

    func sync(_ person: String, everything: Bool = false) throws { try insist(everything ? .redeem : .sync, person) }

    private func need(_ text: String?) throws -> String {
        guard let text else { throw UnexpectedResult("Nothing was shown.") }
        return text
    }

    // MARK: - Looking

    /// What a copy of a wallet says when it is opened; the wallet itself is not touched.
    struct Glimpse {
        let balances: Balances
        let activity: [Activity]
        let evidence: Int

        /// Everything that is this wallet's or may come back to it.
        var possessions: Int64 {
            let held = balances.held.reduce(Int64(0)) { $0 + $1.amount.minorUnits }
            return balances.offline.minorUnits + balances.awaiting.minorUnits + held
        }

        func count(_ kind: Activity.Kind) -> Int { activity.count { $0.kind == kind } }
    }

    func look(_ person: String) throws -> Glimpse {
        let copy = Scene(scene.folder + "/look")
        Folder.remove(copy.folder)
        mkdir(copy.folder, 0o700)
        try Folder.copy("\(scene.folder)/\(person)", to: "\(copy.folder)/\(person)")
        let wallet = try open(copy.environment(of: person, at: time, seed: time, hub: Line.dead))
        return Glimpse(
            balances: try wallet.balances(), activity: try wallet.activity(limit: 1_000),
            evidence: try wallet.evidence().count)
    }

    /// Opens a wallet in this process.
    private func open(_ environment: Wallet.Environment) throws -> Wallet {
        for _ in 0..<1_000 {
            do {
                return try Wallet.open(environment, .passphrase(Scene.passphrase))
            } catch let error as WalletError where error.code == .inUse {
                // A child that another thread is starting has our lock for a moment, between fork and exec.
                usleep(1_000)
            }
        }
        throw UnexpectedResult("A wallet stays locked.")
    }

    /// The invariants after a kill: the store opens, the value is what it was or what it must become, the ledger is sound,
    /// nobody is accused.
    private func inspect(_ person: String, since before: Int64?, _ change: Int64) throws {
        if Wallet.exists(in: scene.wallet(person)) {
            do {
                let glimpse = try look(person)
                if let before {
                    let now = glimpse.possessions
                    try require(
                        now == before || now == before + change,
                        "\(person) had \(before), was doing \(change), and has \(now) after the kill.")
                }
                try require(glimpse.evidence == 0, "\(person) holds evidence of fraud, and nobody cheats here.")
            } catch let error as WalletError where error.code == .noWallet || error.code == .notJoined {
                // Killed before the wallet was finished; it is made again.
            }
        }
        try inspectHub()
    }

    private func inspectHub() throws {
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(time))
        defer { hub.close() }
        try requireSound(hub)
    }

    @discardableResult
    private func requireSound(_ hub: Hub) throws -> AuditReport {
        let report = try hub.audit()
        try require(report.isSound, "The ledger is not sound:\n\(report)")
        try require(report.total.minorUnits == 0, "The ledger does not sum to zero:\n\(report)")
        let database = try Database(path: scene.hub.database, readOnly: true)
        let accused = try database.row("SELECT count(*) FROM fraud_case")?.int(0)
        try require(accused == 0, "An honest wallet is accused.\n\(report)")
        return report
    }

    // MARK: - The end

    /// Lets everybody sync until nothing is left to do, and compares the hub's ledger with the test's own.
    func settle() throws {
        doom = { _ in .none }
        try killHub()
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(time + 1))
        defer { hub.close() }
        time += 1
        for _ in 0..<2 {
            for person in people { try settle(person, with: hub.pipe) }
        }
        if awaitsRefund {
            hub.close()
            return try settleRefunds()
        }
        try compare(try requireSound(hub))
    }

    private func settleRefunds() throws {
        time += 40 * Timestamp.secondsPerDay
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(time))
        defer { hub.close() }
        try hub.sweep(Timestamp(seconds: time))
        for person in people { try settle(person, with: hub.pipe) }
        try compare(try requireSound(hub))
    }

    private func settle(_ person: String, with pipe: @escaping HubPipe) throws {
        let environment = scene.environment(of: person, at: time, seed: numbers.next(), hub: pipe)
        let wallet = try open(environment)
        let report = try wallet.sync(everything: true)
        try require(report.isComplete, "The last sync of \(person) failed: \(report)")
        let balances = try wallet.balances()
        let isBare =
            balances.offline.minorUnits == 0 && balances.awaiting.minorUnits == 0 && balances.queued.minorUnits == 0
        try require(isBare && balances.frozen == nil, "\(person) has something left after the last sync: \(balances)")
        try require(awaitsRefund || balances.held.isEmpty, "\(person) has something held: \(balances)")
        try require(try wallet.evidence().isEmpty, "\(person) holds evidence of fraud, and nobody cheats here.")
    }

    private func compare(_ report: AuditReport) throws {
        for person in people {
            let line = report.lines.first { $0.account == "user \(person)" }
            let has = line?.balance.minorUnits
            try require(
                has == owned[person, default: 0],
                "\(person) must have \(owned[person, default: 0]) and has \(has ?? -1).\n\(report)")
        }
        let outstanding = report.lines.filter { $0.account.hasPrefix("outstanding") }
            .reduce(Int64(0)) { $0 + $1.balance.minorUnits }
        try require(outstanding == 0, "\(outstanding) cents are still in circulation.\n\(report)")
    }

    var state: State { State(people: people, owned: owned, time: time, awaitsRefund: awaitsRefund) }

    deinit { _ = hubProcess?.end() }
}

/// A refusal by a wallet that the test must decide about.
struct Refusal: Error { let code: String, message: String }
