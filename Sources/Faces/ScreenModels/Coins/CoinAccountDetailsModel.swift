// SPDX-License-Identifier: MIT
package import Coins
internal import Observation

/// What an account is made of: its name, the key that others watch it by; taking it out of the list.
@Observable @MainActor
package final class CoinAccountDetailsModel: BusyModel {
    package internal(set) var isBusy = false
    package internal(set) var refusal: Refusal?
    package var name: String
    /// What another wallet watches the account by; with it nobody can spend.
    package private(set) var key: String?
    package private(set) var keyCode: CodeModel?
    package private(set) var isHidden = false
    package private(set) var account: CoinAccount
    package let session: WalletSession

    package init(_ account: CoinAccount, _ session: WalletSession) {
        self.account = account
        self.session = session
        name = account.name
    }

    package var canRename: Bool { !isBusy && !name.trimmed.isEmpty && name.trimmed != account.name }

    package func rename() async {
        guard canRename else { return }
        let (id, name) = (account.id, name.trimmed)
        await attempt {
            self.account = try await self.session.custodian.useCoins { coins in
                try coins.rename(id, to: name)
                return try coins.account(id)
            }
        }
    }

    /// Shows what the account is watched by elsewhere.
    package func showKey() async {
        let id = account.id
        await attempt {
            let key = try await self.session.custodian.useCoins { try $0.descriptor(of: id) }
            self.key = key
            self.keyCode = try CodeModel(document: key)
        }
    }

    /// Takes the account out of the list; adding it again brings it back.
    package func hide() async {
        let id = account.id
        self.isHidden = await attempt { try await self.session.custodian.useCoins { try $0.hide(id) } }
    }
}
