// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Coins
import PeerSupport
import Testing

/// One suite for all kinds of servers, each over the same node.
@Suite(.needsPeers) struct BitcoinServerTests {
    private func outPoint(_ id: TransactionID, _ index: UInt32) -> OutPoint {
        OutPoint(transactionID: id, index: index)
    }

    private func code(_ body: () throws -> some Any) -> CoinsError.Code? {
        #expect(throws: CoinsError.self) { _ = try body() }?.code
    }

    @Test(arguments: BitcoinServerKind.allCases) func theNetworkIsCheckedByItsFirstBlock(kind: BitcoinServerKind) throws
    {
        let chain = try LocalBitcoin()
        try kind.server(of: chain).checkNetwork()
        for network in [Network.bitcoin, .bitcoinSignet] {
            let server = try kind.server(of: chain, network: network)
            #expect(code { try server.checkNetwork() } == .lyingServer)
        }
    }

    @Test(arguments: BitcoinServerKind.allCases) func fundsAppearInTheOrderOfTheScripts(kind: BitcoinServerKind) throws
    {
        let chain = try LocalBitcoin()
        let keys = try (0..<30).map { try BitcoinKey($0) }
        let first = try chain.fund([(keys[3].address, 100_000), (keys[20].address, 546)])
        let second = try chain.fund([(keys[3].address, 70_000)])
        let server = try kind.server(of: chain)
        #expect(try server.tip() == 103)
        let histories = try server.histories(of: keys.map(\.script))
        let entries = try [first, second].enumerated().map { index, id in
            BitcoinEntry(id: try TransactionID(parsing: id), height: 102 + UInt32(index))
        }
        for (index, history) in histories.enumerated() {
            let expected = index == 3 ? entries : index == 20 ? [entries[0]] : []
            #expect(Set(history) == Set(expected) && history.count == expected.count)
        }
        let transactions = try server.transactions(entries.map(\.id))
        #expect(transactions.map(\.id) == entries.map(\.id))
        #expect(transactions[0].outputs.prefix(2).map(\.value.value) == [100_000, 546])
        #expect(try server.histories(of: []).isEmpty)
        #expect(try server.transactions([]).isEmpty)
    }

    @Test(arguments: BitcoinServerKind.allCases) func aPaymentWaitsAndIsThenConfirmed(kind: BitcoinServerKind) throws {
        let chain = try LocalBitcoin()
        let (payer, payee) = (try BitcoinKey(1), try BitcoinKey(2))
        let funding = try TransactionID(parsing: chain.fund([(payer.address, 100_000)]))
        let server = try kind.server(of: chain)
        _ = try server.histories(of: [payer.script])
        let payment = try payer.spend([(outPoint(funding, 0), 100_000)], to: [(payee.script, 99_000)])
        try server.broadcast(payment)
        #expect(try chain.mempool() == ["\(payment.id)"])
        try server.broadcast(payment)
        try chain.settle()
        let waiting = BitcoinEntry(id: payment.id, height: nil)
        #expect(try server.histories(of: [payee.script]) == [[waiting]])
        #expect(try server.histories(of: [payer.script])[0].contains(waiting))
        #expect(try server.transactions([payment.id]) == [payment])
        try chain.mine()
        let confirmed = BitcoinEntry(id: payment.id, height: 103)
        #expect(try server.histories(of: [payee.script]) == [[confirmed]])
        try server.broadcast(payment)
        if kind != .coreWithoutFilters {
            #expect(try server.histories(of: [payer.script])[0].map(\.id) == [funding, payment.id])
        }
        try chain.reorganise(depth: 1)
        #expect(try server.histories(of: [payee.script]) == [[waiting]])
    }

    @Test(arguments: BitcoinServerKind.allCases) func aTransactionWhoseOutputsAreSpentIsStillKnown(
        kind: BitcoinServerKind
    ) throws {
        let chain = try LocalBitcoin()
        let key = try BitcoinKey(1)
        let funding = try TransactionID(parsing: chain.fund([(key.address, 100_000)]))
        let one = try key.spend([(outPoint(funding, 0), 100_000)], to: [(key.script, 99_000)])
        let two = try key.spend([(outPoint(one.id, 0), 99_000)], to: [(key.script, 98_000)])
        let server = try kind.server(of: chain)
        try server.broadcast(one)
        try server.broadcast(two)
        try chain.mine()
        // The node says that its inputs are missing.
        try server.broadcast(one)
    }

    @Test(arguments: BitcoinServerKind.allCases) func refusalsAreSentencesWithTheReasonOfTheNode(
        kind: BitcoinServerKind
    ) throws {
        let chain = try LocalBitcoin()
        let key = try BitcoinKey(1)
        let funding = try TransactionID(parsing: chain.fund([(key.address, 100_000), (key.address, 50_000)]))
        let coin = (outPoint(funding, 0), UInt64(100_000))
        let server = try kind.server(of: chain)
        func refusal(_ transaction: Transaction) -> CoinsError? {
            #expect(throws: CoinsError.self) { try server.broadcast(transaction) }
        }
        let free = refusal(try key.spend([coin], to: [(key.script, 100_000)]))
        #expect(free?.code == .refused)
        #expect(free?.message.contains("min relay fee not met") == true)
        #expect((free?.cause as? ServerRefusal)?.meaning == .belowRelayFee)
        #expect(
            refusal(try key.spend([coin], to: [(key.script, 99_000), (key.script, 200)]))?.message.contains("too small")
                == true)
        let missing = try key.spend([(outPoint(funding, 9), 100_000)], to: [(key.script, 99_000)])
        #expect(refusal(missing)?.message.contains("spent already") == true)
        var forged = try key.spend([coin], to: [(key.script, 99_000)])
        forged.outputs[0].value = 98_000
        #expect(refusal(forged)?.code == .refused)
        try server.broadcast(try key.spend([coin], to: [(key.script, 99_000)]))
        let rival = refusal(try key.spend([coin], to: [(key.script, 98_950)]))
        #expect(rival?.message.contains("does not exceed the old one") == true)
        try server.broadcast(try key.spend([coin], to: [(key.script, 98_000)]))
        #expect(try chain.mempool().count == 1)
    }

    @Test(arguments: BitcoinServerKind.allCases) func feesAndTimesAreExact(kind: BitcoinServerKind) throws {
        let chain = try LocalBitcoin()
        let server = try kind.server(of: chain)
        _ = try chain.call("setfeerate", 12_345)
        #expect(try server.feeRate(withinBlocks: 2) == FeeRate(satoshisPerKilobyte: 12_345))
        let says = kind != .esplora
        let told = try server.relayTerms()
        #expect(told.least == (says ? .minimumRelay : nil))
        // N10: what a newer node relays. The Electrum server asks its node but once in a while.
        _ = try chain.call("setrelayfee", 100)
        if kind == .core {
            #expect(try server.relayTerms() == RelayTerms(least: .lowestRelay, increment: .lowestRelay))
        }
        let times = try server.times(ofBlocks: [100, 5, 101])
        #expect(times[2] == times[0] + 1 && times[0] == times[1] + 95)
        #expect(code { try server.times(ofBlocks: [5_000]) } == .refused)
    }

    @Test(arguments: BitcoinServerKind.allCases) func aServerWithoutAnEstimateSaysSo(kind: BitcoinServerKind) throws {
        let chain = try LocalBitcoin()
        _ = try chain.call("setfeerate", 0)
        #expect(try kind.server(of: chain).feeRate(withinBlocks: 2) == nil)
        try chain.mine()
    }

    @Test(arguments: BitcoinServerKind.allCases) func anUnknownTransactionIsRefused(kind: BitcoinServerKind) throws {
        let chain = try LocalBitcoin()
        let server = try kind.server(of: chain)
        let id = try TransactionID([UInt8](repeating: 7, count: 32))
        #expect(code { try server.transactions([id]) } == .refused)
    }

    @Test(arguments: BitcoinServerKind.allCases) func aLongHistoryIsWhole(kind: BitcoinServerKind) throws {
        let chain = try LocalBitcoin()
        let key = try BitcoinKey(1)
        let ids = try (0..<60).map { _ in try chain.fund([(key.address, 10_000)]) }
        let history = try kind.server(of: chain).histories(of: [key.script])[0]
        #expect(Set(history.map { "\($0.id)" }) == Set(ids) && history.count == 60)
    }

    /// The target of the design: 1.5 seconds in an optimised build, where a wallet that asks one by one takes 17 minutes.
    @Test func aThousandUsedAddressesAreRestoredOverElectrum() throws {
        let chain = try LocalBitcoin()
        let keys = try (0..<1_000).map { try BitcoinKey($0) }
        // A transaction and a block each.
        for key in keys { _ = try chain.call("fund", [[.string(key.address), 10_000]]) }
        let server = try BitcoinServerKind.electrum.server(of: chain)
        try chain.settle()
        var total: UInt64 = 0
        let scripts = keys.map(\.script)
        let own = Set(scripts)
        let took = try ContinuousClock().measure {
            let histories = try server.histories(of: scripts)
            #expect(histories.allSatisfy { $0.count == 1 })
            let ids = Array(Set(histories.joined().map(\.id)))
            for transaction in try server.transactions(ids) {
                for output in transaction.outputs where own.contains(output.script) { total += output.value.value }
            }
            _ = try server.times(ofBlocks: Array(Set(histories.joined().compactMap(\.height))))
        }
        #expect(total == 10_000_000)
        print("restored 1,000 addresses in \(took)")
    }
}
