// SPDX-License-Identifier: MIT

/// An output that a transaction spends, with what unlocks it.
package struct TransactionInput: Hashable, Sendable {
    package var outPoint: OutPoint
    /// Empty while unsigned and in native witness spends.
    package var unlockingScript: Script
    package var sequence: UInt32
    /// BIP-0144; empty while unsigned and in spends from before witnesses.
    package var witness: [[UInt8]]

    /// Says that the transaction may be replaced and that its lock time counts. BIP-0125
    package static let replaceable: UInt32 = 0xffff_fffd
    /// The lock time counts, replacing is not offered.
    package static let final: UInt32 = 0xffff_fffe

    package init(
        outPoint: OutPoint, unlockingScript: Script = Script([]), sequence: UInt32 = Self.replaceable,
        witness: [[UInt8]] = []
    ) {
        self.outPoint = outPoint
        self.unlockingScript = unlockingScript
        self.sequence = sequence
        self.witness = witness
    }

    /// Whether it offers replacement. BIP-0125
    package var isReplaceable: Bool { sequence <= Self.replaceable }
}
