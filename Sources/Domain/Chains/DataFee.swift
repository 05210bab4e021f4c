// SPDX-License-Identifier: MIT

/// A network's fee for a transaction's data besides its gas, because the network stores the data on Ethereum.
package enum DataFee: Hashable, Sendable {
    /// None, or included in the gas.
    case none
    /// Reported by the predeployed contract `GasPriceOracle`. <https://specs.optimism.io/protocol/predeploys.html>
    case oracle
    /// Charged, but not known in advance.
    case unstated
    /// The network is not in the registry: the oracle's value, if there is one.
    case unknown

    /// The oracle's address on every network that has it.
    package static let oracleAddress = "0x420000000000000000000000000000000000000F"
}
