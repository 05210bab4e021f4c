// SPDX-License-Identifier: MIT
import Bytes
import Terminal
import Tokens
import Wallet

extension Operand {
    fileprivate static let statement = Operand(
        "statement", "Statement of another wallet of the hub, from its `satchel ledger show`.", count: .optional)
}

extension Command {
    /// The hub's ledger as this wallet knows it.
    static let ledger = Command(
        "ledger", "Show and verify the hub's signed ledger statements.",
        discussion: """
            The hub signs statements on all entries of its ledger. The wallet keeps the newest statement, and each \
            sync requires a proof that the next one continues it. The hub therefore cannot change or remove an entry \
            unnoticed. Two wallets that compare their statements find out whether the hub shows both the same \
            ledger.
            """,
        commands: [show, check, accept])

    private static let show = Command(
        "show", "Show the newest ledger statement, and any that contradict each other.",
        examples: [.init("satchel ledger show", "Print the statement for comparison with another wallet.")]
    ) { invocation in
        let (newest, forks) = try CommandContext(invocation).open().ledger()
        guard !invocation.wantsJSON else {
            return invocation.console.print([
                "newest": newest.map(json) ?? .null,
                "forks": .array(forks.map { ["before": json($0.before), "after": json($0.after)] as JSONValue }),
            ])
        }
        invocation.console.print(newest.map(lines) ?? "No ledger statement yet. Run `satchel sync`.")
        for (index, fork) in forks.enumerated() {
            invocation.console.print(
                "\nEvidence \(index + 1): the hub signed both statements, and the second does not continue the first.\n"
                    + "\(lines(fork.before))\n\(lines(fork.after))")
        }
    }

    private static let check = Command(
        "check", "Verify that the hub's ledger continues the earlier statements.", operands: [.statement],
        examples: [
            .init("satchel ledger check", "Compare with this wallet's newest statement."),
            .init("satchel ledger check 8358…", "Compare with another wallet's statement, too."),
        ]
    ) { invocation in
        let wallet = try CommandContext(invocation).open()
        let other = invocation.optional(.statement)
        try wallet.checkLedger(against: other)
        let newest = try wallet.ledger().newest
        invocation.answer(
            ["newest": newest.map(json) ?? .null],
            "The hub's ledger of \(newest?.size ?? 0) entries continues what "
                + (other == nil ? "this wallet's statement." : "the statements of both wallets."))
    }

    private static let accept = Command(
        "accept", "Accept a ledger that does not continue the earlier one, after the operator has explained why.",
        confirms: true,
        discussion: """
            After a restore from an older backup, a hub looks as if it had removed entries. This wallet keeps the \
            evidence.
            """
    ) { invocation in
        let wallet = try CommandContext(invocation).open()
        try invocation.confirm("Trust the hub's operator and accept the ledger as it is now?")
        try wallet.acceptLedger()
        let newest = try wallet.ledger().newest
        invocation.answer(
            ["newest": newest.map(json) ?? .null],
            "Accepted the ledger of \(newest?.size ?? 0) entries. Later statements must continue it.")
    }

    private static func lines(_ head: LedgerHead) -> String {
        """
        \(head.size) entries, signed \(head.time)
          root       \(Hex.encode(head.root))
          statement  \(Hex.encode(head.encoded))
        """
    }

    private static func json(_ head: LedgerHead) -> JSONValue {
        [
            "entries": .number(Int64(clamping: head.size)), "time": .string(head.time.description),
            "root": .string(Hex.encode(head.root)), "statement": .string(Hex.encode(head.encoded)),
        ]
    }
}
