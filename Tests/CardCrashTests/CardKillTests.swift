// SPDX-License-Identifier: MIT
import CardCrashRig
import Cards
import CardStore
import TestSupport
import Testing

/// Processes that are really killed at every named step of everything that is done with cards, or whose disk is full from
/// there on: what is found afterwards is what was there before or what was to come, and every photo opens.
struct CardKillTests {
    @Test(arguments: CardDeed.allCases) func aKilledDeedIsDoneOrNotBegun(_ deed: CardDeed) throws {
        let round = try Round(deed)
        let steps = try round.run(killAt: 0, fullAt: 0).steps
        #expect(steps.last == "opened" || steps.count > 1)
        for step in 1...steps.count {
            let outcome = try round.run(killAt: step, fullAt: 0).outcome
            #expect(outcome == .killed(shown: nil), "\(deed), step \(step): \(outcome)")
            try round.check("\(deed) killed at step \(step), \(steps[step - 1])")
        }
    }

    @Test(arguments: CardDeed.allCases) func aFullDiskLosesNothing(_ deed: CardDeed) throws {
        let round = try Round(deed)
        let steps = try round.run(killAt: 0, fullAt: 0).steps
        for step in [-1] + Array(1...steps.count) {
            switch try round.run(killAt: 0, fullAt: step).outcome {
            case .shown: break
            case .refused(let code, let message):
                #expect(code == "storageFull" || code == "storage", "\(message)")
            case let outcome: Issue.record("\(deed), full at step \(step): \(outcome)")
            }
            try round.check("\(deed), full at step \(step)")
        }
    }

    @Test func everyStepIsMet() throws {
        var met: Set<String> = []
        for deed in CardDeed.allCases { met.formUnion(try Round(deed).run(killAt: 0, fullAt: 0).steps) }
        #expect(CardStep.allCases.map(\.rawValue).filter { !met.contains($0) } == [])
    }
}

/// One deed with what is there before and after it.
private final class Round {
    private let deed: CardDeed
    private let template: ScratchFolder
    private var folder: ScratchFolder
    private let before: State
    private let after: State

    init(_ deed: CardDeed) throws {
        self.deed = deed
        template = try ScratchFolder(in: .memory)
        try CardDeed.prepare(CardHand(template.path).cards)
        folder = try ScratchFolder(in: .memory)
        try Folder.copy(template.path, to: folder.path)
        before = try State(CardHand(folder.path).cards)
        let hand = try CardHand(folder.path, days: deed.days)
        try deed.carry(out: hand.cards)
        after = try State(hand.cards)
    }

    /// Does the deed anew in a process of its own.
    func run(killAt: Int, fullAt: Int) throws -> (outcome: Outcome, steps: [String]) {
        folder = try ScratchFolder(in: .memory)
        try Folder.copy(template.path, to: folder.path)
        let trace = folder.file("trace")
        let child = try Child(
            "CardCrashDriver", [folder.path, deed.rawValue, "\(killAt)", "\(fullAt)", trace])
        let outcome = child.finish()
        let steps = String(decoding: try File.read(trace), as: UTF8.self).split(separator: "\n").map(String.init)
        return (outcome, steps)
    }

    /// All or nothing, and doing it again ends where it was to end.
    func check(_ what: String) throws {
        do {
            let found = try State(CardHand(folder.path).cards)
            try require(
                found == before || found == after, "\(what): neither done nor not begun: \(found) after \(before)")
            let hand = try CardHand(folder.path, days: deed.days)
            if found == before { try deed.carry(out: hand.cards) }
            let end = try State(hand.cards)
            try require(end == after, "\(what): it could not be done again: \(end)")
        } catch {
            folder.keep()
            throw UnexpectedResult("\(what): \(error); the files are in \(folder.path)")
        }
    }
}

/// All that a person can see of the cards, with every photo opened.
private struct State: Equatable, CustomStringConvertible {
    let cards: [Card]
    let bin: [Card]
    /// The files beside the store: not one more than the cards name.
    let files: Int

    init(_ cards: CardLibrary) throws {
        self.cards = try cards.cards(CardQuery(archive: .all))
        bin = cards.deleted().map(\.card).sorted { $0.id.text + $0.note < $1.id.text + $1.note }
        let named = Set((self.cards + bin).flatMap(\.files))
        for hash in named { _ = try cards.file(hash) }
        files = named.count
    }

    var description: String { "\(cards.map { $0.number + $0.note }), bin \(bin.map { $0.number + $0.note })" }
}
