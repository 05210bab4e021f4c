// SPDX-License-Identifier: MIT
package import Coins
internal import Observation
internal import Sharing

/// One account of coins: balances, history, addresses.
@Observable @MainActor
package final class CoinAccountModel {
    package private(set) var balances: LoadState<[CoinBalance]> = .loading
    /// Tokens whose contracts do not answer with a balance.
    package private(set) var unknown: [UnknownBalance] = []
    package private(set) var history: LoadState<[HistoryLine]> = .loading
    /// Why the shown data is not current.
    package private(set) var staleBecause: UserMessage?
    package private(set) var address: ReceiveAddress?
    package private(set) var addressCode: CodeModel?
    package private(set) var isBusy = false
    package private(set) var refusal: UserMessage?
    package let account: CoinAccount
    package let session: WalletSession

    package init(_ account: CoinAccount, _ session: WalletSession) {
        self.account = account
        self.session = session
        session.feed.follow([.coins], by: self) { await $0.read(refreshing: false) }
    }

    /// Shows the stored data, then asks the servers.
    package func load() async {
        await read(refreshing: false)
        await read(refreshing: true)
    }

    private func read(refreshing: Bool) async {
        let id = account.id
        if refreshing { isBusy = true }
        defer { if refreshing { isBusy = false } }
        do {
            let (known, history) = try await session.walletService.useCoins { coins in
                (try coins.balances(of: id, refreshing: refreshing), try coins.history(of: id))
            }
            balances = LoadState(known.balances)
            unknown = known.unknown
            // Only a refresh says whether the shown data is current.
            if refreshing { staleBecause = known.staleBecause.map { UserMessage($0) } }
            self.history = LoadState(history)
        } catch {
            if balances.isLoading {
                balances = .failed(UserMessage(error))
                history = .failed(UserMessage(error))
            } else {
                staleBecause = UserMessage(error)
            }
        }
    }

    /// Shows an address to receive at.
    ///
    /// - Parameter fresh: a new address even if the last one was never used.
    package func receive(fresh: Bool = false) async {
        let id = account.id
        refusal = nil
        do {
            let address = try await session.walletService.useCoins { try $0.receiveAddress(of: id, fresh: fresh) }
            self.address = address
            addressCode = try CodeModel(document: address.address)
        } catch {
            refusal = UserMessage(error)
        }
    }
}
