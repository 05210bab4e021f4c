// SPDX-License-Identifier: MIT
internal import Bitcoin

/// Indexes transactions by the scripts that they pay to or spend from, block after block.
struct ScriptTracker {
    let scripts: [Script]
    private(set) var histories: [[BitcoinEntry]]
    private let positions: [Script: Int]
    private var owners: [OutPoint: Int] = [:]

    init(_ scripts: [Script]) {
        self.scripts = scripts
        histories = [[BitcoinEntry]](repeating: [], count: scripts.count)
        positions = Dictionary(scripts.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Every output seen so far that pays to one of the scripts, spent or not.
    var coins: [OutPoint] { Array(owners.keys) }

    /// Records a transaction for each script that it touches; false when it touches none.
    mutating func take(_ transaction: Transaction, height: UInt32?) -> Bool {
        let id = transaction.id
        var touched = Set(transaction.inputs.compactMap { owners[$0.outPoint] })
        for (index, output) in transaction.outputs.enumerated() {
            guard let position = positions[output.script] else { continue }
            owners[OutPoint(transactionID: id, index: UInt32(index))] = position
            touched.insert(position)
        }
        for position in touched where !histories[position].contains(where: { $0.id == id }) {
            histories[position].append(BitcoinEntry(id: id, height: height))
        }
        return !touched.isEmpty
    }
}
