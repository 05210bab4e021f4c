// SPDX-License-Identifier: MIT
import Banking
import Bytes
import Glibc
import Hub
import HubAPI
import HubLedger
import HubStorage
import Money
import SQLite
import Synchronization
import TestSupport
import Testing

private let own = "DE89370400440532013000"
private let other = "GB29NWBK60161331926819"

/// Payouts that must not reach a bank, and those that a bank does not pay.
@Suite struct PayoutTests {
    private var hub: TestHub
    private let eur: Currency
    private let folder: ScratchFolder

    init() throws {
        hub = try TestHub { $0.keyDays = 400 }
        eur = try Currency(code: "EUR")
        folder = try ScratchFolder()
        try open(hub)
    }

    private func open(_ hub: TestHub) throws {
        try hub.hub.add(eur)
        try hub.hub.setBank(eur, iban: try IBAN(own), name: "Hub Inc.", bic: nil, version: .v09)
    }

    private func euros(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: eur) }

    private func rich(_ name: String, in hub: TestHub, dollars cents: Int64 = 0) throws -> TestAccount {
        let account = try hub.account(name, cents: cents)
        _ = try hub.hub.topUp(.account(name), euros(5_000))
        return account
    }

    private func payOut(_ cents: Int64, from account: TestAccount) throws -> Payout {
        let order = PayoutOrder(
            id: account.operation(), iban: other, name: "A. Smith", amount: euros(cents), note: "rent")
        return try account.hub.caller.call(Routes.payout, order, as: account.proof).payout
    }

    private func states(_ account: TestAccount) throws -> [Payout.State] {
        try account.hub.caller.call(Routes.payouts, Nothing(), as: account.proof).payouts.map(\.state)
    }

    private func balance(_ account: TestAccount) throws -> Amount {
        try account.hub.caller.call(Routes.balance, Nothing(), as: account.proof).balances
            .first { $0.balance.currency == eur }?.balance ?? euros(0)
    }

    /// The newest line of an account's history in euros.
    private func newest(_ account: TestAccount) throws -> AccountTransaction? {
        try account.hub.caller.call(Routes.transactions, Nothing(), query: [("currency", "EUR")], as: account.proof)
            .items.first
    }

    private func export() throws -> [Hub.BankExport] { try hub.hub.exportPayouts(to: folder.path) }

    /// M7: the note stands on one line of the bank's file, in the history and in exports.
    @Test(arguments: ["", "rent\u{200B}", "rent\u{1B}[31m", "one\ntwo", String(repeating: "a", count: 141)])
    func aNoteThatABankCannotShowIsRefused(note: String) throws {
        let alice = try rich("alice", in: hub)
        let order = PayoutOrder(
            id: alice.operation(), iban: other, name: "A. Smith", amount: euros(100), note: note)
        #expect(refusal { _ = try hub.caller.call(Routes.payout, order, as: alice.proof) } == .badRequest)
        #expect(try states(alice) == [] && balance(alice) == euros(5_000))
    }

    /// R5: a bank may refuse a whole file for one account that it cannot reach.
    @Test(arguments: ["US64SVBKUS6S3300958879", "SA0380000000608010167519"])
    func aBankThatSEPADoesNotReachIsRefusedBeforeAnyMoneyMoves(iban: String) throws {
        let alice = try rich("alice", in: hub)
        let order = PayoutOrder(
            id: alice.operation(), iban: iban, name: "A. Smith", amount: euros(100), note: nil)
        #expect(refusal { _ = try hub.caller.call(Routes.payout, order, as: alice.proof) } == .badIBAN)
        #expect(try states(alice) == [] && balance(alice) == euros(5_000))
        var file = StatementText(iban: own, [.init("R1", "7.00")])
        file.id = "S1"
        _ = try hub.hub.importStatements(file.bytes)
        let number = try #require(try hub.hub.suspense().first).number
        #expect(throws: (any Error).self) { try hub.hub.sendBack(number, to: try IBAN(iban), name: "A. Smith") }
    }

    /// A hub of before took such an order; it goes back to its owner when the next file is made.
    @Test(arguments: ["US64SVBKUS6S3300958879", "SA0380000000608010167519"])
    func anOlderOrderThatNoBankCanTakeIsGivenBackAndHoldsUpNoFile(iban: String) throws {
        let disk = try HubOnDisk()
        var before = try disk.open()
        try open(before)
        var alice = try rich("alice", in: before)
        for cents in [2_000, 300] as [Int64] { _ = try payOut(cents, from: alice) }
        before.hub.close()
        try Database(path: disk.directory.database).run("UPDATE payout SET iban = ? WHERE amount = 2000", [.text(iban)])
        before = try disk.open()
        alice = TestAccount(hub: before, session: alice.session)
        let files = try before.hub.exportPayouts(to: folder.path)
        #expect(files.map(\.payments) == [1] && files.first?.total == euros(300))
        #expect(try states(alice) == [.exported, .cancelled] && balance(alice) == euros(4_700))
        #expect(try newest(alice)?.kind == .payoutReturned)
        try before.requireSoundLedger()
        before.hub.close()
    }

    @Test func aLockedAccountIsPaidOutWhenItIsUnlocked() throws {
        let (alice, bob) = (try rich("alice", in: hub), try rich("bob", in: hub))
        let payout = try payOut(5_000, from: alice)
        try hub.hub.lock("alice", reason: "a stolen phone")
        #expect(try export().isEmpty)
        _ = try payOut(100, from: bob)
        #expect(try export().map(\.total) == [euros(100)])
        let withheld = try hub.hub.withheldPayouts()
        #expect(withheld.map(\.id) == [payout.id] && withheld.map(\.username) == ["alice"])
        #expect(withheld.map(\.amount) == [euros(5_000)] && withheld.map(\.isLocked) == [true])
        #expect(try hub.hub.payouts(limit: 10).map(\.state) == [.exported, .pending])
        try hub.hub.unlock("alice")
        #expect(try export().map(\.total) == [euros(5_000)])
        #expect(try states(alice) == [.exported] && hub.hub.withheldPayouts().isEmpty)
        try hub.requireSoundLedger()
    }

    @Test func anAccountWithAnOpenFraudCaseIsPaidOutWhenItIsClosed() throws {
        let alice = try rich("alice", in: hub, dollars: 1_400)
        let (bob, carol) = (try hub.account("bob"), try hub.account("carol"))
        let payout = try payOut(2_000, from: alice)
        let root = try alice.buy(400)
        _ = try bob.redeem(try bob.receive(try units(0, 400), from: root))
        _ = try carol.redeem(try carol.receive(try units(0, 400), from: root))
        #expect(try export().isEmpty)
        let withheld = try hub.hub.withheldPayouts()
        #expect(withheld.map(\.id) == [payout.id] && withheld.map(\.isLocked) == [false])
        _ = try hub.hub.sweep(hub.clock.now, settlingAllCases: true)
        #expect(try export().map(\.total) == [euros(2_000)])
        try hub.requireSoundLedger()
    }

    @Test func theOperatorGivesAPendingPayoutBackAndItsOwnerReadsWhy() throws {
        let alice = try rich("alice", in: hub)
        let payout = try payOut(5_000, from: alice)
        try hub.hub.lock("alice", reason: "a stolen phone")
        #expect(throws: HubError.self) { try hub.hub.cancelPayout(payout.id, reason: "") }
        #expect(throws: HubError.self) { try hub.hub.cancelPayout(alice.operation(), reason: "unknown") }
        #expect(try hub.hub.cancelPayout(payout.id, reason: "not yours") == euros(5_000))
        #expect(throws: HubError.self) { try hub.hub.cancelPayout(payout.id, reason: "again") }
        try hub.hub.unlock("alice")
        #expect(try states(alice) == [.cancelled] && balance(alice) == euros(5_000) && export().isEmpty)
        #expect(try newest(alice)?.kind == .payoutReturned && newest(alice)?.note == "not yours")
        var query = AuditLogQuery()
        query.account = "alice"
        #expect(try hub.hub.auditLog(query).items.contains { $0.event == "bank.payout-cancelled" })
        try hub.requireSoundLedger()
    }

    @Test func whatWasToBeSentBackWaitsForTheOperatorAgainWhenItIsCancelled() throws {
        let file = StatementText(iban: own, [.init("R1", "7.00").with { $0.iban = other }])
        _ = try hub.hub.importStatements(file.bytes)
        let number = try #require(try hub.hub.suspense().first).number
        _ = try hub.hub.sendBack(number, to: nil, name: nil)
        let payout = try #require(try hub.hub.payouts(limit: 1).first)
        #expect(try hub.hub.suspense().isEmpty)
        #expect(try hub.hub.cancelPayout(payout.id, reason: "it is alice's") == euros(700))
        #expect(try hub.hub.suspense().map(\.number) == [number])
        try hub.requireSoundLedger()
        let alice = try hub.account("alice")
        #expect(try hub.hub.assign(number, to: "alice") == euros(700) && balance(alice) == euros(700))
        try hub.requireSoundLedger()
    }

    @discardableResult
    private func book(_ entry: StatementText.Entry, id: String = "S1") throws -> Hub.ImportReport {
        var file = StatementText(iban: own, [entry])
        file.id = id
        return try hub.hub.importStatements(file.bytes)
    }

    private func endToEndID(_ payout: Payout) -> String {
        payout.id.description.replacing("-", with: "").uppercased()
    }

    private func debit(_ payout: Payout, _ amount: String) -> StatementText.Entry {
        StatementText.Entry("D-\(payout.id)", amount).with {
            $0.isCredit = false
            $0.endToEndID = endToEndID(payout)
        }
    }

    @Test func whatTheBankRefusesIsOnTheAccountAgainAndALateDebitIsNobodys() throws {
        let alice = try rich("alice", in: hub)
        let payout = try payOut(2_000, from: alice)
        #expect(throws: HubError.self) { try hub.hub.refuse(payout.id.description, reason: nil) }
        _ = try export()
        #expect(try hub.hub.refuse(endToEndID(payout), reason: "AC04").total == euros(2_000))
        #expect(try states(alice) == [.refused] && balance(alice) == euros(5_000))
        #expect(try newest(alice)?.kind == .payoutReturned && newest(alice)?.note == "AC04")
        #expect(try hub.hub.refuse(payout.id.description, reason: "AC04").payouts == 0)
        #expect(try balance(alice) == euros(5_000))
        try hub.requireSoundLedger()
        #expect(try book(debit(payout, "20.00")).suspended == 1)
        let back = StatementText.Entry("C1", "20.00").with {
            $0.endToEndID = endToEndID(payout)
            $0.returnReason = "AC04"
        }
        #expect(try book(back, id: "S2").suspended == 1)
        #expect(try states(alice) == [.refused] && balance(alice) == euros(5_000))
        try hub.requireSoundLedger()
    }

    @Test func aRefusedFileGivesBackWhatNoStatementHasSettledAndIsNotWrittenAgain() throws {
        let (alice, bob) = (try rich("alice", in: hub), try rich("bob", in: hub))
        let paid = try payOut(1_000, from: alice)
        _ = try payOut(2_000, from: alice)
        _ = try payOut(300, from: bob)
        let file = try #require(try export().first)
        _ = try book(debit(paid, "10.00"))
        #expect(throws: HubError.self) { try hub.hub.refuse(paid.id.description, reason: nil) }
        #expect(throws: HubError.self) { try hub.hub.refuse("SATCHEL00", reason: nil) }
        let refusal = try hub.hub.refuse(file.message, reason: nil)
        #expect(refusal.payouts == 2 && refusal.total == euros(2_300))
        #expect(try hub.hub.refuse(file.message, reason: nil).payouts == 0)
        #expect(try states(alice) == [.refused, .completed] && states(bob) == [.refused])
        #expect(try balance(alice) == euros(4_000) && balance(bob) == euros(5_000))
        #expect(throws: HubError.self) { try hub.hub.exportAgain(file.message, to: folder.path) }
        try hub.requireSoundLedger()
    }

    @Test(arguments: [true, false]) func aFileThatTheBankHasExecutedIsNotWrittenAgain(isPaid: Bool) throws {
        let alice = try rich("alice", in: hub)
        let payout = try payOut(1_000, from: alice)
        _ = try payOut(2_000, from: alice)
        let file = try #require(try export().first)
        #expect(try hub.hub.exportAgain(file.message, to: folder.path).map(\.message) == [file.message])
        let back = StatementText.Entry("C1", "10.00").with {
            $0.endToEndID = endToEndID(payout)
            $0.returnReason = "AC04"
        }
        #expect(try book(isPaid ? debit(payout, "10.00") : back).settled == 1)
        #expect(throws: HubError.self) { try hub.hub.exportAgain(file.message, to: folder.path) }
        #expect(try book(isPaid ? back : debit(payout, "10.00"), id: "S2").settled == 1)
        #expect(throws: HubError.self) { try hub.hub.exportAgain(file.message, to: folder.path) }
        try hub.requireSoundLedger()
    }

    /// Two payouts of alice's, 20.00 and 3.00, and the file that the bank has of them.
    private func ordered() throws -> (alice: TestAccount, payouts: [Payout], file: Hub.BankExport) {
        let alice = try rich("alice", in: hub)
        let payouts = [try payOut(2_000, from: alice), try payOut(300, from: alice)]
        return (alice, payouts, try #require(try export().first))
    }

    /// The same suite with the database of another engine.
    private func on(_ engine: Engine) throws -> Self {
        var other = self
        other.hub = try TestHub(in: try engine.place(in: folder))
        try other.open(other.hub)
        return other
    }

    @Test(arguments: Engine.all)
    func aDebitWithTheBanksChargeOnTopSettlesItsPayoutAndLeavesTheCharge(engine: Engine) throws {
        try on(engine).settleAChargedDebit()
    }

    private func settleAChargedDebit() throws {
        let (alice, payouts, file) = try ordered()
        #expect(try book(debit(payouts[0], "20.50")).suspended == 1)
        let waiting = try #require(try hub.hub.suspense().first)
        #expect(waiting.owed.map(\.id) == [payouts[0].id.description] && waiting.owed.map(\.total) == [euros(2_000)])
        // It may have paid, so it is no fee, and nothing that the bank has refused or must get again.
        #expect(throws: HubError.self) { try hub.hub.assign(waiting.number, to: "alice") }
        #expect(throws: HubError.self) { try hub.hub.absorb(waiting.number, note: nil) }
        #expect(throws: HubError.self) { try hub.hub.exportAgain(file.message, to: folder.path) }
        for name in [payouts[0].id.description, file.message] {
            #expect(throws: HubError.self) { try hub.hub.refuse(name, reason: nil) }
        }
        #expect(try states(alice) == [.exported, .exported])
        let settlement = try hub.hub.settle(waiting.number, by: endToEndID(payouts[0]))
        #expect(settlement.payouts == 1 && settlement.total == euros(2_000) && settlement.rest == euros(-50))
        #expect(try states(alice) == [.exported, .completed])
        try hub.requireSoundLedger()
        // What is paid is not paid again, given back, ordered again or undone.
        #expect(throws: HubError.self) { try hub.hub.settle(waiting.number, by: payouts[0].id.description) }
        #expect(throws: HubError.self) { try hub.hub.refuse(payouts[0].id.description, reason: nil) }
        #expect(throws: HubError.self) { try hub.hub.exportAgain(file.message, to: folder.path) }
        #expect(throws: HubError.self) { try hub.hub.settle(waiting.number, by: payouts[1].id.description) }
        let rest = try #require(try hub.hub.suspense().first)
        #expect(rest.number == waiting.number && rest.amount == euros(-50) && rest.owed.isEmpty)
        #expect(try book(debit(payouts[0], "20.50")).known == 1)
        #expect(try hub.hub.absorb(waiting.number, note: "the bank's charge") == euros(-50))
        #expect(try hub.hub.suspense().isEmpty && balance(alice) == euros(2_700))
        try hub.requireSoundLedger()
        #expect(try hub.hub.auditLog(AuditLogQuery()).items.contains { $0.event == "bank.suspense-settled" })
    }

    @Test(arguments: Engine.all, [true, false])
    func aFileThatTheBankBooksAsOneSumIsSettledByItsName(engine: Engine, isBare: Bool) throws {
        try on(engine).settleOneSum(isBare: isBare)
    }

    private func settleOneSum(isBare: Bool) throws {
        let (alice, payouts, file) = try ordered()
        let whole = StatementText.Entry("D1", "23.00").with {
            ($0.isCredit, $0.order, $0.count, $0.isBare) = (false, file.message, 2, isBare)
        }
        // Another sum may be anything, so it is nobody's word but the operator's.
        let more = whole.with { ($0.reference, $0.amount) = ("D0", "23.40") }
        #expect(try book(more).suspended == 1)
        let owed = try hub.hub.suspense().flatMap(\.owed)
        #expect(owed.map(\.id) == [file.message] && owed.map(\.total) == [euros(2_300)])
        #expect(throws: HubError.self) { try hub.hub.refuse(payouts[1].id.description, reason: nil) }
        #expect(try book(whole).settled == 1 && states(alice) == [.completed, .completed])
        #expect(try hub.hub.suspense().map(\.owed.count) == [0])
        #expect(try book(whole.with { $0.reference = "D2" }).suspended == 1)
        // One that is told in the end is nobody's, for it is paid.
        #expect(try book(debit(payouts[0], "20.00")).suspended == 1)
        #expect(try balance(alice) == euros(2_700))
        try hub.requireSoundLedger()
    }

    @Test func anUnnamedDebitIsWhatTheOperatorSaysOneByOne() throws {
        let (alice, payouts, file) = try ordered()
        let unnamed = StatementText.Entry("D1", "23.00").with { $0.isCredit = false }
        let coming = StatementText.Entry("C1", "23.00")
        #expect(try book(unnamed).suspended == 1 && book(coming).suspended == 1)
        let numbers = try hub.hub.suspense().map(\.number)
        #expect(throws: HubError.self) { try hub.hub.settle(numbers[1], by: file.message) }
        #expect(throws: HubError.self) { try hub.hub.settle(numbers[0], by: "SATCHEL00") }
        let pending = try payOut(100, from: alice)
        #expect(throws: HubError.self) { try hub.hub.settle(numbers[0], by: pending.id.description) }
        #expect(try hub.hub.settle(numbers[0], by: payouts[1].id.description).rest == euros(-2_000))
        try hub.requireSoundLedger()
        // The rest of its file.
        let settlement = try hub.hub.settle(numbers[0], by: file.message)
        #expect(settlement.payouts == 1 && settlement.total == euros(2_000) && settlement.rest == euros(0))
        #expect(throws: HubError.self) { try hub.hub.absorb(numbers[0], note: nil) }
        #expect(throws: HubError.self) { try hub.hub.settle(numbers[0], by: file.message) }
        #expect(try hub.hub.suspense().map(\.number) == [numbers[1]])
        #expect(try states(alice) == [.pending, .completed, .completed])
        try hub.requireSoundLedger()
    }

    @Test func aDebitThatIsTooSmallForAFileSettlesNothing() throws {
        let (alice, payouts, file) = try ordered()
        #expect(try book(StatementText.Entry("D1", "22.99").with { $0.isCredit = false }).suspended == 1)
        let number = try #require(try hub.hub.suspense().first).number
        let error = #expect(throws: HubError.self) { try hub.hub.settle(number, by: file.message) }
        #expect(error?.message.contains("one by one") == true)
        #expect(try states(alice) == [.exported, .exported])
        #expect(try hub.hub.settle(number, by: payouts[0].id.description).rest == euros(-299))
        try hub.requireSoundLedger()
    }

    @Test func aPayoutThatCameBackBeforeItsChargedDebitIsReturned() throws {
        let (alice, payouts, _) = try ordered()
        let back = StatementText.Entry("C1", "20.00").with {
            ($0.endToEndID, $0.returnReason) = (endToEndID(payouts[0]), "AC04")
        }
        #expect(try book(back).settled == 1)
        // R6: the money is on the account, whatever the bank has told so far.
        #expect(try states(alice) == [.exported, .returned] && balance(alice) == euros(4_700))
        #expect(throws: HubError.self) { try hub.hub.refuse(payouts[0].id.description, reason: nil) }
        #expect(try book(debit(payouts[0], "20.50")).suspended == 1)
        let number = try #require(try hub.hub.suspense().first).number
        _ = try hub.hub.settle(number, by: payouts[0].id.description)
        #expect(try states(alice) == [.exported, .returned] && balance(alice) == euros(4_700))
        try hub.requireSoundLedger()
    }

    /// A debit that names a payout under another movement's reference, when that one is decided on.
    private func doubtfulDebit() throws -> (number: Int64, payout: Payout) {
        let payout = try ordered().payouts[0]
        let debit = debit(payout, "20.50").with { $0.reference = "R1" }
        #expect(try book(.init("R1", "1.00")).suspended == 1 && book(debit, id: "S2").doubtful == 1)
        let waiting = try hub.hub.suspense().map(\.number)
        let number = try #require(waiting.last)
        #expect(throws: HubError.self) { try hub.hub.settle(number, by: payout.id.description) }
        _ = try hub.hub.absorb(waiting[0], note: "a gift")
        return (number, payout)
    }

    @Test func aDoubtfulDebitThatHasPaidAPayoutHasMoved() throws {
        let (number, payout) = try doubtfulDebit()
        _ = try hub.hub.settle(number, by: payout.id.description)
        #expect(throws: HubError.self) { try hub.hub.strike(number) }
        try hub.requireSoundLedger()
    }

    @Test func aSecondDebitOfOnePayoutSettlesNoOtherOfItsFile() throws {
        let alice = try rich("alice", in: hub)
        let payouts = [try payOut(2_000, from: alice), try payOut(2_000, from: alice)]
        let file = try #require(try export().first)
        let debit = debit(payouts[0], "20.00").with { $0.order = file.message }
        #expect(try book(debit).settled == 1)
        #expect(try book(debit.with { $0.reference = "D2" }).suspended == 1)
        #expect(try states(alice) == [.exported, .completed])
        // It names what is paid, so the other one is not what it has paid.
        #expect(try hub.hub.suspense().map(\.owed.count) == [0])
        #expect(try hub.hub.refuse(payouts[1].id.description, reason: "AC04").total == euros(2_000))
        try hub.requireSoundLedger()
    }

    @Test func aDebitThatMayBeTheCopyOfAnotherSettlesNothingWhileThatOneWaits() throws {
        let (_, payouts, _) = try ordered()
        let debit = debit(payouts[0], "20.50").with { $0.reference = nil }
        #expect(try book(debit).suspended == 1 && book(debit, id: "S2").doubtful == 1)
        let waiting = try hub.hub.suspense()
        try #require(waiting.count == 2)
        #expect(waiting.map(\.owed.count) == [1, 0])
        #expect(throws: HubError.self) { try hub.hub.settle(waiting[1].number, by: payouts[0].id.description) }
        #expect(try hub.hub.strike(waiting[1].number) == euros(-2_050))
        #expect(try hub.hub.settle(waiting[0].number, by: payouts[0].id.description).rest == euros(-50))
        try hub.requireSoundLedger()
    }

    @Test func whatIsLeftOfADebitIsDecidedApartFromTheRestOfItsFile() throws {
        let (alice, payouts, file) = try ordered()
        let whole = StatementText.Entry("D1", "23.40").with {
            ($0.isCredit, $0.order, $0.count) = (false, file.message, 2)
        }
        #expect(try book(whole).suspended == 1)
        let number = try #require(try hub.hub.suspense().first).number
        _ = try hub.hub.settle(number, by: payouts[0].id.description)
        // The bank has paid one, and charged a lot.
        #expect(try hub.hub.refuse(file.message, reason: nil).total == euros(300))
        #expect(try hub.hub.absorb(number, note: "the bank's charge") == euros(-340))
        #expect(try states(alice) == [.refused, .completed] && balance(alice) == euros(3_000))
        try hub.requireSoundLedger()
    }

    @Test(arguments: Engine.all)
    func whatTheBankTakesBackAsOneSumIsOnTheAccountsAgain(engine: Engine) throws {
        try on(engine).settleOneReversal()
    }

    private func settleOneReversal() throws {
        let (alice, payouts, file) = try ordered()
        let whole = StatementText.Entry("D1", "23.00").with {
            ($0.isCredit, $0.order, $0.count) = (false, file.message, 2)
        }
        let reversal = whole.with {
            ($0.reference, $0.amount, $0.isCredit, $0.isReversal) = ("D2", "23.40", true, true)
        }
        #expect(try book(whole).settled == 1 && book(reversal).suspended == 1)
        let number = try #require(try hub.hub.suspense().first).number
        #expect(try hub.hub.settle(number, by: payouts[1].id.description).rest == euros(2_040))
        #expect(throws: HubError.self) { try hub.hub.settle(number, by: payouts[1].id.description) }
        #expect(try states(alice) == [.returned, .completed] && balance(alice) == euros(3_000))
        try hub.requireSoundLedger()
        #expect(try hub.hub.settle(number, by: file.message).total == euros(2_000))
        #expect(throws: HubError.self) { try hub.hub.settle(number, by: file.message) }
        #expect(try states(alice) == [.returned, .returned] && balance(alice) == euros(5_000))
        #expect(try newest(alice)?.kind == .payoutReturned)
        #expect(try hub.hub.absorb(number, note: "the bank's charge") == euros(40))
        try hub.requireSoundLedger()
    }

    @Test func aFileOfManyPayoutsComesBackInSeveralCommits() throws {
        let alice = try rich("alice", in: hub)
        for _ in 0..<250 { _ = try payOut(1, from: alice) }
        let file = try #require(try export().first)
        let whole = StatementText.Entry("D1", "2.50").with { ($0.isCredit, $0.order) = (false, file.message) }
        #expect(try book(whole).settled == 1)
        #expect(try book(StatementText.Entry("D2", "2.50").with { $0.isReversal = true }).suspended == 1)
        let number = try #require(try hub.hub.suspense().first).number
        let settlement = try hub.hub.settle(number, by: file.message)
        #expect(settlement.payouts == 250 && settlement.total == euros(250) && settlement.rest == euros(0))
        #expect(try balance(alice) == euros(5_000) && hub.hub.suspense().isEmpty)
        try hub.requireSoundLedger()
    }

    @Test func aFeeThatNamesAPayoutIsTheOperatorsCostWhenTheySaySo() throws {
        let (alice, payouts, file) = try ordered()
        #expect(try book(debit(payouts[1], "5.00")).suspended == 1)
        let number = try #require(try hub.hub.suspense().first).number
        #expect(throws: HubError.self) { try hub.hub.refuse(payouts[1].id.description, reason: nil) }
        #expect(throws: HubError.self) { try hub.hub.absorb(number, note: "fee") }
        #expect(try hub.hub.absorb(number, note: "fee", hasPaidNothing: true) == euros(-500))
        #expect(try hub.hub.refuse(payouts[1].id.description, reason: "AC04").payouts == 1)
        #expect(throws: HubError.self) { try hub.hub.exportAgain(file.message, to: folder.path) }
        #expect(try states(alice) == [.refused, .exported])
        try hub.requireSoundLedger()
    }

    @Test func partsOfASumThatOnlyTheFileNamesMayHavePaidItsPayouts() throws {
        let (alice, payouts, file) = try ordered()
        let parts = ["20.00", "3.00"].map { amount in
            StatementText.Entry("T\(amount)", amount).with { $0.isCredit = false }
        }
        let entry = StatementText.Entry("D1", "23.00").with {
            ($0.isCredit, $0.order, $0.parts) = (false, file.message, parts)
        }
        #expect(try book(entry).suspended == 2)
        #expect(throws: HubError.self) { try hub.hub.refuse(file.message, reason: nil) }
        #expect(throws: HubError.self) { try hub.hub.exportAgain(file.message, to: folder.path) }
        let waiting = try hub.hub.suspense()
        try #require(waiting.map(\.amount) == [euros(-2_000), euros(-300)])
        for (movement, payout) in zip(waiting, payouts) {
            #expect(try hub.hub.settle(movement.number, by: payout.id.description).rest == euros(0))
        }
        #expect(try states(alice) == [.completed, .completed] && hub.hub.suspense().isEmpty)
        try hub.requireSoundLedger()
    }

    @Test func aDoubtfulDebitThatNamesAPayoutIsNoFee() throws {
        let (number, payout) = try doubtfulDebit()
        #expect(throws: HubError.self) { try hub.hub.absorb(number, note: nil) }
        #expect(throws: HubError.self) { try hub.hub.refuse(payout.id.description, reason: nil) }
        try hub.requireSoundLedger()
    }

    @Test func aFileWhosePayoutsTheOperatorHasSettledIsNotWrittenByALaterExport() throws {
        let alice = try rich("alice", in: hub)
        let payout = try payOut(2_000, from: alice)
        #expect(throws: (any Error).self) { try hub.hub.exportPayouts(to: "/nowhere/at/all") }
        #expect(try book(StatementText.Entry("D1", "20.00").with { $0.isCredit = false }).suspended == 1)
        let number = try #require(try hub.hub.suspense().first).number
        _ = try hub.hub.settle(number, by: payout.id.description)
        #expect(try export().isEmpty)
        try hub.requireSoundLedger()
    }

    @Test func whatSomebodyHasTakenBackFromUsSaysNothingOfThePayoutThatItNames() throws {
        let (alice, payouts, file) = try ordered()
        let taken = debit(payouts[0], "20.00")
        #expect(try book(taken.with { $0.returnReason = "AC04" }).suspended == 1)
        #expect(try book(taken.with { ($0.reference, $0.isReversal) = ("D2", true) }).suspended == 1)
        #expect(try states(alice) == [.exported, .exported])
        #expect(try hub.hub.exportAgain(file.message, to: folder.path).count == 1)
        try hub.requireSoundLedger()
    }

    @Test func aFileThatWasNeverWrittenAndHalfOfWhichIsPaidIsNamed() throws {
        let alice = try rich("alice", in: hub)
        let paid = try payOut(2_000, from: alice)
        _ = try payOut(300, from: alice)
        #expect(throws: HubError.self) { try hub.hub.exportPayouts(to: "/nowhere/at/all") }
        #expect(try hub.hub.heldExports().isEmpty && book(debit(paid, "20.00")).settled == 1)
        let held = try #require(try hub.hub.heldExports().first)
        #expect(try held.payments == 1 && held.total == euros(300) && export().isEmpty)
        #expect(try hub.hub.refuse(held.message, reason: nil).payouts == 1)
        #expect(try hub.hub.heldExports().isEmpty && states(alice) == [.refused, .completed])
        try hub.requireSoundLedger()
    }

    @Test(arguments: [true, false]) func aFileThatTheBankHasHadIsNotWrittenByALaterExport(isPaid: Bool) throws {
        let alice = try rich("alice", in: hub)
        let payout = try payOut(2_000, from: alice)
        // It reached the disk and the bank, and the hub ended before its database knew.
        #expect(throws: (any Error).self) { try hub.hub.exportPayouts(to: "/nowhere/at/all") }
        let back = StatementText.Entry("C1", "20.00").with {
            ($0.endToEndID, $0.returnReason) = (endToEndID(payout), "AC04")
        }
        #expect(try book(isPaid ? debit(payout, "20.00") : back).settled == 1)
        #expect(try export().isEmpty)
        try hub.requireSoundLedger()
    }

    @Test func aPayoutOfAFileThatWasNeverWrittenCannotBeRefused() throws {
        let alice = try rich("alice", in: hub)
        let payout = try payOut(2_000, from: alice)
        #expect(throws: (any Error).self) { try hub.hub.exportPayouts(to: "/nowhere/at/all") }
        // The bank has never seen it, and the next export would order what was given back.
        #expect(throws: HubError.self) { try hub.hub.refuse(payout.id.description, reason: nil) }
        let file = try #require(try export().first)
        #expect(try hub.hub.refuse(file.message, reason: nil).payouts == 1)
        try hub.requireSoundLedger()
    }

    @Test func aPayoutIsCancelledOrExportedButNeverBoth() throws {
        let disk = try HubOnDisk()
        let (first, second) = (try disk.open(), try disk.open { $0.execution = .caller })
        try open(first)
        let alice = try rich("alice", in: first)
        let ids = try (0..<40).map { _ in try payOut(100, from: alice).id }
        let cancelled = Mutex<[OperationID]>([])
        let files = Mutex<[Hub.BankExport]>([])
        let isOver = Mutex([false, false])
        let path = folder.path
        concurrently(2) { thread in
            defer { isOver.withLock { $0[thread] = true } }
            guard thread == 0 else {
                // Some are cancelled before, the last one afterwards, the others as it happens.
                while cancelled.withLock({ $0.count }) < 10, !isOver.withLock({ $0[0] }) { usleep(1_000) }
                do {
                    let written = try first.hub.exportPayouts(to: path)
                    files.withLock { $0 += written }
                } catch {
                    Issue.record(error)
                }
                return
            }
            for id in ids {
                while id == ids.last, !isOver.withLock({ $0[1] }) { usleep(1_000) }
                do {
                    _ = try second.hub.cancelPayout(id, reason: "late")
                    cancelled.withLock { $0.append(id) }
                } catch let error as HubError where error.code == .invalid {
                    // A file has it.
                } catch {
                    Issue.record(error)
                }
            }
        }
        let texts = try files.withLock { try $0.map { String(decoding: try File.read($0.path), as: UTF8.self) } }
        let back = cancelled.withLock { $0 }
        #expect(back.count >= 10 && back.count < ids.count)
        for id in ids {
            let endToEnd = id.description.replacing("-", with: "").uppercased()
            let isOrdered = texts.contains { $0.contains(endToEnd) }
            let state = try first.hub.payouts(limit: 100).first { $0.id == id }?.state
            #expect(isOrdered != back.contains(id) || !isOrdered && state == .pending)
            #expect(state == (isOrdered ? .exported : back.contains(id) ? .cancelled : .pending))
        }
        #expect(try balance(alice) == euros(1_000 + 100 * Int64(back.count)))
        try first.requireSoundLedger()
        for hub in [first, second] { hub.hub.close() }
    }
}
