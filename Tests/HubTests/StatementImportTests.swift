// SPDX-License-Identifier: MIT
import Banking
import Bytes
import Crypto
import Hub
import HubAPI
import HubStorage
import Money
import SQL
import SQLite
import TestSupport
import Testing

private let own = "DE89370400440532013000"
private let third = "FR1420041010050500013M02606"

/// Which movements are the same and which are others, by what banks say of them.
@Suite struct StatementImportTests {
    private let eur: Currency
    private let folder: ScratchFolder

    init() throws {
        eur = try Currency(code: "EUR")
        folder = try ScratchFolder()
    }

    /// A hub with an account at a bank, and alice with her reference.
    private struct BankedHub {
        let hub: TestHub
        let alice: TestAccount
        let reference: String

        /// The same hub after it was opened again.
        init(_ hub: TestHub, _ before: BankedHub) {
            self.hub = hub
            alice = TestAccount(hub: hub, session: before.alice.session)
            reference = before.reference
        }

        init(_ hub: TestHub, _ eur: Currency) throws {
            self.hub = hub
            try hub.hub.add(eur)
            try hub.hub.setBank(eur, iban: try IBAN(own), name: "Hub Inc.", bic: nil, version: .v09)
            alice = try hub.account("alice")
            reference = try hub.caller.call(Routes.funding, Nothing(), as: alice.proof).reference
        }

        /// Money for alice.
        func tea(_ reference: String?, _ amount: String = "5.00", day: String = "2026-11-21") -> StatementText.Entry {
            .init(reference, amount).with {
                $0.creditorReference = self.reference
                $0.day = day
            }
        }

        /// Credited, suspended, of these doubtful, known.
        func book(
            _ id: String, _ entries: [StatementText.Entry], _ change: (inout StatementText) -> Void = { _ in }
        ) throws -> [Int] {
            var file = StatementText(iban: own, entries)
            file.id = id
            change(&file)
            let report = try hub.hub.importStatements(file.bytes)
            return [report.credited, report.suspended, report.doubtful, report.known]
        }

        /// What alice has, in cents.
        func cents() throws -> Int64 {
            try hub.caller.call(Routes.balance, Nothing(), as: alice.proof).balances
                .first { $0.balance.currency.code == "EUR" }?.balance.minorUnits ?? 0
        }
    }

    private func banked(_ engine: Engine = .memory) throws -> BankedHub {
        try BankedHub(try TestHub(in: try engine.place(in: folder)), eur)
    }

    @Test(arguments: ["NONREF", "nonref", "NOTPROVIDED", "", "  ", nil])
    func aWordForNoReferenceIsNone(word: String?) throws {
        let banked = try banked()
        let monday = [banked.tea(word), banked.tea(word, "6.00")]
        let tuesday = [banked.tea(word, day: "2026-11-22"), banked.tea(word, "6.00", day: "2026-11-22")]
        #expect(try banked.book("S1", monday) == [2, 0, 0, 0])
        #expect(try banked.book("S2", tuesday) == [2, 0, 0, 0])
        #expect(try banked.book("S1", monday) == [0, 0, 0, 2])
        #expect(try banked.book("S2", tuesday) == [0, 0, 0, 2])
        #expect(try banked.cents() == 2_200)
        try banked.hub.requireSoundLedger()
    }

    @Test(arguments: Engine.all) func whatTwoStatementsMayBothTellOfWaitsForTheOperator(engine: Engine) throws {
        let banked = try banked(engine)
        #expect(try banked.book("S1", [banked.tea("NONREF"), banked.tea("NONREF")]) == [2, 0, 0, 0])
        // Of four that look the same, two may be those of before; two are others for certain.
        let more = [banked.tea(nil), banked.tea(nil), banked.tea(nil), banked.tea(nil)]
        #expect(try banked.book("S2", more) == [2, 2, 2, 0])
        #expect(try banked.book("S2", more) == [0, 0, 0, 4])
        // A statement of other files' days under the same id.
        #expect(try banked.book("S1", [banked.tea("NONREF")]) { $0.created = "2026-11-22T03:00:00" } == [0, 1, 1, 0])
        #expect(try banked.cents() == 2_000)
        try banked.hub.requireSoundLedger()
        let waiting = try banked.hub.hub.suspense()
        #expect(waiting.count == 3 && waiting.allSatisfy { $0.doubt?.contains("Perhaps told before") == true })
        // Which one is the copy of which is decided in their order.
        #expect(throws: HubError.self) { try banked.hub.hub.assign(waiting[1].number, to: "alice") }
        #expect(throws: HubError.self) { try banked.hub.hub.absorb(waiting[1].number, note: nil) }
        #expect(try banked.hub.hub.strike(waiting[0].number).minorUnits == 500)
        #expect(throws: HubError.self) { try banked.hub.hub.strike(waiting[0].number) }
        #expect(throws: HubError.self) { try banked.hub.hub.assign(waiting[0].number, to: "alice") }
        _ = try banked.hub.hub.assign(waiting[1].number, to: "alice")
        #expect(try banked.hub.hub.strike(waiting[2].number).minorUnits == 500)
        #expect(try banked.cents() == 2_500 && banked.hub.hub.suspense().isEmpty)
        #expect(try banked.book("S2", more) == [0, 0, 0, 4])
        let report = try banked.hub.hub.audit()
        #expect(report.isSound)
        // What was struck has not moved.
        #expect(report.lines.first { $0.account == "bank:EUR" }?.balance.minorUnits == -2_500)
    }

    @Test func onlyWhatMayHaveBeenToldBeforeCanBeStruck() throws {
        let banked = try banked()
        #expect(try banked.book("S1", [.init("R1", "1.00")]) == [0, 1, 0, 0])
        let number = try #require(try banked.hub.hub.suspense().first).number
        #expect(throws: HubError.self) { try banked.hub.hub.strike(number) }
        try banked.hub.requireSoundLedger()
    }

    @Test func theReferenceOfAGermanBankIsOne() throws {
        let banked = try banked()
        let first = banked.tea("NONREF").with { $0.nationalReference = "2026-11-21-01.02.03.000001" }
        let second = banked.tea("NONREF").with { $0.nationalReference = "2026-11-21-01.02.03.000002" }
        #expect(try banked.book("S1", [first]) == [1, 0, 0, 0])
        #expect(try banked.book("S2", [second]) == [1, 0, 0, 0])
        #expect(try banked.book("S3", [second, first]) == [0, 0, 0, 2])
        // The same movement in a file that leaves its reference out.
        #expect(try banked.book("S4", [banked.tea("NONREF")]) == [0, 1, 1, 0])
        #expect(try banked.cents() == 1_000)
        try banked.hub.requireSoundLedger()
    }

    @Test(arguments: Engine.all, [true, false])
    func referencesOfTwoKindsDoNotTellMovementsApart(engine: Engine, isNationalFirst: Bool) throws {
        let banked = try banked(engine)
        let common = banked.tea("R1")
        let national = banked.tea("NONREF").with { $0.nationalReference = "U1" }
        let (first, second) = isNationalFirst ? (national, common) : (common, national)
        #expect(try banked.book("S1", [first]) == [1, 0, 0, 0])
        // Two of one kind are two payments.
        let third = first.with { ($0.reference, $0.nationalReference) = (isNationalFirst ? "NONREF" : "R2", "U2") }
        #expect(try banked.book("S2", [third]) == [1, 0, 0, 0])
        #expect(try banked.book("S3", [second]) == [0, 1, 1, 0])
        #expect(try banked.book("S3", [second]) == [0, 0, 0, 1])
        let waiting = try #require(try banked.hub.hub.suspense().first)
        #expect(try banked.hub.hub.strike(waiting.number).minorUnits == 500)
        #expect(try banked.cents() == 1_000)
        try banked.hub.requireSoundLedger()
    }

    @Test func aReferenceThatComesAgainWithOtherMoneyIsDoubtful() throws {
        let banked = try banked()
        #expect(try banked.book("S1", [banked.tea("R1").with { $0.iban = "GB29NWBK60161331926819" }]) == [1, 0, 0, 0])
        // The bank may leave the account out, but not say another one.
        #expect(try banked.book("S2", [banked.tea("R1")]) == [0, 0, 0, 1])
        let others = [
            banked.tea("R1", "6.00"), banked.tea("R1", day: "2026-11-22"), banked.tea("R1").with { $0.iban = third },
        ]
        for (number, other) in others.enumerated() {
            #expect(try banked.book("T\(number)", [other]) == [0, 1, 1, 0])
            #expect(try banked.book("T\(number)", [other]) == [0, 0, 0, 1])
        }
        #expect(try banked.cents() == 500)
        try banked.hub.requireSoundLedger()
    }

    @Test func aReferenceThatTwoPeoplesPaymentsHaveLosesNeither() throws {
        let banked = try banked()
        let first = banked.tea("R1").with { ($0.name, $0.endToEndID, $0.text) = ("A. Smith", "E1", "for tea") }
        #expect(try banked.book("S1", [first]) == [1, 0, 0, 0])
        // The bank may leave out what it has said, and break a text elsewhere.
        let same = [
            first.with { $0.endToEndID = nil }, first.with { ($0.creditorReference, $0.text) = (nil, nil) },
            first.with { $0.text = "for  te a" }, first.with { ($0.iban, $0.name) = (third, "A. Smith") },
        ]
        for (number, entry) in same.enumerated() { #expect(try banked.book("T\(number)", [entry]) == [0, 0, 0, 1]) }
        // Another's, though day, amount and reference are the same, and no account is told.
        let others = [
            first.with { $0.name = "B. Jones" }, first.with { $0.endToEndID = "E2" },
            first.with { $0.text = "for cake" },
            first.with { ($0.endToEndID, $0.text) = ("E3", "for jam") },
        ]
        for (number, entry) in others.enumerated() {
            #expect(try banked.book("U\(number)", [entry]) == [0, 1, 1, 0], "\(entry)")
            #expect(try banked.book("U\(number)", [entry]) == [0, 0, 0, 1], "\(entry)")
        }
        #expect(try banked.book("S1", [first]) == [0, 0, 0, 1])
        #expect(try banked.cents() == 500)
        try banked.hub.requireSoundLedger()
    }

    @Test func whatEarlierVersionsCalledDoubtfulOrTookForOurOwnIsKnown() throws {
        let disk = try HubOnDisk()
        var banked = try BankedHub(try disk.open(), eur)
        let again = banked.tea("R1", "6.00").with { $0.name = "B. Jones" }
        let back = StatementText.Entry("R2", "7.00").with {
            ($0.iban, $0.us, $0.returnReason, $0.keepsParties) = (third, ("Hub Inc.", own), "AC04", true)
        }
        #expect(try banked.book("S1", [banked.tea("R1"), back]) == [1, 1, 0, 0])
        #expect(try banked.book("S2", [again]) == [0, 1, 1, 0])
        banked.hub.hub.close()
        let database = try Database(path: disk.directory.database)
        let former = "d:" + ["r:R1", "2026-11-21", "6.00 EUR", ""].joined(separator: "\u{1f}")
        try database.run(
            "UPDATE bank_transaction SET bank_id = ? WHERE amount = 600",
            [.blob(SHA256.hash(Array(former.utf8)).bytes)])
        try database.run(
            "UPDATE bank_transaction SET counter_iban = ?, name = 'Hub Inc.' WHERE amount = 700", [.text(own)])
        banked = BankedHub(try disk.open(), banked)
        #expect(try banked.book("S2", [again, back]) == [0, 0, 0, 2])
        // Another's under the same words of then.
        #expect(try banked.book("S3", [again.with { $0.name = "C. Brown" }]) == [0, 1, 1, 0])
        try banked.hub.requireSoundLedger()
        banked.hub.hub.close()
    }

    @Test func aPaymentThatStandsForManyIsNotGivenToTheOneThatIsTold() throws {
        let banked = try banked()
        let entries = [
            banked.tea("R1", "30.00").with { $0.count = 3 },
            banked.tea("R2", "30.00").with { $0.detailAmount = "10.00 EUR" },
        ]
        #expect(try banked.book("S1", entries) == [0, 2, 0, 0])
        #expect(try banked.book("S1", entries) == [0, 0, 0, 2])
        #expect(try banked.hub.hub.suspense().allSatisfy { $0.name == nil && $0.text.isEmpty })
        // One of one is itself; so is one that a charge was taken out of, or of a sum in another money.
        let single = [
            banked.tea("R3").with { $0.count = 1 }, banked.tea("R4").with { $0.detailAmount = "5.20 EUR" },
            banked.tea("R5").with { $0.detailAmount = "4.00 GBP" },
        ]
        #expect(try banked.book("S2", single) == [3, 0, 0, 0])
        try banked.hub.requireSoundLedger()
    }

    @Test(arguments: Engine.all, ["B1", "NONREF"])
    func anEntryIsBookedAsAWholeOrInPartsButNotBoth(engine: Engine, reference: String) throws {
        let whole = StatementText.Entry(reference, "30.00")
        for isWholeFirst in [true, false] {
            let scratch = try ScratchFolder()
            defer { withExtendedLifetime(scratch) {} }
            let banked = try BankedHub(TestHub(in: try engine.place(in: scratch)), eur)
            let apart = whole.with { $0.parts = [banked.tea("T1", "10.00"), banked.tea("T2", "20.00")] }
            #expect(
                try banked.book("S1", [isWholeFirst ? whole : apart]) == (isWholeFirst ? [0, 1, 0, 0] : [2, 0, 0, 0]))
            let later = try banked.book("S2", [isWholeFirst ? apart : whole])
            // Without a reference they may be others, so they wait; with one they are the same.
            if reference == "B1" {
                #expect(later == [0, 0, 0, isWholeFirst ? 2 : 1])
            } else {
                #expect(later == [0, isWholeFirst ? 2 : 1, isWholeFirst ? 2 : 1, 0])
            }
            #expect(try banked.cents() == (isWholeFirst ? 0 : 3_000))
            // Another sum under the entry's reference is neither.
            if reference == "B1" {
                let other = StatementText.Entry(reference, "31.00")
                let changed = other.with { $0.parts = [banked.tea("T1", "10.00"), banked.tea("T3", "21.00")] }
                let report = try banked.book("S3", [isWholeFirst ? changed : other])
                #expect(report == [0, isWholeFirst ? 2 : 1, isWholeFirst ? 2 : 1, 0])
            }
            try banked.hub.requireSoundLedger()
        }
    }

    /// Imports several statements as one file.
    private func book(_ banked: BankedHub, _ files: [StatementText]) throws -> [Int] {
        let inner = files.map { $0.text.split(separator: "</GrpHdr>")[1].split(separator: "</BkToCstmrStmt>")[0] }
        let outer = files[0].text.split(separator: "<Stmt>")[0] + inner.joined() + "</BkToCstmrStmt></Document>"
        let report = try banked.hub.hub.importStatements(Array(outer.utf8))
        return [report.credited, report.suspended, report.doubtful, report.known]
    }

    private func page(_ page: Int?, _ entries: [StatementText.Entry]) -> StatementText {
        var file = StatementText(iban: own, entries)
        file.page = page
        return file
    }

    @Test(arguments: Engine.all) func pagesOfOneFileAreNotCopiesOfEachOther(engine: Engine) throws {
        let banked = try banked(engine)
        let entries = [banked.tea(nil), banked.tea(nil)]
        let pages = [page(1, entries), page(2, entries)]
        #expect(try book(banked, pages) == [4, 0, 0, 0])
        #expect(try book(banked, pages) == [0, 0, 0, 4])
        #expect(try book(banked, [pages[1], pages[0]]) == [0, 0, 0, 4])
        // All four stand in a statement of the whole week, with a fifth.
        let week = entries + entries + [banked.tea(nil)]
        #expect(try banked.book("W1", week) == [1, 4, 4, 0])
        try banked.hub.requireSoundLedger()
    }

    @Test(arguments: Engine.all, [true, false])
    func aStatementThatIsCutIntoOtherPagesIsNotCreditedAgain(engine: Engine, isOneFile: Bool) throws {
        let banked = try banked(engine)
        let names = ["A", "B", "C", "D"]
        let entries = names.map { name in banked.tea(nil).with { $0.name = name } }
        #expect(try book(banked, [page(1, Array(entries[0...1])), page(2, Array(entries[2...3]))]) == [4, 0, 0, 0])
        let others = [page(1, [entries[0]]), page(2, [entries[1], entries[2]]), page(3, [entries[3]])]
        let reports = isOneFile ? [try book(banked, others)] : try others.map { try book(banked, [$0]) }
        // Those on their page are known; those on another are told again, or stand for money that looks the same.
        #expect((0..<4).map { index in reports.reduce(0) { $0 + $1[index] } } == [0, 2, 2, 2])
        #expect(try banked.cents() == 2_000)
        try banked.hub.requireSoundLedger()
    }

    @Test func ofTwinsThatMoveToAnotherPageNoneIsCreditedAgain() throws {
        let banked = try banked()
        let twin = { (day: String) in banked.tea(nil, day: day) }
        let (monday, tuesday) = (twin("2026-11-21"), twin("2026-11-22"))
        #expect(try book(banked, [page(1, [monday, monday])]) == [2, 0, 0, 0])
        #expect(try book(banked, [page(1, [monday]), page(2, [monday])]) == [0, 1, 1, 1])
        #expect(try book(banked, [page(1, [tuesday, tuesday]), page(2, [tuesday, tuesday])]) == [4, 0, 0, 0])
        #expect(try book(banked, [page(1, [tuesday, tuesday, tuesday]), page(2, [tuesday])]) == [0, 1, 1, 3])
        #expect(try banked.cents() == 3_000)
        try banked.hub.requireSoundLedger()
    }

    @Test func aReferenceOnTwoPagesOfAFileIsNeitherLostNorPaidTwice() throws {
        let banked = try banked()
        let pages = [page(1, [banked.tea("R1")]), page(2, [banked.tea("R1")])]
        #expect(try book(banked, pages) == [1, 1, 1, 0] && book(banked, pages) == [0, 0, 0, 2])
        // A page that stands there twice says nothing new.
        let again = page(1, [banked.tea("R1"), banked.tea("R2")])
        #expect(try book(banked, [pages[0], again, pages[1]]) == [1, 0, 0, 3])
        try banked.hub.requireSoundLedger()
    }

    @Test func numbersOfASharedReferenceSayNothingAcrossFiles() throws {
        let banked = try banked()
        let (small, large) = (banked.tea("R1", "10.00"), banked.tea("R1", "20.00"))
        #expect(try book(banked, [page(2, [large])]) == [1, 0, 0, 0])
        #expect(try book(banked, [page(1, [small]), page(2, [large])]) == [0, 2, 2, 0])
        #expect(try book(banked, [page(1, [small]), page(2, [large])]) == [0, 0, 0, 2])
        // Others that share one are new.
        let others = [banked.tea("R2", "1.00"), banked.tea("R2", "2.00"), banked.tea("R2", "3.00")]
        #expect(try banked.book("S2", others) == [3, 0, 0, 0])
        #expect(try banked.cents() == 2_600)
        try banked.hub.requireSoundLedger()
    }

    @Test(arguments: [true, false]) func anEntryThatSharesItsReferenceIsBookedOnce(isWholeFirst: Bool) throws {
        let banked = try banked()
        let fee = StatementText.Entry("E1", "0.50").with { $0.isCredit = false }
        let whole = StatementText.Entry("E1", "30.00")
        let apart = whole.with { $0.parts = [banked.tea("T1", "10.00"), banked.tea("T2", "20.00")] }
        if isWholeFirst {
            #expect(
                try banked.book("S1", [whole]) == [0, 1, 0, 0] && banked.book("S2", [fee, apart]) == [0, 3, 3, 0])
        } else {
            #expect(
                try banked.book("S1", [apart, fee]) == [2, 1, 0, 0] && banked.book("S2", [fee, whole]) == [0, 1, 1, 1])
        }
        try banked.hub.requireSoundLedger()
    }

    @Test func lettersThatOnlyLookTheSameAreTwo() throws {
        let banked = try banked()
        let texts = ["caf\u{e9}", "cafe\u{301}"]
        let entries = texts.map { text in banked.tea(nil).with { $0.text = text } }
        #expect(try banked.book("S1", entries) == [2, 0, 0, 0] && banked.book("S2", entries) == [0, 2, 2, 0])
        try banked.hub.requireSoundLedger()
    }

    @Test func aReferenceThatComesAgainIsDecidedAfterTheFirstOne() throws {
        let banked = try banked()
        #expect(try banked.book("S1", [.init("R1", "20.00")]) == [0, 1, 0, 0])
        #expect(try banked.book("S2", [.init("R1", "21.00").with { $0.day = "2026-11-22" }]) == [0, 1, 1, 0])
        let numbers = try banked.hub.hub.suspense().map(\.number)
        #expect(throws: HubError.self) { try banked.hub.hub.assign(numbers[1], to: "alice") }
        _ = try banked.hub.hub.assign(numbers[0], to: "alice")
        #expect(try banked.hub.hub.strike(numbers[1]).minorUnits == 2_100 && banked.cents() == 2_000)
        try banked.hub.requireSoundLedger()
    }

    @Test func statementsOfOtherAccountsChangeNoNames() throws {
        let banked = try banked()
        var foreign = page(1, [banked.tea("R1"), banked.tea(nil, "7.00")])
        foreign.iban = "GB29NWBK60161331926819"
        let ours = [
            page(1, [banked.tea("R1"), banked.tea(nil, "7.00")]), page(2, [banked.tea("R2"), banked.tea(nil, "8.00")]),
        ]
        #expect(try book(banked, [foreign] + ours) == [4, 0, 0, 0])
        #expect(try book(banked, ours) == [0, 0, 0, 4])
        try banked.hub.requireSoundLedger()
    }

    @Test func aStatementThatStandsTwiceInAFileIsToldOnce() throws {
        let banked = try banked()
        let once = page(nil, [banked.tea(nil), banked.tea("R1", "6.00"), .init(nil, "7.00")])
        #expect(try book(banked, [once, once]) == [2, 1, 0, 3])
        // One that goes on, or says what the first one said and more: nobody can say which.
        let more = page(nil, [banked.tea(nil), banked.tea(nil, "8.00")])
        #expect(try book(banked, [once, more]) == [1, 1, 1, 3])
        #expect(try book(banked, [once, more]) == [0, 0, 0, 5])
        let again = [page(1, [banked.tea(nil, "9.00")]), page(1, [banked.tea(nil, "9.00"), banked.tea(nil, "9.50")])]
        #expect(try book(banked, again) == [2, 1, 1, 0])
        try banked.hub.requireSoundLedger()
    }

    @Test(arguments: Engine.all)
    func partsThatAreCalledSomethingElseWaitForTheOperator(engine: Engine) throws {
        let banked = try banked(engine)
        let apart = { (reference: String, names: [String]) in
            StatementText.Entry(reference, "30.00").with {
                $0.parts = [banked.tea(names[0], "10.00"), banked.tea(names[1], "20.00")]
            }
        }
        #expect(try banked.book("S1", [apart("B1", ["T1", "T2"])]) == [2, 0, 0, 0])
        #expect(try banked.book("S2", [apart("B1", ["U1", "U2"])]) == [0, 2, 2, 0])
        #expect(try banked.book("S3", [apart("B1", ["T1", "T2"]), apart("B2", ["T1", "T2"])]) == [2, 0, 0, 2])
        #expect(try banked.cents() == 6_000)
        try banked.hub.requireSoundLedger()
    }

    /// An entry and its two parts for alice: what is told later waits.
    private func expectDoubt(
        in banked: BankedHub, between whole: StatementText.Entry, and apart: StatementText.Entry, isWholeFirst: Bool
    ) throws {
        if isWholeFirst {
            #expect(try banked.book("S1", [whole]) == [0, 1, 0, 0] && banked.book("S2", [apart]) == [0, 2, 2, 0])
        } else {
            #expect(try banked.book("S1", [apart]) == [2, 0, 0, 0] && banked.book("S2", [whole]) == [0, 1, 1, 0])
        }
        try banked.hub.requireSoundLedger()
    }

    @Test(arguments: Engine.all, [true, false])
    func anEntryThatOnlyItsPaymentsReferenceNamesIsBookedOnce(engine: Engine, isWholeFirst: Bool) throws {
        let banked = try banked(engine)
        let whole = StatementText.Entry("T1", "30.00").with { ($0.isNamedInside, $0.count) = (true, 2) }
        let apart = StatementText.Entry(nil, "30.00").with {
            $0.parts = [banked.tea("T1", "10.00"), banked.tea("T2", "20.00")]
        }
        try expectDoubt(in: banked, between: whole, and: apart, isWholeFirst: isWholeFirst)
    }

    @Test(arguments: [true, false])
    func referencesOfTwoKindsDoNotTellAnEntryFromItsParts(isWholeFirst: Bool) throws {
        let banked = try banked()
        let whole = StatementText.Entry("NONREF", "30.00").with { $0.nationalReference = "U1" }
        let apart = StatementText.Entry("B1", "30.00").with {
            $0.parts = [banked.tea("T1", "10.00"), banked.tea("T2", "20.00")]
        }
        try expectDoubt(in: banked, between: whole, and: apart, isWholeFirst: isWholeFirst)
    }

    @Test func whatTheBankHoldsBesideWhatTheLedgerKnowsIsSaid() throws {
        let banked = try banked()
        let differences = { (file: StatementText) in try banked.hub.hub.importStatements(file.bytes).apart }
        let amount = { (cents: Int64) in Amount(minorUnits: cents, currency: eur) }
        var monday = page(nil, [banked.tea(nil)])
        monday.balances = ("0.00", "5.00")
        #expect(try differences(monday).isEmpty)
        // A file that nobody has imported.
        var wednesday = page(nil, [banked.tea(nil, "6.00", day: "2026-11-23")])
        (wednesday.created, wednesday.day) = ("2026-11-23T03:00:00", "2026-11-23")
        wednesday.balances = ("7.00", "13.00")
        let apart = try differences(wednesday)
        #expect(apart.map(\.bank) == [amount(1_300)] && apart.map(\.ledger) == [amount(1_100)])
        #expect(apart.map(\.day) == ["2026-11-23"])
        // What an older file says is no news.
        #expect(try differences(monday).isEmpty)
        var tuesday = page(nil, [banked.tea(nil, "2.00", day: "2026-11-22")])
        tuesday.created = "2026-11-22T03:00:00"
        #expect(try differences(tuesday).isEmpty && differences(wednesday).isEmpty)
        // Two statements of one day, the newer one first.
        var earlier = page(nil, [])
        (earlier.id, earlier.day, earlier.balances) = ("S2", "2026-11-23", ("7.00", "7.00"))
        let both = [wednesday, earlier].map { $0.text.split(separator: "</GrpHdr>")[1] }
        let inner = both.map { $0.split(separator: "</BkToCstmrStmt>")[0] }.joined()
        let outer = monday.text.split(separator: "<Stmt>")[0] + inner + "</BkToCstmrStmt></Document>"
        #expect(try banked.hub.hub.importStatements(Array(outer.utf8)).apart.isEmpty)
        try banked.hub.requireSoundLedger()
    }

    @Test func pagesOfSeveralFilesThatLookTheSameWait() throws {
        let banked = try banked()
        let entries = [banked.tea(nil), banked.tea(nil)]
        #expect(try banked.book("S1", entries) { ($0.page, $0.message) = (1, "M1") } == [2, 0, 0, 0])
        #expect(try banked.book("S1", entries) { ($0.page, $0.message) = (1, "again") } == [0, 0, 0, 2])
        // The same statement may have been cut into other pages since.
        #expect(try banked.book("S1", entries) { ($0.page, $0.message) = (2, "M2") } == [0, 2, 2, 0])
        let more = entries + [banked.tea(nil)]
        #expect(try banked.book("S1", more) { ($0.page, $0.message) = (3, "M3") } == [0, 3, 3, 0])
        // Pages that do not say that they are pages cannot be told from copies.
        let others = [banked.tea(nil, "7.00")]
        #expect(try banked.book("S2", others) { $0.message = "M1" } == [1, 0, 0, 0])
        #expect(try banked.book("S2", others) { $0.message = "M2" } == [0, 1, 1, 0])
        #expect(try banked.cents() == 1_700)
        try banked.hub.requireSoundLedger()
    }

    @Test func whatTheFirstVersionHasBookedIsKnownAndWhatItHasSwallowedIsBooked() throws {
        let disk = try HubOnDisk()
        var banked = try BankedHub(try disk.open(), eur)
        let batch = StatementText.Entry("B1", "30.00").with { [banked] in
            $0.parts = [banked.tea("T1", "10.00"), banked.tea(nil, "20.00")]
        }
        let monday = [
            banked.tea("NONREF"), banked.tea("NONREF", "6.00"), banked.tea(nil, "7.00"), banked.tea("R1", "8.00"),
            batch,
        ]
        #expect(try banked.book("S1", monday) == [6, 0, 0, 0])
        let parts = [banked.tea(nil, "1.00"), banked.tea(nil, "2.00")]
        #expect(try banked.book("S0", [StatementText.Entry("B2", "3.00").with { $0.parts = parts }]) == [2, 0, 0, 0])
        banked.hub.hub.close()
        let plain = ["2026-11-21", "7.00 EUR", "", "", "A. Payer", banked.reference, ""].joined(separator: "\u{1f}")
        try Self.downgrade(
            disk, ["r:NONREF", "r:NONREF#1", "a:" + plain, "r:R1", "r:B1/T1", "r:B1/1", "r:B2/0", "r:B2/1"])

        let hub = try disk.open()
        banked = BankedHub(hub, banked)
        #expect(try banked.book("S1", monday) == [0, 0, 0, 6])
        #expect(try banked.book("S1", monday) == [0, 0, 0, 6])
        // The next day's were taken for those of the day before, and two equal ones in two statements for one.
        let tuesday = [banked.tea("NONREF", day: "2026-11-22"), banked.tea("NONREF", "6.00", day: "2026-11-22")]
        #expect(try banked.book("S2", tuesday) == [2, 0, 0, 0])
        // What may be either waits: another download of the same day, and a reference that was not read then.
        #expect(try banked.book("S3", [banked.tea("NONREF"), banked.tea("R1", "8.00")]) == [0, 1, 1, 1])
        let named = banked.tea("NONREF", "6.00").with { $0.nationalReference = "U1" }
        #expect(try banked.book("S4", [named]) == [0, 1, 1, 0])
        #expect(try banked.book("S5", [.init("B1", "30.00"), .init("B2", "3.00")]) == [0, 1, 1, 1])
        #expect(try banked.cents() == 7_000)
        try hub.requireSoundLedger()
        hub.hub.close()
    }

    /// Makes a database of the version before, with the names that it gave.
    private static func downgrade(_ disk: HubOnDisk, _ names: [String]) throws {
        let database = try Database(path: disk.directory.database)
        let rows = try database.rows("SELECT id, bank_id FROM bank_transaction ORDER BY id")
        try #require(rows.count == names.count)
        for (row, name) in zip(rows, names) {
            try database.run(
                "UPDATE bank_transaction SET bank_id = ? WHERE id = ?",
                [.blob(SHA256.hash(Array(name.utf8)).bytes), .integer(try row.int(0))])
        }
        try database.execute("DROP INDEX payout_by_export; ALTER TABLE bank_export DROP COLUMN seen")
        for index in ["look", "batch", "whole"] { try database.execute("DROP INDEX bank_transaction_by_\(index)") }
        for column in ["named", "source", "batch", "whole", "doubt", "explained", "orders", "original"] {
            try database.execute("ALTER TABLE bank_transaction DROP COLUMN \(column)")
        }
        for column in ["fund_from", "young_days", "fund_cap", "young_total"] {
            try database.execute("ALTER TABLE fraud_case DROP COLUMN \(column)")
        }
        try database.execute("ALTER TABLE session DROP COLUMN scope")
        for table in ["device_pairing", "tunnel_peer", "tunnel", "app_password"] {
            try database.execute("DROP TABLE \(table)")
        }
        try database.execute("PRAGMA user_version = 21")
    }
}
