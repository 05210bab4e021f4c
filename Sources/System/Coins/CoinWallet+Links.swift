// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains
internal import Ethereum
internal import Solana
internal import Vault

extension CoinWallet {
    /// Parses a payment link: BIP-21, EIP-681 or Solana Pay. The payer may change every part of it.
    ///
    /// - Returns: nil for text that is not a payment link.
    /// - Throws: ``CoinsError`` with code `.otherNetwork` when the link is for another chain than the account's,
    ///   `.badDocument`, `.badAddress` or `.badAmount`.
    package func ask(in link: String, account: Int64) throws -> PaymentAsk? {
        let scheme = link.prefix { $0 != ":" }.lowercased()
        guard link.count > scheme.count, ["bitcoin", "ethereum", "solana"].contains(scheme) else { return nil }
        return try run {
            let network = try coins.network(of: coins.account(account).record)
            guard network.chain.rawValue == scheme else {
                throw CoinsError(
                    .otherNetwork, "The link asks for a payment on \(scheme), and the account is on \(network.title).")
            }
            switch network.chain {
            case .bitcoin: return try bitcoinAsk(link, network)
            case .ethereum: return try ethereumAsk(link, network)
            case .solana: return try solanaAsk(link)
            }
        }
    }

    private func bitcoinAsk(_ text: String, _ network: Network) throws -> PaymentAsk {
        let link = try Bitcoin.PaymentLink(parsing: text, network: network)
        guard let address = link.addresses.first else {
            throw CoinsError(.badAddress, "The link names no address on \(network.title). Ask for another one.")
        }
        return PaymentAsk(
            to: address.text, amount: link.amount.map { network.unit.text(UInt256($0.value)) },
            label: link.label, message: link.message)
    }

    private func ethereumAsk(_ text: String, _ network: Network) throws -> PaymentAsk {
        let link = try Ethereum.PaymentLink(parsing: text)
        if let chainID = link.chainID, chainID != network.chainID {
            throw CoinsError(
                .otherNetwork, "The link is for the chain \(chainID), and the account is on \(network.title).")
        }
        switch link.request {
        case .payment(let to, let amount):
            return PaymentAsk(to: link.typedRecipient ?? to.text, amount: amount.map(network.unit.text))
        case .token(let contract, let to, let amount):
            guard let token = try tokens(on: network).first(where: { $0.address == contract.text }) else {
                throw CoinsError(
                    .notFound, "The link asks for the token \(contract), which you have not added. Add it first.")
            }
            return PaymentAsk(
                to: link.typedRecipient ?? to.text, amount: amount.map(token.unit.text), token: token.address)
        case .call:
            throw CoinsError(.badDocument, "The link calls a contract, which this wallet does not do for a link.")
        }
    }

    private func solanaAsk(_ text: String) throws -> PaymentAsk {
        let link = try Solana.PaymentLink(parsing: text)
        return PaymentAsk(
            to: link.recipient.text, amount: link.amount, token: link.mint?.text, label: link.label,
            message: link.message,
            memo: link.memo, references: link.references.map(\.text))
    }
}
