// SPDX-License-Identifier: MIT
import HTTP
import Hub
import HubAPI
import HubStorage

/// A device's way to the hub: it loses requests and answers, delivers twice, and delivers again much later.
final class HubLine: @unchecked Sendable {  // one economy runs on one thread
    /// How bad it is, each in a thousand.
    struct Quality {
        var lostRequest = 0
        var lostAnswer = 0
        var twice = 0
        var late = 0
        var hubCrash = 0

        static let perfect = Quality()
    }

    private static let maximumLate = 8

    private let site: HubSite
    private let dice: Dice
    var quality: Quality
    /// Requests that the network still holds a copy of.
    private var held: [Request] = []

    init(site: HubSite, dice: Dice, quality: Quality) {
        self.site = site
        self.dice = dice
        self.quality = quality
    }

    var pipe: HubPipe { { [self] request in try carry(request) } }

    private func carry(_ request: Request) throws -> Response {
        if dice.chance(quality.late), held.count < Self.maximumLate { held.append(request) }
        guard !dice.chance(quality.lostRequest) else { throw HTTPError(.unreachable, "The request was lost.") }
        if dice.chance(quality.hubCrash), let step = dice.pick(Self.steps) { site.crash(at: step) }
        let first = try site.answer(request)
        let answer = dice.chance(quality.twice) ? try site.answer(request) : first
        guard !dice.chance(quality.lostAnswer) else { throw HTTPError(.timedOut, "The answer was lost.") }
        return answer
    }

    /// Delivers one of the copies that the network held back; nobody waits for its answer.
    func deliverLate() {
        guard !held.isEmpty else { return }
        let request = held.remove(at: dice.below(held.count))
        do {
            _ = try site.answer(request)
        } catch {
            // Safe: the hub crashed over it, and nobody is waiting.
        }
    }

    /// Those that a hub without a thread of its own passes.
    private static let steps: [HubStep] = [.batchBegun, .jobApplied, .batchApplied, .batchCommitted]
}
