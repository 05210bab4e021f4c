// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Terminal
import Tokens
import Wallet

extension Option {
    fileprivate static let rhythm = Option(
        "every", value: "rhythm", "day, week or month, or 2-weeks and such.", fallback: "month",
        completion: .choices(["day", "week", "month"]))
    fileprivate static let first = Option(
        "first", value: "day", "The first due date; today unless said otherwise (UTC).")
    fileprivate static let times = Option("times", value: "number", "How many payments; without it there is no end.")
    fileprivate static let last = Option("last", value: "day", "No payment after this day.")
    fileprivate static let reference = Option(
        "reference", value: "text", "The biller's mark for you, such as a customer's number; it goes before the note.")
}

extension Operand {
    fileprivate static let order = Operand("order", "An id, or the end of an id as the list shows it.")
    fileprivate static let payee = Operand("recipient", "A contact or username.")
}

extension Command {
    /// Standing orders, under one word.
    static let recurring: [Command] = [
        Command(
            "recurring", "Let the hub pay somebody every day, week or month: rent, dues, bills.",
            discussion: """
                The hub pays each due date once, also after it was off. What cannot be paid is tried again every six \
                hours, five times in all, until the next is due, and then missed; the list shows it. A payment on the 31st \
                is made on the last day of shorter months.
                """,
            usual: "list", commands: recurringCommands)
    ]

    private static let recurringCommands: [Command] = [
        Command("list", "List them with their next dates.", options: [.pageLimit, .pageBefore]) { invocation in
            let page = try WalletDesk(invocation).open().recurringPayments(
                limit: try invocation.integer(.pageLimit, in: 1...100), before: invocation.value(.pageBefore))
            guard !invocation.wantsJSON else { return invocation.console.print(try .wire(page)) }
            guard !page.items.isEmpty else { return invocation.console.print("There are none.") }
            var table = Table(
                .words("id"), .words("to"), .numbers("amount"), .words("how often"), .words("state"), .words("next"),
                .numbers("paid"), .words("last"))
            for order in page.items {
                table.add(
                    shortID(order.id), order.recipient, order.amount.formatted, order.rhythm.description,
                    order.state.rawValue, order.next?.description ?? "", "\(order.paid)",
                    order.runs.first.map { "\($0.due) \($0.state.rawValue)" } ?? "")
            }
            invocation.console.print(table.text)
            if let next = page.next { invocation.console.print("There is more: --before \(next)") }
        },
        Command(
            "new", "Order regular payments.",
            options: [.rhythm, .first, .times, .last, .reference, .note, .yes], operands: [.payee, .amount],
            examples: [
                .init("satchel recurring new landlord 450 --every month --first 2026-12-01", "The rent."),
                .init("satchel recurring new club 5 --every 2-weeks --times 10", "Ten payments."),
                .init("satchel recurring new power 30 --reference C-1042", "A bill, with the biller's mark."),
            ]
        ) { invocation in
            let wallet = try WalletDesk(invocation).open()
            let amount = try wallet.amountInAnyCurrency(invocation)
            let recipient = try wallet.username(try invocation.operand(.payee))
            let rhythm = try invocation.required(.rhythm, as: readRhythm)
            let first = try invocation.day(.first) ?? invocation.today
            let note = [invocation.value(.reference), invocation.value(.note)].compactMap { $0 }
                .joined(separator: " · ")
            if !invocation.wantsJSON, !invocation.has(.yes), invocation.console.isTerminal {
                let question = "Pay \(amount.formatted) to \(recipient) \(rhythm), first on \(first)?"
                guard try invocation.console.confirm(question.printable()) else {
                    throw Failure(.failed, "Nothing was ordered.")
                }
            }
            let order = try wallet.payRegularly(
                amount, to: recipient, rhythm, from: first, note: note.isEmpty ? nil : note,
                count: try invocation.integer(.times, in: 1...1_200), until: try invocation.day(.last))
            try invocation.show(
                order,
                "\(order.amount.formatted) goes to \(order.recipient) \(order.rhythm), first on \(order.first) "
                    + "(\(shortID(order.id))).")
        },
        Command("show", "Show one with its latest due dates.", operands: [.order]) { invocation in
            let order = try WalletDesk(invocation).open().recurringPayment(named: try invocation.operand(.order))
            try invocation.show(
                order,
                "\(order.amount.formatted) to \(order.recipient) \(order.rhythm): \(order.state.rawValue), "
                    + "\(order.paid) paid, next \(order.next?.description ?? "none").")
        },
        Command("pause", "Make no payments until it is resumed; dates that pass are left out.", operands: [.order]) {
            invocation in
            let order = try WalletDesk(invocation).open().pauseRecurring(named: try invocation.operand(.order))
            try invocation.show(order, "Paused.")
        },
        Command("resume", "Go on with a paused one.", operands: [.order]) { invocation in
            let order = try WalletDesk(invocation).open().resumeRecurring(named: try invocation.operand(.order))
            try invocation.show(order, "It goes on; next \(order.next?.description ?? "none").")
        },
        Command("cancel", "End one for good.", operands: [.order]) { invocation in
            let order = try WalletDesk(invocation).open().cancelRecurring(named: try invocation.operand(.order))
            try invocation.show(order, "Cancelled; nothing more is paid.")
        },
    ]
}

/// Reads `day`, `week`, `month`, or `2-weeks`.
private func readRhythm(_ text: String) throws -> Rhythm {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let unit = [
        "day": Rhythm.Unit.daily, "days": .daily, "week": .weekly, "weeks": .weekly, "month": .monthly,
        "months": .monthly,
    ][String(parts[parts.count - 1])]
    let every = parts.count == 2 ? Int(parts[0]) : 1
    guard let unit, let every, parts.count <= 2, 1...Rhythm.maximumInterval ~= every else {
        throw Failure(.usage, "write day, week or month, or 2-weeks up to \(Rhythm.maximumInterval)-weeks")
    }
    return try Rhythm(unit, every: every)
}

extension Invocation {
    fileprivate func show(_ order: RecurringPayment, _ sentence: String) throws {
        guard !wantsJSON else { return console.print(try .wire(order)) }
        console.print(sentence.printable())
        guard !order.runs.isEmpty else { return }
        var table = Table(.words("due"), .words("state"), .numbers("tries"), .words("what happened"))
        for run in order.runs {
            let retry = run.retryAt.map { " Tried again at \(Timestamp(seconds: $0))." } ?? ""
            table.add(
                run.due.description, run.state.rawValue, "\(run.attempts)",
                run.transaction ?? (run.problem?.message ?? "") + retry)
        }
        console.print(table.text)
    }
}
