// SPDX-License-Identifier: MIT
import Hub
import Money
import Terminal
import Tokens

extension Command {
    static let topUp = Command(
        "topup", "Book money that came in over the counter to an account.",
        discussion: "May run while the hub serves.",
        options: [.guaranteeFund],
        operands: [
            Operand("who", "The account's name; with --guarantee-fund, the amount.", count: .one),
            Operand("amount", "How much, such as 12.50, or 12.50EUR in another currency of the hub.", count: .optional),
        ],
        examples: [
            .init("satchel-hub topup alice 50", "Give alice 50.00."),
            .init(
                "satchel-hub topup --guarantee-fund 1000", "Put 1000.00 into the fund for victims of double spenders."),
        ]
    ) { invocation in
        let who = Operand("who", "")
        let isFund = invocation.has(.guaranteeFund)
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let first = try invocation.operand(who)
        guard let text = isFund ? first : invocation.optional(Operand("amount", "")) else {
            throw TerminalError(.usage, "Missing expected argument '<amount>'.")
        }
        let amount = try HubProgram.amount(text, first: hub.currency)
        let balance = try hub.topUp(isFund ? .guaranteeFund : .account(first), amount)
        let name = isFund ? "the guarantee fund" : first
        if invocation.wantsJSON {
            invocation.console.print([
                "account": .text(name), "balance": .text(balance.decimalText), "currency": .text(balance.currency.code),
            ])
        } else {
            invocation.console.print("Booked \(amount.formatted); \(name) now has \(balance.formatted).")
        }
    }

    static let audit = Command(
        "audit", "Prove the books from their rows, and print a ledger that balances to the cent.",
        discussion: """
            May run while the hub serves. Ends with status 7 when anything is wrong. With the word log it shows the audit log \
            instead: who did what, when and from where.
            """,
        options: AuditLogCommand.options,
        operands: [Operand("log", "The word log, for the audit log.", count: .optional, completion: .choices(["log"]))],
        examples: [
            .init("satchel-hub audit --json", "Print the whole report for a script."),
            .init("satchel-hub audit log --account alice --days 7", "What happened to alice this week."),
            .init("satchel-hub audit log --check", "Prove that no line of the log was changed."),
        ]
    ) { invocation in
        if let word = invocation.optional(Operand("log", "")) {
            guard word == "log" else { throw Failure(.usage, "The word here can only be log.") }
            return try AuditLogCommand.run(invocation)
        }
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let report = try hub.audit()
        invocation.console.print(invocation.wantsJSON ? try report.json : report.description)
        guard report.isSound else {
            throw Failure(.conflict, "The books are not sound: \(report.findings.count) findings.")
        }
    }

    static let merchant = Command(
        "merchant", "Let an account's certificates carry a name, or no longer.",
        options: [.merchantName], operands: [Operand("account", "The account's name.")],
        examples: [
            .init("satchel-hub merchant shop --name \"Corner Shop\"", "Show payers the name Corner Shop."),
            .init("satchel-hub merchant shop", "Make it an ordinary account again."),
        ]
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let account = try invocation.operand(Operand("account", ""))
        let name = invocation.value(.merchantName)
        try hub.setMerchant(account, name: name)
        if invocation.wantsJSON {
            invocation.console.print(["account": .text(account), "name": .text(name)])
        } else {
            invocation.console.print(
                name.map { "\(account) is now a merchant: \($0)." } ?? "\(account) is an ordinary account.")
        }
    }

    static let sweep = Command(
        "sweep", "Return what nobody redeemed to its last known owners, and pay due claims.",
        discussion:
            "A serving hub does this by itself every hour. May run while it serves; repeating it changes nothing.",
        options: [.settleCases],
        examples: [
            .init("satchel-hub sweep --settle-cases", "Also pay the claims of open fraud cases before their date.")
        ]
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let report = try hub.sweep(HubProgram.clock.now(), settlingAllCases: invocation.has(.settleCases))
        let returned = try Amount(units: report.returned, currency: hub.currency)
        let compensated = try Amount(units: report.compensated, currency: hub.currency)
        if invocation.wantsJSON {
            invocation.console.print([
                "roots": .integer(Int64(report.roots)), "returned": .text(returned.decimalText),
                "claims": .integer(Int64(report.claims)), "compensated": .text(compensated.decimalText),
                "failed": .integer(Int64(report.failed)),
            ])
        } else {
            let tokens = report.roots == 1 ? "token" : "tokens"
            let claims = report.claims == 1 ? "claim" : "claims"
            let paid = report.claims == 0 ? "" : "; paid \(compensated.formatted) on \(report.claims) \(claims)"
            invocation.console.print("Returned \(returned.formatted) of \(report.roots) \(tokens)\(paid).")
        }
        guard report.failed == 0 else {
            let tokens = report.failed == 1 ? "token" : "tokens"
            throw Failure(.failed, "\(report.failed) \(tokens) could not be refunded; see above.")
        }
    }
}

extension Option {
    static let guaranteeFund = Option("guarantee-fund", "Top up the guarantee fund instead of an account.")
    static let merchantName = Option("name", value: "name", "What payers are shown, at most 64 bytes.")
    static let settleCases = Option("settle-cases", "Pay the claims of all open fraud cases now.")
}
