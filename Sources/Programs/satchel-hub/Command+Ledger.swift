// SPDX-License-Identifier: MIT
import Bytes
import Hub
import Money
import Terminal
import Tokens

extension Command {
    static let topUp = Command(
        "topup", "Credit cash that was paid in to an account.", confirms: true,
        discussion: "You can run this command while the hub serves.",
        options: [.guaranteeFund],
        operands: [
            Operand("who", "Username of the account; with --guarantee-fund, the amount.", count: .one),
            Operand("amount", "Amount, such as 12.50, or 12.50EUR for another currency of the hub.", count: .optional),
        ],
        examples: [
            .init("satchel-hub topup alice 50", "Credit 50.00 to alice."),
            .init(
                "satchel-hub topup --guarantee-fund 1000", "Add 1000.00 to the fund for victims of double spending."),
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
        let name = isFund ? "the guarantee fund" : first
        try invocation.confirm("Credit \(amount.formatted) to \(name)?")
        let balance = try hub.topUp(isFund ? .guaranteeFund : .account(first), amount)
        if invocation.wantsJSON {
            invocation.console.print([
                "account": .string(isFund ? nil : name), "isGuaranteeFund": .bool(isFund), "balance": .amount(balance),
            ])
        } else {
            invocation.console.print("Credited \(amount.formatted) to \(name). New balance: \(balance.formatted).")
        }
    }

    static let audit = Command(
        "audit", "Audit the ledger row by row and print its balances, or show the audit log.",
        discussion: """
            You can run this command while the hub serves. It exits with status 7 if the audit finds an error. With \
            the word log it shows the audit log instead: the actor, action, time and source address of each event.
            """,
        options: AuditLogCommand.options,
        operands: [Operand("log", "The word log, for the audit log.", count: .optional, completion: .choices(["log"]))],
        examples: [
            .init("satchel-hub audit --json", "Print the whole report as JSON."),
            .init("satchel-hub audit log --account alice --days 7", "Show the events of alice in the last 7 days."),
            .init("satchel-hub audit log --check", "Verify that no line of the log was changed."),
        ]
    ) { invocation in
        if let word = invocation.optional(Operand("log", "")) {
            guard word == "log" else { throw Failure(.usage, "Invalid argument '\(word)': use log, or no argument.") }
            return try AuditLogCommand.run(invocation)
        }
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let report = try hub.audit()
        invocation.console.print(invocation.wantsJSON ? try report.json : report.description)
        guard report.isSound else {
            throw Failure(.conflict, "The audit failed with \(report.findings.count) findings. See the report.")
        }
    }

    static let merchant = Command(
        "merchant", "Make an account a merchant with a certified name, or an ordinary account again.",
        options: [.merchantName], operands: [Operand("account", "Username of the account.")],
        examples: [
            .init("satchel-hub merchant shop --name \"Corner Shop\"", "Certify the name Corner Shop for payers."),
            .init("satchel-hub merchant shop", "Make it an ordinary account again."),
        ]
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let account = try invocation.operand(Operand("account", ""))
        let name = invocation.value(.merchantName)
        try hub.setMerchant(account, name: name)
        if invocation.wantsJSON {
            invocation.console.print(["account": .string(account), "name": .string(name)])
        } else {
            invocation.console.print(
                name.map { "\(account) is now a merchant: \($0)." } ?? "\(account) is an ordinary account.")
        }
    }

    static let sweep = Command(
        "sweep", "Refund unredeemed offline tokens to their last known owners, and pay due claims.",
        discussion:
            "A serving hub does this every hour. You can run this command while it serves; repeating it changes nothing.",
        options: [.settleCases],
        examples: [
            .init("satchel-hub sweep --settle-cases", "Also pay the claims of open fraud cases before their due date.")
        ]
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let report = try hub.sweep(HubProgram.clock.now(), settlingAllCases: invocation.has(.settleCases))
        let returned = try Amount(units: report.returned, currency: hub.currency)
        let compensated = try Amount(units: report.compensated, currency: hub.currency)
        if invocation.wantsJSON {
            invocation.console.print([
                "roots": .number(Int64(report.roots)), "returned": .amount(returned),
                "claims": .number(Int64(report.claims)), "compensated": .amount(compensated),
                "failed": .number(Int64(report.failed)),
            ])
        } else {
            let tokens = report.roots == 1 ? "offline token" : "offline tokens"
            let claims = report.claims == 1 ? "claim" : "claims"
            let paid = report.claims == 0 ? "" : "; paid \(compensated.formatted) on \(report.claims) \(claims)"
            invocation.console.print("Refunded \(returned.formatted) of \(report.roots) \(tokens)\(paid).")
        }
        guard report.failed == 0 else {
            let tokens = report.failed == 1 ? "offline token" : "offline tokens"
            throw Failure(.failed, "Could not refund \(report.failed) \(tokens). See the messages above.")
        }
    }
}

extension Option {
    static let guaranteeFund = Option("guarantee-fund", "Top up the guarantee fund instead of an account.")
    static let merchantName = Option("name", value: "name", "Name for payers, at most 64 bytes.")
    static let settleCases = Option("settle-cases", "Pay the claims of all open fraud cases now.")
}
