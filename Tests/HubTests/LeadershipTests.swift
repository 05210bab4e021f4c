// SPDX-License-Identifier: MIT
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

/// Two machines that may serve the same database on a server, while people pay: whichever leads is killed, or passed by the
/// other one, again and again.
///
/// `SATCHEL_KILL_ROUNDS` says how often.
@Suite(.needsServer, .serialized)
struct LeadershipTests {
    @Test func whoeverLeadsIsKilledUnderLoadAndTheOtherGoesOnWithAllThatWasAnswered() throws {
        let pair = try Pair()
        let rounds = getenv("SATCHEL_KILL_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 4
        concurrently(1 + Pair.payers) { thread in
            do {
                if thread == 0 { try pair.succeed(rounds) } else { try pair.pay(as: thread - 1) }
            } catch {
                Issue.record(error)
                pair.isOver.store(true, ordering: .relaxed)
            }
        }
        try pair.settle()
    }

    private final class Pair: Sendable {
        static let payers = 3
        private static let names = ["alice", "bob"]
        private static let cents: Int64 = 1_000_000

        private struct Sent {
            let payer: Int
            let order: SendOrder
            let answer: [UInt8]
        }

        let isOver = Atomic(false)
        private let paying = Atomic(Pair.payers)
        private let machines: [ScratchFolder]
        private let url = Mutex("")
        private let sent = Mutex<[Sent]>([])
        private let sessions: [Session]

        init() throws {
            machines = [try ScratchFolder(), try ScratchFolder()]
            let address = try PrivateServer.shared.get().makeDatabase()
            try HubSetup.create(
                in: HubDirectory(machines[0].path), on: .server(address), currency: usd,
                rootKey: P256.PrivateKey(random: .system), clock: Self.clock, random: .system)
            for name in ["working.keys", "hub.database"] {
                try machines[1].write(try machines[0].bytes(of: name), to: name)
            }
            let hub = try Self.open(machines[0])
            defer { hub.close() }
            sessions = try Self.names.map { name in
                let session = try HubCaller(hub.pipe).call(
                    Routes.register, Credentials(username: name, password: "lantern river 4827"))
                _ = try hub.topUp(.account(name), dollars(Self.cents))
                return session
            }
            for machine in machines { try machine.write(Array("[rates]\nenabled = false\n".utf8), to: "hub.toml") }
        }

        private static let clock = Clock { Timestamp(seconds: UInt64(max(0, time(nil)))) }

        private static func open(_ machine: ScratchFolder) throws -> Hub {
            var configuration = HubConfiguration()
            configuration.execution = .caller
            configuration.passwordCost = .minimum
            return try Hub.open(directory: machine.path, configuration: configuration, clock: clock)
        }

        /// Starts a machine, again and again until it is let.
        private func lead(_ machine: Int, takingOver: Bool = false) throws -> Child {
            let words = ["serve", "--directory", machines[machine].path, "--port", "0"]
            for _ in 0..<300 {
                let next = try Child("satchel-hub", words + (takingOver ? ["--take-over"] : []))
                guard let address = next.firstLine() else {
                    usleep(100_000)
                    continue
                }
                url.withLock { $0 = address }
                return next
            }
            throw UnexpectedResult("Machine \(machine) was never let to serve.")
        }

        /// Lets the lead change so often: after a kill, and by taking over from one that works.
        func succeed(_ rounds: Int) throws {
            defer { isOver.store(true, ordering: .relaxed) }
            var leader = try lead(0)
            for round in 1...rounds {
                let known = sent.withLock { $0.count }
                for _ in 0..<20_000 where sent.withLock({ $0.count }) < known + 20 { usleep(1_000) }
                let last = leader
                if round.isMultiple(of: 2) {
                    leader = try lead(round % 2, takingOver: true)
                    // The first one ends by itself as soon as it notices.
                    for _ in 0..<200 where !last.isDead { usleep(100_000) }
                    #expect(last.isDead)
                } else {
                    #expect(last.end() == .killed(shown: nil))
                    leader = try lead(round % 2)
                }
            }
            isOver.store(true, ordering: .relaxed)
            while paying.load(ordering: .relaxed) > 0 { usleep(1_000) }
        }

        func pay(as payer: Int) throws {
            defer { paying.subtract(1, ordering: .relaxed) }
            let client = Mutex(try Client(timeoutSeconds: 20))
            while url.withLock({ $0.isEmpty }), !isOver.load(ordering: .relaxed) { usleep(1_000) }
            while !isOver.load(ordering: .relaxed) {
                let who = payer % Self.names.count
                let order = SendOrder(
                    id: OperationID(at: Self.clock.now(), random: .system), recipient: Self.names[1 - who],
                    amount: dollars(Int64.random(in: 1...9)), note: nil)
                let answer = try deliver(order, of: who) { request in
                    let url = self.url.withLock { $0 }
                    return try client.withLock { try $0.send(request, to: url) }
                }
                sent.withLock { $0.append(Sent(payer: who, order: order, answer: answer)) }
            }
        }

        /// Says the same until somebody answers, as a wallet does.
        private func deliver(_ order: SendOrder, of who: Int, _ pipe: @escaping HubPipe) throws -> [UInt8] {
            for _ in 0..<10_000 {
                do {
                    let proof = CallerProof(sessions[who], at: Self.clock.now().seconds)
                    return try Wire.encode(try HubCaller(pipe).call(Routes.send, order, as: proof))
                } catch let problem as HubProblem where problem.code == .busy {
                    usleep(10_000)
                } catch is NoAnswer {
                    usleep(10_000)
                }
            }
            throw UnexpectedResult("Order \(order.id) was never answered.")
        }

        /// Asks for everything again, and proves the ledger.
        func settle() throws {
            let hub = try Self.open(machines[0])
            defer { hub.close() }
            var balances = Self.names.map { _ in Self.cents }
            let sent = sent.withLock { $0 }
            #expect(sent.count > 50)
            for one in sent {
                #expect(try deliver(one.order, of: one.payer, hub.pipe) == one.answer, "\(one.order.id)")
                balances[one.payer] -= one.order.amount.minorUnits
                balances[1 - one.payer] += one.order.amount.minorUnits
            }
            for (who, session) in sessions.enumerated() {
                let proof = CallerProof(session, at: Self.clock.now().seconds)
                let found = try HubCaller(hub.pipe).call(Routes.balance, Nothing(), as: proof)
                #expect(found.balances.first?.balance == dollars(balances[who]))
            }
            let report = try hub.audit()
            #expect(report.isSound && report.total == dollars(0), "\(report)")
        }
    }
}
