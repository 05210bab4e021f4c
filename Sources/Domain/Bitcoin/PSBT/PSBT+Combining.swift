// SPDX-License-Identifier: MIT

extension PSBT {
    /// Puts together what several signers added to one transaction: the combiner's role. BIP-0174
    ///
    /// Where both say something under one key, this one's word stays.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` when the other one is of another transaction or version.
    package func combined(with other: PSBT) throws -> PSBT {
        guard version == other.version, transaction == other.transaction else {
            throw BitcoinError(.malformed, "The PSBTs are of different transactions; nothing was combined.")
        }
        var combined = self
        combined.global.merge(other.global)
        for index in inputs.indices {
            // Signatures beside a final script would be read by nobody.
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
