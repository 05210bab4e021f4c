// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

/// Batches of transfers from a seed, some interrupted, against a ledger of a few lines that everybody can check.
@Suite struct LaneSimulationTests {
    @Test(arguments: [1, 2, 3]) func theWriterDoesWhatTheModelDoes(seed: UInt64) throws {
        for round in 0..<UInt64(max(1, Self.steps / Self.stepsOfARun)) {
            var run = try Run(seed: seed + 3 * round)
            while run.steps < Self.stepsOfARun { try run.batch() }
            try run.finish()
        }
    }

    /// Transfers of one seed; `make soak` asks for a million.
    private static var steps: Int { getenv("SATCHEL_LANE_STEPS").flatMap { Int(String(cString: $0)) } ?? stepsOfARun }
    /// Then another hub is taken: an account may name thirty unknown people an hour, and it names one in twenty orders.
    private static let stepsOfARun = 600

    /// What the ledger should be.
    private struct Model {
        struct Key: Hashable {
            let sender: Int
            let id: OperationID
        }

        var balances: [Int64]
        var answers: [Key: (order: SendOrder, status: Int)] = [:]

        /// The status of the answer, as the documentation of the route says.
        mutating func send(_ order: SendOrder, from sender: Int, to recipient: Int?) -> Int {
            let key = Key(sender: sender, id: order.id)
            if let known = answers[key] { return known.order == order ? known.status : 422 }
            let status: Int
            if let recipient, balances[sender] >= order.amount.minorUnits {
                balances[sender] -= order.amount.minorUnits
                balances[recipient] += order.amount.minorUnits
                status = 200
            } else {
                status = recipient == nil ? 404 : 422
            }
            answers[key] = (order, status)
            return status
        }
    }

    private struct Run {
        private let disk: HubOnDisk
        private let hub: TestHub
        private let writer = HeldWriter()
        private var accounts: [TestAccount] = []
        private var model: Model
        private var random: SplitMix
        /// Orders that may be repeated or misused.
        private var recent: [(sender: Int, recipient: Int?, order: SendOrder)] = []
        private var bodies: [Model.Key: [UInt8]] = [:]
        private(set) var steps = 0

        private static let people = 6

        init(seed: UInt64) throws {
            disk = try HubOnDisk(seed: seed)
            let writer = writer
            hub = try disk.open { $0.onStep = writer.onStep }
            for number in 0..<Self.people { accounts.append(try hub.account("person\(number)", cents: 500)) }
            model = Model(balances: [Int64](repeating: 500, count: Self.people))
            random = SplitMix(seed: seed)
        }

        mutating func batch() throws {
            let chosen = (0..<1 + random.below(30)).map { _ in order() }
            let requests = try chosen.map { choice in
                var request = Request(method: .post, path: Routes.send.path, body: try Wire.encode(choice.order))
                accounts[choice.sender].proof.prove(&request, for: .signed)
                return request
            }
            let bystander = Request(
                method: .post, path: Routes.logout.path, body: try Wire.encode(RefreshToken(refreshToken: "x")))
            let steps: [HubStep] = [.transfersDecided, .jobApplied, .batchApplied]
            let interruption = random.below(8) == 0 ? steps[random.below(steps.count)] : nil
            let answers = writer.batch(requests, on: hub.hub, meanwhile: bystander) { [writer] in
                if let interruption { writer.interrupt(at: interruption) }
            }
            self.steps += chosen.count
            guard interruption == nil else {
                #expect(answers.allSatisfy { $0.status == 500 })
                return
            }
            for (choice, answer) in zip(chosen, answers) {
                let status = model.send(choice.order, from: choice.sender, to: choice.recipient)
                #expect(answer.status == status, "\(choice)")
                let key = Model.Key(sender: choice.sender, id: choice.order.id)
                guard model.answers[key]?.order == choice.order else { continue }
                #expect(bodies.updateValue(answer.body, forKey: key) ?? answer.body == answer.body)
                recent.append(choice)
            }
            if recent.count > 200 { recent.removeFirst(recent.count - 200) }
            if random.below(10) == 0 { try compare() }
        }

        func finish() throws {
            try compare()
            try hub.requireSoundBooks()
            hub.hub.close()
        }

        private func compare() throws {
            for (account, balance) in zip(accounts, model.balances) {
                #expect(try account.balance().balance == dollars(balance))
            }
        }

        /// A fresh order, one that was sent before, or another one under an id that was used.
        private mutating func order() -> (sender: Int, recipient: Int?, order: SendOrder) {
            let kind = random.below(10)
            if kind < 2, !recent.isEmpty { return recent[random.below(recent.count)] }
            let sender = random.below(Self.people)
            var recipient: Int? = (sender + 1 + random.below(Self.people - 1)) % Self.people
            if random.below(20) == 0 { recipient = nil }
            var id = accounts[sender].operation()
            if kind == 2, let used = recent.last(where: { $0.sender == sender }) { id = used.order.id }
            let order = SendOrder(
                id: id, recipient: recipient.map { "person\($0)" } ?? "nobody",
                amount: dollars(Int64(random.below(200)) + 1), note: random.below(2) == 0 ? "tea" : nil)
            return (sender, recipient, order)
        }
    }
}
