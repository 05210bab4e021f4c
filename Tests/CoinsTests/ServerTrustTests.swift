// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import Coins
import Money
import Testing

/// Servers that lie, stall, or are not there.
struct ServerTrustTests {
    private func funded(on network: Network = .bitcoinRegtest) throws -> (CoinFixture, CoinAccount) {
        let fixture = try CoinFixture()
        let account = try fixture.begin(network)
        try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: account.id).address, 100_000, on: network)
        try fixture.wallet.refresh(account.id)
        return (fixture, account)
    }

    @Test func knownBalancesAreShownWithTheReasonWhenNoServerAnswers() throws {
        let (fixture, account) = try funded()
        fixture.bitcoin.outage = CoinsError(.unreachable, "The network is down.")

        let balances = try fixture.wallet.balances(of: account.id)

        #expect(balances.balances.first?.confirmed.value == 100_000)
        #expect(balances.balances.first?.time == fixture.time)
        #expect(balances.staleBecause?.message == "The network is down.")
    }

    @Test func aServerOfAnotherNetworkIsNotBelieved() throws {
        let fixture = try CoinFixture()
        let account = try fixture.begin()
        fixture.bitcoin.isOnOtherNetwork = true

        refuses(.lyingServer) { try fixture.wallet.refresh(account.id) }
    }

    @Test func anotherTransactionThanTheOneAskedForIsALie() throws {
        let (fixture, account) = try funded()
        let id = try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: account.id, fresh: true).address, 5_000)
        fixture.bitcoin.forgery = try #require(fixture.bitcoin.papers.first { $0.key != id }?.value.transaction)

        refuses(.lyingServer) { try fixture.wallet.refresh(account.id) }

        #expect(try fixture.balance(account, refreshing: false)[0] == 100_000)
    }

    @Test func anAbsurdFeeRateIsNotTakenFromAServer() throws {
        let (fixture, account) = try funded()
        fixture.bitcoin.rate = try FeeRate(satoshisPerKilobyte: 5_000_000)

        refuses(.lyingServer) { try fixture.wallet.fees(for: account.id) }
        fixture.bitcoin.rate = nil
        #expect(
            try fixture.wallet.fees(for: account.id).map(\.rate.description) == ["1 sat/vB", "1 sat/vB", "1 sat/vB"])
    }

    @Test func aSecondServerIsAskedWhenTheFirstIsDown() throws {
        let fixture = try CoinFixture()
        try fixture.wallet.restorePhrase(CoinFixture.phrase)
        try fixture.wallet.addServer(
            try ServerAddress(network: .bitcoinRegtest, kind: .electrum, url: "tcp://127.0.0.1:9"))
        try fixture.wallet.addServer(try fixture.server(of: .bitcoinRegtest))
        let account = try fixture.wallet.addAccount(on: .bitcoinRegtest)
        fixture.deadURL = "tcp://127.0.0.1:9"

        #expect(try fixture.balance(account) == [0, 0, 0])
        try fixture.wallet.removeServer(try fixture.server(of: .bitcoinRegtest))
        refuses(.unreachable) { try fixture.wallet.refresh(account.id) }
    }

    @Test func aHiddenTransactionComesBackWhenAnotherServerShowsIt() throws {
        let (fixture, account) = try funded()
        let papers = fixture.bitcoin.papers
        fixture.bitcoin.papers = [:]
        #expect(try fixture.balance(account)[0] == 0)
        #expect(try fixture.wallet.history(of: account.id).first?.status == .gone)

        fixture.bitcoin.papers = papers

        #expect(try fixture.balance(account)[0] == 100_000)
    }

    /// Coins of test networks are called like the real ones; no price is asked for them, and none that is known is used.
    @Test(arguments: [Network.bitcoinTestnet, .bitcoinTestnet3, .bitcoinSignet, .bitcoinRegtest])
    func whatIsOnATestNetworkIsWorthNothing(network: Network) throws {
        let (fixture, account) = try funded(on: network)
        fixture.prices = PriceSource { unit, currency in
            guard unit.priceName != nil else { throw CoinsError(.lyingServer, "It was asked for a test network.") }
            return .init(minorUnits: 6_000_000, currency: currency)
        }
        try fixture.reopen()
        let real = try fixture.begin(.bitcoin)
        try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: real.id).address, 100_000, on: .bitcoin)

        #expect(try fixture.wallet.balances(of: real.id).balances.first?.worth?.minorUnits == 6_000)
        let balance = try #require(try fixture.wallet.balances(of: account.id).balances.first)
        #expect(balance.confirmed.value == 100_000 && balance.worth == nil)
        #expect(try fixture.wallet.fees(for: account.id).allSatisfy { $0.worth == nil })
        #expect(try fixture.wallet.fees(for: real.id).allSatisfy { $0.worth != nil })
        #expect(try fixture.wallet.priceHistory(of: network.unit, over: .day) == nil)
    }

    @Test(arguments: [Network.sepolia, .hoodi, .solanaDevnet, .solanaTestnet, .solanaLocal])
    func noPriceIsAskedForOtherTestNetworks(network: Network) throws {
        let fixture = try CoinFixture()
        fixture.prices = PriceSource { _, _ in throw CoinsError(.lyingServer, "It was asked for a test network.") }
        try fixture.reopen()
        let account = try fixture.begin(network)
        try fixture.wallet.refreshPrices()
        #expect(try fixture.wallet.balances(of: account.id).balances.allSatisfy { $0.worth == nil })
        #expect(try fixture.wallet.priceHistory(of: network.unit, over: .day) == nil)
    }

    @Test func pricesAddWhatThingsAreWorthAndAreNeverNeeded() throws {
        let (fixture, account) = try funded(on: .bitcoin)
        #expect(try fixture.wallet.balances(of: account.id).balances.first?.worth == nil)
        struct Down: Error {}
        for price in [Int64(6_000_000), -1] {
            fixture.prices = PriceSource { _, currency in
                guard price > 0 else { throw Down() }
                return .init(minorUnits: price, currency: currency)
            }
            try fixture.reopen()
            // 0.001 BTC at 60,000 USD.
            #expect(
                try fixture.wallet.balances(of: account.id).balances.first?.worth?.minorUnits
                    == (price > 0 ? 6_000 : nil))
        }
    }

    @Test func aForgedReplacementDoesNotMakeAPaymentDeadWhileAnotherServerKnowsIt() throws {
        let (fixture, account) = try funded()
        try fixture.wallet.addServer(
            try ServerAddress(network: .bitcoinRegtest, kind: .electrum, url: "tcp://127.0.0.1:2"))
        let status = try fixture.wallet.send(
            try fixture.wallet.plan(
                SendDraft(
                    account: account.id,
                    recipients: [.init(to: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", .exactly("0.0005"))],
                    fee: .custom("2"))
            ).approved())
        let honest = PaperBitcoin()
        honest.papers = fixture.bitcoin.papers
        fixture.otherBitcoin = ["tcp://127.0.0.1:2": honest]
        let id = try #require(fixture.bitcoin.waiting.first)
        var forged = try #require(fixture.bitcoin.papers[id]).transaction
        forged.outputs[0].script = Script([0x51])
        fixture.bitcoin.papers[id] = nil
        fixture.bitcoin.papers[forged.id] = PaperBitcoin.Paper(transaction: forged, height: 200)

        try fixture.reopen()
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .sent)
    }

    @Test(arguments: [4_294_967_295, 4_294_967_292, 500_000_000] as [UInt32])
    func aHeightThatNoChainHasIsALie(height: UInt32) throws {
        let (fixture, account) = try funded()
        try fixture.wallet.send(
            try fixture.wallet.plan(
                SendDraft(
                    account: account.id,
                    recipients: [.init(to: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", .exactly("0.0005"))],
                    fee: .custom("2"))
            ).approved())
        for id in fixture.bitcoin.waiting { fixture.bitcoin.papers[id]?.height = height }

        refuses(.lyingServer) { try fixture.wallet.refresh(account.id) }
        fixture.bitcoin.papers = [:]
        fixture.bitcoin.height = height
        refuses(.lyingServer) { try fixture.wallet.refresh(account.id) }
    }

    @Test func aTransactionThatIsNotOfAnAddressDoesNotMakeItUsed() throws {
        let (fixture, account) = try funded()
        let next = try fixture.wallet.receiveAddress(of: account.id, fresh: true)
        let keys = try PrivateExtendedKey(seed: try Phrase(parsing: CoinFixture.phrase).seed())
        let far = try Account(network: .bitcoinRegtest, kind: .segwit, master: keys).address(.receive, 15).script
        fixture.bitcoin.invented = [far: try #require(fixture.bitcoin.papers.keys.first)]

        refuses(.lyingServer) { try fixture.wallet.refresh(account.id) }

        #expect(next.path == "0/1")
        #expect(try fixture.wallet.receiveAddress(of: account.id, fresh: true).path == "0/2")
    }

    @Test func nothingIsKeptThatCannotBeReadAgain() throws {
        let (fixture, account) = try funded()
        var draft = SendDraft(
            account: account.id,
            recipients: [.init(to: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", .exactly("0.0005"))],
            fee: .custom("2"))
        draft.label = String(repeating: "x", count: 5_000)
        refuses(.recordTooLarge) { try fixture.wallet.send(try fixture.wallet.plan(draft).approved()) }
        #expect(try fixture.wallet.sends().isEmpty && fixture.bitcoin.broadcasts.isEmpty)

        let id = try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: account.id, fresh: true).address, 7_000)
        var large = try #require(fixture.bitcoin.papers[id]).transaction
        fixture.bitcoin.papers[id] = nil
        large.inputs[0].witness = [[UInt8](repeating: 1, count: 1_500_000)]
        fixture.bitcoin.papers[large.id] = PaperBitcoin.Paper(transaction: large, height: 200)

        #expect(try fixture.balance(account)[0] == 107_000)
        #expect(try fixture.balance(account)[0] == 107_000)
    }
}
