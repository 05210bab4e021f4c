// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import Coins

/// A Bitcoin chain on paper: it believes every signature, but no double spend; it forgets, lies and stalls when told to.
final class PaperBitcoin: BitcoinServer {
    struct Paper {
        var transaction: Transaction
        var height: UInt32?
    }

    var papers: [TransactionID: Paper] = [:]
    var height: UInt32 = 200
    var rate: FeeRate? = .minimumRelay
    var relay = RelayTerms.unknown
    /// Thrown by the next questions.
    var outage: CoinsError?
    /// The reason for refusing every broadcast.
    var refusal: String?
    var isOnOtherNetwork = false
    /// Given instead of the transaction that was asked for.
    var forgery: Transaction?
    /// Histories of scripts that a transaction has nothing to do with.
    var invented: [Script: TransactionID] = [:]
    private(set) var broadcasts: [TransactionID] = []
    private(set) var questions = 0
    private var faucet: UInt32 = 0

    // MARK: - What tests do to it

    /// Pays an address out of nothing.
    @discardableResult
    func fund(_ address: String, _ satoshis: UInt64, on network: Network = .bitcoinRegtest, isConfirmed: Bool = true)
        throws -> TransactionID
    {
        faucet += 1
        let outPoint = OutPoint(
            transactionID: try TransactionID(
                [UInt8](repeating: 7, count: 28) + withUnsafeBytes(of: faucet) { Array($0) }),
            index: 0)
        let script = try Address(parsing: address, network: network).script
        let transaction = Transaction(
            inputs: [TransactionInput(outPoint: outPoint)],
            outputs: [TransactionOutput(value: try Satoshis(satoshis), script: script)])
        papers[transaction.id] = Paper(transaction: transaction, height: isConfirmed ? height : nil)
        return transaction.id
    }

    /// Puts all that waits into a block, with more on top.
    func mine(_ blocks: UInt32 = 1) {
        height += 1
        for id in papers.keys where papers[id]?.height == nil { papers[id]?.height = height }
        height += blocks - 1
    }

    /// Takes the last blocks away; what was in them waits again.
    func reorganise(_ depth: UInt32) {
        for (id, paper) in papers {
            if let inBlock = paper.height, inBlock > height - depth { papers[id]?.height = nil }
        }
    }

    var waiting: [TransactionID] { papers.filter { $0.value.height == nil }.map(\.key) }

    // MARK: - BitcoinServer

    func checkNetwork() throws {
        try answer()
        if isOnOtherNetwork { throw CoinsError(.lyingServer, "The server is on another network.") }
    }

    func tip() throws -> UInt32 {
        try answer()
        return height
    }

    func histories(of scripts: [Script]) throws -> [[BitcoinEntry]] {
        try answer()
        var entries: [Script: [BitcoinEntry]] = [:]
        for (id, paper) in papers {
            let spent = paper.transaction.inputs.compactMap { output($0.outPoint)?.script }
            for script in Set(spent + paper.transaction.outputs.map(\.script)) {
                entries[script, default: []].append(BitcoinEntry(id: id, height: paper.height))
            }
        }
        for (script, id) in invented { entries[script] = [BitcoinEntry(id: id, height: height)] }
        return scripts.map { entries[$0] ?? [] }
    }

    func transactions(_ ids: [TransactionID]) throws -> [Transaction] {
        try answer()
        return try ids.map { id in
            if let forgery { return forgery }
            guard let paper = papers[id] else { throw CoinsError(.refused, "No such transaction.") }
            return paper.transaction
        }
    }

    func times(ofBlocks heights: [UInt32]) throws -> [UInt64] {
        try answer()
        return heights.map { 1_700_000_000 + UInt64($0) * 600 }
    }

    func feeRate(withinBlocks target: Int) throws -> FeeRate? {
        try answer()
        return rate
    }

    func relayTerms() throws -> RelayTerms { relay }

    func broadcast(_ transaction: Transaction) throws {
        try answer()
        broadcasts.append(transaction.id)
        guard papers[transaction.id] == nil else { return }
        if let refusal { throw CoinsError(.refused, refusal) }
        for (id, paper) in papers
        where Set(paper.transaction.inputs.map(\.outPoint)).intersection(transaction.inputs.map(\.outPoint)).isEmpty
            == false
        {
            guard paper.height == nil else { throw CoinsError(.refused, "txn-mempool-conflict") }
            papers[id] = nil
        }
        papers[transaction.id] = Paper(transaction: transaction, height: nil)
    }

    func output(_ outPoint: OutPoint) -> TransactionOutput? {
        guard let paper = papers[outPoint.transactionID],
            paper.transaction.outputs.indices.contains(Int(outPoint.index))
        else { return nil }
        return paper.transaction.outputs[Int(outPoint.index)]
    }

    /// How much an address got by all transactions together, in satoshis.
    func paid(to address: String, on network: Network = .bitcoinRegtest) throws -> UInt64 {
        let script = try Address(parsing: address, network: network).script
        return papers.values.flatMap(\.transaction.outputs).filter { $0.script == script }.reduce(0) {
            $0 + $1.value.value
        }
    }

    private func answer() throws {
        questions += 1
        if let outage { throw outage }
    }
}
