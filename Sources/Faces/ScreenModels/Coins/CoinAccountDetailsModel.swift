// SPDX-License-Identifier: MIT
package import Coins
internal import Observation

/// An account's details: its name, its public key for watching, and hiding it.
@Observable @MainActor
package final class CoinAccountDetailsModel: BusyModel {
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    package var name: String
    /// The key with which another wallet can watch the account. It cannot spend.
    package private(set) var key: String?
    package private(set) var keyCode: CodeModel?
    package private(set) var isHidden = false
    package private(set) var account: CoinAccount
    package let session: WalletSession

    package init(_ account: CoinAccount, _ session: WalletSession) {
        self.account = account
        self.session = session
        name = account.name
        session.feed.follow([.coins], by: self) { await $0.read() }
    }

    private func read() async {
        let (id, before) = (account.id, account.name)
        do {
            account = try await session.walletService.useCoins { try $0.account(id) }
            // What the user is typing stays.
            if name == before { name = account.name }
        } catch {
            refusal = UserMessage(error)
        }
    }

    package var canRename: Bool { !isBusy && !name.trimmed.isEmpty && name.trimmed != account.name }

    package func rename() async {
        guard canRename else { return }
        let (id, name) = (account.id, name.trimmed)
        await attempt {
            self.account = try await self.session.walletService.useCoins { coins in
                try coins.rename(id, to: name)
                return try coins.account(id)
            }
        }
    }

    /// Shows the key for watching the account elsewhere.
    package func showKey() async {
        let id = account.id
        await attempt {
            let key = try await self.session.walletService.useCoins { try $0.descriptor(of: id) }
            self.key = key
            self.keyCode = try CodeModel(document: key)
        }
    }

    /// Hides the account; adding it again restores it.
    package func hide() async {
        let id = account.id
        self.isHidden = await attempt { try await self.session.walletService.useCoins { try $0.hide(id) } }
    }
}
