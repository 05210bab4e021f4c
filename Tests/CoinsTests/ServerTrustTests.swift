// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import Coins
import Money
import Testing

/// Servers that lie, stall, or are not there.
struct ServerTrustTests {
    private func funded(on network: Network = .bitcoinRegtest) throws -> (Desk, CoinAccount) {
        let desk = try Desk()
        let account = try desk.begin(network)
        try desk.bitcoin.fund(try desk.wallet.receiveAddress(of: account.id).address, 100_000, on: network)
        try desk.wallet.refresh(account.id)
        return (desk, account)
    }

    @Test func knownBalancesAreShownWithTheReasonWhenNoServerAnswers() throws {
        let (desk, account) = try funded()
        desk.bitcoin.outage = CoinsError(.unreachable, "The network is down.")

        let balances = try desk.wallet.balances(of: account.id)

        #expect(balances.balances.first?.confirmed.value == 100_000)
        #expect(balances.balances.first?.time == desk.time)
        #expect(balances.staleBecause?.message == "The network is down.")
    }

    @Test func aServerOfAnotherNetworkIsNotBelieved() throws {
        let desk = try Desk()
        let account = try desk.begin()
        desk.bitcoin.isOnOtherNetwork = true

        refuses(.lyingServer) { try desk.wallet.refresh(account.id) }
    }

    @Test func anotherTransactionThanTheOneAskedForIsALie() throws {
        let (desk, account) = try funded()
        let id = try desk.bitcoin.fund(try desk.wallet.receiveAddress(of: account.id, fresh: true).address, 5_000)
        desk.bitcoin.forgery = try #require(desk.bitcoin.papers.first { $0.key != id }?.value.transaction)

        refuses(.lyingServer) { try desk.wallet.refresh(account.id) }

        #expect(try desk.balance(account, refreshing: false)[0] == 100_000)
    }

    @Test func anAbsurdFeeRateIsNotTakenFromAServer() throws {
        let (desk, account) = try funded()
        desk.bitcoin.rate = try FeeRate(satoshisPerKilobyte: 5_000_000)

        refuses(.lyingServer) { try desk.wallet.fees(for: account.id) }
        desk.bitcoin.rate = nil
        #expect(try desk.wallet.fees(for: account.id).map(\.rate.description) == ["1 sat/vB", "1 sat/vB", "1 sat/vB"])
    }

    @Test func aSecondServerIsAskedWhenTheFirstIsDown() throws {
        let desk = try Desk()
        try desk.wallet.restorePhrase(Desk.phrase)
        try desk.wallet.addServer(
            try ServerAddress(network: .bitcoinRegtest, kind: .electrum, url: "tcp://127.0.0.1:9"))
        try desk.wallet.addServer(try desk.server(of: .bitcoinRegtest))
        let account = try desk.wallet.addAccount(on: .bitcoinRegtest)
        desk.deadURL = "tcp://127.0.0.1:9"

        #expect(try desk.balance(account) == [0, 0, 0])
        try desk.wallet.removeServer(try desk.server(of: .bitcoinRegtest))
        refuses(.unreachable) { try desk.wallet.refresh(account.id) }
    }

    @Test func aHiddenTransactionComesBackWhenAnotherServerShowsIt() throws {
        let (desk, account) = try funded()
        let papers = desk.bitcoin.papers
        desk.bitcoin.papers = [:]
        #expect(try desk.balance(account)[0] == 0)
        #expect(try desk.wallet.history(of: account.id).first?.status == .gone)

        desk.bitcoin.papers = papers

        #expect(try desk.balance(account)[0] == 100_000)
    }

    /// Coins of test networks are called like the real ones; no price is asked for them, and none that is known is used.
    @Test(arguments: [Network.bitcoinTestnet, .bitcoinTestnet3, .bitcoinSignet, .bitcoinRegtest])
    func whatIsOnATestNetworkIsWorthNothing(network: Network) throws {
        let (desk, account) = try funded(on: network)
        desk.prices = PriceSource { unit, currency in
            guard unit.priceName != nil else { throw CoinsError(.lyingServer, "It was asked for a test network.") }
            return .init(minorUnits: 6_000_000, currency: currency)
        }
        try desk.reopen()
        let real = try desk.begin(.bitcoin)
        try desk.bitcoin.fund(try desk.wallet.receiveAddress(of: real.id).address, 100_000, on: .bitcoin)

        #expect(try desk.wallet.balances(of: real.id).balances.first?.worth?.minorUnits == 6_000)
        let balance = try #require(try desk.wallet.balances(of: account.id).balances.first)
        #expect(balance.confirmed.value == 100_000 && balance.worth == nil)
        #expect(try desk.wallet.fees(for: account.id).allSatisfy { $0.worth == nil })
        #expect(try desk.wallet.fees(for: real.id).allSatisfy { $0.worth != nil })
        #expect(try desk.wallet.priceHistory(of: network.unit, over: .day) == nil)
    }

    @Test(arguments: [Network.sepolia, .hoodi, .solanaDevnet, .solanaTestnet, .solanaLocal])
    func noPriceIsAskedForOtherTestNetworks(network: Network) throws {
        let desk = try Desk()
        desk.prices = PriceSource { _, _ in throw CoinsError(.lyingServer, "It was asked for a test network.") }
        try desk.reopen()
        let account = try desk.begin(network)
        try desk.wallet.refreshPrices()
        #expect(try desk.wallet.balances(of: account.id).balances.allSatisfy { $0.worth == nil })
        #expect(try desk.wallet.priceHistory(of: network.unit, over: .day) == nil)
    }

    @Test func pricesAddWhatThingsAreWorthAndAreNeverNeeded() throws {
        let (desk, account) = try funded(on: .bitcoin)
        #expect(try desk.wallet.balances(of: account.id).balances.first?.worth == nil)
        struct Down: Error {}
        for price in [Int64(6_000_000), -1] {
            desk.prices = PriceSource { _, currency in
                guard price > 0 else { throw Down() }
                return .init(minorUnits: price, currency: currency)
            }
            try desk.reopen()
            // 0.001 BTC at 60,000 USD.
            #expect(
                try desk.wallet.balances(of: account.id).balances.first?.worth?.minorUnits == (price > 0 ? 6_000 : nil))
        }
    }

    @Test func aForgedReplacementDoesNotMakeAPaymentDeadWhileAnotherServerKnowsIt() throws {
        let (desk, account) = try funded()
        try desk.wallet.addServer(
            try ServerAddress(network: .bitcoinRegtest, kind: .electrum, url: "tcp://127.0.0.1:2"))
        let status = try desk.wallet.send(
            try desk.wallet.plan(
                SendDraft(
                    account: account.id,
                    recipients: [.init(to: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", .exactly("0.0005"))],
                    fee: .custom("2"))
            ).approved())
        let honest = PaperBitcoin()
        honest.papers = desk.bitcoin.papers
        desk.otherBitcoin = ["tcp://127.0.0.1:2": honest]
        let id = try #require(desk.bitcoin.waiting.first)
        var forged = try #require(desk.bitcoin.papers[id]).transaction
        forged.outputs[0].script = Script([0x51])
        desk.bitcoin.papers[id] = nil
        desk.bitcoin.papers[forged.id] = PaperBitcoin.Paper(transaction: forged, height: 200)

        try desk.reopen()
        try desk.wallet.refresh(account.id)

        #expect(try desk.wallet.send(status.id).state == .sent)
    }

    @Test(arguments: [4_294_967_295, 4_294_967_292, 500_000_000] as [UInt32])
    func aHeightThatNoChainHasIsALie(height: UInt32) throws {
        let (desk, account) = try funded()
        try desk.wallet.send(
            try desk.wallet.plan(
                SendDraft(
                    account: account.id,
                    recipients: [.init(to: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", .exactly("0.0005"))],
                    fee: .custom("2"))
            ).approved())
        for id in desk.bitcoin.waiting { desk.bitcoin.papers[id]?.height = height }

        refuses(.lyingServer) { try desk.wallet.refresh(account.id) }
        desk.bitcoin.papers = [:]
        desk.bitcoin.height = height
        refuses(.lyingServer) { try desk.wallet.refresh(account.id) }
    }

    @Test func aTransactionThatIsNotOfAnAddressDoesNotMakeItUsed() throws {
        let (desk, account) = try funded()
        let next = try desk.wallet.receiveAddress(of: account.id, fresh: true)
        let keys = try PrivateExtendedKey(seed: try Phrase(parsing: Desk.phrase).seed())
        let far = try Account(network: .bitcoinRegtest, kind: .segwit, master: keys).address(.receive, 15).script
        desk.bitcoin.invented = [far: try #require(desk.bitcoin.papers.keys.first)]

        refuses(.lyingServer) { try desk.wallet.refresh(account.id) }

        #expect(next.path == "0/1")
        #expect(try desk.wallet.receiveAddress(of: account.id, fresh: true).path == "0/2")
    }

    @Test func nothingIsKeptThatCannotBeReadAgain() throws {
        let (desk, account) = try funded()
        var draft = SendDraft(
            account: account.id,
            recipients: [.init(to: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", .exactly("0.0005"))],
            fee: .custom("2"))
        draft.label = String(repeating: "x", count: 5_000)
        refuses(.recordTooLarge) { try desk.wallet.send(try desk.wallet.plan(draft).approved()) }
        #expect(try desk.wallet.sends().isEmpty && desk.bitcoin.broadcasts.isEmpty)

        let id = try desk.bitcoin.fund(try desk.wallet.receiveAddress(of: account.id, fresh: true).address, 7_000)
        var large = try #require(desk.bitcoin.papers[id]).transaction
        desk.bitcoin.papers[id] = nil
        large.inputs[0].witness = [[UInt8](repeating: 1, count: 1_500_000)]
        desk.bitcoin.papers[large.id] = PaperBitcoin.Paper(transaction: large, height: 200)

        #expect(try desk.balance(account)[0] == 107_000)
        #expect(try desk.balance(account)[0] == 107_000)
    }
}
