// SPDX-License-Identifier: MIT
import Coins
import Solana

extension FuzzEntry {
    func askSolana(_ node: SolanaNode) {
        attempt {
            let own = try Address([UInt8](repeating: 0x22, count: 32))
            let signature = try Signature([UInt8](repeating: 0, count: 64))
            attempt { try node.checkNetwork() }
            attempt { _ = try node.latestBlockhash() }
            attempt { _ = try node.finalizedBlockHeight() }
            attempt { _ = try node.balance(of: own) }
            attempt { _ = try node.accounts([own]) }
            attempt { _ = try node.tokenAccounts(of: own) }
            attempt { _ = try node.priorityPrices(writing: [own]) }
            attempt { _ = try node.statuses(of: [signature]) }
            attempt { _ = try node.history(of: own, before: nil, limit: 9) }
            attempt { _ = try node.transactions([signature]) }
        }
    }
}
