// SPDX-License-Identifier: MIT
package import Chains

extension ServerAddress {
    /// Public servers that the user may accept for a network. None is contacted before that.
    ///
    /// Each server learns the addresses that it is asked about, so the user's own server is better.
    package static func suggested(for network: Network) -> [ServerAddress] {
        CoinChains.standard[network].suggestedServers(of: network).map { kind, url in
            do { return try ServerAddress(network: network, kind: kind, url: url) } catch {
                preconditionFailure("A suggested server cannot be: \(error)")
            }
        }
    }
}
