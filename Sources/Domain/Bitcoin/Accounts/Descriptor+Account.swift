// SPDX-License-Identifier: MIT
package import Chains
internal import Crypto

extension Descriptor {
    /// The watch-only single-key account of this descriptor.
    ///
    /// Only the usual branches are accepted, `/0/*` or `/<0;1>/*`. For any other this wallet would show wrong
    /// addresses.
    ///
    /// - Throws: ``BitcoinError`` with `.unsupported` for shared accounts and other branches, `.otherNetwork`.
    package func account(on network: Network) throws -> Account {
        guard case .single(let kind, let key) = form else {
            throw BitcoinError(.unsupported, "The descriptor is of a shared account.")
        }
        guard (key.steps == [0] && key.alternatives.isEmpty) || (key.steps.isEmpty && key.alternatives == [0, 1]) else {
            throw BitcoinError(
                .unsupported,
                "Only descriptors whose keys end in /0/* or /<0;1>/* are watched; this one has other branches.")
        }
        guard key.isMainnet == network.bitcoinFacts?.isMainnet else {
            throw BitcoinError(.otherNetwork, "The descriptor is not of \(network.title).")
        }
        return try Account(
            network: network, kind: kind, origin: key.origin ?? KeyOrigin(fingerprint: [0, 0, 0, 0], path: .root),
            key: key.key)
    }
}
