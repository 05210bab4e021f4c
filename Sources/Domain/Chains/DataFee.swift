// SPDX-License-Identifier: MIT

/// What a network takes for the data of a transaction beside its gas, because it keeps that data on Ethereum.
package enum DataFee: Hashable, Sendable {
    /// Nothing, or it is a part of the gas.
    case none
    /// What the predeployed contract `GasPriceOracle` says. <https://specs.optimism.io/protocol/predeploys.html>
    case oracle
    /// Something that is not known before.
    case unstated
    /// The network is not in the registry: what the oracle says, if there is one.
    case unknown

    /// Where the oracle stands on every network that has it.
    package static let oracleAddress = "0x420000000000000000000000000000000000000F"
}
