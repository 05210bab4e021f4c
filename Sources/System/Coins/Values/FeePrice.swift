// SPDX-License-Identifier: MIT

/// A network's fee price, in the usual unit of its chain.
package enum FeePrice: Hashable, Sendable, CustomStringConvertible {
    /// Satoshis per virtual byte, with a decimal point: `12.5`.
    case perVirtualByte(String)
    /// The price of gas; `isMost` marks the maximum that a transaction pays.
    case gas(CoinAmount, isMost: Bool)
    /// Millionths of a lamport per compute unit. Solana
    case perComputeUnit(UInt64)
    /// A fixed total fee.
    case whole(CoinAmount)

    /// The command line's form: `12.5 sat/vB`, `at most 31 gwei`.
    package var description: String {
        switch self {
        case .perVirtualByte(let number): "\(number) sat/vB"
        case .gas(let price, let isMost): "\(isMost ? "at most " : "")\(price)"
        case .perComputeUnit(let price): "\(price) millionths of a lamport a unit"
        case .whole(let fee): "\(fee)"
        }
    }
}
