// SPDX-License-Identifier: MIT

/// The branch of an account to which an address belongs. BIP-0044, "Change"
package enum AddressBranch: UInt32, CaseIterable, Hashable, Sendable {
    /// For addresses given to payers.
    case receive = 0
    /// For change.
    case change = 1
}
