// SPDX-License-Identifier: MIT
internal import Chains

/// What a network above Ethereum is asked: how much it takes for the data of a transaction, beside its gas.
/// <https://specs.optimism.io/protocol/exec-engine.html#l1-cost-fees-l1-fee-vault>
package enum DataFeeQuery {
    /// The data of the call `getL1Fee(bytes)`; it takes the transaction unsigned and adds the size of a signature itself.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`.
    package static func data(for transaction: Transaction) throws -> [UInt8] {
        try ABIFunction(known: "getL1Fee", [.bytes]).call([.bytes(transaction.unsigned)])
    }

    /// Reads the answer, and adds a quarter: the price of data moves until a block takes the transaction.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`; an empty answer means that no contract is there.
    package static func fee(inAnswer bytes: [UInt8]) throws -> Wei {
        let fee = try TokenQuery.amount(inAnswer: bytes)
        do {
            return try fee.adding(fee.quotientAndRemainder(dividingBy: 4).quotient)
        } catch {
            throw EthereumError(.malformed, "The network's fee for data is beyond all ether that exists.", cause: error)
        }
    }
}
