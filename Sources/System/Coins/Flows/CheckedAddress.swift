// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains
internal import Ethereum
internal import Solana

/// An address that is right on its network, as this wallet writes it.
struct CheckedAddress {
    let text: String

    /// - Throws: `BitcoinError`, `EthereumError` or `SolanaError` with `.badAddress` or `.otherNetwork`.
    init(_ text: String, on network: Network) throws {
        self.text =
            switch network.chain {
            case .bitcoin: try Bitcoin.Address(parsing: text, network: network).text
            case .ethereum: try Ethereum.Address(parsing: text).text
            case .solana: try Solana.Address(parsing: text).text
            }
    }

    /// Whether a text is an address of a network.
    static func isAddress(_ text: String, on network: Network) -> Bool {
        do {
            _ = try CheckedAddress(text, on: network)
            return true
        } catch {
            return false
        }
    }
}
