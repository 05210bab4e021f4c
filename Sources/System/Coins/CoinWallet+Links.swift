// SPDX-License-Identifier: MIT
internal import Chains
internal import Vault

extension CoinWallet {
    /// Parses a payment link: BIP-21, EIP-681 or Solana Pay. The payer may change every part of it.
    ///
    /// - Returns: nil for text that is not a payment link.
    /// - Throws: ``CoinsError`` with code `.otherNetwork` when the link is for another chain than the account's,
    ///   `.badDocument`, `.badAddress` or `.badAmount`.
    package func ask(in link: String, account: Int64) throws -> PaymentAsk? {
        let scheme = link.prefix { $0 != ":" }.lowercased()
        guard link.count > scheme.count, coins.chains.all.contains(where: { $0.chain.name == scheme }) else {
            return nil
        }
        return try run {
            let network = try coins.network(of: coins.account(account).record)
            guard network.chain.name == scheme else {
                throw CoinsError(
                    .otherNetwork, "The link asks for a payment on \(scheme), and the account is on \(network.title).")
            }
            return try coins.chains[network].ask(in: link, on: network, tokens: try tokens(on: network))
        }
    }
}
