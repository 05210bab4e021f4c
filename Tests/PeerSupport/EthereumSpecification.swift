// SPDX-License-Identifier: MIT
import Bytes

/// Ethereum's executable specification with the rules of Osaka, on chain 1 at a base fee of 1 gwei. Gone with this value.
package final class EthereumSpecification {
    private let process: PeerProcess

    /// What the specification says about one transaction.
    package enum Verdict: Hashable, Sendable {
        /// Who sent it and what the network calls it by, in lowercase.
        case accepted(sender: String, hash: String)
        /// The name of its exception and the text of it.
        case refused(String, reason: String)
    }

    package init() throws {
        process = try PeerProcess("ethereum_execution.py", [], python: Peers.pythonExecution)
    }

    /// Whether a block may hold a signed transaction, when its sender has this balance (wei, decimal) and nonce.
    package func judge(_ raw: [UInt8], balance: String, nonce: UInt64) throws -> Verdict {
        let request = JSONValue.object([
            .init("raw", .string("0x" + Hex.encode(raw))), .init("balance", .string(balance)),
            .init("nonce", .number(nonce)),
        ])
        let line = try process.ask(request.text)
        let answer = try JSONValue(parsing: Array(line.utf8))
        if let sender = answer["sender"]?.string, let hash = answer["hash"]?.string {
            return .accepted(sender: sender, hash: hash)
        }
        guard let name = answer["refused"]?.string, let reason = answer["reason"]?.string else {
            throw PeerError("The specification said '\(line)'.")
        }
        return .refused(name, reason: reason)
    }
}
