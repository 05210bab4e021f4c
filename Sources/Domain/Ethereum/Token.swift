// SPDX-License-Identifier: MIT
package import Chains

/// A token that a person has confirmed: from then on its decimals are what amounts are typed and shown in, whatever a
/// server says later.
package struct Token: Hashable, Sendable {
    package let contract: Address
    /// The network that it was confirmed on.
    package let chainID: UInt64
    /// Symbol and decimals, as confirmed.
    package let unit: Unit

    package init(contract: Address, chainID: UInt64, unit: Unit) {
        self.contract = contract
        self.chainID = chainID
        self.unit = unit
    }
}
