// SPDX-License-Identifier: MIT
import Money
import Terminal
import Tokens
import Wallet

extension Option {
    fileprivate static let proof = Option(
        "proof", "Let the hub prove that the transaction is in its ledger, and check that.")
}

extension Operand {
    fileprivate static let line = Operand(
        "line", "The line's number or name, such as s1, or with --proof a transaction's id at the hub.")
}

extension Command {
    /// One line of the history, and what the hub's ledger says of it.
    static let showActivity = Command(
        "show", "Show one line, and prove that it is in the hub's ledger.",
        discussion: """
            With --proof the hub shows a signed statement on all entries of its ledger, and the hashes that lead to it from \
            this one and from the last statement that this wallet saw. What a hub has shown once it can neither change \
            nor take back unnoticed.
            """,
        options: [.proof], operands: [.line],
        examples: [.init("satchel activity show s1 --proof", "Prove that the first transfer is in the hub's ledger.")]
    ) { invocation in
        let name = try invocation.operand(.line)
        let wallet = try WalletDesk(invocation).open()
        let line = try wallet.activity(named: name)
        guard !invocation.has(.proof) else {
            return invocation.show(try wallet.prove(line?.subject?.description ?? name))
        }
        guard let line else { throw Failure(.badDocument, "There is no line \(name) in this wallet's history.") }
        guard !invocation.wantsJSON else { return invocation.console.print(json(line)) }
        let facts = [
            "\(line.id)", line.time.description, line.kind.rawValue, line.amount?.formatted, line.status.rawValue,
        ]
        let head = facts.compactMap { $0 }.joined(separator: "  ")
        invocation.console.print(
            ([head] + [line.counterpart, line.note, line.event.sentence].compactMap { $0 }).joined(separator: "\n  "))
    }
}

extension Invocation {
    fileprivate func show(_ proved: ProvedEntry) {
        guard !wantsJSON else {
            return console.print([
                "id": .text(proved.id), "amount": .text(proved.amount), "balanceAfter": .text(proved.balanceAfter),
                "counterpart": .text(proved.counterpart), "note": .text(proved.note),
                "time": .text(proved.time.description), "entry": .integer(Int64(clamping: proved.position)),
                "entries": .integer(Int64(clamping: proved.size)),
                "entriesBefore": .integer(Int64(clamping: proved.sizeBefore)), "root": .text(proved.root),
            ])
        }
        let history =
            proved.sizeBefore == 0
            ? "the first that this wallet has seen"
            : "and continues the one of \(proved.sizeBefore) entries that this wallet saw before"
        console.print(
            """
            Proved: \(proved.amount)\(proved.counterpart.map { " with \($0)" } ?? "") at \(proved.time), balance \
            afterwards \(proved.balanceAfter).
              transaction  \(proved.id)
              entry        \(proved.position + 1) of \(proved.size) in the hub's ledger
              signed root  \(proved.root), \(history)
            """)
    }
}
