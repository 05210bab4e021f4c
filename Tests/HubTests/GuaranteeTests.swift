// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import HubStorage
import Money
import Testing
import Tokens

/// M5: what the guarantee fund pays for one culprit and on one day, to whom, and when.
@Suite struct GuaranteeTests {
    /// A hub with a full fund and accounts that are no longer young.
    private struct FundedHub {
        let hub: TestHub
        var accounts: [String: TestAccount] = [:]

        init(_ names: [String], configure: (inout HubConfiguration) -> Void = { _ in }) throws {
            hub = try TestHub { configuration in
                configuration.keyDays = 400
                configuration.accessTokenLife = 400 * Timestamp.secondsPerDay
                configuration.refreshTokenLife = 400 * Timestamp.secondsPerDay
                configure(&configuration)
            }
            _ = try hub.hub.topUp(.guaranteeFund, dollars(1_000_000))
            for name in names { accounts[name] = try hub.account(name) }
            hub.clock.advance(days: 40)
        }

        subscript(_ name: String) -> TestAccount {
            get throws {
                guard let account = accounts[name] else { throw HubError(.invalid, "There is no \(name).") }
                return account
            }
        }

        func buy(_ name: String, _ cents: Int64) throws -> Held {
            _ = try hub.hub.topUp(.account(name), dollars(cents))
            return try self[name].buy(cents)
        }

        /// Signs all of a root to each of some accounts, which redeem it in this order.
        func spend(_ root: Held, on names: [String]) throws {
            for name in names { _ = try self[name].redeem(try self[name].receive(root.token.range, from: root)) }
        }

        func sweep(afterDays days: UInt64) throws {
            hub.clock.advance(days: days)
            try hub.hub.sweep(hub.clock.now)
            try hub.requireSoundLedger()
        }

        func balances(_ names: [String]) throws -> [Int64] {
            try names.map { try self[$0].balance().balance.minorUnits }
        }
    }

    @Test func threeRootsOfOneCulpritCostTheFundNoMoreThanOneRoot() throws {
        let names = (0..<11).map { "accomplice\($0)" }
        let funded = try FundedHub(["mallory"] + names)
        let roots = try (0..<3).map { _ in try funded.buy("mallory", 10_000) }
        for root in roots { try funded.spend(root, on: names) }
        for _ in 0..<80 { try funded.sweep(afterDays: 1) }
        #expect(try funded.balances(names).reduce(0, +) == 30_000 + 50_000)
    }

    @Test func aNewAccountCostsTheFundLessAndKeepsLessOffline() throws {
        var funded = try FundedHub(["bob", "carol", "dave"])
        funded.accounts["mallory"] = try funded.hub.account("mallory", cents: 30_000)
        let root = try funded.buy("mallory", 20_000)
        do {
            _ = try funded["mallory"].buy(1)
            Issue.record("A new account has more than 200.00 offline")
        } catch let problem as HubProblem {
            let until = String(funded.hub.clock.now.adding(days: 30).seconds)
            #expect(problem.code == .youngAccount && problem.details["until"] == until)
            #expect(problem.details["limit"] == "200.00" && problem.details["unredeemed"] == "200.00")
            #expect(YoungAccountLimit(problem)?.limit == dollars(20_000))
            #expect(
                YoungAccountLimit(problem)?.problem == problem, "the details hold everything that the sentence says")
        }
        _ = try funded["mallory"].send(30_000, to: "dave")
        try funded.spend(root, on: ["bob", "carol", "dave"])
        try funded.sweep(afterDays: 53)
        #expect(try funded.balances(["bob", "carol", "dave"]) == [20_000, 10_000, 40_000])
    }

    /// Other settings apply to the cases that are opened under them, in both directions.
    @Test(arguments: [5_000, 90_000] as [UInt64])
    func aCaseKeepsTheCapsUnderWhichItWasOpened(later: UInt64) throws {
        let disk = try HubOnDisk()
        func open(cap: UInt64) throws -> TestHub {
            try disk.open {
                $0.keyDays = 400
                $0.accessTokenLife = 400 * Timestamp.secondsPerDay
                $0.refreshTokenLife = 400 * Timestamp.secondsPerDay
                $0.guaranteeCap = cap
                $0.youngOfflineTotal = cap
            }
        }
        let first = try open(cap: 20_000)
        _ = try first.hub.topUp(.guaranteeFund, dollars(1_000_000))
        var accounts = try ["mallory", "mustafa", "bob", "carol", "dave"].map {
            try first.account($0, cents: $0.hasPrefix("m") ? 40_000 : 0)
        }
        disk.clock.advance(days: 40)
        let root = try accounts[0].buy(40_000)
        for owner in accounts[2...] { _ = try owner.redeem(try owner.receive(root.token.range, from: root)) }
        first.hub.close()

        let second = try open(cap: later)
        defer { second.hub.close() }
        accounts = accounts.map { TestAccount(hub: second, session: $0.session) }
        let other = try accounts[1].buy(40_000)
        for owner in accounts[2...] { _ = try owner.redeem(try owner.receive(other.token.range, from: other)) }
        for _ in 0..<60 {
            disk.clock.advance(days: 1)
            try second.hub.sweep(disk.clock.now)
        }
        let paid = try accounts[2...].reduce(0) { $0 + (try $1.balance().balance.minorUnits) }
        // Each root redeems once; of the two that are left of each, the fund pays no more than the cap of its culprit.
        #expect(paid == 80_000 + 20_000 + Int64(min(later, 80_000)))
        try second.requireSoundLedger()
    }

    @Test func whoIsNoLongerYoungOrHasBeenNamedKeepsMoreOffline() throws {
        var funded = try FundedHub([])
        for name in ["member", "merchant"] { funded.accounts[name] = try funded.hub.account(name) }
        try funded.hub.hub.setMerchant("merchant", name: "Shop")
        _ = try funded.buy("merchant", 20_001)
        #expect(refusal { _ = try funded.buy("member", 20_001) } == .youngAccount)
        funded.hub.clock.advance(days: 30)
        _ = try funded["member"].buy(20_001)
    }

    @Test func theFundPaysNoMoreOnOneDayAndTheRestOnTheNext() throws {
        let funded = try FundedHub(["mallory", "mustafa", "bob", "carol", "dave"]) { $0.guaranteePerDay = 30_000 }
        let roots = try ["mallory", "mustafa"].map { try funded.buy($0, 25_000) }
        try funded.spend(roots[0], on: ["bob", "carol"])
        try funded.spend(roots[1], on: ["bob", "dave"])
        try funded.sweep(afterDays: 53)
        // Both culprits' victims wait for the same fund, and share the day.
        #expect(try funded.balances(["carol", "dave"]) == [15_000, 15_000])
        try funded.sweep(afterDays: 0)
        #expect(try funded.balances(["carol", "dave"]) == [15_000, 15_000])
        try funded.sweep(afterDays: 1)
        #expect(try funded.balances(["carol", "dave"]) == [25_000, 25_000])
    }

    @Test func anEarlyClaimOfAnAccompliceTakesNothingFromALaterOneOfAVictim() throws {
        let funded = try FundedHub(["mallory", "bob", "carol", "victim"]) { $0.guaranteeCap = 20_000 }
        let first = try funded.buy("mallory", 20_000)
        funded.hub.clock.advance(days: 10)
        let second = try funded.buy("mallory", 10_000)
        try funded.spend(first, on: ["bob", "carol"])
        try funded.sweep(afterDays: 29)
        #expect(try funded.balances(["carol"]) == [0])
        // The second root is refunded ten days after the first one.
        try funded.spend(second, on: ["bob", "victim"])
        try funded.sweep(afterDays: 24)
        #expect(try funded.balances(["carol", "victim"]) == [10_000, 10_000])
    }

    @Test func aNewAccountsClaimWaitsAndIsPaidFromWhatTheOthersLeave() throws {
        var funded = try FundedHub(["mallory", "bob", "carol"]) { $0.youngDays = 60 }
        funded.hub.clock.advance(days: 60)
        let root = try funded.buy("mallory", 30_000)
        funded.accounts["dave"] = try funded.hub.account("dave")
        let token = try funded["dave"].receive(root.token.range, from: root)
        try funded.spend(root, on: ["bob", "carol"])
        let item = try funded["dave"].redeem(token)
        let record = try HubReceipt(decoding: #require(item.receipt).bytes).recordID
        func claim() throws -> StatusAnswer.Claim? {
            let query = StatusQuery(records: [Blob(record.bytes)])
            return try funded.hub.caller.call(Routes.status, query, as: try funded["dave"].proof).items[0].claim
        }
        let fundFrom = funded.hub.clock.now.adding(days: 60).seconds
        try funded.sweep(afterDays: 53)
        #expect(try funded.balances(["carol", "dave"]) == [30_000, 0])
        #expect(try claim() == .init(amount: dollars(30_000), paid: dollars(0), fundFrom: fundFrom))
        try funded.sweep(afterDays: 7)
        #expect(try funded.balances(["carol", "dave"]) == [30_000, 20_000])
        #expect(try claim() == .init(amount: dollars(30_000), paid: dollars(20_000)))
    }

    /// Settings that change while a case is open move neither its date nor who counts as known in it.
    @Test(arguments: [true, false])
    func aChangeOfSettingsMovesNoOpenCase(isShorter: Bool) throws {
        let disk = try HubOnDisk()
        func settings(_ configuration: inout HubConfiguration) {
            configuration.keyDays = 400
            configuration.accessTokenLife = 400 * Timestamp.secondsPerDay
            configuration.youngDays = 0
        }
        let first = try disk.open(settings)
        _ = try first.hub.topUp(.guaranteeFund, dollars(100_000))
        let mallory = try first.account("mallory", cents: 10_000)
        let (bob, carol) = (try first.account("bob"), try first.account("carol"))
        let root = try mallory.buy(10_000)
        for payee in [bob, carol] { _ = try payee.redeem(try payee.receive(root.token.range, from: root)) }
        // 14 days of a certificate, 38 to the refund, and one.
        let fundFrom = disk.clock.now.adding(days: 53)
        first.hub.close()

        let second = try disk.open {
            settings(&$0)
            $0.certificateDays = isShorter ? 1 : 60
            $0.youngDays = isShorter ? 0 : 300
        }
        defer { second.hub.close() }
        let victim = TestAccount(hub: second, session: carol.session)
        disk.clock.advance(seconds: fundFrom.seconds - disk.clock.now.seconds - 1)
        _ = try second.hub.sweep(disk.clock.now)
        #expect(try victim.balance().balance == dollars(0))
        disk.clock.advance(seconds: 1)
        _ = try second.hub.sweep(disk.clock.now)
        #expect(try victim.balance().balance == dollars(10_000))
        try second.requireSoundLedger()
    }

    @Test func halfIsForThoseWhomTheOperatorKnowsHoweverManyTheOthersAre() throws {
        let accomplices = (0..<9).map { "accomplice\($0)" }
        let funded = try FundedHub(["mallory", "shop"] + accomplices)
        try funded.hub.hub.setMerchant("shop", name: "Shop")
        let root = try funded.buy("mallory", 50_000)
        try funded.spend(root, on: accomplices + ["shop"])
        try funded.sweep(afterDays: 53)
        // Half of 500.00, and a ninth of the other half: eight accomplices have claims.
        #expect(try funded.balances(["shop"]) == [25_000 + 2_777])
    }

    @Test func theFundIsPaidBackAfterEverybodyElse() throws {
        let funded = try FundedHub(["mallory", "bob", "carol", "dave"]) { $0.guaranteeCap = 10_000 }
        let roots = try (0..<2).map { _ in try funded.buy("mallory", 10_000) }
        try funded.spend(roots[0], on: ["bob", "carol"])
        try funded.spend(roots[1], on: ["bob", "dave"])
        try funded.sweep(afterDays: 53)
        #expect(try funded.balances(["carol", "dave"]) == [5_000, 5_000])
        _ = try funded.hub.hub.topUp(.account("mallory"), dollars(12_000))
        try funded.sweep(afterDays: 1)
        // Both victims first; what is left of it pays the fund.
        #expect(try funded.balances(["mallory", "carol", "dave"]) == [0, 10_000, 10_000])
        #expect(try funded.hub.hub.fundPaid == 8_000)
        _ = try funded.hub.hub.topUp(.account("mallory"), dollars(9_000))
        try funded.sweep(afterDays: 1)
        #expect(try funded.balances(["mallory"]) == [1_000])
        #expect(try funded.hub.hub.audit().cases.isEmpty)
        _ = try funded["mallory"].pseudonym()
    }
}

extension Hub {
    /// Minor units that the fund has paid and not got back.
    fileprivate var fundPaid: Int64 {
        get throws { try fraudCases().reduce(0) { $0 + $1.fundPaid.minorUnits } }
    }
}
