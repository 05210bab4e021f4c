// SPDX-License-Identifier: MIT
import Banking
import Bytes
import Hub
import HubAPI
import HubLedger
import HubStorage
import Money
import TestSupport
import Testing

private let own = "DE89370400440532013000"
private let other = "GB29NWBK60161331926819"

@Suite struct BankTests {
    private let hub: TestHub
    private let eur: Currency

    init() throws {
        hub = try TestHub()
        eur = try Currency(code: "EUR")
        try hub.hub.add(eur)
        try hub.hub.setBank(eur, iban: try IBAN(own), name: "Hub Inc.", bic: nil, version: .v09)
    }

    private func euros(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: eur) }

    private func reference(of account: TestAccount) throws -> String {
        try hub.caller.call(Routes.funding, Nothing(), as: account.proof).reference
    }

    private func balance(_ account: TestAccount) throws -> Amount {
        try hub.caller.call(Routes.balance, Nothing(), as: account.proof).balances
            .first { $0.balance.currency == eur }?.balance ?? euros(0)
    }

    @discardableResult
    private func book(_ entries: StatementText.Entry..., id: String = "S1") throws -> Hub.ImportReport {
        var file = StatementText(iban: own, entries)
        file.id = id
        return try hub.hub.importStatements(file.bytes)
    }

    private func payOut(
        _ cents: Int64, from account: TestAccount, to iban: String = other, id: OperationID? = nil
    ) throws -> PayoutAnswer {
        let order = PayoutOrder(
            id: id ?? account.operation(), iban: iban, name: "A. Smith", amount: euros(cents), note: "rent")
        return try account.hub.caller.call(Routes.payout, order, as: account.proof)
    }

    private func states(_ account: TestAccount) throws -> [Payout.State] {
        try hub.caller.call(Routes.payouts, Nothing(), as: account.proof).payouts.map(\.state)
    }

    private func endToEndID(_ payout: Payout) -> String {
        payout.id.description.replacing("-", with: "").uppercased()
    }

    @Test func aTransferWithAnAccountsReferenceReachesItOnceHoweverOftenItIsImported() throws {
        let alice = try hub.account("alice")
        let reference = try reference(of: alice)
        #expect(try CreditorReference(reference).text.count == 14)
        let tea = StatementText.Entry("R1", "12.50").with { $0.creditorReference = reference }
        // As people write it: small, with spaces, among other words.
        let printed = try CreditorReference(reference).printed
        let cake = StatementText.Entry("R2", "1.00").with {
            $0.text = "cake \(printed.lowercased()) thanks"
        }
        #expect(try book(tea, cake).counts == [1, 2, 0, 0, 0])
        #expect(try book(tea, cake, id: "S2").counts == [1, 0, 0, 0, 2])
        #expect(try balance(alice) == euros(1_350))
        let page = try hub.caller.call(Routes.transactions, Nothing(), query: [("currency", "EUR")], as: alice.proof)
        #expect(page.items.map(\.kind) == [.deposit, .deposit])
        try hub.requireSoundLedger()
    }

    @Test func whatNamesNobodyOrTwoWaitsForTheOperator() throws {
        let (alice, bob) = (try hub.account("alice"), try hub.account("bob"))
        let both = try "\(reference(of: alice)) \(reference(of: bob))"
        var slip = Array(try reference(of: alice))
        slip[9] = slip[9] == "0" ? "1" : "0"
        let report = try book(
            .init("R1", "1.00"), .init("R2", "2.00").with { $0.text = both },
            .init("R3", "3.00").with { $0.creditorReference = String(slip) },
            .init("R4", "0.40").with { $0.isCredit = false }, .init("R5", "0.00"))
        #expect(report.counts == [1, 0, 0, 4, 0])
        let waiting = try hub.hub.suspense()
        #expect(waiting.map(\.amount) == [euros(100), euros(200), euros(300), euros(-40)])
        #expect(try hub.hub.assign(waiting[0].number, to: "alice") == euros(100))
        #expect(throws: HubError.self) { try hub.hub.assign(waiting[0].number, to: "alice") }
        #expect(throws: HubError.self) { try hub.hub.assign(waiting[3].number, to: "alice") }
        #expect(throws: HubError.self) { try hub.hub.sendBack(waiting[1].number, to: nil, name: nil) }
        #expect(try hub.hub.sendBack(waiting[1].number, to: try IBAN(other), name: nil) == euros(200))
        #expect(try hub.hub.absorb(waiting[2].number, note: "a gift") == euros(300))
        #expect(try hub.hub.absorb(waiting[3].number, note: "fee") == euros(-40))
        #expect(try hub.hub.suspense().isEmpty)
        #expect(try balance(alice) == euros(100))
        #expect(try hub.hub.payouts(limit: 10).map(\.amount) == [euros(200)])
        try hub.requireSoundLedger()
        #expect(
            try hub.hub.auditLog(AuditLogQuery()).items.map(\.event).filter { !$0.hasPrefix("account.") }.reversed()
                == [
                    "currency.added", "bank.named", "bank.statements-imported", "bank.suspense-assigned",
                    "bank.suspense-returned", "bank.suspense-absorbed", "bank.suspense-absorbed",
                ])
    }

    @Test func aPayoutLeavesAtOnceIsOrderedOnceAndSettledByTheStatement() throws {
        let folder = try ScratchFolder()
        let alice = try hub.account("alice")
        _ = try hub.hub.topUp(.account("alice"), euros(5_000))
        let id = alice.operation()
        let payout = try payOut(2_000, from: alice, id: id).payout
        #expect(try payOut(2_000, from: alice, id: id).payout == payout)
        #expect(try balance(alice) == euros(3_000) && states(alice) == [.pending])
        let files = try hub.hub.exportPayouts(to: folder.path)
        #expect(files.map(\.total) == [euros(2_000)] && files.map(\.payments) == [1])
        #expect(try hub.hub.exportPayouts(to: folder.path).isEmpty)
        #expect(try states(alice) == [.exported])
        let bytes = try File.read(files[0].path)
        #expect(String(decoding: bytes, as: UTF8.self).contains(endToEndID(payout)))
        // The same file again is the same bytes under the same id.
        let again = try ScratchFolder()
        #expect(try File.read(try hub.hub.exportAgain(files[0].message, to: again.path)[0].path) == bytes)
        let debit = StatementText.Entry("D1", "20.00").with {
            $0.isCredit = false
            $0.endToEndID = endToEndID(payout)
        }
        #expect(try book(debit).counts == [1, 0, 1, 0, 0])
        #expect(try states(alice) == [.completed])
        try hub.requireSoundLedger()
    }

    /// A cash desk: `id amount reference` comes in, and a line for each payment goes out.
    private struct CashDesk: FundingProvider {
        func statements(in notice: [UInt8]) throws -> [BankStatement] {
            let words = String(decoding: notice, as: UTF8.self).split(separator: " ").map { String($0) }
            let amount = Amount(minorUnits: Int64(words[1]) ?? 0, currency: try Currency(code: "EUR"))
            let movement = BankTransaction(id: words[0], amount: amount, day: "2026-11-21", remittance: [words[2]])
            return [BankStatement(id: "till", account: try IBAN(own), transactions: [movement])]
        }

        func encode(_ order: PaymentOrder, _ version: PaymentOrder.Version) throws -> [UInt8] {
            Array(order.payments.map { "\($0.name) \($0.amount.decimalText)\n" }.joined().utf8)
        }
    }

    @Test func anotherProviderBringsMoneyAndTakesItUnderTheSameRules() throws {
        let hub = try TestHub { $0.funding = CashDesk() }
        try hub.hub.add(eur)
        try hub.hub.setBank(eur, iban: try IBAN(own), name: "Hub Inc.", bic: nil, version: .v09)
        let alice = try hub.account("alice")
        let reference = try hub.caller.call(Routes.funding, Nothing(), as: alice.proof).reference
        let notice = Array("N1 1250 \(reference)".utf8)
        #expect(try hub.hub.importStatements(notice).counts == [1, 1, 0, 0, 0])
        #expect(try hub.hub.importStatements(notice).counts == [1, 0, 0, 0, 1])
        let order = PayoutOrder(
            id: alice.operation(), iban: other, name: "A. Smith", amount: euros(1_000), note: nil)
        _ = try hub.caller.call(Routes.payout, order, as: alice.proof)
        let folder = try ScratchFolder()
        let file = try #require(try hub.hub.exportPayouts(to: folder.path).first)
        #expect(try File.read(file.path) == Array("A. Smith 10.00\n".utf8))
        try hub.requireSoundLedger()
    }

    /// A payout of 20.00 of 50.00 that the bank has the file of, and the entry that says that it was paid.
    private func exportedPayout() throws -> (account: TestAccount, payout: Payout, debit: StatementText.Entry) {
        let alice = try hub.account("alice")
        _ = try hub.hub.topUp(.account("alice"), euros(5_000))
        let payout = try payOut(2_000, from: alice).payout
        let folder = try ScratchFolder()
        _ = try hub.hub.exportPayouts(to: folder.path)
        let debit = StatementText.Entry("D1", "20.00").with {
            $0.isCredit = false
            $0.endToEndID = endToEndID(payout)
        }
        return (alice, payout, debit)
    }

    @Test(arguments: [true, false]) func aPayoutThatComesBackIsOnTheAccountAgain(isDebitFirst: Bool) throws {
        let (alice, payout, debit) = try exportedPayout()
        // The bank has kept a fee.
        let back = StatementText.Entry("C1", "19.50").with {
            $0.endToEndID = endToEndID(payout)
            $0.returnReason = "AC04"
        }
        for entry in isDebitFirst ? [debit, back] : [back, debit] { #expect(try book(entry).settled == 1) }
        #expect(try states(alice) == [.returned] && balance(alice) == euros(4_950))
        // A second return of the same payout is nobody's.
        #expect(try book(back.with { $0.reference = "C2" }).suspended == 1)
        try hub.requireSoundLedger()
    }

    @Test func aCorrectionOfTheBanksOwnIsNobodysThoughItNamesAPayout() throws {
        let (alice, payout, debit) = try exportedPayout()
        let second = debit.with { $0.reference = "D2" }
        #expect(try book(debit, second).counts == [1, 0, 1, 1, 0])
        let correction = second.with { ($0.reference, $0.isCredit, $0.isReversal) = ("D3", true, true) }
        let fee = correction.with { ($0.reference, $0.amount) = ("D4", "0.50") }
        let report = try book(correction, fee, .init("D5", "1.00").with { $0.isReversal = true })
        #expect(report.counts == [1, 0, 0, 3, 0] && report.doubtful == 0)
        #expect(try states(alice) == [.completed] && balance(alice) == euros(3_000))
        let waiting = try hub.hub.suspense()
        try #require(waiting.map(\.amount) == [euros(-2_000), euros(2_000), euros(50), euros(100)])
        for movement in waiting[1...2] {
            #expect(movement.doubt?.contains("payout \(payout.id) of alice") == true)
            // It was not told before, so it has moved.
            #expect(throws: HubError.self) { try hub.hub.strike(movement.number) }
        }
        #expect(waiting[0].doubt == nil && waiting[3].doubt == nil)
        #expect(try hub.hub.absorb(waiting[2].number, note: "fee") == euros(50))
        // With a reason, it is a return.
        let back = correction.with { ($0.reference, $0.returnReason) = ("D6", "AC04") }
        #expect(try book(back).settled == 1)
        #expect(try states(alice) == [.returned] && balance(alice) == euros(5_000))
        try hub.requireSoundLedger()
    }

    @Test func theHubNeverOrdersAPaymentToItself() throws {
        let pounds = try Currency(code: "GBP")
        try hub.hub.add(pounds)
        try hub.hub.setBank(pounds, iban: try IBAN(other), name: "Hub Inc.", bic: nil, version: .v09)
        // A bank that leaves the parties as they were when the money went.
        let theirs = "FR1420041010050500013M02606"
        let back = StatementText.Entry("C1", "5.00").with {
            ($0.name, $0.iban, $0.us) = ("A. Smith", theirs, ("Hub Inc.", own))
            ($0.returnReason, $0.keepsParties) = ("AC04", true)
        }
        try book(back, .init("C2", "6.00").with { $0.iban = own }, .init("C3", "7.00").with { $0.iban = other })
        let waiting = try hub.hub.suspense()
        #expect(waiting.map(\.iban) == [theirs, nil, other])
        for number in waiting.dropFirst().map(\.number) {
            for iban in [nil, own, other] {
                #expect(throws: HubError.self) {
                    try hub.hub.sendBack(number, to: try iban.map { try IBAN($0) }, name: "Hub Inc.")
                }
            }
        }
        #expect(try hub.hub.sendBack(waiting[0].number, to: nil, name: nil) == euros(500))
        #expect(try hub.hub.payouts(limit: 10).map(\.iban) == [theirs])
        try hub.requireSoundLedger()
    }

    @Test func onlyTheBankSaysThatAPayoutCameBack() throws {
        let folder = try ScratchFolder()
        let alice = try hub.account("alice")
        _ = try hub.hub.topUp(.account("alice"), euros(5_000))
        let payout = try payOut(2_000, from: alice).payout
        // Its id is no secret from whom it was paid to; nor does a debit count that nobody ordered.
        let forged = StatementText.Entry("C1", "20.00").with { $0.endToEndID = endToEndID(payout) }
        let early = StatementText.Entry("D0", "20.00").with {
            $0.isCredit = false
            $0.endToEndID = endToEndID(payout)
        }
        #expect(try book(forged, early).suspended == 2)
        _ = try hub.hub.exportPayouts(to: folder.path)
        #expect(try book(early.with { ($0.reference, $0.amount) = ("D1", "20.01") }).suspended == 1)
        #expect(try states(alice) == [.exported])
        try hub.requireSoundLedger()
    }

    @Test func aPendingPayoutIsTakenBackAndAnExportedOneIsNot() throws {
        let folder = try ScratchFolder()
        let (alice, bob) = (try hub.account("alice"), try hub.account("bob"))
        _ = try hub.hub.topUp(.account("alice"), euros(5_000))
        let first = try payOut(2_000, from: alice).payout
        let cancel = { (payout: Payout, account: TestAccount) in
            try hub.caller.call(
                Routes.cancelPayout, PayoutCancellation(id: account.operation(), payout: payout.id), as: account.proof)
        }
        #expect(refusal { _ = try cancel(first, bob) } == .notFound)
        #expect(try cancel(first, alice).balance.balance == euros(5_000))
        #expect(refusal { _ = try cancel(first, alice) } == .tooLate)
        let second = try payOut(2_000, from: alice).payout
        _ = try hub.hub.exportPayouts(to: folder.path)
        #expect(refusal { _ = try cancel(second, alice) } == .tooLate)
        #expect(try states(alice) == [.exported, .cancelled])
        try hub.requireSoundLedger()
    }

    @Test func anInterruptedExportIsFinishedWithTheSameFile() throws {
        let alice = try hub.account("alice")
        _ = try hub.hub.topUp(.account("alice"), euros(5_000))
        _ = try payOut(2_000, from: alice)
        #expect(throws: (any Error).self) { try hub.hub.exportPayouts(to: "/nowhere/at/all") }
        #expect(try states(alice) == [.exported])
        _ = try payOut(1_000, from: alice)
        let folder = try ScratchFolder()
        let files = try hub.hub.exportPayouts(to: folder.path)
        #expect(files.map(\.total) == [euros(2_000), euros(1_000)])
        #expect(Set(files.map(\.message)).count == 2)
        try hub.requireSoundLedger()
    }

    @Test func whatCannotBePaidOutIsRefusedWithItsOwnCode() throws {
        let alice = try hub.account("alice", cents: 1_000)
        #expect(refusal { _ = try payOut(1, from: alice) } == .insufficientBalance)
        #expect(refusal { _ = try payOut(0, from: alice) } == .amountNotPositive)
        #expect(refusal { _ = try payOut(1, from: alice, to: "DE88370400440532013000") } == .badIBAN)
        #expect(refusal { _ = try payOut(1, from: alice, to: own) } == .badRequest)
        let dollarsOut = PayoutOrder(
            id: alice.operation(), iban: other, name: "A", amount: dollars(1), note: nil)
        #expect(refusal { _ = try hub.caller.call(Routes.payout, dollarsOut, as: alice.proof) } == .noBank)
        let nameless = PayoutOrder(id: alice.operation(), iban: other, name: "", amount: euros(1), note: nil)
        #expect(refusal { _ = try hub.caller.call(Routes.payout, nameless, as: alice.proof) } == .badRequest)
    }

    @Test func aPayoutIsBoundLikeATransferAndAConversionIsNot() throws {
        let hub = try TestHub {
            $0.roleLimits[.member] = AccountLimits(offlineTotal: 300, livingKeys: 2, perTransfer: 10_000)
        }
        try hub.hub.add(eur)
        try hub.hub.setBank(eur, iban: try IBAN(own), name: "Hub Inc.", bic: nil, version: .v09)
        try hub.hub.set(try ExchangeRate(pair: "EUR/USD", rate: "1.0850", spread: "0"))
        let alice = try hub.account("alice", cents: 50_000)
        _ = try hub.hub.topUp(.account("alice"), euros(50_000))
        #expect(refusal { _ = try payOut(10_001, from: alice) } == .overLimit)
        _ = try payOut(10_000, from: alice)
        let payouts = try hub.caller.call(Routes.payouts, Nothing(), as: alice.proof).payouts
        #expect(payouts.map(\.amount) == [euros(10_000)])
        let quote = try hub.caller.call(
            Routes.quote, QuoteOrder(from: "EUR", to: "USD", amount: euros(10_001)), as: alice.proof)
        let order = ConvertOrder(id: alice.operation(), quote: quote.quote)
        #expect(try hub.caller.call(Routes.convert, order, as: alice.proof).balances.count == 2)
        try hub.requireSoundLedger()
    }

    @Test func aStatementOfAnotherAccountIsLeftOutOfAFileAndNamed() throws {
        let alice = try hub.account("alice")
        let reference = try reference(of: alice)
        let statement = { (iban: String, name: String) in
            StatementText(iban: iban, [.init(name, "1.00").with { $0.creditorReference = reference }]).text
        }
        let file = { (texts: [String]) in
            let inner = texts.map { $0.split(separator: "</GrpHdr>")[1].split(separator: "</BkToCstmrStmt>")[0] }
            let outer = texts[0].split(separator: "<Stmt>")[0] + inner.joined() + "</BkToCstmrStmt></Document>"
            return Array(outer.utf8)
        }
        let mixed = file([statement(other, "R1"), statement(own, "R2"), statement(other, "R3")])
        let report = try hub.hub.importStatements(mixed)
        #expect(report.counts == [1, 1, 0, 0, 0] && report.foreign.map(\.text) == [other])
        #expect(try balance(alice) == euros(100))
        let foreign = file([statement(other, "R1"), statement(other, "R3")])
        #expect(throws: HubError.self) { try hub.hub.importStatements(foreign) }
        try hub.requireSoundLedger()
    }

    @Test func aStatementOfAnotherAccountOrCurrencyIsNotBooked() throws {
        let alice = try hub.account("alice")
        let reference = try reference(of: alice)
        let entry = StatementText.Entry("R1", "1.00").with { $0.creditorReference = reference }
        #expect(throws: HubError.self) {
            try hub.hub.importStatements(StatementText(iban: other, [entry]).bytes)
        }
        var dollars = StatementText(iban: own, [entry])
        dollars.currency = "USD"
        #expect(throws: HubError.self) { try hub.hub.importStatements(dollars.bytes) }
        #expect(throws: BankingError.self) { try hub.hub.importStatements(Array("<a/>".utf8)) }
        #expect(try balance(alice) == euros(0))
        try hub.requireSoundLedger()
    }
}

extension Hub.ImportReport {
    /// Statements, credited, settled, suspended, known.
    fileprivate var counts: [Int] { [statements, credited, settled, suspended, known] }
}
