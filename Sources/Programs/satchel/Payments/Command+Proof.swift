// SPDX-License-Identifier: MIT
import Bytes
import Money
import Terminal
import Tokens
import Wallet

extension Option {
    fileprivate static let proof = Option(
        "proof", "Get and verify the hub's proof that the transaction is in its ledger.")
}

extension Operand {
    fileprivate static let line = Operand(
        "line", "Number or name of the line, such as s1; with --proof also a transaction ID at the hub.")
}

extension Command {
    /// One line of the history, and its proof in the hub's ledger.
    static let showActivity = Command(
        "show", "Show one line of the history, or verify it in the hub's ledger.",
        discussion: """
            With --proof the hub sends its ledger head, a signed statement about all entries. It also sends the ledger \
            proof: hashes that connect this transaction, and the wallet's last ledger head, with the new one. The hub \
            therefore cannot change or remove an entry unnoticed.
            """,
        options: [.proof], operands: [.line],
        examples: [.init("satchel activity show s1 --proof", "Verify that the first transfer is in the hub's ledger.")]
    ) { invocation in
        let name = try invocation.operand(.line)
        let wallet = try CommandContext(invocation).open()
        let line = try wallet.activity(named: name)
        guard !invocation.has(.proof) else {
            return invocation.show(try wallet.prove(line?.subject?.description ?? name))
        }
        guard let line else { throw Failure(.badDocument, "The history has no line \(name). See: satchel activity") }
        guard !invocation.wantsJSON else { return invocation.console.print(json(line)) }
        let facts = [
            "\(line.id)", line.time.description, line.kind.word, line.amount?.formatted, line.status.rawValue,
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
                "id": .string(proved.id),
                "amount": ["value": .string(proved.amount), "currency": .string(proved.currency)],
                "balanceAfter": ["value": .string(proved.balanceAfter), "currency": .string(proved.currency)],
                "counterpart": .string(proved.counterpart), "note": .string(proved.note),
                "time": .string(proved.time.description), "entry": .number(Int64(clamping: proved.position)),
                "entries": .number(Int64(clamping: proved.size)),
                "entriesBefore": .number(Int64(clamping: proved.sizeBefore)), "root": .string(proved.root),
            ])
        }
        let history =
            proved.sizeBefore == 0
            ? "the first of this wallet"
            : "continues this wallet's earlier statement of \(proved.sizeBefore) entries"
        console.print(
            """
            Proved: \(proved.amount) \(proved.currency)\(proved.counterpart.map { " with \($0)" } ?? "") at \
            \(proved.time), balance afterwards \(proved.balanceAfter) \(proved.currency).
              transaction  \(proved.id)
              entry        \(proved.position + 1) of \(proved.size) in the hub's ledger
              signed root  \(proved.root), \(history)
            """)
    }
}
