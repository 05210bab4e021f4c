// SPDX-License-Identifier: MIT
package import Chains

extension Transaction {
    /// A payment in ether.
    ///
    /// - Throws: ``EthereumError`` with `.otherNetwork` unless the network is one of Ethereum's kind.
    package static func payment(
        of amount: Wei, to recipient: Address, nonce: UInt64, pricing: Pricing, gasLimit: UInt64 = Gas.payment,
        on network: Network
    ) throws -> Transaction {
        Transaction(
            chainID: try network.ethereumChainID, nonce: nonce, pricing: pricing, gasLimit: gasLimit, to: recipient,
            value: amount)
    }

    /// A call of a token contract; its amount is in the token's smallest units.
    ///
    /// - Throws: ``EthereumError`` with `.otherNetwork` when the token was confirmed on another network.
    package static func call(
        _ call: TokenCall, of token: Token, nonce: UInt64, pricing: Pricing, gasLimit: UInt64, on network: Network
    ) throws -> Transaction {
        let chainID = try network.ethereumChainID
        guard token.chainID == chainID else {
            throw EthereumError(
                .otherNetwork, "\(token.unit.symbol) is a token of chain \(token.chainID), not of \(network.title).")
        }
        return Transaction(
            chainID: chainID, nonce: nonce, pricing: pricing, gasLimit: gasLimit, to: token.contract, value: 0,
            data: call.data)
    }

    /// Sends everything: the balance minus the highest possible fee. What the fee does not use remains.
    ///
    /// Layer-2 networks charge a data fee besides the gas; `reserve` is kept back for it.
    ///
    /// - Throws: ``EthereumError`` with `.insufficientFunds` when nothing would be left to send.
    package static func draining(
        _ balance: Wei, to recipient: Address, nonce: UInt64, pricing: Pricing, gasLimit: UInt64 = Gas.payment,
        reserve: Wei = 0, on network: Network
    ) throws -> Transaction {
        var transaction = try payment(
            of: 0, to: recipient, nonce: nonce, pricing: pricing, gasLimit: gasLimit, on: network)
        let fee: Wei
        do {
            fee = try transaction.maximumFee.adding(reserve)
        } catch let error as ChainsError {
            throw EthereumError(.tooLarge, "The fee is beyond all ether that exists.", cause: error)
        }
        guard fee < balance else {
            throw EthereumError(
                .insufficientFunds,
                "The account holds \(balance.decimal) wei, and the fee alone may take \(fee.decimal).")
        }
        transaction.value = try balance.subtracting(fee)
        return transaction
    }
}

extension Network {
    /// The chain id, a part of every signature.
    ///
    /// - Throws: ``EthereumError`` with `.otherNetwork` for a network of another kind.
    package var ethereumChainID: UInt64 {
        get throws {
            guard let chainID else {
                throw EthereumError(.otherNetwork, "\(title) is not an Ethereum network.")
            }
            return chainID
        }
    }
}
