// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import Terminal

extension Option {
    fileprivate static let folder = Option(
        "to", value: "folder", "Where the files go.", fallback: ".", completion: .directories)
    fileprivate static let again = Option("again", value: "id", "Write a file again that was exported before.")
    fileprivate static let cancelReason = Option("reason", value: "text", "What the owner reads in the history.")
    fileprivate static let refusalReason = Option("reason", value: "text", "What the owners read in the history.")
}

extension Operand {
    fileprivate static let refused = Operand(
        "id", "A payout's id, as `bank payouts` or the bank shows it, or the id of a file.")
    fileprivate static let payout = Operand("payout", "The payout's id, as `bank payouts` shows it.")
}

/// Money on its way to banks.
extension Command {
    static let bankExport = Command(
        "export", "Write one payment file for each bank with all pending payouts.",
        discussion: """
            A payout is exported in the commit that keeps its file, so an interrupted export is finished by repeating it: the \
            same file under the same id. What the bank has paid or sent back, the next statements say. Payouts of accounts that \
            are locked, or against which a fraud case is open, are withheld: they go out when that ends, unless you cancel them.
            """,
        options: [.folder, .again],
        examples: [.init("satchel-hub bank export --to outbox", "Write what the bank is to pay.")]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let folder = try invocation.required(.folder)
            let files =
                try invocation.value(.again).map { try hub.exportAgain($0, to: folder) }
                ?? hub.exportPayouts(to: folder)
            let withheld = try hub.withheldPayouts()
            for held in try hub.heldExports() {
                invocation.console.note(
                    "File \(held.message) was never written, but a statement names it. \(held.payments) payouts of it, "
                        + "\(held.total.formatted), are not settled: say what has paid them with `satchel-hub bank settle`, or "
                        + "give them back with `satchel-hub bank refused \(held.message)`.")
            }
            defer { tell(of: withheld, invocation) }
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .array(
                        files.map {
                            [
                                "id": .text($0.message), "path": .text($0.path),
                                "payments": .integer(Int64($0.payments)), "total": .text($0.total.decimalText),
                                "currency": .text($0.total.currency.code),
                            ] as JSON
                        }))
            }
            for file in files {
                invocation.console.print("\(file.path): \(file.payments) payments, \(file.total.formatted).")
            }
            if files.isEmpty && withheld.isEmpty { invocation.console.print("No payout waits for a bank.") }
        }
    }

    static let bankPayouts = Command("payouts", "Show the newest payouts of all accounts.") { invocation in
        try HubProgram.with(invocation) { hub in
            let payouts = try hub.payouts(limit: 200)
            let withheld = Set(try hub.withheldPayouts().map(\.id))
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .array(
                        payouts.map {
                            [
                                "id": .text($0.id.description), "iban": .text($0.iban), "name": .text($0.name),
                                "amount": .text($0.amount.decimalText), "currency": .text($0.amount.currency.code),
                                "state": .text($0.state.rawValue), "withheld": .bool(withheld.contains($0.id)),
                            ] as JSON
                        }))
            }
            guard !payouts.isEmpty else { return invocation.console.print("There are none.") }
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
        "cancel", "Give a pending payout back to its account.",
        discussion: """
            Only until a file has taken it up. Use it when somebody else has ordered it: lock the account, see what is withheld, \
            and cancel what its owner did not order.
            """,
        options: [.cancelReason.required()], operands: [.payout]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let id = try invocation.operand(.payout) { text in
                guard let id = OperationID(text: text) else {
                    throw Failure(.usage, "it is written as `satchel-hub bank payouts` shows it")
                }
                return id
            }
            let amount = try hub.cancelPayout(id, reason: try invocation.required(.cancelReason))
            invocation.answer(
                [
                    "id": .text(id.description), "amount": .text(amount.decimalText),
                    "currency": .text(amount.currency.code),
                ],
                "\(amount.formatted) is back where it came from.")
        }
    }

    static let bankRefused = Command(
        "refused", "Give back what the bank has refused to pay: one payout, or a whole file.",
        discussion: """
            A refusal (pain.002, status RJCT, or a letter) is no movement, so no statement tells of it. Payouts that a statement \
            has settled stay as they are. Say it only when the bank has: what it pays all the same is your loss, and waits in \
            `satchel-hub bank suspense`.
            """,
        options: [.refusalReason], operands: [.refused],
        examples: [
            .init(
                "satchel-hub bank refused SATCHEL0123456789abcdef01234567 --reason \"wrong file\"",
                "Give back all payouts of a file.")
        ]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let refusal = try hub.refuse(
                try invocation.operand(.refused), reason: invocation.value(.refusalReason))
            invocation.answer(
                [
                    "payouts": .integer(Int64(refusal.payouts)), "total": .text(refusal.total?.decimalText),
                    "currency": .text(refusal.total?.currency.code),
                ],
                refusal.total.map { "\(refusal.payouts) given back, \($0.formatted)." }
                    ?? "Nothing was left to give back.")
        }
    }

    /// Beside the JSON, which lists files, the sentences go where complaints go.
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
            "\(withheld.count) withheld: they go out when the account is unlocked or the case is closed; "
                + "`satchel-hub bank cancel` gives them back.")
    }
}
