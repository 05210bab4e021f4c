// SPDX-License-Identifier: MIT

/// The output that a transaction spends, with its unlocking data.
package struct TransactionInput: Hashable, Sendable {
    package var outPoint: OutPoint
    /// Empty while unsigned and in native witness spends.
    package var unlockingScript: Script
    package var sequence: UInt32
    /// BIP-0144; empty while unsigned and in spends without witnesses.
    package var witness: [[UInt8]]

    /// Signals replaceability, and enables the lock time. BIP-0125
    package static let replaceable: UInt32 = 0xffff_fffd
    /// Enables the lock time without replaceability.
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

    /// Whether it signals replaceability. BIP-0125
    package var isReplaceable: Bool { sequence <= Self.replaceable }
}
