// SPDX-License-Identifier: MIT
import Bytes
import Banking
import Hub
import Money
import Terminal

extension Option {
    fileprivate static let bankName = Option("name", value: "name", "Name of the account holder.")
    fileprivate static let bic = Option("bic", value: "code", "The bank's BIC, if the bank requires it.")
    fileprivate static let orderVersion = Option(
        "orders", value: "version", "Format of payment files for the bank: pain.001.001.03 or pain.001.001.09.",
        fallback: "pain.001.001.09")
    fileprivate static let bankCurrency = Option(
        "for", value: "code", "Currency of the account. Default: the hub's first currency.")
    fileprivate static let returnIBAN = Option("iban", value: "iban", "IBAN to return it to. Default: the sender's.")
    fileprivate static let laterThan = Option("after", value: "number", "Only movements after this number.")
    fileprivate static let paidNothing = Option(
        "paid-nothing", "Confirm that the movement paid nothing of the payout or file that it names.")
    fileprivate static let whatItWas = Option("note", value: "text", "Description of the movement.")
}

extension Operand {
    fileprivate static let iban = Operand("iban", "IBAN of the hub's bank account.")
    fileprivate static let statement = Operand("file", "CAMT.053 file.", completion: .files)
    fileprivate static let number = Operand("number", "Number of the movement from `bank suspense`.")
    fileprivate static let paid = Operand(
        "id", "ID of a payout from `bank payouts` or the bank, or ID of a payment file for all its payouts.")
    fileprivate static let payee = Operand("account", "Username of the account.")
}

extension Command {
    /// Bank transfers in and out. See Documentation/Banking.md.
    static let bank = Command(
        "bank", "Import bank statements and export payouts, as files.",
        discussion: "You can run all these commands while the hub serves.",
        commands: [
            bankAccount, bankImport, bankSuspense, bankAssign, bankReturn, bankAbsorb, bankSettle, bankStrike,
            bankExport, bankPayouts, bankCancel, bankRefused,
        ])

    private static let bankAccount = Command(
        "account", "Set the hub's bank account, one for each currency.",
        options: [.bankName.required(), .bic, .orderVersion, .bankCurrency], operands: [.iban],
        examples: [
            .init(
                "satchel-hub bank account DE89370400440532013000 --for EUR --name \"Hub Inc.\"",
                "Receive euros in this account.")
        ]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let iban = try invocation.operand(.iban) { try IBAN($0) }
            let currency = try invocation.value(.bankCurrency) { try Currency(code: $0) } ?? hub.currency
            let version = try invocation.required(.orderVersion) { text in
                guard let version = PaymentOrder.Version(rawValue: text) else {
                    throw Failure(.usage, "choose pain.001.001.03 or pain.001.001.09")
                }
                return version
            }
            try hub.setBank(
                currency, iban: iban, name: try invocation.required(.bankName), bic: invocation.value(.bic),
                version: version)
            invocation.answer(
                ["currency": .string(currency.code), "iban": .string(iban.text)],
                "Set the bank account for \(currency.code): \(iban.printed).")
        }
    }

    private static let bankImport = Command(
        "import", "Import bank statements. Each movement is booked once, even if the file is imported again.",
        operands: [.statement],
        examples: [.init("satchel-hub bank import statement.xml", "Credit incoming money and settle payouts.")]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let path = try invocation.operand(.statement)
            let report = try hub.importStatements(try TextFile.bytes(of: path, maximumBytes: 8 << 20))
            invocation.answer(
                [
                    "statements": .number(Int64(report.statements)), "credited": .number(Int64(report.credited)),
                    "settled": .number(Int64(report.settled)), "suspended": .number(Int64(report.suspended)),
                    "doubtful": .number(Int64(report.doubtful)), "known": .number(Int64(report.known)),
                    "foreign": .array(report.foreign.map { .string($0.text) }),
                    "apart": .array(
                        report.apart.map {
                            [
                                "bank": .amount($0.bank), "ledger": .amount($0.ledger), "day": .string($0.day),
                            ] as JSONValue
                        }),
                ],
                "\(report.credited) credited, \(report.settled) for payouts, \(report.suspended) in suspense, "
                    + "\(report.known) already imported."
                    + (report.doubtful == 0
                        ? "" : " \(report.doubtful) may be duplicates: see `satchel-hub bank suspense`.")
                    + (report.foreign.isEmpty
                        ? ""
                        : " Skipped statements of other accounts: "
                            + report.foreign.map(\.printed).joined(separator: ", ") + ".")
                    + (try report.apart.map(sentence).joined())
            )
        }
    }

    private static func sentence(_ difference: Hub.Difference) throws -> String {
        let apart = try difference.bank.subtracting(difference.ledger)
        return " At the end of \(difference.day) the bank had \(difference.bank.formatted) and the ledger "
            + "\(difference.ledger.formatted): a difference of \(try apart.isNegative ? apart.negated.formatted : apart.formatted). See "
            + "\"Is it all there?\" in Documentation/Banking.md."
    }

    private static let bankSuspense = Command(
        "suspense", "List unassigned movements, oldest first, at most 1000 at a time.", options: [.laterThan]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let after = try invocation.value(.laterThan) { try number($0) } ?? 0
            let (lines, count) = (try hub.suspense(after: after), try hub.suspenseCount())
            if lines.count == 1_000, let last = lines.last, !invocation.wantsJSON {
                invocation.console.note(
                    "\(count) in total. Next page: satchel-hub bank suspense --after \(last.number)")
            }
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .items(
                        lines.map {
                            [
                                "number": .number($0.number), "day": .string($0.day),
                                "amount": .amount($0.amount), "name": .string($0.name), "iban": .string($0.iban),
                                "text": .string($0.text),
                                "reason": .string($0.reason), "doubt": .string($0.doubtCode),
                                "notOwed": $0.notOwed.map {
                                    ["payout": .string($0.payout), "state": .string($0.state)]
                                }
                                    ?? .null,
                                "owed": .array(
                                    $0.owed.map { ["id": .string($0.id), "total": .amount($0.total)] as JSONValue }),
                            ] as JSONValue
                        }, next: lines.count == 1_000 ? lines.last.map { "\($0.number)" } : nil))
            }
            guard !lines.isEmpty else { return invocation.console.print("No movements in suspense.") }
            var table = Table(
                .numbers("no."), .words("day"), .numbers("amount"), .words("from or to"), .words("details"))
            for line in lines {
                let other = [line.name, line.iban].compactMap { $0 }.joined(separator: " ").printable()
                let owed = try line.owed.map { owed in
                    let settle = "`satchel-hub bank settle \(line.number)"
                    return try line.amount.adding(owed.total).isPositive
                        ? "It names \(owed.id) (\(owed.total.formatted)). For each payout that it paid, run \(settle) ID`."
                        : "If it paid \(owed.id) (\(owed.total.formatted)), run \(settle) \(owed.id)`."
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
        "assign", "Credit a movement in suspense to an account.", confirms: true, operands: [.number, .payee]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let name = try invocation.operand(.payee)
            let number = try number(invocation)
            try invocation.confirm("Credit \(try movement(number, of: hub)) to \(name)?")
            let amount = try hub.assign(number, to: name)
            invocation.answer(
                ["account": .string(name), "amount": .amount(amount)],
                "Credited \(amount.formatted) to \(name).")
        }
    }

    private static let bankReturn = Command(
        "return", "Return a movement in suspense, with the next export.", confirms: true,
        options: [.returnIBAN, .bankName],
        operands: [.number]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let iban = try invocation.value(.returnIBAN) { try IBAN($0) }
            let number = try number(invocation)
            try invocation.confirm("Return \(try movement(number, of: hub)) to \(iban?.printed ?? "its sender")?")
            let amount = try hub.sendBack(number, to: iban, name: invocation.value(.bankName))
            invocation.answer(
                ["amount": .amount(amount)],
                "\(amount.formatted) will be returned by the next `satchel-hub bank export`.")
        }
    }

    private static let bankAbsorb = Command(
        "absorb", "Book a movement in suspense as the operator's own: a fee, interest, a deposit or a withdrawal.",
        confirms: true, options: [.whatItWas, .paidNothing], operands: [.number]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let number = try number(invocation)
            try invocation.confirm("Book \(try movement(number, of: hub)) as the operator's own?")
            let amount = try hub.absorb(
                number, note: invocation.value(.whatItWas), hasPaidNothing: invocation.has(.paidNothing)
            )
            invocation.answer(
                ["amount": .amount(amount)],
                "Booked \(amount.formatted) as the operator's own.")
        }
    }

    private static let bankSettle = Command(
        "settle", "Record which payouts a movement in suspense has paid or returned.", confirms: true,
        discussion: """
            Use it when a bank adds its charge to a payment, books a file as one sum, leaves out the payout's ID, or \
            returns a payment without a reason. Name one payout, or a payment file for all its payouts that are not \
            settled. Repeat the command for others. A debit settles payouts as paid; a credit returns them to their \
            accounts. The remainder of the movement stays in suspense, and `satchel-hub bank absorb` books it as the \
            operator's own. Never use `bank refused` for a payout that was paid: it gives the money back.
            """,
        operands: [.number, .paid],
        examples: [
            .init(
                "satchel-hub bank settle 7 SATCHEL0123456789abcdef01234567",
                "Settle a payment file that the bank booked as one sum.")
        ]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let (number, payout) = (try number(invocation), try invocation.operand(.paid))
            try invocation.confirm("Settle \(payout) with \(try movement(number, of: hub))?")
            let settlement = try hub.settle(number, by: payout)
            invocation.answer(
                [
                    "payouts": .number(settlement.payouts), "total": .amount(settlement.total),
                    "rest": .amount(settlement.rest),
                ],
                "\(settlement.payouts) payouts settled, \(settlement.total.formatted)."
                    + (settlement.rest.isZero ? "" : " \(settlement.rest.formatted) remain in suspense."))
        }
    }

    private static let bankStrike = Command(
        "strike", "Remove a movement in suspense that is a duplicate.", confirms: true,
        discussion: """
            If a bank gives no references, a movement in two statements looks like two movements. Check the bank \
            account: if the money moved once, remove the duplicate with this command. If it moved twice, assign, \
            return or absorb the second movement.
            """,
        operands: [.number]
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let number = try number(invocation)
            try invocation.confirm("Remove \(try movement(number, of: hub)) as a duplicate?")
            let amount = try hub.strike(number)
            invocation.answer(
                ["amount": .amount(amount)],
                "Removed the duplicate of \(amount.formatted).")
        }
    }

    /// A movement for a question; the hub refuses a number that is not in suspense.
    private static func movement(_ number: Int64, of hub: Hub) throws -> String {
        let found = try hub.suspense(after: number - 1).first { $0.number == number }
        let name = found?.name.map { " from or to \($0)" } ?? ""
        return "movement \(number)" + (found.map { " of \($0.amount.formatted)\(name)" } ?? "")
    }

    private static func number(_ invocation: Invocation) throws -> Int64 {
        try invocation.operand(.number) { try number($0) }
    }

    private static func number(_ text: String) throws -> Int64 {
        guard let number = Int64(text), number > 0 else { throw Failure(.usage, "use a number from `bank suspense`") }
        return number
    }
}
