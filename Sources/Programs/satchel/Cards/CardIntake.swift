// SPDX-License-Identifier: MIT
import Bytes
import Cards
import CardStore
import Terminal

/// Import of cards: asks how to treat duplicates, stores the cards, and prints the result.
struct CardIntake {
    let context: CardContext
    private var invocation: Invocation { context.invocation }

    init(context: CardContext) { self.context = context }

    /// The treatment of cards that the wallet already has: from the options, from an answer, else `update`.
    ///
    /// - Throws: ``Failure`` when the import is cancelled.
    func duplicates(in arrived: CardImport) throws -> ImportPlan.Duplicates {
        if invocation.has(.duplicates), let choice = try invocation.choice(.duplicates, of: ImportPlan.Duplicates.self)
        {
            return choice
        }
        // Identical cards need no question. A pass that its issuer changed is updated.
        let count = context.cards.relations(of: arrived.bundle).count { $0 == .different }
        guard count > 0, context.isInteractive else { return .update }
        let what = count == 1 ? "1 card differs from yours." : "\(count) cards differ from yours."
        let answer = try invocation.console.choose(
            "\(what) Skip them, overwrite them, merge both, or cancel?",
            among: ImportPlan.Duplicates.allCases.filter { $0 != .update }.map(\.rawValue))
        guard let choice = answer.flatMap(ImportPlan.Duplicates.init), choice != .cancel else {
            throw Failure.cancelled
        }
        return choice
    }

    /// Stores the cards in one transaction and prints the result.
    func take(_ arrived: CardImport, _ plan: ImportPlan) throws {
        let report = try context.cards.take(arrived, plan)
        guard !invocation.wantsJSON else {
            return invocation.console.print([
                "kept": true, "inserted": .number(Int64(report.inserted)),
                "overwritten": .number(Int64(report.overwritten)), "merged": .number(Int64(report.merged)),
                "updated": .number(Int64(report.updated)),
                "skipped": .number(Int64(report.skipped)), "erased": .number(Int64(report.erased)),
                "bad": .problems(report.bad), "repeated": .problems(report.repeated),
            ])
        }
        let counts = [
            ("erased", report.erased), ("added", report.inserted), ("overwritten", report.overwritten),
            ("merged", report.merged), ("updated", report.updated), ("already present", report.skipped),
        ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
        let sum = counts.isEmpty ? "No cards were imported." : "Cards: " + counts.joined(separator: ", ") + "."
        invocation.console.print(report.changedNothing && !counts.isEmpty ? sum + " Nothing was changed." : sum)
        for problem in report.bad + report.repeated {
            invocation.console.print("card \(problem.position): \(problem.reason)".printable())
        }
    }
}
