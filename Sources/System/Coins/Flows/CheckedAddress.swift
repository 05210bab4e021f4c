// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains
internal import Ethereum
internal import Solana

/// An address that is valid on its network, in the wallet's spelling.
struct CheckedAddress {
    let text: String
    /// A warning to show before the address is used; nil when a typo would have been noticed.
    let caution: ReviewFact?

    /// - Throws: `BitcoinError`, `EthereumError` or `SolanaError` with `.badAddress` or `.otherNetwork`.
    init(_ text: String, on network: Network) throws {
        switch network.chain {
        case .bitcoin: self.init(text: try Bitcoin.Address(parsing: text, network: network).text)
        case .ethereum:
            let typed = try TypedAddress(text)
            let written = typed.address.text
            self.init(text: written, caution: typed.isChecksummed ? nil : .noChecksum(written))
        case .solana: self.init(text: try Solana.Address(parsing: text).text)
        }
    }

    private init(text: String, caution: ReviewFact? = nil) {
        self.text = text
        self.caution = caution
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
