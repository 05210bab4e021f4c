// SPDX-License-Identifier: MIT

extension PSBT {
    /// Merges the data that several signers added to one transaction: the combiner's role. BIP-0174
    ///
    /// Where both have an entry for one key, this PSBT's entry stays.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` when the other PSBT has another transaction or version.
    package func combined(with other: PSBT) throws -> PSBT {
        guard version == other.version, transaction == other.transaction else {
            throw BitcoinError(.malformed, "The PSBTs are of different transactions; nothing was combined.")
        }
        var combined = self
        combined.global.merge(other.global)
        for index in inputs.indices {
            // No signer reads signatures of an input that is already final.
            guard !combined.inputs[index].isFinal else { continue }
            if other.inputs[index].isFinal {
                combined.inputs[index].map = other.inputs[index].map
            } else {
                combined.inputs[index].map.merge(other.inputs[index].map)
            }
            combined.inputs[index].previousTransaction =
                inputs[index].previousTransaction ?? other.inputs[index].previousTransaction
            combined.inputs[index].spentOutput = inputs[index].spentOutput ?? other.inputs[index].spentOutput
        }
        for index in outputs.indices { combined.outputs[index].map.merge(other.outputs[index].map) }
        return combined
    }
}
