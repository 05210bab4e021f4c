// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Terminal
import Tokens
import Wallet

extension Option {
    static let from = Option("from", value: "who", "Whom to ask: a contact or a username; otherwise anybody.")
    static let expires = Option("expires", value: "days", "For how many days it can be paid; 30 unless said otherwise.")
    fileprivate static let reference = Option(
        "reference", value: "text", "Your own mark for it, such as the number of an invoice.")
    fileprivate static let due = Option("due", value: "day", "The day on which you want it, such as 2026-12-01.")
    fileprivate static let outgoing = Option("outgoing", "What you ask of others, in place of what they ask of you.")
    fileprivate static let state = Option(
        "state", value: "state", "Only those that are open, paid, declined, cancelled or expired.",
        completion: .choices(MoneyRequest.State.allCases.map(\.rawValue)))
    fileprivate static let amountToPay = Option(
        "amount", value: "amount", "How much, where the request leaves it to you.")
    static let pageLimit = Option(
        "limit", value: "number", "How many, at most 100; otherwise what suits the connection: 10, 20 or 50.")
    static let pageBefore = Option("before", value: "mark", "Go on after the page that named this.")
}

extension Operand {
    fileprivate static let requested = Operand(
        "request", "A link, an id, or the end of an id as the list shows it.")
    fileprivate static let optionalAmount = Operand(
        "amount", "How much, such as 12.50; without it the payer chooses.", count: .optional)
}

extension Command {
    /// Asking people of the same hub for money, under one word.
    static let requests: [Command] = [
        Command(
            "requests", "Ask others for money through the hub, and answer them.",
            discussion: """
                These requests are kept at the hub and paid out of the account. To be paid without a network, see \
                `satchel request`.
                """,
            usual: "list", commands: requestCommands)
    ]

    private static let requestCommands: [Command] = [
        Command(
            "list", "List requests, newest first.", options: [.outgoing, .state, .pageLimit, .pageBefore],
            examples: [
                .init("satchel requests --state open", "What you are asked for."),
                .init("satchel requests list --outgoing", "What you have asked for."),
            ]
        ) { invocation in
            let wallet = try WalletDesk(invocation).open()
            let isOutgoing = invocation.has(.outgoing)
            let page = try wallet.requests(
                isOutgoing ? .outgoing : .incoming, state: try invocation.choice(.state, of: MoneyRequest.State.self),
                limit: try invocation.integer(.pageLimit, in: 1...100), before: invocation.value(.pageBefore))
            guard !invocation.wantsJSON else { return invocation.console.print(try .wire(page)) }
            guard !page.items.isEmpty else { return invocation.console.print("There are none.") }
            var table = Table(
                .words("id"), .words("when"), .words(isOutgoing ? "of" : "by"), .numbers("amount"), .words("state"),
                .words("note"))
            for request in page.items {
                let due = request.due.map { "due \($0)" }
                table.add(
                    shortID(request.id), Timestamp(seconds: request.created).description,
                    isOutgoing ? request.payer ?? "anybody" : request.payee,
                    request.amount?.formatted ?? "any \(request.currency)",
                    request.state.rawValue,
                    [request.reference, request.note, due].compactMap { $0 }.joined(separator: " · "))
            }
            invocation.console.print(table.text)
            if let next = page.next { invocation.console.print("There is more: --before \(next)") }
        },
        Command(
            "new", "Ask somebody for money, or make a link that anybody may pay, once.",
            options: Carrying.shown + [.from, .note, .reference, .due, .expires], operands: [.optionalAmount],
            examples: [
                .init("satchel requests new 12.50 --from bob --note pizza", "Bob sees it in his requests."),
                .init("satchel requests new 5 --png coffee.png", "Whoever reads the code may pay."),
                .init("satchel requests new EUR", "In euros, as much as the payer likes."),
            ]
        ) { invocation in
            let wallet = try WalletDesk(invocation).open()
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
            let isShown = payer == nil || Carrying.shown.contains(where: invocation.has)
            let place = isShown ? try invocation.show(link) : nil
            let sentence =
                "Asked \(payer ?? "whoever has the link") for \(request.amount?.formatted ?? "any amount of \(request.currency)") "
                + "(\(shortID(request.id)))."
            invocation.answerShown(
                ["request": try .wire(request), "link": .text(link)],
                [sentence, place].compactMap { $0 }.joined(separator: " "))
        },
        Command("show", "Show one request and its link.", options: Carrying.shown, operands: [.requested]) {
            invocation in
            let wallet = try WalletDesk(invocation).open()
            let request = try wallet.request(named: try invocation.operand(.requested))
            let link = try wallet.link(to: request)
            if Carrying.shown.contains(where: invocation.has) {
                let place = try invocation.show(link)
                return invocation.answerShown(["request": try .wire(request), "link": .text(link)], place ?? "")
            }
            guard !invocation.wantsJSON else {
                return invocation.console.print(["request": try .wire(request), "link": .text(link)])
            }
            invocation.console.print(describe(request, link).joined(separator: "\n").printable(keeping: ["\n"]))
        },
        Command(
            "pay", "Pay a request out of the account: once, however often it is tried.",
            options: [.amountToPay, .yes], operands: [.requested],
            examples: [.init("satchel requests pay 5b1e90aa", "Shows whom and how much, and asks.")]
        ) { invocation in
            let wallet = try WalletDesk(invocation).open()
            let request = try wallet.request(named: try invocation.operand(.requested))
            if request.state == .paid, let transaction = request.transaction,
                request.payer == (try wallet.username)
            {
                return invocation.answer(
                    ["paid": .bool(false), "request": try .wire(request)],
                    "It was paid already, by the transaction \(transaction).")
            }
            guard let amount = try request.amount ?? invocation.amount(.amountToPay, in: request.currency) else {
                throw Failure(.usage, "The request leaves the amount to you. Give it with --amount.")
            }
            if !invocation.wantsJSON, !invocation.has(.yes), invocation.console.isTerminal, request.state == .open {
                let note = request.note.map { " for '\($0)'" } ?? ""
                guard
                    try invocation.console.confirm(
                        "Pay \(amount.formatted) to \(request.payee)\(note)?".printable())
                else { throw Failure(.failed, "Nothing was paid.") }
            }
            let paid = try wallet.pay(request, amount)
            invocation.answer(
                [
                    "paid": .bool(true), "request": try .wire(paid.request),
                    "transaction": try .wire(paid.transaction), "balance": .amount(paid.balance.balance),
                ], "Paid \(amount.formatted) to \(request.payee). The account has \(paid.balance.balance.formatted).")
        },
        Command("decline", "Refuse to pay a request.", operands: [.requested]) { invocation in
            let wallet = try WalletDesk(invocation).open()
            let request = try wallet.declineRequest(named: try invocation.operand(.requested))
            invocation.answer(["request": try .wire(request)], "Declined; \(request.payee) can see it.")
        },
        Command("cancel", "Take your own request back.", operands: [.requested]) { invocation in
            let wallet = try WalletDesk(invocation).open()
            let request = try wallet.cancelRequest(named: try invocation.operand(.requested))
            invocation.answer(["request": try .wire(request)], "Cancelled; nobody can pay it any more.")
        },
    ]
}

private func describe(_ request: MoneyRequest, _ link: String) -> [String] {
    let bill = request.bill.map { "share of \($0.total.formatted) among \($0.people)" }
    let lines: [(String, String?)] = [
        ("id", request.id), ("state", request.state.rawValue), ("to", request.payee),
        ("from", request.payer ?? "anybody"),
        ("amount", request.amount?.formatted ?? "the payer chooses, in \(request.currency)"),
        ("note", request.note), ("reference", request.reference), ("bill", bill),
        ("due", request.due?.description), ("until", Timestamp(seconds: request.expires).description),
        ("transaction", request.transaction), ("link", request.state == .open ? link : nil),
    ]
    return lines.compactMap { name, value in
        value.map { name + String(repeating: " ", count: 13 - name.count) + $0.printable() }
    }
}

extension Wallet {
    /// The username behind what a person typed: a contact's own name, else the word itself.
    func username(_ word: String) throws -> String {
        do {
            return try contact(word).username
        } catch let error as WalletError where error.code == .badDocument {
            return word
        }
    }
}
