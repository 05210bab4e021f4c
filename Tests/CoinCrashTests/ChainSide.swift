// SPDX-License-Identifier: MIT
import Chains
import Coins

/// A chain of this machine as the crash tests see it: what it says counts, whatever the wallet believes.
protocol ChainSide: AnyObject {
    var network: Network { get }
    var kind: ServerAddress.Kind { get }
    var url: String { get }
    /// What an account gets to begin with, and what a payment moves, in smallest units; and that in whole coins.
    var fund: UInt64 { get }
    var payment: UInt64 { get }
    var amount: String { get }
    /// Ever larger fees as people type them: of a payment, its bump, the bump's bump.
    var fees: [String] { get }
    /// Whether another transaction can take the place of one that waits.
    var canReplace: Bool { get }

    /// Pays in a block of its own.
    func pay(_ address: String, _ units: UInt64) throws
    /// Puts what waits into a block.
    func mine() throws
    /// Forgets what waits.
    func forget(_ ids: [String]) throws
    /// What an address holds.
    func held(by address: String) throws -> UInt64
    /// The transactions that an account has made, which all began at this address, and the fee of each.
    func made(by address: String) throws -> [String: UInt64]
}
