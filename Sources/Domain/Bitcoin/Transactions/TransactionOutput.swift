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
    /// What spending it would cost at ``FeeRate/dustRelay``, as Core reckons: 182 satoshis for P2PKH outputs would be
    /// the output itself, 148 or 67 bytes more the input. Zero for scripts that nobody can spend.
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
