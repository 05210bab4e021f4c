// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Solana

/// A node that gives one answer to every question.
enum LyingSolana {
    static func node(_ json: String, network: Network = .solana) throws -> SolanaNode {
        let answer = try JSONValue(parsing: Array(json.utf8))
        return SolanaNode(network: network, name: "node") { _, _ in answer }
    }

    static func address() throws -> Address { try Address([UInt8](repeating: 0x22, count: 32)) }
}
