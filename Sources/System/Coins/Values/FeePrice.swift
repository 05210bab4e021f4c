// SPDX-License-Identifier: MIT

/// What a network's work costs, in the unit that people of its chain count in.
package enum FeePrice: Hashable, Sendable, CustomStringConvertible {
    /// Satoshis per virtual byte, with a point: `12.5`.
    case perVirtualByte(String)
    /// The price of gas; a transaction names the most that it pays.
    case gas(CoinAmount, isMost: Bool)
    /// Millionths of a lamport for each unit of computing. Solana
    case perComputeUnit(UInt64)
    /// The whole fee at once.
    case whole(CoinAmount)

    /// As the command line writes it: `12.5 sat/vB`, `at most 31 gwei`.
    package var description: String {
        switch self {
        case .perVirtualByte(let number): "\(number) sat/vB"
        case .gas(let price, let isMost): "\(isMost ? "at most " : "")\(price)"
        case .perComputeUnit(let price): "\(price) millionths of a lamport a unit"
        case .whole(let fee): "\(fee)"
        }
    }
}
