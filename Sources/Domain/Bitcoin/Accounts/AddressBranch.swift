// SPDX-License-Identifier: MIT

/// Which half of an account an address belongs to. BIP-0044, "Change"
package enum AddressBranch: UInt32, CaseIterable, Hashable, Sendable {
    /// Shown to those who pay.
    case receive = 0
    /// For what comes back.
    case change = 1
}
