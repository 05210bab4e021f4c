// SPDX-License-Identifier: MIT
package import Coins
internal import Observation

/// The coin payments of this wallet, and the possible actions on each.
@Observable @MainActor
package final class CoinPaymentsModel: BusyModel {
    package enum Action: Hashable, Sendable {
        /// The same payment with a higher fee.
        case speedUp
        /// A replacement that pays only the account itself.
        case cancel
        /// Repeat an expired payment.
        case again
        /// Broadcast the same bytes again.
        case push
        /// Show it to the signer again.
        case showToSigner
        /// Cancel it before anyone has signed it.
        case drop
    }

    package private(set) var payments: LoadState<[SendStatus]> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    package let account: CoinAccount
    package let session: WalletSession

    package init(_ account: CoinAccount, _ session: WalletSession) {
        self.account = account
        self.session = session
        session.feed.follow([.coins], by: self) { await $0.load() }
    }

    /// Reads the payments.
    package func load() async {
        let id = account.id
        do {
            payments = LoadState(
                try await session.walletService.useCoins { try $0.sends(limit: 200) }.filter { $0.account == id })
        } catch {
            payments = .failed(UserMessage(error))
        }
    }

    /// The possible actions on a payment in its state.
    package func actions(for payment: SendStatus) -> [Action] {
        let isTakenOver = payments.items.contains { $0.replaces == payment.id && $0.state != .replaced }
        switch payment.state {
        case .exported: return [.showToSigner, .drop]
        case .signed, .sent, .refused: return (isTakenOver ? [] : [.speedUp, .cancel]) + [.push]
        case .expired: return [.again]
        case .confirmed, .final, .replaced, .failed, .dropped: return []
        }
    }

    package func push(_ payment: SendStatus) async {
        await attempt { _ = try await self.session.walletService.sendCoins { try $0.rebroadcast(payment.id) } }
        await session.caughtUp()
    }

    package func drop(_ payment: SendStatus) async {
        await attempt { _ = try await self.session.walletService.useCoins { try $0.drop(payment.id) } }
        await session.caughtUp()
    }
}
