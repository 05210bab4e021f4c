// SPDX-License-Identifier: MIT
import Cards
import Pocket
import Terminal

/// Cards that come in: asks what is to become of duplicates, takes them, and says what became of them.
struct CardIntake {
    let desk: CardDesk
    private var invocation: Invocation { desk.invocation }

    init(desk: CardDesk) { self.desk = desk }

    /// Whether the person wants these cards: `--yes`, or an answer at the terminal.
    func agrees(to arrived: CardImport) throws -> Bool {
        if invocation.has(.yes) { return true }
        guard desk.isInteractive else { return false }
        let count = arrived.bundle.cards.count
        return try invocation.console.confirm(count == 1 ? "Keep this card?" : "Keep these \(count) cards?")
    }

    /// What becomes of cards that are here already: what the command line says, or the person; else they stay.
    ///
    /// - Throws: ``Failure`` when nothing is to be imported.
    func duplicates(in arrived: CardImport) throws -> ImportPlan.Duplicates {
        if invocation.has(.duplicates), let choice = try invocation.choice(.duplicates, of: ImportPlan.Duplicates.self)
        {
            return choice
        }
        // What is the same leaves nothing to ask, and a pass that its issuer changed is wanted as it is now.
        let count = desk.cards.relations(of: arrived.bundle).count { $0 == .different }
        guard count > 0, desk.isInteractive else { return .update }
        let what = count == 1 ? "1 card is here, otherwise." : "\(count) cards are here, otherwise."
        let answer = try invocation.console.choose(
            "\(what) Skip them, overwrite them, merge both, or cancel?",
            among: ImportPlan.Duplicates.allCases.filter { $0 != .update }.map(\.rawValue))
        guard let choice = answer.flatMap(ImportPlan.Duplicates.init), choice != .cancel else {
            throw Failure(.failed, "Nothing was imported.")
        }
        return choice
    }

    /// Takes the cards in one transaction and prints what became of them.
    func take(_ arrived: CardImport, _ plan: ImportPlan) throws {
        let report = try desk.cards.take(arrived, plan)
        guard !invocation.wantsJSON else {
            return invocation.console.print([
                "kept": true, "inserted": .integer(Int64(report.inserted)),
                "overwritten": .integer(Int64(report.overwritten)), "merged": .integer(Int64(report.merged)),
                "updated": .integer(Int64(report.updated)),
                "skipped": .integer(Int64(report.skipped)), "erased": .integer(Int64(report.erased)),
                "bad": .problems(report.bad), "repeated": .problems(report.repeated),
            ])
        }
        let counts = [
            ("erased", report.erased), ("added", report.inserted), ("overwritten", report.overwritten),
            ("merged", report.merged), ("updated", report.updated), ("there already", report.skipped),
        ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
        let sum = counts.isEmpty ? "Nothing came of it." : "Cards: " + counts.joined(separator: ", ") + "."
        invocation.console.print(report.changedNothing && !counts.isEmpty ? sum + " Nothing is different." : sum)
        for problem in report.bad + report.repeated {
            invocation.console.print("card \(problem.position): \(problem.reason)".printable())
        }
    }
}
