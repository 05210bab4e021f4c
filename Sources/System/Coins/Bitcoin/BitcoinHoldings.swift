// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains

/// An account's balance, computed from its transactions alone. No total from a server is used.
///
/// Of two transactions that spend the same output, only one can happen: the one in a block, else the one that a server
/// knows, else the newest.
struct BitcoinHoldings {
    /// A transaction that touches the account.
    struct Entry {
        let transaction: Transaction
        let height: UInt32?
        /// Whether a server knows it. False for a transaction that is only signed here.
        let isSeen: Bool
        /// Larger is newer.
        let order: Int64
    }

    /// An unspent output of the account.
    struct Unspent {
        let outPoint: OutPoint
        let output: TransactionOutput
        let height: UInt32?
        let isCoinbase: Bool
        /// Whether every input of its transaction was this account's.
        let isOwn: Bool
    }

    private(set) var unspent: [OutPoint: Unspent] = [:]
    /// Transactions that conflict with another one that counts.
    private(set) var excluded: Set<TransactionID> = []
    private var outputs: [OutPoint: TransactionOutput] = [:]
    private let owned: Set<Script>

    init(_ entries: [TransactionID: Entry], owned: Set<Script>) throws {
        self.owned = owned
        for (id, entry) in entries {
            for (index, output) in entry.transaction.outputs.enumerated() where owned.contains(output.script) {
                outputs[OutPoint(transactionID: id, index: UInt32(index))] = output
            }
        }
        let spent = exclude(entries)
        for (id, entry) in entries where !excluded.contains(id) {
            let isOwn = entry.transaction.inputs.allSatisfy { outputs[$0.outPoint] != nil }
            for (index, output) in entry.transaction.outputs.enumerated() where owned.contains(output.script) {
                let outPoint = OutPoint(transactionID: id, index: UInt32(index))
                guard !spent.contains(outPoint) else { continue }
                unspent[outPoint] = Unspent(
                    outPoint: outPoint, output: output, height: entry.height,
                    isCoinbase: entry.transaction.isCoinbase, isOwn: isOwn)
            }
        }
    }

    /// Decides which conflicting transactions count, and returns the outputs that they spend.
    private mutating func exclude(_ entries: [TransactionID: Entry]) -> Set<OutPoint> {
        var spender: [OutPoint: TransactionID] = [:]
        let order = entries.sorted { one, other in
            let (a, b) = (one.value, other.value)
            return (a.height == nil ? 1 : 0, a.isSeen ? 0 : 1, -a.order) < (
                b.height == nil ? 1 : 0, b.isSeen ? 0 : 1, -b.order
            )
        }
        for (id, entry) in order {
            if entry.transaction.inputs.contains(where: { spender[$0.outPoint] != nil }) {
                excluded.insert(id)
            } else {
                for input in entry.transaction.inputs { spender[input.outPoint] = id }
            }
        }
        // The descendants of an excluded transaction are excluded too.
        var isChanged = !excluded.isEmpty
        while isChanged {
            isChanged = false
            for (id, entry) in entries where !excluded.contains(id) {
                guard entry.transaction.inputs.contains(where: { excluded.contains($0.outPoint.transactionID) }) else {
                    continue
                }
                excluded.insert(id)
                isChanged = true
            }
        }
        return Set(spender.filter { !excluded.contains($0.value) }.keys)
    }

    /// A transaction's effect on the account.
    func movement(of transaction: Transaction, network: Network) throws -> TransactionRecord.BalanceChange {
        let spent = transaction.inputs.compactMap { outputs[$0.outPoint] }
        let brought = try Satoshis.sum(spent.map(\.value))
        let own = try Satoshis.sum(transaction.outputs.filter { owned.contains($0.script) }.map(\.value))
        let foreign = transaction.outputs.filter { !owned.contains($0.script) }
        // Safe: a script without an address, such as a data output, has no name to show.
        let counterpart = foreign.compactMap { try? Address($0.script, network: network).text }.first
        guard brought > .zero else {
            return Self.movement(.incoming, own, nil, nil)
        }
        guard spent.count == transaction.inputs.count else {
            // Other parties paid part of the inputs, so only the difference is this account's.
            return own > brought
                ? Self.movement(.incoming, try own.subtracting(brought), nil, nil)
                : Self.movement(.outgoing, try brought.subtracting(own), nil, counterpart)
        }
        let paid = try Satoshis.sum(foreign.map(\.value))
        let fee = try brought.subtracting(own).subtracting(paid)
        return foreign.isEmpty
            ? Self.movement(.own, own, fee, nil) : Self.movement(.outgoing, paid, fee, counterpart)
    }

    private static func movement(
        _ direction: HistoryLine.Direction, _ amount: Satoshis, _ fee: Satoshis?, _ counterpart: String?
    ) -> TransactionRecord.BalanceChange {
        TransactionRecord.BalanceChange(
            direction: direction, amount: UInt256(amount.value), token: nil, fee: fee.map { UInt256($0.value) },
            counterpart: counterpart)
    }
}
