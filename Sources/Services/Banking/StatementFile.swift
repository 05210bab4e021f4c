// SPDX-License-Identifier: MIT
import Money
import XML

/// A file of bank statements. ISO 20022 CAMT.053, versions camt.053.001.02 and camt.053.001.08
package enum StatementFile {
    static let maximumTransactions = 50_000
    private static let maximumOrderIDs = 10
    private static let versions = ["02", "08"].map { "urn:iso:std:iso:20022:tech:xsd:camt.053.001." + $0 }

    /// The statements of a file, each checked against its own sums.
    ///
    /// - Throws: ``BankingError``: `.malformed`, `.tooLarge`, `.unsupported` for other files and versions, or
    ///   `.inconsistent` for a file that contradicts itself.
    package static func read(_ bytes: [UInt8]) throws -> [BankStatement] {
        let document = try document(in: bytes)
        guard document.name == "Document", versions.contains(document.namespace) else {
            throw BankingError(
                .unsupported, "This is not a CAMT.053 file of version 02 or 08; ask the bank for one of them.")
        }
        let message = document["BkToCstmrStmt"]
        let statements = message?.all("Stmt") ?? []
        guard !statements.isEmpty else { throw BankingError(.inconsistent, "The file holds no statement.") }
        var names: [IBAN: MovementNames] = [:]
        var read: [XMLElement: BankStatement] = [:]
        return try statements.map { element in
            // A statement that the file contains twice adds nothing: its movements have the same names.
            if let copy = read[element] { return copy }
            let statement = try statement(element, in: message?["GrpHdr"], &names)
            read[element] = statement
            return statement
        }
    }

    private static let limits = XMLLimits(
        bytes: 8 << 20, depth: 40, elements: 400_000, text: 64 << 10, attributes: 32)

    private static func document(in bytes: [UInt8]) throws(BankingError) -> XMLElement {
        do throws(XMLError) {
            return try XMLElement.read(bytes, limits: limits)
        } catch {
            throw BankingError(
                error.code == .tooLarge ? .tooLarge : .malformed,
                "The file is not a bank statement: \(error.message) Ask the bank for its form in UTF-8.", cause: error)
        }
    }

    private static func statement(
        _ element: XMLElement, in header: XMLElement?, _ names: inout [IBAN: MovementNames]
    ) throws -> BankStatement {
        let id = try require(element["Id"]?.text, "a statement's id")
        guard let text = element["Acct", "Id", "IBAN"]?.text else {
            throw BankingError(.unsupported, "Statement \(id.prefix(40)) is of an account without an IBAN.")
        }
        let account = try read("the account of statement \(id)") { try IBAN(text) }
        let origin = origin(of: element, id, in: header)
        names[account, default: MovementNames()].begin(origin)
        var transactions: [BankTransaction] = []
        var sums: [Currency: Amount] = [:]
        for entry in element.all("Ntry") where status(entry) == "BOOK" {
            let amount = try signedAmount(entry, "an entry")
            let sum = sums[amount.currency] ?? .zero(amount.currency)
            sums[amount.currency] = try read("the sum of statement \(id)") { try sum.adding(amount) }
            for draft in try drafts(of: entry, amount, account) {
                transactions.append(names[account, default: MovementNames()].name(draft, in: origin))
                guard transactions.count <= maximumTransactions else {
                    throw BankingError(.tooLarge, "Statement \(id.prefix(40)) has too many transactions. Split it.")
                }
            }
        }
        let closing = try closing(of: element, id, sums)
        return BankStatement(
            id: id, source: origin.source, page: origin.page, account: account, closing: closing,
            transactions: transactions)
    }

    /// The id alone is not enough: some banks restart the numbers of statements each day, or split one statement into
    /// several pages. Pages without a page number are distinguished by their messages.
    private static func origin(
        of element: XMLElement, _ id: String, in header: XMLElement?
    ) -> MovementNames.Origin {
        let page = element["StmtPgntn", "PgNb"]?.text ?? header?["MsgPgntn", "PgNb"]?.text
        let marks = [
            element["ElctrncSeqNb"]?.text, element["LglSeqNb"]?.text, element["CreDtTm"]?.text,
            page == nil ? header?["MsgId"]?.text : nil,
        ]
        return MovementNames.Origin(
            id: id,
            source: ([id] + marks.map { String(($0 ?? "").prefix(140)) }).joined(separator: MovementNames.separator),
            page: page.map { String($0.prefix(10)) })
    }

    /// The closing balance. Where the bank states both balances, the opening balance and all booked entries must give
    /// the closing one.
    private static func closing(
        of element: XMLElement, _ id: String, _ sums: [Currency: Amount]
    ) throws -> BankStatement.Balance? {
        var balances: [String: Amount] = [:]
        var day = ""
        for balance in element.all("Bal") {
            guard let code = balance["Tp", "CdOrPrtry", "Cd"]?.text, ["OPBD", "PRCD", "CLBD"].contains(code) else {
                continue
            }
            balances[code] = try signedAmount(balance, "a balance")
            if code == "CLBD" { day = try self.day(balance["Dt"], "the day of a balance") }
        }
        guard let closing = balances["CLBD"] else { return nil }
        guard let opening = balances["OPBD"] ?? balances["PRCD"] else { return .init(amount: closing, day: day) }
        let expected = try read("the sum of statement \(id)") {
            try opening.adding(sums[opening.currency] ?? .zero(opening.currency))
        }
        guard expected == closing, sums.keys.allSatisfy({ $0 == opening.currency }) else {
            throw BankingError(
                .inconsistent,
                "Statement \(id.prefix(40)) says it closes at \(closing.formatted), but its entries lead to \(expected.formatted)."
            )
        }
        return .init(amount: closing, day: day)
    }

    /// The day of a date or date-time; empty if the file has neither.
    private static func day(_ element: XMLElement?, _ what: String) throws -> String {
        guard let element else { return "" }
        guard let text = (element["Dt"] ?? element["DtTm"])?.text, let day = BookingDay(startOf: text) else {
            throw BankingError(.inconsistent, "The file is wrong in \(what): it is not a date such as 2026-11-21.")
        }
        return day.text
    }

    /// The movements of an entry. An entry is split into its transactions only if their amounts add up to it.
    private static func drafts(
        of entry: XMLElement, _ amount: Amount, _ account: IBAN
    ) throws -> [MovementNames.Draft] {
        let details = entry.all("NtryDtls").flatMap { $0.all("TxDtls") }
        let given = entry["AcctSvcrRef"]?.text
        let reference = reference(given)
        let orders = orderIDs(of: entry)
        guard details.count > 1 else {
            let single = details.first ?? XMLElement(name: "TxDtls", namespace: entry.namespace)
            let own = single["Refs", "AcctSvcrRef"]?.text
            let name = (reference ?? self.reference(own)).map(named) ?? nationalReference(single)
            var draft = try draft(single, entry, amount, account, reference: name, former: (given ?? own).map(named))
            draft.movement.orderIDs = orders
            // The names stay, because it is the same entry.
            if try !isAll(single, of: entry, amount) { draft.movement.forgetDetails() }
            return [draft]
        }
        var parts: [MovementNames.Draft] = []
        var sum = Amount.zero(amount.currency)
        for (index, detail) in details.enumerated() {
            guard let part = try partAmount(detail, amount) else { break }
            sum = try read("an entry's sum") { try sum.adding(part) }
            let (own, traded) = (detail["Refs", "AcctSvcrRef"]?.text, detail["Refs", "TxId"]?.text)
            let name: String? =
                if let inner = self.reference(own) ?? self.reference(traded) {
                    named((reference ?? "") + "/" + inner)
                } else if let reference {
                    named("\(reference)/\(index)")
                } else {
                    nationalReference(detail)
                }
            let former = (own ?? traded).map { (given ?? "") + "/" + $0 } ?? given.map { "\($0)/\(index)" }
            var draft = try draft(detail, entry, part, account, reference: name, former: former.map(named))
            draft.movement.orderIDs = orders
            draft.movement.batch = BankTransaction.Batch(reference: reference.map(named), amount: amount)
            parts.append(draft)
        }
        guard parts.count == details.count, sum == amount else {
            let whole = XMLElement(name: "TxDtls", namespace: entry.namespace)
            var draft = try draft(
                whole, entry, amount, account, reference: reference.map(named), former: given.map(named))
            draft.movement.orderIDs = orders
            return [draft]
        }
        return parts
    }

    /// The ids of orders and of the messages that contained them, from all places in an entry, each once.
    private static func orderIDs(of entry: XMLElement) -> [String] {
        let details = entry.all("NtryDtls")
        let places = details.compactMap { $0["Btch"] } + details.flatMap { $0.all("TxDtls") }.compactMap { $0["Refs"] }
        var ids: [String] = []
        for place in places {
            for name in ["PmtInfId", "MsgId"] {
                guard ids.count < maximumOrderIDs, let text = reference(place[name]?.text) else { continue }
                let id = String(text.prefix(35))
                if !ids.contains(id) { ids.append(id) }
            }
        }
        return ids
    }

    /// Whether the only transaction in an entry is the whole entry: some banks report only one of many.
    ///
    /// A transaction larger than an incoming entry is the whole entry: a charge was deducted.
    private static func isAll(_ detail: XMLElement, of entry: XMLElement, _ amount: Amount) throws -> Bool {
        let counts = entry.all("NtryDtls").compactMap { $0["Btch", "NbOfTxs"]?.text }
        guard counts.allSatisfy({ Int($0).map { $0 <= 1 } ?? false }) else { return false }
        guard amount.isPositive, let part = try partAmount(detail, amount) else { return true }
        return part.minorUnits >= amount.minorUnits
    }

    private static func named(_ reference: String) -> String { "r:" + String(reference.prefix(120)) }

    /// The reference, unless it is a placeholder: banks without a reference write the same word on every entry.
    private static func reference(_ text: String?) -> String? {
        guard let text, !text.allSatisfy(\.isWhitespace), !["NONREF", "NOTPROVIDED"].contains(text.uppercased()) else {
            return nil
        }
        return text
    }

    /// A name from the reference that many German banks use instead.
    ///
    /// Other kinds of proprietary references need not be unique: a customer number is the same on every payment.
    private static func nationalReference(_ detail: XMLElement) -> String? {
        let own = detail["Refs"]?.all("Prtry").first { $0["Tp"]?.text.uppercased() == "FI-UMSATZ-ID" }
        return reference(own?["Ref"]?.text).map { MovementNames.national + String($0.prefix(120)) }
    }

    /// The amount of a transaction in an entry. Nil if it is not stated, or is in another currency, which may be an
    /// unknown one.
    private static func partAmount(_ detail: XMLElement, _ whole: Amount) throws -> Amount? {
        guard let element = detail["Amt"] ?? detail["AmtDtls", "TxAmt", "Amt"] else { return nil }
        let amount: Amount
        do { amount = try self.amount(element, "a transaction") } catch is BankingError { return nil }
        guard amount.currency == whole.currency else { return nil }
        let isCredit = detail["CdtDbtInd"].map { $0.text == "CRDT" } ?? whole.isPositive
        return isCredit ? amount : try amount.negated
    }

    private static func draft(
        _ detail: XMLElement, _ entry: XMLElement, _ amount: Amount, _ own: IBAN, reference: String?, former: String?
    ) throws -> MovementNames.Draft {
        let sides = [party("Dbtr", detail["RltdPties"]), party("Cdtr", detail["RltdPties"])]
        let usual = sides[amount.isPositive ? 0 : 1]
        let remittance = detail["RmtInf"]
        let references = remittance?.all("Strd").compactMap { $0["CdtrRefInf", "Ref"]?.text } ?? []
        let texts = remittance?.all("Ustrd").map(\.text) ?? []
        let endToEnd = detail["Refs", "EndToEndId"]?.text
        let reason = detail["RtrInf", "Rsn", "Cd"]?.text ?? detail["RtrInf", "Rsn", "Prtry"]?.text
        var movement = BankTransaction(
            id: "", amount: amount, isReversal: ["true", "1"].contains(entry["RvslInd"]?.text),
            day: try day(entry["BookgDt"], "the booking date of an entry"),
            endToEndID: endToEnd == "NOTPROVIDED" ? nil : endToEnd.map { String($0.prefix(35)) },
            remittance: (references + texts).prefix(50).map { String($0.prefix(140)) },
            returnReason: detail["RtrInf"] == nil ? nil : String((reason ?? "unknown").prefix(35)),
            counterpartName: usual.name, counterpartIBAN: usual.iban)
        // Computed before the counterparty is chosen, so that databases of every version contain the same name.
        let appearance = appearance(of: movement, entry)
        let isBack = movement.returnReason != nil || movement.isReversal
        let other = counterpart(amount.isPositive ? sides : sides.reversed(), own, isBack: isBack)
        (movement.counterpartName, movement.counterpartIBAN) = (other.name, other.iban)
        return MovementNames.Draft(
            movement: movement, reference: reference, former: former ?? appearance, appearance: appearance)
    }

    private typealias Party = (name: String?, iban: IBAN?)

    private static func party(_ role: String, _ parties: XMLElement?) -> Party {
        let name = parties?[role, "Nm"]?.text ?? parties?[role, "Pty", "Nm"]?.text
        var iban: IBAN?
        if let text = parties?[role + "Acct", "Id", "IBAN"]?.text {
            do { iban = try IBAN(text) } catch { iban = nil }
        }
        return (name.map { String($0.prefix(140)) }, iban)
    }

    /// The party of a movement that is not the hub.
    ///
    /// In a return, banks may leave debtor and creditor as in the original payment. Then the hub is on the side on
    /// which the counterparty of an ordinary movement is.
    ///
    /// - Parameter sides: first the side of the counterparty in a movement that is not a return.
    private static func counterpart(_ sides: [Party], _ own: IBAN, isBack: Bool) -> Party {
        let others = sides.filter { $0.iban != own }
        guard isBack else { return others.first ?? (nil, nil) }
        let before = others.reversed()
        return before.first { $0.iban != nil } ?? before.first { $0.name != nil } ?? (nil, nil)
    }

    /// Everything that a bank reports of a movement.
    private static func appearance(of transaction: BankTransaction, _ entry: XMLElement) -> String {
        let parts = [
            transaction.day, transaction.amount.formatted, transaction.endToEndID ?? "",
            transaction.counterpartIBAN?.text ?? "", transaction.counterpartName ?? "",
            transaction.remittance.joined(separator: "\n"), entry["NtryRef"]?.text ?? "",
        ]
        return "a:" + parts.joined(separator: MovementNames.separator)
    }

    // MARK: - Parts

    /// A text in version 02, a code in version 08.
    private static func status(_ entry: XMLElement) -> String? { entry["Sts", "Cd"]?.text ?? entry["Sts"]?.text }

    private static func signedAmount(_ element: XMLElement, _ what: String) throws -> Amount {
        let amount = try self.amount(try requireElement(element["Amt"], "the amount of \(what)"), what)
        switch element["CdtDbtInd"]?.text {
        case "CRDT": return amount
        case "DBIT": return try read(what) { try amount.negated }
        default: throw BankingError(.inconsistent, "The file does not say whether \(what) is credit or debit.")
        }
    }

    /// Parses an XML Schema decimal without a sign and without a trailing full stop. It may have fewer or more trailing
    /// zeros than the currency has decimals.
    private static func amount(_ element: XMLElement, _ what: String) throws -> Amount {
        try read("the amount of \(what)") {
            let currency = try Currency(code: element.attributes["Ccy"] ?? "")
            let parts = element.text.split(separator: ".", omittingEmptySubsequences: false)
            var fraction = parts.count == 2 ? parts[1] : ""
            while fraction.utf8.count > currency.minorDigits, fraction.utf8.last == UInt8(ascii: "0") {
                fraction = fraction.dropLast()
            }
            let zeros = String(repeating: "0", count: max(0, currency.minorDigits - fraction.utf8.count))
            let digits = (parts.first ?? "") + fraction + zeros
            // XML Schema allows "1.", but no bank writes it. It is more likely a truncated amount.
            guard 1...2 ~= parts.count, parts.allSatisfy({ !$0.isEmpty }), fraction.utf8.count <= currency.minorDigits,
                1...18 ~= digits.utf8.count,
                digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let units = Int64(digits)
            else {
                throw MoneyError(.malformed, "\"\(element.text.prefix(40))\" is not an amount of \(currency.code).")
            }
            return Amount(minorUnits: units, currency: currency)
        }
    }

    private static func require(_ text: String?, _ what: String) throws -> String {
        guard let text, !text.isEmpty else { throw BankingError(.inconsistent, "The file lacks \(what).") }
        return String(text.prefix(140))
    }

    private static func requireElement(_ element: XMLElement?, _ what: String) throws -> XMLElement {
        guard let element else { throw BankingError(.inconsistent, "The file lacks \(what).") }
        return element
    }

    private static func read<R>(_ what: String, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as MoneyError {
            throw BankingError(.inconsistent, "The file is wrong in \(what): \(error.message)", cause: error)
        }
    }
}
