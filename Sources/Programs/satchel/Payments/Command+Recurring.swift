// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Terminal
import Tokens
import Wallet

extension Option {
    fileprivate static let rhythm = Option(
        "every", value: "interval", "Interval: day, week or month, or a multiple such as 2-weeks.", fallback: "month",
        completion: .choices(["day", "week", "month"]))
    fileprivate static let first = Option(
        "first", value: "day", "First due date (UTC). Default: today.")
    fileprivate static let times = Option("times", value: "number", "Number of payments, 1 to 1200. Default: no limit.")
    fileprivate static let last = Option("last", value: "day", "Last possible due date. Default: no limit.")
    fileprivate static let reference = Option(
        "reference", value: "text", "Reference for the payee, such as a customer number. It precedes the note.")
}

extension Operand {
    fileprivate static let order = Operand("order", "ID of the recurring payment, or its last characters as listed.")
    fileprivate static let payee = Operand("recipient", "Contact or username.")
}

extension Command {
    /// Standing orders at the hub.
    static let recurring: [Command] = [
        Command(
            "recurring", "Manage recurring payments, such as rent, dues and bills.",
            discussion: """
                The hub pays once for each due date, even after an outage. It retries a failed payment every six \
                hours, five times in all, until the next due date, and then marks it missed. A payment due on the \
                31st is made on the last day of shorter months.
                """,
            usual: "list", commands: recurringCommands)
    ]

    private static let recurringCommands: [Command] = [
        Command("list", "List recurring payments and due dates.", options: [.pageLimit, .pageBefore]) { invocation in
            let page = try CommandContext(invocation).open().recurringPayments(
                limit: try invocation.integer(.pageLimit, in: 1...100), before: invocation.value(.pageBefore))
            guard !invocation.wantsJSON else {
                return invocation.console.print(.items(page.items.map { .recurring($0) }, next: page.next))
            }
            guard !page.items.isEmpty else { return invocation.console.print("No recurring payments.") }
            var table = Table(
                .words("id"), .words("to"), .numbers("amount"), .words("interval"), .words("state"), .words("next"),
                .numbers("paid"), .words("last"))
            for order in page.items {
                table.add(
                    shortID(order.id), order.recipient, order.amount.formatted, order.rhythm.description,
                    order.state.rawValue, order.next?.description ?? "", "\(order.paid)",
                    order.runs.first.map { "\($0.due) \($0.state.rawValue)" } ?? "")
            }
            invocation.console.print(table.text)
            if let next = page.next { invocation.console.print("Next page: --before \(next)") }
        },
        Command(
            "new", "Set up a recurring payment.", confirms: true,
            options: [.rhythm, .first, .times, .last, .reference, .note], operands: [.payee, .amount],
            examples: [
                .init("satchel recurring new landlord 450 --every month --first 2026-12-01", "Pay the rent monthly."),
                .init("satchel recurring new club 5 --every 2-weeks --times 10", "Make ten payments, two weeks apart."),
                .init("satchel recurring new power 30 --reference C-1042", "Pay a bill with a customer number."),
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let amount = try wallet.amountInAnyCurrency(invocation)
            let recipient = try wallet.username(try invocation.operand(.payee))
            let rhythm = try invocation.required(.rhythm, as: readRhythm)
            let first = try invocation.day(.first) ?? invocation.today
            let note = [invocation.value(.reference), invocation.value(.note)].compactMap { $0 }
                .joined(separator: " · ")
            try invocation.confirm("Pay \(amount.formatted) to \(recipient) \(rhythm), first on \(first)?")
            let order = try wallet.payRegularly(
                amount, to: recipient, rhythm, from: first, note: note.isEmpty ? nil : note,
                count: try invocation.integer(.times, in: 1...1_200), until: try invocation.day(.last))
            try invocation.show(
                order,
                "Set up \(order.amount.formatted) to \(order.recipient) \(order.rhythm), first on \(order.first) "
                    + "(\(shortID(order.id))).")
        },
        Command("show", "Show a recurring payment and its latest due dates.", operands: [.order]) { invocation in
            let order = try CommandContext(invocation).open().recurringPayment(named: try invocation.operand(.order))
            try invocation.show(
                order,
                "\(order.amount.formatted) to \(order.recipient) \(order.rhythm): \(order.state.rawValue), "
                    + "\(order.paid) paid, next \(order.next?.description ?? "none").")
        },
        Command("pause", "Pause a recurring payment. Due dates during the pause are skipped.", operands: [.order]) {
            invocation in
            let order = try CommandContext(invocation).open().pauseRecurring(named: try invocation.operand(.order))
            try invocation.show(order, "Paused.")
        },
        Command("resume", "Resume a paused recurring payment.", operands: [.order]) { invocation in
            let order = try CommandContext(invocation).open().resumeRecurring(named: try invocation.operand(.order))
            try invocation.show(order, "Resumed. Next due date: \(order.next?.description ?? "none").")
        },
        Command("cancel", "End a recurring payment for good.", confirms: true, operands: [.order]) { invocation in
            let wallet = try CommandContext(invocation).open()
            let found = try wallet.recurringPayment(named: try invocation.operand(.order))
            try invocation.confirm("End the recurring payment of \(found.amount.formatted) to \(found.recipient)?")
            let order = try wallet.cancelRecurring(named: found.id)
            try invocation.show(order, "Cancelled. No more payments will be made.")
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
        throw Failure(.usage, "use day, week, month, or a multiple from 2-weeks to \(Rhythm.maximumInterval)-weeks")
    }
    return try Rhythm(unit, every: every)
}

extension Invocation {
    fileprivate func show(_ order: RecurringPayment, _ sentence: String) throws {
        guard !wantsJSON else { return console.print(.recurring(order)) }
        console.print(sentence.printable())
        guard !order.runs.isEmpty else { return }
        var table = Table(.words("due"), .words("state"), .numbers("attempts"), .words("details"))
        for run in order.runs {
            let retry = run.retryAt.map { " Next attempt at \(Timestamp(seconds: $0))." } ?? ""
            table.add(
                run.due.description, run.state.rawValue, "\(run.attempts)",
                run.transaction ?? (run.problem?.message ?? "") + retry)
        }
        console.print(table.text)
    }
}
