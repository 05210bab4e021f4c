// SPDX-License-Identifier: MIT
import CrashRig
import Glibc
import TestSupport

/// A situation, ready to be entered again and again in copies.
final class PreparedSituation: Sendable {
    let situation: Situation
    private let folder: ScratchFolder
    private let state: Round.State
    private let papers: [String]

    init(_ situation: Situation, on stage: Stage) throws {
        self.situation = situation
        folder = try ScratchFolder(in: .memory)
        let round = try stage.round(in: folder, seed: 11)
        papers = try situation.prepare(round)
        try round.killHub()
        state = round.state
    }

    /// The steps that the victim passes when nobody kills it.
    func rehearse() throws -> [String] {
        let copy = try ScratchFolder(in: .memory)
        let round = try enter(copy)
        var steps: [String] = []
        round.onSteps = { [victim = situation.victim] operation, passed in
            if operation == victim && steps.isEmpty { steps = passed }
        }
        try situation.act(round, papers)
        if situation.victim == .serve { steps = round.hubSteps }
        try round.settle()
        return steps
    }

    /// Kills the victim at one step, lets everybody go on, and checks everything; returns the steps of all kills.
    func kill(at step: Int) throws -> [String] {
        let copy = try ScratchFolder(in: .memory)
        let round = try enter(copy)
        var isDoomed = true
        round.doom = { [victim = situation.victim] operation in
            guard isDoomed, operation == victim else { return .none }
            isDoomed = false
            return .step(step)
        }
        do {
            try situation.act(round, papers)
            if situation.victim == .serve { try round.awaitHubDeath(after: step) }
            try round.settle()
        } catch {
            copy.keep()
            throw UnexpectedResult("\(error)\n\(round.stepLog.joined(separator: "\n"))\nThe files are in \(copy.path).")
        }
        return round.kills
    }

    private func enter(_ copy: ScratchFolder) throws -> Round {
        try Folder.copy(folder.path, to: copy.path)
        return Round(Scene(copy.path), state, seed: 12)
    }
}
