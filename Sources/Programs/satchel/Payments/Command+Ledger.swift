// SPDX-License-Identifier: MIT
import Bytes
import Terminal
import Tokens
import Wallet

extension Operand {
    fileprivate static let statement = Operand(
        "statement", "What `satchel ledger show` prints for another wallet of the hub.", count: .optional)
}

extension Command {
    /// The hub's ledger as this wallet has seen it.
    static let ledger = Command(
        "ledger", "Show and check what the hub has signed about its ledger.",
        discussion: """
            The hub signs statements on all entries of its ledger. A wallet keeps the newest, and each sync demands proof \
            that the next one continues it; so what was shown once can neither be changed nor taken back unnoticed. Two \
            wallets that compare their statements find out whether they are shown the same ledger.
            """,
        commands: [show, check, accept])

    private static let show = Command(
        "show", "Show the newest statement that this wallet has seen, and those that do not fit together.",
        examples: [.init("satchel ledger show", "Print the statement, for another wallet to compare with.")]
    ) { invocation in
        let (newest, forks) = try WalletDesk(invocation).open().ledger()
        guard !invocation.wantsJSON else {
            return invocation.console.print([
                "newest": newest.map(json) ?? .null,
                "forks": .array(forks.map { ["before": json($0.before), "after": json($0.after)] as JSON }),
            ])
        }
        invocation.console.print(newest.map(lines) ?? "This wallet has seen none yet: sync once.")
        for (index, fork) in forks.enumerated() {
            invocation.console.print(
                "\nEvidence \(index + 1): the hub signed both, and the second does not continue the first.\n"
                    + "\(lines(fork.before))\n\(lines(fork.after))")
        }
    }

    private static let check = Command(
        "check", "Ask the hub whether its ledger continues what was seen before.", operands: [.statement],
        examples: [
            .init("satchel ledger check", "Compare with what this wallet saw last."),
            .init("satchel ledger check 8358…", "Compare with what another wallet was shown, too."),
        ]
    ) { invocation in
        let wallet = try WalletDesk(invocation).open()
        let other = invocation.optional(.statement)
        try wallet.checkLedger(against: other)
        let newest = try wallet.ledger().newest
        invocation.answer(
            ["newest": newest.map(json) ?? .null],
            "The hub's ledger of \(newest?.size ?? 0) entries continues what "
                + (other == nil ? "this wallet saw before." : "both wallets saw before."))
    }

    private static let accept = Command(
        "accept", "Go on with a ledger that does not continue the old one, after its operator has explained why.",
        discussion: """
            A hub that was restored from an older copy of its books looks like one that takes entries back. The evidence \
            stays in this wallet.
            """, options: [.yes]
    ) { invocation in
        let wallet = try WalletDesk(invocation).open()
        if !invocation.has(.yes) {
            guard try invocation.console.confirm("Believe the hub's operator, and go on with the ledger as it is now?")
            else { throw Failure(.failed, "Nothing was changed.") }
        }
        try wallet.acceptLedger()
        let newest = try wallet.ledger().newest
        invocation.answer(
            ["newest": newest.map(json) ?? .null],
            "From now on the ledger has to continue this one, of \(newest?.size ?? 0) entries.")
    }

    private static func lines(_ head: LedgerHead) -> String {
        """
        \(head.size) entries, signed \(head.time)
          root       \(Hex.encode(head.root))
          statement  \(Hex.encode(head.encoded))
        """
    }

    private static func json(_ head: LedgerHead) -> JSON {
        [
            "entries": .integer(Int64(clamping: head.size)), "time": .text(head.time.description),
            "root": .text(Hex.encode(head.root)), "statement": .text(Hex.encode(head.encoded)),
        ]
    }
}
