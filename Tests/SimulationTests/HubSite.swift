// SPDX-License-Identifier: MIT
import Crypto
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import Tokens

/// The real hub of an economy, which can crash at each ``HubStep`` and start again from what was on its disk.
///
/// It also remembers every receipt that the hub ever gave: a repeat must give the identical one.
final class HubSite: @unchecked Sendable {  // one economy runs on one thread
    static let currency: Currency = {
        // Safe: USD is in the table for as long as the United States pay with it.
        try! Currency(code: "USD")
    }()

    private(set) var hub: Hub
    private let fuse: Fuse
    private(set) var crashes = 0
    private let time: SimulatedTime
    private let random: RandomSource
    private var receipts: [RecordID: [UInt8]] = [:]
    private(set) var words = HoldersWords()
    /// What broke while a wallet was being served; the economy looks here after each action.
    private(set) var violation: Violation?

    init(time: SimulatedTime, random: RandomSource) throws {
        self.time = time
        self.random = random
        fuse = Fuse()
        hub = try Hub.inMemory(
            currency: Self.currency, configuration: Self.configuration(fuse), clock: time.clock, random: random)
    }

    private static func configuration(_ fuse: Fuse) -> HubConfiguration {
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        // Longer than any economy.
        configuration.keyDays = 400
        configuration.onStep = { try fuse.reach($0) }
        return configuration
    }

    /// The step at which the next change ends the hub.
    private final class Fuse: @unchecked Sendable {  // one economy runs on one thread
        var step: HubStep?
        var isBurnt = false

        func reach(_ reached: HubStep) throws {
            guard step == reached || isBurnt else { return }
            isBurnt = true
            throw Crash()
        }
    }

    /// Lets the next change end the hub at a step.
    func crash(at step: HubStep) { fuse.step = step }

    /// Answers, or dies trying and starts again.
    func answer(_ request: Request) throws -> Response {
        try words.listen(to: request, hub: hub.id)
        let response = hub.answer(request)
        fuse.step = nil
        guard !fuse.isBurnt else {
            try restart()
            throw HTTPError(.unreachable, "The hub went away.")
        }
        if response.status >= 500 {
            note(
                "The hub answered \(request.path) with \(response.status): \(String(decoding: response.body, as: UTF8.self))"
            )
        }
        try words.note(request, response, at: time.now, hub: hub.id)
        if request.path == Routes.redeem.path, response.status == 200 { try remember(request, response) }
        return response
    }

    /// Throws the hub away and opens another one on the same disk.
    func restart() throws {
        fuse.isBurnt = false
        fuse.step = nil
        crashes += 1
        hub = try Hub.inMemory(
            from: try hub.image(), configuration: Self.configuration(fuse), clock: time.clock, random: random)
    }

    private func remember(_ request: Request, _ response: Response) throws {
        let upload = try Wire.decode(Redemptions.self, from: request.body)
        let asked = upload.items
        let declined = try (upload.declines ?? []).flatMap { try Decline(decoding: $0.bytes).recordIDs }
        let answers = try Wire.decode(RedemptionAnswer.self, from: response.body).items
        for (item, answer) in zip(asked, answers) {
            guard let id = Self.recordID(item.bytes, hub: hub.id) else { continue }
            guard let known = receipts[id] else {
                receipts[id] = answer.receipt?.bytes
                continue
            }
            guard answer.receipt?.bytes != known else { continue }
            // Decision 0015: a noted payment that is called off gets its final answer then, once.
            let isFinal = try HubReceipt(decoding: known).outcome != .recorded
            if !isFinal, let receipt = answer.receipt, try HubReceipt(decoding: receipt.bytes).outcome != .recorded {
                receipts[id] = receipt.bytes
            } else if !isFinal, declined.contains(id), answer.problem?.code == .tooLate {
                // Called off after its refund date: the payment stands as it was noted.
            } else {
                note("A repeat of record \(id) got another answer: \(answer)")
            }
        }
    }

    private func note(_ sentence: String) {
        if violation == nil { violation = Violation(sentence) }
    }

    private static func recordID(_ bytes: [UInt8], hub: HubID) -> RecordID? {
        // Safe: the other kind of item is tried next, and what is neither has no id.
        if let redemption = try? Redemption(decoding: bytes) { return redemption.id(hub: hub) }
        // Safe: as above.
        return (try? UnverifiedPayment(decoding: bytes, policy: .standard))?.tokens.first?.id(hub: hub)
    }
}
