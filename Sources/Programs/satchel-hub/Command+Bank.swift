// SPDX-License-Identifier: MIT
import Banking
import Hub
import Money
import Terminal

extension Option {
    fileprivate static let bankName = Option("name", value: "name", "Whose account it is.")
    fileprivate static let bic = Option("bic", value: "code", "The bank's BIC, if the bank wants it said.")
    fileprivate static let orderVersion = Option(
        "orders", value: "version", "What the bank takes: pain.001.001.03 or pain.001.001.09.",
        fallback: "pain.001.001.09")
    fileprivate static let bankCurrency = Option(
        "for", value: "code", "The currency of the account; the hub's first one unless said otherwise.")
    fileprivate static let returnIBAN = Option("iban", value: "iban", "Where to send it; otherwise where it came from.")
    fileprivate static let laterThan = Option("after", value: "number", "Only what came later than this one.")
    fileprivate static let paidNothing = Option(
        "paid-nothing", "It names a payout or a file, and has paid none of it.")
    fileprivate static let whatItWas = Option("note", value: "text", "What it was.")
}

extension Operand {
    fileprivate static let iban = Operand("iban", "The number of an account at a bank.")
    fileprivate static let statement = Operand("file", "A CAMT.053 file.", completion: .files)
    fileprivate static let number = Operand("number", "What `bank suspense` calls it.")
    fileprivate static let paid = Operand(
        "id", "A payout's id, as `bank payouts` or the bank shows it, or the id of a file for all of it.")
    fileprivate static let payee = Operand("account", "The account's name.")
}

extension Command {
    /// Money from and to banks; see Documentation/Banking.md.
    static let bank = Command(
        "bank", "Bring money from a bank and take it there, by files.",
        discussion: "All of it may be used while the hub serves.",
        commands: [
            bankAccount, bankImport, bankSuspense, bankAssign, bankReturn, bankAbsorb, bankSettle, bankStrike,
            bankExport, bankPayouts, bankCancel, bankRefused,
        ])

    private static let bankAccount = Command(
        "account", "Say which account the hub has at a bank, one for each currency.",
        options: [.bankName.required(), .bic, .orderVersion, .bankCurrency], operands: [.iban],
        examples: [
            .init(
                "satchel-hub bank account DE89370400440532013000 --for EUR --name \"Hub Inc.\"",
                "Take euros at this account.")
        ]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let iban = try invocation.operand(.iban) { try IBAN($0) }
            let currency = try invocation.value(.bankCurrency) { try Currency(code: $0) } ?? hub.currency
            let version = try invocation.required(.orderVersion) { text in
                guard let version = PaymentOrder.Version(rawValue: text) else {
                    throw Failure(.usage, "it is pain.001.001.03 or pain.001.001.09")
                }
                return version
            }
            try hub.setBank(
                currency, iban: iban, name: try invocation.required(.bankName), bic: invocation.value(.bic),
                version: version)
            invocation.answer(
                ["currency": .text(currency.code), "iban": .text(iban.text)],
                "\(currency.code) comes and goes by \(iban.printed).")
        }
    }

    private static let bankImport = Command(
        "import", "Book what a file of statements says, each movement once however often it is imported.",
        operands: [.statement],
        examples: [.init("satchel-hub bank import statement.xml", "Credit what came in, settle what was paid.")]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let path = try invocation.operand(.statement)
            let report = try hub.importStatements(try TextFile.bytes(of: path, maximumBytes: 8 << 20))
            invocation.answer(
                [
                    "statements": .integer(Int64(report.statements)), "credited": .integer(Int64(report.credited)),
                    "settled": .integer(Int64(report.settled)), "suspended": .integer(Int64(report.suspended)),
                    "doubtful": .integer(Int64(report.doubtful)), "known": .integer(Int64(report.known)),
                    "foreign": .array(report.foreign.map { .text($0.text) }),
                    "apart": .array(
                        report.apart.map {
                            [
                                "currency": .text($0.bank.currency.code), "bank": .text($0.bank.decimalText),
                                "books": .text($0.books.decimalText), "day": .text($0.day),
                            ] as JSON
                        }),
                ],
                "\(report.credited) credited, \(report.settled) for payouts, \(report.suspended) in suspense, "
                    + "\(report.known) known before."
                    + (report.doubtful == 0
                        ? "" : " The bank may have told of \(report.doubtful) before: see `satchel-hub bank suspense`.")
                    + (report.foreign.isEmpty
                        ? ""
                        : " Left out: statements of "
                            + report.foreign.map(\.printed).joined(separator: ", ") + ", not this hub's.")
                    + (try report.apart.map(sentence).joined())
            )
        }
    }

    private static func sentence(_ difference: Hub.Difference) throws -> String {
        let apart = try difference.bank.subtracting(difference.books)
        return " The bank had \(difference.bank.formatted) at the end of \(difference.day), the books have "
            + "\(difference.books.formatted): \(try apart.isNegative ? apart.negated.formatted : apart.formatted) apart. See "
            + "\"Is it all there?\" in Documentation/Banking.md."
    }

    private static let bankSuspense = Command(
        "suspense", "List what could not be assigned, oldest first, a thousand at a time.", options: [.laterThan]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let after = try invocation.value(.laterThan) { try number($0) } ?? 0
            let (lines, count) = (try hub.suspense(after: after), try hub.suspenseCount())
            if lines.count == 1_000, let last = lines.last {
                invocation.console.note(
                    "\(count) wait in all. Go on with `satchel-hub bank suspense --after \(last.number)`.")
            }
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .array(
                        lines.map {
                            [
                                "number": .integer($0.number), "day": .text($0.day),
                                "amount": .text($0.amount.decimalText), "currency": .text($0.amount.currency.code),
                                "name": .text($0.name), "iban": .text($0.iban), "text": .text($0.text),
                                "reason": .text($0.reason), "doubt": .text($0.doubt),
                                "notOwed": .text($0.notOwed.map { "\($0.payout), \($0.state)" }),
                                "owed": .array(
                                    $0.owed.map { ["id": .text($0.id), "total": .text($0.total.decimalText)] as JSON }),
                            ] as JSON
                        }))
            }
            guard !lines.isEmpty else { return invocation.console.print("Nothing waits for you.") }
            var table = Table(
                .numbers("no."), .words("day"), .numbers("amount"), .words("from or to"), .words("what it says"))
            for line in lines {
                let other = [line.name, line.iban].compactMap { $0 }.joined(separator: " ").printable()
                let owed = try line.owed.map { owed in
                    let settle = "`satchel-hub bank settle \(line.number)"
                    return try line.amount.adding(owed.total).isPositive
                        ? "It names \(owed.id) (\(owed.total.formatted)): \(settle) ID` for each payout of it that this has paid."
                        : "If it has paid \(owed.id) (\(owed.total.formatted)): \(settle) \(owed.id)`."
                }
                let notOwed = line.notOwed.map { "It names \($0.payout), which is \($0.state)." }
                let words = [line.reason, line.doubt, notOwed].compactMap { $0 } + owed + [line.text]
                table.add(
                    String(line.number), line.day, line.amount.formatted, other,
                    words.filter { !$0.isEmpty }.joined(separator: " · ").printable())
            }
            invocation.console.print(table.text)
        }
    }

    private static let bankAssign = Command(
        "assign", "Give what is in suspense to an account.", operands: [.number, .payee]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let name = try invocation.operand(.payee)
            let amount = try hub.assign(try number(invocation), to: name)
            invocation.answer(
                ["account": .text(name), "amount": .text(amount.decimalText), "currency": .text(amount.currency.code)],
                "\(amount.formatted) is \(name)'s.")
        }
    }

    private static let bankReturn = Command(
        "return", "Send what is in suspense back, with the next export.", options: [.returnIBAN, .bankName],
        operands: [.number]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let iban = try invocation.value(.returnIBAN) { try IBAN($0) }
            let amount = try hub.sendBack(try number(invocation), to: iban, name: invocation.value(.bankName))
            invocation.answer(
                ["amount": .text(amount.decimalText), "currency": .text(amount.currency.code)],
                "\(amount.formatted) goes back with the next `satchel-hub bank export`.")
        }
    }

    private static let bankAbsorb = Command(
        "absorb", "Book what is in suspense as your own: a fee, interest, money you brought or took.",
        options: [.whatItWas, .paidNothing], operands: [.number]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let amount = try hub.absorb(
                try number(invocation), note: invocation.value(.whatItWas), hasPaidNothing: invocation.has(.paidNothing)
            )
            invocation.answer(
                ["amount": .text(amount.decimalText), "currency": .text(amount.currency.code)],
                "\(amount.formatted) is booked as yours.")
        }
    }

    private static let bankSettle = Command(
        "settle", "Say which payouts a movement in suspense has paid, or brought back.",
        discussion: """
            Banks add their charge to a payment, book a file as one sum, leave out what a payout is called, or take a payment back \
            without a reason. Name one payout, or a file for all of it that nothing has settled, and repeat it for others: a debit \
            has paid them, what came in has brought them back to their accounts. What is left of the movement stays in suspense, \
            and `satchel-hub bank absorb` books it as yours. Never say `bank refused` of what was paid: it gives the money back.
            """,
        operands: [.number, .paid],
        examples: [
            .init(
                "satchel-hub bank settle 7 SATCHEL0123456789abcdef01234567",
                "A file that the bank has booked as one sum.")
        ]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let settlement = try hub.settle(try number(invocation), by: try invocation.operand(.paid))
            invocation.answer(
                [
                    "payouts": .integer(settlement.payouts), "total": .text(settlement.total.decimalText),
                    "rest": .text(settlement.rest.decimalText), "currency": .text(settlement.total.currency.code),
                ],
                "\(settlement.payouts) settled, \(settlement.total.formatted)."
                    + (settlement.rest.isZero ? "" : " \(settlement.rest.formatted) stay in suspense."))
        }
    }

    private static let bankStrike = Command(
        "strike", "Undo what is in suspense because the bank may have told of it before.",
        discussion: """
            Where a bank gives no references, a movement that two statements tell of looks like two. Look at the account: if the \
            money has moved once, strike it; if twice, assign, return or absorb it like any other.
            """,
        operands: [.number]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let amount = try hub.strike(try number(invocation))
            invocation.answer(
                ["amount": .text(amount.decimalText), "currency": .text(amount.currency.code)],
                "\(amount.formatted) has not moved a second time.")
        }
    }

    private static func number(_ invocation: Invocation) throws -> Int64 {
        try invocation.operand(.number) { try number($0) }
    }

    private static func number(_ text: String) throws -> Int64 {
        guard let number = Int64(text), number > 0 else { throw Failure(.usage, "it is a whole number") }
        return number
    }
}
