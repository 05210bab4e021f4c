// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Hub
import HubAPI
import Keys
import Money
import SQLite
import Synchronization
import Testing
import Tokens
import Wallet

/// M4: a device whose clock is wrong decides nothing for good; the hub's clock does.
struct DeviceClockTests {
    /// A wallet whose clock is as far from the hub's as is said.
    private final class Device {
        let economy: TestEconomy
        let wallet: Wallet
        private let database: Database
        private let environment: Wallet.Environment
        private let key: VaultKey
        private let lead: Lead

        private final class Lead: Sendable { let days = Mutex(Int64(0)) }

        init(_ name: String, _ economy: TestEconomy, funds: Int64 = 0) throws {
            self.economy = economy
            let (lead, time, pipe) = (Lead(), economy.time.clock, economy.pipe)
            self.lead = lead
            database = try Database(path: .inMemory)
            environment = Wallet.Environment(
                place: .memory(database), epochs: .memory(),
                clock: Clock {
                    Timestamp(seconds: UInt64(Int64(time.now().seconds) + lead.days.withLock { $0 } * 86_400))
                },
                random: economy.random, connect: { _, _ in pipe }, passphraseCost: .minimum)
            key = try SealedVaultKey.create(passphrase: SecretBytes([1]), random: economy.random, cost: .minimum).1
            wallet = try Wallet.create(environment, .vaultKey(key))
            try wallet.join(economy.description)
            try wallet.register(username: name, password: "lantern river 4827")
            if funds > 0 { _ = try economy.hub.topUp(.account(name), economy.amount(funds)) }
            try sync()
        }

        var daysAhead: Int64 {
            get { lead.days.withLock { $0 } }
            set { lead.days.withLock { $0 = newValue } }
        }

        func sync() throws {
            let report = try wallet.sync()
            #expect(report.isComplete, "\(report.outcomes)")
        }

        var atHub: Int64 { get throws { try #require(try wallet.balances().account).balance.minorUnits } }

        /// Is paid by somebody whose clock is right.
        func isPaid(_ minorUnits: Int64, by payer: Person) throws {
            let request = try wallet.request(economy.amount(minorUnits))
            try payer.wallet.acknowledge(
                try wallet.receive(try payer.wallet.pay(request.text).text).receipt)
        }

        /// As an older program left it that believed its clock.
        func holdEverything() throws {
            try database.execute("UPDATE coin SET state = 2 WHERE state = 0")
        }
    }

    @Test(arguments: [60, 400, -60])
    func oneSyncWithAWrongClockCreditsAllTheSame(days: Int64) throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000, offline: 5_000)
        let ben = try Device("ben", economy)
        try ben.isPaid(700, by: anna)
        ben.daysAhead = days
        try ben.sync()
        #expect(try ben.atHub == 700)
        #expect(try ben.wallet.balances().held.isEmpty)
        ben.daysAhead = 0
        try ben.sync()
        #expect(try ben.atHub == 700)
    }

    @Test func whatAnOlderProgramHeldByItsClockComesBackAtTheNextSync() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000, offline: 5_000)
        let ben = try Device("ben", economy)
        try ben.isPaid(700, by: anna)
        try ben.holdEverything()
        #expect(try ben.wallet.balances().held.map(\.amount) == [economy.amount(700)])
        try ben.sync()
        #expect(try ben.atHub == 700 && ben.wallet.balances().held.isEmpty)
    }

    /// The opposite: a clock that is behind does not make late what is not, and early what is late.
    @Test(arguments: [0, -60])
    func onlyTheHubSaysThatItIsTooLate(days: Int64) throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000, offline: 5_000)
        let ben = try Device("ben", economy)
        try ben.isPaid(700, by: anna)
        economy.time.advance(days: 37)
        economy.time.advance(seconds: 3_600)
        ben.daysAhead = days
        try ben.wallet.login(username: "ben", password: "lantern river 4827")
        try ben.sync()
        #expect(try ben.wallet.balances().held.map(\.amount) == [economy.amount(700)])
        #expect(try ben.wallet.activity().contains { $0.status == .held && $0.event.name == .tooOld })
        // A second sync asks for nothing again.
        try ben.sync()
        #expect(try ben.atHub == 0)
        ben.daysAhead = 0
        economy.time.advance(days: 2)
        try economy.hub.sweep(economy.time.now)
        try ben.sync()
        #expect(try ben.atHub == 700 && ben.wallet.balances().held.isEmpty)
        try anna.wallet.login(username: "anna", password: "lantern river 4827")
        #expect(try economy.balance(anna) == 10_000 - 700)
    }

    /// A sibling: by a clock that is ahead the offline balance is past, and would be bought again at every sync.
    @Test func theOfflineBalanceIsNotBoughtTwice() throws {
        let economy = try TestEconomy()
        let ben = try Device("ben", economy, funds: 10_000)
        try ben.wallet.keepOffline(economy.amount(1_000))
        try ben.sync()
        ben.daysAhead = 60
        for _ in 0..<3 { try ben.sync() }
        #expect(try ben.atHub == 9_000)
        ben.daysAhead = 0
        try ben.sync()
        #expect(try ben.wallet.balances().offline == economy.amount(1_000) && ben.atHub == 9_000)
    }

    /// A sibling: an order whose answer was lost is the same order in the same words, also when the clock jumps meanwhile.
    @Test func anOrderIsNotGivenTwiceWhenTheClockJumps() throws {
        let economy = try TestEconomy()
        let ben = try Device("ben", economy, funds: 10_000)
        _ = try economy.person("anna")
        func order() throws { _ = try ben.wallet.ask("anna", for: economy.amount(500)) }
        economy.network.losesAnswers = true
        #expect(throws: WalletError.self) { try order() }
        economy.network.losesAnswers = false
        ben.daysAhead = 60
        try order()
        ben.daysAhead = 0
        #expect(try ben.wallet.requests(.outgoing).items.count == 1)
        // As long as it waits for its answer it is that order, a day later too; an answer first, for the wallet signs by what
        // it has learned of the hub's clock last.
        _ = try ben.wallet.ask("anna", for: economy.amount(1))
        economy.network.losesAnswers = true
        #expect(throws: WalletError.self) { try order() }
        economy.network.losesAnswers = false
        economy.time.advance(days: 1)
        try order()
        #expect(try ben.wallet.requests(.outgoing).items.count == 3)
        try order()
        #expect(try ben.wallet.requests(.outgoing).items.count == 4)
    }
}
