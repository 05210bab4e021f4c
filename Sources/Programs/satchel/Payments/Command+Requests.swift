// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Money
import Terminal
import Tokens
import Wallet

extension Option {
    static let from = Option("from", value: "payer", "Payer: a contact or a username. Default: anyone with the link.")
    static let expires = Option("expires", value: "days", "Days until the request expires, 0 to 365. Default: 30.")
    fileprivate static let reference = Option(
        "reference", value: "text", "Your reference, such as an invoice number.")
    fileprivate static let due = Option("due", value: "day", "Due date, such as 2026-12-01 (UTC).")
    fileprivate static let outgoing = Option("outgoing", "List the requests that you sent, not those to pay.")
    fileprivate static let state = Option(
        "state", value: "state", "Only requests in this state: open, paid, declined, cancelled or expired.",
        completion: .choices(MoneyRequest.State.allCases.map(\.rawValue)))
    fileprivate static let amountToPay = Option(
        "amount", value: "amount", "Amount to pay, if the request has none.")
    static let pageLimit = Option(
        "limit", value: "number", "Number of items, 1 to 100. Default: 10, 20 or 50, by the speed of the connection.")
    static let pageBefore = Option("before", value: "mark", "Continue after the page that printed this mark.")
}

extension Operand {
    fileprivate static let requested = Operand(
        "request", "Link or ID of the request, or the last characters of the ID as listed.")
    fileprivate static let optionalAmount = Operand(
        "amount", "Amount, such as 12.50. Without it the payer chooses.", count: .optional)
}

extension Command {
    /// Requests for money between accounts of a hub.
    static let requests: [Command] = [
        Command(
            "requests", "Send and pay requests for money through the hub.",
            discussion: """
                The hub stores these requests, and they are paid from the account. To request a payment without a \
                network, see `satchel request`.
                """,
            usual: "list", commands: requestCommands)
    ]

    private static let requestCommands: [Command] = [
        Command(
            "list", "List requests, newest first.", options: [.outgoing, .state, .pageLimit, .pageBefore],
            examples: [
                .init("satchel requests --state open", "List open requests to pay."),
                .init("satchel requests list --outgoing", "List the requests that you sent."),
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let isOutgoing = invocation.has(.outgoing)
            let page = try wallet.requests(
                isOutgoing ? .outgoing : .incoming, state: try invocation.choice(.state, of: MoneyRequest.State.self),
                limit: try invocation.integer(.pageLimit, in: 1...100), before: invocation.value(.pageBefore))
            guard !invocation.wantsJSON else {
                return invocation.console.print(.items(page.items.map { .request($0) }, next: page.next))
            }
            guard !page.items.isEmpty else { return invocation.console.print("No requests.") }
            var table = Table(
                .words("id"), .words("time"), .words(isOutgoing ? "payer" : "payee"), .numbers("amount"),
                .words("state"), .words("note"))
            for request in page.items {
                let due = request.due.map { "due \($0)" }
                table.add(
                    shortID(request.id), Timestamp(seconds: request.created).description,
                    isOutgoing ? request.payer ?? "anyone" : request.payee,
                    request.amount?.formatted ?? "any \(request.currency)",
                    request.state.rawValue,
                    [request.reference, request.note, due].compactMap { $0 }.joined(separator: " · "))
            }
            invocation.console.print(table.text)
            if let next = page.next { invocation.console.print("Next page: --before \(next)") }
        },
        Command(
            "new", "Request money from an account, or create a link that anyone can pay once.",
            options: DocumentSharing.shown + [.from, .note, .reference, .due, .expires], operands: [.optionalAmount],
            examples: [
                .init("satchel requests new 12.50 --from bob --note pizza", "Request 12.50 from bob."),
                .init("satchel requests new 5 --png coffee.png", "Let anyone who scans the code pay."),
                .init("satchel requests new EUR", "Request euros; the payer chooses the amount."),
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            // A currency alone leaves the amount to the payer.
            let isOpen = invocation.optional(.optionalAmount).map { word in !word.contains { $0.isNumber } } ?? true
            let amount = isOpen ? nil : try wallet.amountInAnyCurrency(invocation, .optionalAmount)
            let currency = try isOpen ? invocation.optionalCurrency(.optionalAmount) : nil
            let payer = try invocation.value(.from).map { try wallet.username($0) }
            let request = try wallet.ask(
                payer, for: amount, in: currency, note: invocation.value(.note),
                reference: invocation.value(.reference),
                due: try invocation.day(.due), expires: try invocation.end(.expires))
            let link = try wallet.link(to: request)
            let isShown = payer == nil || DocumentSharing.shown.contains(where: invocation.has)
            let place = isShown ? try invocation.show(link) : nil
            let sentence =
                "Requested \(request.amount?.formatted ?? "any amount of \(request.currency)") from "
                + "\(payer ?? "anyone with the link") (\(shortID(request.id)))."
            invocation.answerShown(
                ["request": .request(request), "link": .string(link)],
                [sentence, place].compactMap { $0 }.joined(separator: " "))
        },
        Command("show", "Show a request and its link.", options: DocumentSharing.shown, operands: [.requested]) {
            invocation in
            let wallet = try CommandContext(invocation).open()
            let request = try wallet.request(named: try invocation.operand(.requested))
            let link = try wallet.link(to: request)
            if DocumentSharing.shown.contains(where: invocation.has) {
                let place = try invocation.show(link)
                return invocation.answerShown(["request": .request(request), "link": .string(link)], place ?? "")
            }
            guard !invocation.wantsJSON else {
                return invocation.console.print(["request": .request(request), "link": .string(link)])
            }
            invocation.console.print(describe(request, link).joined(separator: "\n").printable(keeping: ["\n"]))
        },
        Command(
            "pay", "Pay a request from the account. Repeating the command never pays twice.", confirms: true,
            options: [.amountToPay], operands: [.requested],
            examples: [.init("satchel requests pay 5b1e90aa", "Show the payee and the amount, and ask before paying.")]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let request = try wallet.request(named: try invocation.operand(.requested))
            if request.state == .paid, let transaction = request.transaction,
                request.payer == (try wallet.username)
            {
                return invocation.answer(
                    ["paid": .bool(false), "request": .request(request)],
                    "Already paid by the transaction \(transaction).")
            }
            guard let amount = try request.amount ?? invocation.amount(.amountToPay, in: request.currency) else {
                throw Failure(.usage, "The request has no amount. Give one with --amount.")
            }
            // The hub refuses any other request, and says why.
            if request.state == .open {
                let note = request.note.map { " for '\($0)'" } ?? ""
                try invocation.confirm("Pay \(amount.formatted) to \(request.payee)\(note)?")
            }
            let paid = try wallet.pay(request, amount)
            invocation.answer(
                [
                    "paid": .bool(true), "request": .request(paid.request),
                    "transaction": .transaction(paid.transaction), "balance": .amount(paid.balance.balance),
                ], "Paid \(amount.formatted) to \(request.payee). New balance: \(paid.balance.balance.formatted).")
        },
        Command("decline", "Decline a request.", operands: [.requested]) { invocation in
            let wallet = try CommandContext(invocation).open()
            let request = try wallet.declineRequest(named: try invocation.operand(.requested))
            invocation.answer(["request": .request(request)], "Declined. \(request.payee) can see this.")
        },
        Command("cancel", "Cancel a request that you sent.", operands: [.requested]) { invocation in
            let wallet = try CommandContext(invocation).open()
            let request = try wallet.cancelRequest(named: try invocation.operand(.requested))
            invocation.answer(["request": .request(request)], "Cancelled. The request can no longer be paid.")
        },
    ]
}

private func describe(_ request: MoneyRequest, _ link: String) -> [String] {
    let bill = request.bill.map { "share of \($0.total.formatted) among \($0.people)" }
    let lines: [(String, String?)] = [
        ("id", request.id), ("state", request.state.rawValue), ("to", request.payee),
        ("from", request.payer ?? "anyone"),
        ("amount", request.amount?.formatted ?? "the payer chooses, in \(request.currency)"),
        ("note", request.note), ("reference", request.reference), ("bill", bill),
        ("due", request.due?.description), ("expires", Timestamp(seconds: request.expires).description),
        ("transaction", request.transaction), ("link", request.state == .open ? link : nil),
    ]
    return lines.compactMap { name, value in
        value.map { name + String(repeating: " ", count: 13 - name.count) + $0.printable() }
    }
}

extension Wallet {
    /// The username of the contact with this name, else the word itself.
    func username(_ word: String) throws -> String {
        do {
            return try contact(word).username
        } catch let error as WalletError where error.code == .badDocument {
            return word
        }
    }
}
