// SPDX-License-Identifier: MIT

/// An amount and its locking script.
package struct TransactionOutput: Hashable, Sendable {
    package var value: Satoshis
    package var script: Script

    package init(value: Satoshis, script: Script) {
        self.value = value
        self.script = script
    }

    /// Its size in a transaction, in bytes.
    package var serializedCount: Int {
        8 + WireWriter.compactSizeCount(script.bytes.count) + script.bytes.count
    }

    /// The lowest amount of this script that nodes relay.
    ///
    /// The fee at ``FeeRate/dustRelay`` for this output and for the input that would spend it: 148 bytes, or 67 with a
    /// witness. 546 satoshis for P2PKH, 294 for P2WPKH, 330 for P2TR; zero for scripts that cannot be spent. Core:
    /// `GetDustThreshold`, src/policy/policy.cpp
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
