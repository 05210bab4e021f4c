// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import Coins
import Synchronization

/// A Bitcoin chain on paper: it believes every signature, but no double spend.
final class PaperBitcoin: BitcoinServer, Sendable {
    private struct State {
        var papers: [TransactionID: (transaction: Transaction, height: UInt32?)] = [:]
        var height: UInt32 = 200
        var faucet: UInt32 = 0
        var isDown = false
    }

    private let state = Mutex(State())

    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Pays an address out of nothing, in a block.
    func fund(_ address: String, _ satoshis: UInt64, on network: Network = .bitcoinRegtest) throws {
        let script = try Address(parsing: address, network: network).script
        try state.withLock { state in
            state.faucet += 1
            let source = try TransactionID(
                [UInt8](repeating: 7, count: 28) + withUnsafeBytes(of: state.faucet) { Array($0) })
            let transaction = Transaction(
                inputs: [TransactionInput(outPoint: OutPoint(transactionID: source, index: 0))],
                outputs: [TransactionOutput(value: try Satoshis(satoshis), script: script)])
            state.papers[transaction.id] = (transaction, state.height)
        }
    }

    /// What an address got by all transactions together, in satoshis.
    func paid(to address: String) throws -> UInt64 {
        let script = try Address(parsing: address, network: .bitcoinRegtest).script
        return state.withLock { state in
            state.papers.values.flatMap(\.transaction.outputs).filter { $0.script == script }
                .reduce(0) { $0 + $1.value.value }
        }
    }

    private func ask<R: Sendable>(_ body: (inout State) throws -> R) throws -> R {
        try state.withLock { state in
            if state.isDown { throw CoinsError(.unreachable, "The server cannot be reached.") }
            return try body(&state)
        }
    }

    func checkNetwork() throws { try ask { _ in } }
    func tip() throws -> UInt32 { try ask { $0.height } }

    func histories(of scripts: [Script]) throws -> [[BitcoinEntry]] {
        try ask { state in
            scripts.map { script in
                state.papers.filter { _, paper in
                    paper.transaction.outputs.contains { $0.script == script }
                        || paper.transaction.inputs.contains { input in
                            let source = state.papers[input.outPoint.transactionID]?.transaction.outputs
                            return source?[Int(input.outPoint.index)].script == script
                        }
                }
                .map { BitcoinEntry(id: $0.key, height: $0.value.height) }
            }
        }
    }

    func transactions(_ ids: [TransactionID]) throws -> [Transaction] {
        try ask { state in
            try ids.map { id in
                guard let paper = state.papers[id] else { throw CoinsError(.refused, "No such transaction.") }
                return paper.transaction
            }
        }
    }

    func times(ofBlocks heights: [UInt32]) throws -> [UInt64] {
        try ask { _ in heights.map { 1_700_000_000 + UInt64($0) * 600 } }
    }

    func feeRate(withinBlocks target: Int) throws -> FeeRate? { try ask { _ in .minimumRelay } }
    func relayTerms() throws -> RelayTerms { .unknown }

    func broadcast(_ transaction: Transaction) throws {
        try ask { state in
            let claimed = Set(transaction.inputs.map(\.outPoint))
            for (id, paper) in state.papers
            where id != transaction.id && !claimed.isDisjoint(with: paper.transaction.inputs.map(\.outPoint)) {
                guard paper.height == nil else { throw CoinsError(.refused, "txn-mempool-conflict") }
                state.papers[id] = nil
            }
            if state.papers[transaction.id] == nil { state.papers[transaction.id] = (transaction, nil) }
        }
    }
}
