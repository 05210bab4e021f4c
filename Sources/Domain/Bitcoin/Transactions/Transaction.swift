// SPDX-License-Identifier: MIT
internal import Crypto

/// A Bitcoin transaction, signed or not.
package struct Transaction: Hashable, Sendable {
    package var version: UInt32
    package var inputs: [TransactionInput]
    package var outputs: [TransactionOutput]
    /// A block height below 500 million, else seconds since 1970. BIP-0065
    package var lockTime: UInt32

    /// The weight limit of a block, and so of a transaction. BIP-0141
    package static let maximumWeight = 4_000_000
    /// The heaviest transaction that nodes relay. Core: `MAX_STANDARD_TX_WEIGHT`
    package static let maximumStandardWeight = 400_000

    package init(
        version: UInt32 = 2, inputs: [TransactionInput], outputs: [TransactionOutput], lockTime: UInt32 = 0
    ) {
        self.version = version
        self.inputs = inputs
        self.outputs = outputs
        self.lockTime = lockTime
    }

    /// Unchanged when the transaction is signed with witnesses.
    package var id: TransactionID { TransactionID(hashing: serialized(withWitness: false)) }

    /// Covers the witnesses too. BIP-0141, `wtxid`
    package var witnessID: TransactionID { TransactionID(hashing: serialized()) }

    package var hasWitness: Bool { inputs.contains { !$0.witness.isEmpty } }

    /// Three times the size without witnesses plus the size with them. BIP-0141
    package var weight: Int {
        let base = baseCount
        return base * 4 + witnessCount
    }

    /// A quarter of the weight, rounded up: the size for fees.
    package var virtualSize: Int { (weight + 3) / 4 }

    /// Whether any input signals replaceability. BIP-0125
    package var isReplaceable: Bool { inputs.contains { $0.isReplaceable } }

    package var isCoinbase: Bool { inputs.count == 1 && inputs[0].outPoint.isNull }

    /// The network encoding; BIP-0144 form only where there is a witness and `withWitness` is set.
    package func serialized(withWitness: Bool = true) -> [UInt8] {
        let extended = withWitness && hasWitness
        var writer = WireWriter(capacity: baseCount + (extended ? witnessCount : 0))
        writer.append(uint32: version)
        if extended { writer.append([0, 1]) }
        writer.append(compactSize: inputs.count)
        for input in inputs {
            writer.append(input.outPoint)
            writer.append(sized: input.unlockingScript.bytes)
            writer.append(uint32: input.sequence)
        }
        writer.append(compactSize: outputs.count)
        for output in outputs { writer.append(output) }
        if extended {
            for input in inputs {
                writer.append(compactSize: input.witness.count)
                for item in input.witness { writer.append(sized: item) }
            }
        }
        writer.append(uint32: lockTime)
        return writer.bytes
    }

    private var baseCount: Int {
        var count = 4 + WireWriter.compactSizeCount(inputs.count) + WireWriter.compactSizeCount(outputs.count) + 4
        for input in inputs {
            let script = input.unlockingScript.bytes.count
            count += OutPoint.count + WireWriter.compactSizeCount(script) + script + 4
        }
        for output in outputs { count += output.serializedCount }
        return count
    }

    /// Marker, flag and the stacks; zero without witnesses.
    private var witnessCount: Int {
        guard hasWitness else { return 0 }
        return inputs.reduce(2) { count, input in
            count + WireWriter.compactSizeCount(input.witness.count)
                + input.witness.reduce(0) { $0 + WireWriter.compactSizeCount($1.count) + $1.count }
        }
    }
}
