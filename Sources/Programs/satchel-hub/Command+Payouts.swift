// SPDX-License-Identifier: MIT
import Bytes
import Hub
import HubAPI
import Money
import Terminal

extension Option {
    fileprivate static let folder = Option(
        "to", value: "folder", "Folder for the payment files.", fallback: ".", completion: .directories)
    fileprivate static let again = Option("again", value: "id", "Write an earlier payment file again.")
    fileprivate static let cancelReason = Option("reason", value: "text", "Reason for the owner's history.")
    fileprivate static let refusalReason = Option("reason", value: "text", "Reason for the owners' histories.")
}

extension Operand {
    fileprivate static let refused = Operand(
        "id", "ID of a payout from `bank payouts` or the bank, or ID of a payment file.")
    fileprivate static let payout = Operand("payout", "Payout ID from `bank payouts`.")
}

/// Payouts to banks.
extension Command {
    static let bankExport = Command(
        "export", "Write one payment file for each bank account with all pending payouts.",
        discussion: """
            An interrupted export is safe: repeat the command, and it writes the same file with the same ID. Later \
            bank statements show what the bank has paid or returned. Payouts of locked accounts, and of accounts \
            with an open fraud case, are withheld until that ends, unless you cancel them.
            """,
        options: [.folder, .again],
        examples: [.init("satchel-hub bank export --to outbox", "Write the payment files to outbox.")]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let folder = try invocation.required(.folder)
            let files =
                try invocation.value(.again).map { try hub.exportAgain($0, to: folder) }
                ?? hub.exportPayouts(to: folder)
            let withheld = try hub.withheldPayouts()
            for held in try hub.heldExports() {
                invocation.console.note(
                    "A statement names the file \(held.message), which was never written. \(held.payments) of its payouts, "
                        + "\(held.total.formatted), are not settled. Settle them with `satchel-hub bank settle`, or "
                        + "return them with `satchel-hub bank refused \(held.message)`.")
            }
            defer { tell(of: withheld, invocation) }
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .items(
                        files.map {
                            [
                                "id": .string($0.message), "path": .string($0.path),
                                "payments": .number(Int64($0.payments)), "total": .amount($0.total),
                            ] as JSONValue
                        }))
            }
            for file in files {
                invocation.console.print("\(file.path): \(file.payments) payments, \(file.total.formatted).")
            }
            if files.isEmpty && withheld.isEmpty { invocation.console.print("No pending payouts.") }
        }
    }

    static let bankPayouts = Command("payouts", "List the newest 200 payouts of all accounts.") { invocation in
        try HubProgram.with(invocation) { hub in
            let payouts = try hub.payouts(limit: 200)
            let withheld = Set(try hub.withheldPayouts().map(\.id))
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .items(
                        payouts.map {
                            [
                                "id": .string($0.id.description), "iban": .string($0.iban), "name": .string($0.name),
                                "amount": .amount($0.amount), "state": .string($0.state.rawValue),
                                "withheld": .bool(withheld.contains($0.id)),
                            ] as JSONValue
                        }))
            }
            guard !payouts.isEmpty else { return invocation.console.print("No payouts.") }
            var table = Table(.words("id"), .numbers("amount"), .words("to"), .words("state"))
            for payout in payouts {
                table.add(
                    payout.id.description, payout.amount.formatted, "\(payout.name.printable()) \(payout.iban)",
                    payout.state.rawValue + (withheld.contains(payout.id) ? ", withheld" : ""))
            }
            invocation.console.print(table.text)
        }
    }

    static let bankCancel = Command(
        "cancel", "Cancel a pending payout and return the money to its account.", confirms: true,
        discussion: """
            This works until a payment file includes the payout. Use it for a payout that the owner did not order: \
            lock the account, list the withheld payouts, and cancel the wrong ones.
            """,
        options: [.cancelReason.required()], operands: [.payout]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let id = try invocation.operand(.payout) { text in
                guard let id = OperationID(text: text) else {
                    throw Failure(.usage, "use an ID from `satchel-hub bank payouts`")
                }
                return id
            }
            try invocation.confirm("Cancel the payout \(id) and return the money to its account?")
            let amount = try hub.cancelPayout(id, reason: try invocation.required(.cancelReason))
            invocation.answer(
                ["id": .string(id.description), "amount": .amount(amount)],
                "Cancelled. \(amount.formatted) is back in the account.")
        }
    }

    static let bankRefused = Command(
        "refused", "Return what the bank refused to pay: one payout, or a whole payment file.", confirms: true,
        discussion: """
            A refusal (pain.002 with status RJCT, or a letter) is not a movement, so no statement shows it. Payouts \
            that a statement has settled do not change. Use this command only after the bank's refusal. If the bank \
            still pays, that money is your loss, and the movement is listed in `satchel-hub bank suspense`.
            """,
        options: [.refusalReason], operands: [.refused],
        examples: [
            .init(
                "satchel-hub bank refused SATCHEL0123456789abcdef01234567 --reason \"wrong file\"",
                "Return all payouts of a payment file.")
        ]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let name = try invocation.operand(.refused)
            try invocation.confirm("Return the payouts of \(name) to their accounts, because the bank refused them?")
            let refusal = try hub.refuse(
                name, reason: invocation.value(.refusalReason))
            invocation.answer(
                [
                    "payouts": .number(Int64(refusal.payouts)),
                    "total": refusal.total.map { .amount($0) } ?? .null,
                ],
                refusal.total.map { "\(refusal.payouts) payouts returned, \($0.formatted)." }
                    ?? "No payouts were left to return.")
        }
    }

    /// Prints the withheld payouts; with `--json` on standard error, since standard output has the list of files.
    private static func tell(of withheld: [Hub.WithheldPayout], _ invocation: Invocation) {
        guard !withheld.isEmpty else { return }
        let say = { (text: String) in
            if invocation.wantsJSON { invocation.console.note(text) } else { invocation.console.print(text) }
        }
        for payout in withheld {
            let why = payout.isLocked ? "the account is locked" : "a fraud case is open"
            say("\(payout.id) of \(payout.username.printable()), \(payout.amount.formatted): withheld, \(why).")
        }
        say(
            "\(withheld.count) withheld. They are exported when the account is unlocked or the case is closed. "
                + "`satchel-hub bank cancel` returns them.")
    }
}
