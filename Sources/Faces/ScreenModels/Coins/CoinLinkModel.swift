// SPDX-License-Identifier: MIT
internal import Chains
package import Coins
internal import Observation

/// A payment link from outside, and the accounts that can pay it.
@Observable @MainActor
package final class CoinLinkModel {
    /// The accounts that can pay; with a single one there is nothing to choose.
    package private(set) var accounts: LoadState<[CoinAccount]> = .loading
    package let link: String
    package let session: WalletSession

    package init(_ link: String, _ session: WalletSession) {
        self.link = link
        self.session = session
    }

    package func load() async {
        let link = link
        do {
            let (fitting, objection) = try await session.walletService.useCoins { coins in
                try Self.fitting(link, in: coins)
            }
            accounts = fitting.isEmpty ? .failed(objection) : .ready(fitting)
        } catch {
            accounts = .failed(UserMessage(error))
        }
    }

    /// The accounts that can pay the link, and the reasons of the others on its chain.
    private nonisolated static func fitting(
        _ link: String, in coins: CoinWallet
    ) throws -> (accounts: [CoinAccount], objection: UserMessage) {
        let chain = link.prefix { $0 != ":" }.lowercased()
        var objection = UserMessage(.refusedUnknownCoin)
        let accounts = try coins.accounts().filter { account in
            guard account.network.chain.name == chain else { return false }
            do {
                return try coins.ask(in: link, account: account.id) != nil
            } catch let error as CoinsError {
                objection = UserMessage(error)
                return false
            }
        }
        return (accounts, objection)
    }
}
