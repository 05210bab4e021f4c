// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Coins
import PeerSupport

/// What every implementation of `BitcoinServer` is tested with.
enum BitcoinServerKind: CaseIterable {
    case electrum, esplora, core, coreWithoutFilters

    func server(of chain: LocalBitcoin, network: Network = .bitcoinRegtest) throws -> any BitcoinServer {
        switch self {
        case .electrum:
            return ElectrumServer(
                network: network, host: "127.0.0.1", port: try chain.electrumPort(), isProtected: false)
        case .esplora: return EsploraServer(network: network, site: try ServerSite(url: chain.esploraURL))
        case .core, .coreWithoutFilters:
            _ = try chain.call("setfilterindex", .bool(self == .core))
            let site = try ServerSite(url: chain.rpcURL, credentials: (chain.user, chain.password))
            return CoreServer(network: network, site: site)
        }
    }
}
