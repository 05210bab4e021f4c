// SPDX-License-Identifier: MIT
internal import Chains

/// An address that is valid on its network, in the wallet's spelling.
package struct CheckedAddress {
    package let text: String
    /// A warning to show before the address is used; nil when a typo would have been noticed.
    package let caution: ReviewFact?

    package init(text: String, caution: ReviewFact? = nil) {
        self.text = text
        self.caution = caution
    }
}

extension CoinChains {
    /// The address that a text is on a network.
    func checked(_ address: String, on network: Network) throws -> CheckedAddress {
        try self[network].checked(address, on: network)
    }

    /// Whether a text is an address of a network.
    func isAddress(_ text: String, on network: Network) -> Bool {
        do {
            _ = try checked(text, on: network)
            return true
        } catch {
            return false
        }
    }
}
