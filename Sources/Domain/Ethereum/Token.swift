// SPDX-License-Identifier: MIT
package import Chains

/// A token that the user has confirmed. Its decimals then format all amounts, whatever a server reports later.
package struct Token: Hashable, Sendable {
    package let contract: Address
    /// The network on which the user confirmed it.
    package let chainID: UInt64
    /// Symbol and decimals, as confirmed.
    package let unit: Unit

    package init(contract: Address, chainID: UInt64, unit: Unit) {
        self.contract = contract
        self.chainID = chainID
        self.unit = unit
    }
}
