// SPDX-License-Identifier: MIT
package import Bitcoin

extension BitcoinServer {
    /// Finds descendants by the histories of the scripts that are paid, one generation after another.
    package func descendants(of transaction: Transaction) throws -> [TransactionID: SentTransaction] {
        var known: [TransactionID: Transaction] = [transaction.id: transaction]
        var generation = [transaction]
        while !generation.isEmpty, known.count <= Replacement.maximumEvictions {
            let scripts = Set(generation.flatMap { $0.outputs.map(\.script) }.filter { !$0.isUnspendable })
            let entries = try histories(of: Array(scripts)).joined().filter { $0.height == nil && known[$0.id] == nil }
            let ids = Set(entries.map(\.id)).sorted { "\($0)" < "\($1)" }
            guard ids.count <= Self.maximumWaiting else {
                throw CoinsError(.tooLarge, "Too many transactions wait at the addresses that this payment pays.")
            }
            let parents = Set(generation.map(\.id))
            generation = try transactions(ids).filter { child in
                child.inputs.contains { parents.contains($0.outPoint.transactionID) }
            }
            for child in generation { known[child.id] = child }
        }
        known[transaction.id] = nil
        let fees = try fees(of: known, spending: [transaction])
        return fees
    }

    private func fees(
        of waiting: [TransactionID: Transaction], spending roots: [Transaction]
    ) throws -> [TransactionID: SentTransaction] {
        var sources = waiting
        for root in roots { sources[root.id] = root }
        let missing = Set(waiting.values.flatMap { $0.inputs.map(\.outPoint.transactionID) }).subtracting(sources.keys)
        guard missing.count <= Self.maximumWaiting else {
            throw CoinsError(
                .tooLarge, "The transactions that spend this payment also spend outputs of too many others.")
        }
        let ids = missing.sorted { "\($0)" < "\($1)" }
        for (id, source) in zip(ids, try transactions(ids)) { sources[id] = source }
        return try waiting.mapValues { child in
            let spent = try child.inputs.map { input -> Satoshis in
                guard let outputs = sources[input.outPoint.transactionID]?.outputs,
                    outputs.indices.contains(Int(input.outPoint.index))
                else {
                    throw CoinsError(.lyingServer, "The server tells of a transaction that spends what is not there.")
                }
                return outputs[Int(input.outPoint.index)].value
            }
            let (brought, paid) = (try Satoshis.sum(spent), try Satoshis.sum(child.outputs.map(\.value)))
            guard brought >= paid else {
                throw CoinsError(.lyingServer, "The server tells of a transaction that pays more than it spends.")
            }
            return SentTransaction(fee: try brought.subtracting(paid), virtualSize: child.virtualSize)
        }
    }

    /// The most waiting transactions searched for one request.
    private static var maximumWaiting: Int { 1_000 }
}
