// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Money
import Terminal
import Tokens
import Wallet

extension Option {
    static let keep = Option("keep", "Top up to this amount at every sync. Zero turns this off.")
}

extension Option {
    fileprivate static let to = Option(
        "to", value: "contact", "Send to this contact. The amount is then the only argument.")
}

extension Operand {
    fileprivate static let sentAmount = Operand("amount", "Amount, such as 12.50.", count: .optional)
    static let recipient = Operand("recipient", "Username of the recipient.")
}

extension Command {
    static let balance =
        Command("balance", "Show the balance at the hub and the offline balance.") { invocation in
            let balances = try CommandContext(invocation).open().balances()
            if invocation.wantsJSON {
                invocation.console.print(json(balances))
            } else {
                show(balances, invocation.console)
            }
        }

    static let takeOffline =
        Command(
            "take-offline", "Take money offline, to pay without a network.", options: [.keep],
            operands: [.amount],
            examples: [
                .init("satchel take-offline 50", "Take 50.00 offline."),
                .init("satchel take-offline --keep 50", "Top up to 50.00 at every sync."),
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let amount = try wallet.amount(invocation)
            if invocation.has(.keep) {
                try wallet.keepOffline(amount)
                let report = try wallet.sync()
                try invocation.print(report, "Every sync now tops up to \(amount.formatted) offline.")
            } else {
                try wallet.buy(amount)
                invocation.answer(
                    ["taken": .amount(amount), "offline": .amount(try wallet.balances().offline)],
                    "Took \(amount.formatted) offline. You can spend it without a network.")
            }
        }

    /// Transfers through the hub.
    static let sending: [Command] = [
        Command(
            "send", "Send money to another account of the hub. Without a network it is sent at the next sync.",
            confirms: true, options: [.to, .note], operands: [.recipient, .sentAmount],
            examples: [
                .init("satchel send bob 5 --note lunch", "Send 5.00 to bob, now or at the next sync."),
                .init("satchel send bob 5EUR", "Send 5.00 in another currency of the hub."),
                .init("satchel send --to Robert 5", "Send 5.00 to the contact named Robert."),
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let contact = invocation.value(.to)
            guard (contact == nil) == (invocation.optional(.sentAmount) != nil) else {
                throw TerminalError(
                    .usage, "Give a recipient and an amount, or --to with a contact and an amount.")
            }
            let amount = try wallet.amountInAnyCurrency(invocation, contact == nil ? .sentAmount : .recipient)
            let recipient = try contact.map { try wallet.contact($0).username } ?? invocation.operand(.recipient)
            let name = contact.map { " (\($0))" } ?? ""
            try invocation.confirm("Send \(amount.formatted) to \(recipient)\(name)?")
            let outcome = try wallet.sendNow(to: recipient, amount, note: invocation.value(.note))
            if case .refused(let error) = outcome.state { throw error }
            let json: JSONValue = [
                "transfer": .string(outcome.subject.description), "sent": .bool(outcome.state == .sent),
                "amount": .amount(amount), "recipient": .string(recipient),
            ]
            if case .waiting(let error) = outcome.state {
                if invocation.wantsJSON { invocation.console.print(json) }
                throw Failure(
                    .kept,
                    "Queued as \(outcome.subject). The next `satchel sync` sends it, so do not send it again. "
                        + "Reason: \(error.message)")
            }
            invocation.answer(json, "Sent \(amount.formatted) to \(recipient).")
        }
    ]
}

private func show(_ balances: Balances, _ console: Console) {
    var table = Table(.words("where"), .numbers("amount"), .words(""))
    if let account = balances.account {
        table.add("at the hub", account.balance.formatted, "as of \(account.asOf)")
        if account.available != account.balance {
            table.add("  available", account.available.formatted, "the rest is frozen or limited")
        }
    } else {
        table.add("at the hub", "unknown", "run `satchel sync` to see it")
    }
    for other in balances.others {
        let note = other.available == other.balance ? "" : ", frozen"
        table.add("at the hub", other.balance.formatted, "as of \(other.asOf)\(note)")
    }
    table.add("offline", balances.offline.formatted, "can be spent without a network")
    if !balances.awaiting.isZero { table.add("received", balances.awaiting.formatted, "credited at the next sync") }
    if !balances.queued.isZero { table.add("queued", balances.queued.formatted, "sent at the next sync") }
    for queued in balances.queuedOthers { table.add("queued", queued.formatted, "sent at the next sync") }
    for held in balances.held {
        table.add("held", held.amount.formatted, "refunded from \(held.until) unless a payee redeems it")
    }
    if !balances.unacknowledged.isZero {
        table.add("unconfirmed", balances.unacknowledged.formatted, "paid, waiting for the receipt")
    }
    console.print(table.text)
    console.print("\(balances.requestsReady) offline requests left until the next sync.")
    if let frozen = balances.frozen { console.print(frozen.sentence) }
}

private func json(_ balances: Balances) -> JSONValue {
    [
        "hub": balances.account.map {
            ["balance": .amount($0.balance), "available": .amount($0.available), "asOf": .string($0.asOf.description)]
        } ?? .null,
        "others": .array(
            balances.others.map {
                [
                    "balance": .amount($0.balance), "available": .amount($0.available),
                    "asOf": .string($0.asOf.description),
                ]
                    as JSONValue
            }), "queuedOthers": .array(balances.queuedOthers.map(JSONValue.amount)),
        "offline": .amount(balances.offline), "awaiting": .amount(balances.awaiting),
        "queued": .amount(balances.queued), "unacknowledged": .amount(balances.unacknowledged),
        "held": .array(
            balances.held.map { ["amount": .amount($0.amount), "until": .string($0.until.description)] as JSONValue }),
        "requestsReady": .number(Int64(balances.requestsReady)),
        "frozen": .string(balances.frozen?.rawValue),
    ]
}

extension Invocation {
    /// The row of a name such as `p1`.
    func row(_ kind: ReferenceID.Kind, _ operand: Operand = .subject) throws -> Int64 {
        try self.operand(operand) { name in
            guard let reference = ReferenceID(name), reference.kind == kind else {
                throw Failure(.usage, "use the letter \(kind.rawValue) and a number, as `satchel activity` shows it")
            }
            return reference.row
        }
    }
}
