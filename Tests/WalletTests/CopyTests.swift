// SPDX-License-Identifier: MIT
import Crypto
import Hub
import HubStorage
import Keys
import Money
import SQLite
import TestSupport
import Testing
import Tokens
import Wallet

/// M1: two copies of a store that are open at the same time and share their count, as with a copied wallet folder.
struct CopyTests {
    private let economy: TestEconomy
    private let anna: Person
    private let ben: Person

    init() throws {
        economy = try TestEconomy()
        anna = try economy.person("anna", funds: 3_000, offline: 1_000)
        ben = try economy.person("ben")
    }

    private func request(_ minorUnits: Int64) throws -> String {
        try ben.wallet.request(economy.amount(minorUnits)).text
    }

    private func requireNobodyAccused() throws {
        try ben.sync(everything: true)
        #expect(try economy.hub.audit().isSound && economy.hub.audit().cases.isEmpty)
    }

    @Test func theCopyThatIsLateCommitsNothingAndTheOtherOneGoesOn() throws {
        let copy = try anna.copied()
        _ = try ben.wallet.receive(try anna.wallet.pay(try request(400)).text)
        let lines = try copy.activity().count

        let sentence = refuses(.frozen) { try copy.pay(try request(300)) }

        #expect(sentence.contains("another copy has paid"))
        #expect(try copy.activity().count == lines + 1)
        #expect(try copy.activity().first?.kind == .problem)
        #expect(try copy.balances().offline.minorUnits == 0)
        #expect(try copy.balances().held.map(\.amount.minorUnits) == [1_000])
        // The copy that spent is the wallet; what the other one found out does not hold its money.
        _ = try ben.wallet.receive(try anna.wallet.pay(try request(500)).text)
        try anna.reopen()
        #expect(try anna.offline == 100 && anna.held == 0)
        // After a sync the late copy spends what it buys from then on.
        #expect(try copy.sync().isComplete)
        try copy.buy(economy.amount(200))
        _ = try ben.wallet.receive(try copy.pay(try request(150)).text)
        _ = try ben.wallet.receive(try anna.wallet.pay(try request(100)).text)
        try requireNobodyAccused()
        #expect(try economy.balance(ben) == 400 + 500 + 150 + 100)
    }

    /// At every instant between two commits: what the copy goes on with is the same payment, and only one makes the next.
    @Test(arguments: [.payCommitted, .payEpochAdvanced, .paySigned, .payHandedOver] as [WalletStep])
    func aCopyMadeInTheMiddleOfAPaymentMakesTheSamePaymentOrNone(step: WalletStep) throws {
        for isCopyFirst in [false, true] {
            let request = try request(100)
            var image: [UInt8]?
            var environment = anna.environment
            environment.onStep = { [database = anna.database] reached in
                if reached == step { image = try database.serialize() }
            }
            let original = try Wallet.open(environment, .vaultKey(anna.vaultKey))
            let payment = try original.pay(request)
            let copy = try anna.copied(try #require(image, "the step was not reached") as [UInt8])

            let again = try copy.pay(request)

            #expect(again.recordIDs == payment.recordIDs)
            let (first, second) = isCopyFirst ? (copy, original) : (original, copy)
            let next = try first.pay(try self.request(50))
            refuses(.frozen) { try second.pay(try self.request(60)) }
            for text in [payment.text, again.text, next.text] { _ = try ben.wallet.receive(text) }
            try requireNobodyAccused()
            guard !isCopyFirst else { return }
            try anna.reopen()
        }
    }

    @Test func aCopyThatWasMadeBeforeThePaymentIsRolledBackInTheMiddleOfIt() throws {
        let copy = try anna.copied()
        anna.killer.step = .payCommitted
        #expect(throws: Killer.Killed.self) { try anna.wallet.pay(try request(400)) }
        // The process died between store and count, so the copy is not late yet, and takes the turn.
        _ = try ben.wallet.receive(try copy.pay(try request(300)).text)

        try anna.reopen()

        // What was committed and never signed is not signed any more.
        #expect(try anna.wallet.balances().frozen != nil)
        #expect(try anna.offline == 0 && anna.held == 1_000)
        try requireNobodyAccused()
    }

    @Test func redeemingAndDecliningAreSpendsAsWell() throws {
        let payment = try anna.wallet.pay(try request(200)).text
        let kept = try ben.copied()
        let other = try ben.copied()
        _ = try kept.receive(payment)
        _ = try other.decline(payment)
        // What another copy has declined is neither redeemed nor handed on.
        let report = try kept.sync(everything: true)
        #expect(try kept.activity().contains { $0.kind == .problem })
        #expect(report.outcome(of: .redemptions) == .idle)
        let late = try ben.copied(try ben.image())
        refuses(.frozen) { try late.decline(payment) }
        #expect(try economy.hub.audit().cases.isEmpty)
    }

    @Test func anOpenCopyNoticesWhenItSyncsOrBuys() throws {
        for act in [{ _ = try $0.sync() }, { [economy] in try $0.buy(economy.amount(100)) }]
            as [(Wallet) throws -> Void]
        {
            let copy = try anna.copied()
            _ = try ben.wallet.receive(try anna.wallet.pay(try request(100)).text)
            #expect(try copy.balances().held.isEmpty)
            try act(copy)
            #expect(try !copy.balances().held.isEmpty)
        }
        try requireNobodyAccused()
    }

    @Test func aCopyThatDoesNotFinishIsToldOfAndNothingIsCommitted() throws {
        let slow = EpochMemory(timeout: 30)
        let stuck = try Person("stuck", economy: economy, epochs: slow)
        try stuck.wallet.join(economy.description)
        try stuck.wallet.register(username: "stuck", password: "lantern river 4827")
        _ = try economy.hub.topUp(.account("stuck"), economy.amount(500))
        try stuck.sync()
        try stuck.wallet.buy(economy.amount(300))
        let wallet = try #require(try stuck.database.row("SELECT name FROM wallet", [])).blob(0)
        let request = try request(100)

        try slow.hold(wallet) { _ in
            let sentence = refuses(.inUse) { try stuck.wallet.pay(request) }
            #expect(sentence.contains("copy of this wallet"))
        }

        #expect(try stuck.offline == 300)
        _ = try ben.wallet.receive(try stuck.wallet.pay(request).text)
    }

    // MARK: - Stores of the version before

    @Test(arguments: [0, 1, 3] as [UInt64]) func aStoreWithoutTagsOpensAndIsTaggedByItsNextSpend(behind: UInt64) throws
    {
        for cents in [50, 60, 70] as [Int64] {
            _ = try ben.wallet.receive(try anna.wallet.pay(try request(cents)).text)
        }
        try anna.forgetTags(behind: behind)

        try anna.reopen()

        #expect(try anna.wallet.balances().frozen == nil && anna.offline == 820)
        let copy = try anna.copied()
        _ = try ben.wallet.receive(try anna.wallet.pay(try request(100)).text)
        refuses(.frozen) { try copy.pay(try request(100)) }
        try anna.reopen()
        #expect(try anna.offline == 720)
        try requireNobodyAccused()
    }

    @Test func aStoreWithoutTagsThatIsBehindItsCountIsRolledBack() throws {
        let image = try anna.image()
        _ = try ben.wallet.receive(try anna.wallet.pay(try request(50)).text)
        try anna.forgetTags()
        try anna.reopen()
        let old = try Database(path: .inMemory)
        try old.restore(from: image)
        for column in ["tag", "previous_tag", "count_file"] {
            try old.execute("ALTER TABLE wallet DROP COLUMN \(column)")
        }
        try old.execute("DROP TABLE account_entry; PRAGMA user_version = 3")
        let copy = try anna.copied(try old.serialize())
        #expect(try copy.balances().frozen != nil)
    }

    /// Two such copies may have committed different payments under one number, each before it died.
    @Test func ofTwoStoresWithoutTagsThatDiedOverAPaymentOneGoesOn() throws {
        let copy = try Person("copy of anna", economy: economy, database: try Database(path: .inMemory))
        try copy.database.restore(from: try anna.image())
        var texts: [String] = []
        for (database, cents) in [(anna.database, 100), (copy.database, 200)] as [(Database, Int64)] {
            let killer = Killer()
            killer.step = .payCommitted
            let wallet = try Wallet.open(
                Person.environment(database, anna.epochs.copy(), economy, killer), .vaultKey(anna.vaultKey))
            let request = try request(cents)
            texts.append(request)
            #expect(throws: Killer.Killed.self) { try wallet.pay(request) }
        }
        try anna.forgetTags(behind: 1)
        for column in ["tag", "previous_tag", "count_file"] {
            try copy.database.execute("ALTER TABLE wallet DROP COLUMN \(column)")
        }
        try copy.database.execute("DROP TABLE account_entry; PRAGMA user_version = 3")

        let wallets = try [anna.database, copy.database].map { database in
            try Wallet.open(Person.environment(database, anna.epochs, economy, Killer()), .vaultKey(anna.vaultKey))
        }

        #expect(try wallets[0].balances().frozen == nil && wallets[1].balances().frozen != nil)
        _ = try ben.wallet.receive(try wallets[0].pay(texts[0]).text)
        refuses(.tooLate) { try wallets[1].pay(texts[1]) }
        try requireNobodyAccused()
    }
}
