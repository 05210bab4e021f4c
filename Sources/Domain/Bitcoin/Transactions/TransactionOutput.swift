// SPDX-License-Identifier: MIT

/// An amount and the script that guards it.
package struct TransactionOutput: Hashable, Sendable {
    package var value: Satoshis
    package var script: Script

    package init(value: Satoshis, script: Script) {
        self.value = value
        self.script = script
    }

    /// How many bytes it takes in a transaction.
    package var serializedCount: Int {
        8 + WireWriter.compactSizeCount(script.bytes.count) + script.bytes.count
    }

    /// The least amount that this script may hold to be relayed.
    ///
    /// The fee at ``FeeRate/dustRelay`` for this output and for the input that would spend it one day: 148 bytes, or 67 with
    /// a witness. 546 satoshis for P2PKH, 294 for P2WPKH, 330 for P2TR; zero for scripts that nobody can spend.
    /// Core: `GetDustThreshold`, src/policy/policy.cpp
    package var dustThreshold: Satoshis {
        guard !script.isUnspendable else { return .zero }
        let inputCount = script.witnessProgram == nil ? 32 + 4 + 1 + 107 + 4 : 32 + 4 + 1 + 107 / 4 + 4
        let size = UInt64(serializedCount + inputCount)
        // A script has at most four million bytes, so this is far below the limit of an amount.
        let fee = (size * FeeRate.dustRelay.satoshisPerKilobyte + 999) / 1_000
        return Satoshis(integerLiteral: fee)
    }

    package var isDust: Bool { value < dustThreshold }
}
