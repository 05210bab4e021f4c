// SPDX-License-Identifier: MIT
package import Chains

extension ServerAddress {
    /// Public servers that the user may accept for a network. None is contacted before that.
    ///
    /// Each server learns the addresses that it is asked about, so the user's own server is better.
    package static func suggested(for network: Network) -> [ServerAddress] {
        let known: [(Kind, String)] =
            switch network {
            case .bitcoin:
                [(.electrum, "ssl://electrum.blockstream.info:50002"), (.esplora, "https://blockstream.info/api")]
            case .bitcoinTestnet: [(.esplora, "https://mempool.space/testnet4/api")]
            case .bitcoinTestnet3:
                [
                    (.electrum, "ssl://electrum.blockstream.info:60002"),
                    (.esplora, "https://blockstream.info/testnet/api"),
                ]
            case .bitcoinSignet: [(.esplora, "https://mempool.space/signet/api")]
            case .ethereum:
                [(.ethereum, "https://ethereum-rpc.publicnode.com"), (.ethereum, "https://cloudflare-eth.com")]
            case .sepolia: [(.ethereum, "https://ethereum-sepolia-rpc.publicnode.com")]
            case .hoodi: [(.ethereum, "https://ethereum-hoodi-rpc.publicnode.com")]
            case .solana: [(.solana, "https://api.mainnet-beta.solana.com")]
            case .solanaDevnet: [(.solana, "https://api.devnet.solana.com")]
            case .solanaTestnet: [(.solana, "https://api.testnet.solana.com")]
            default: []
            }
        return known.map { kind, url in
            do { return try ServerAddress(network: network, kind: kind, url: url) } catch {
                preconditionFailure("A suggested server cannot be: \(error)")
            }
        }
    }
}
