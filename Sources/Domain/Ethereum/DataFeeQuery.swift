// SPDX-License-Identifier: MIT
internal import Chains

/// The query for a layer-2 network's data fee, which it charges besides gas.
/// <https://specs.optimism.io/protocol/exec-engine.html#l1-cost-fees-l1-fee-vault>
package enum DataFeeQuery {
    /// The data of the call `getL1Fee(bytes)`, which takes the unsigned transaction and adds the signature's size
    /// itself.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`.
    package static func data(for transaction: Transaction) throws -> [UInt8] {
        try ABIFunction(known: "getL1Fee", [.bytes]).call([.bytes(transaction.unsigned)])
    }

    /// Decodes the answer, and adds a quarter, because the price of data changes until a block includes the
    /// transaction.
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
