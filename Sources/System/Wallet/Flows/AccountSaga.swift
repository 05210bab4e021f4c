// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Tokens

/// Logs in and out.
///
///     no account ──register, log in──▶ logged in ──log out, session ended──▶ logged out ──log in, same account──▶ logged in
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | no account | the wallet has no keys certified for anybody | register or log in |
/// | logged in | session and account are durable | a lost answer: log in again |
/// | logged out | no tokens in the store; coins and history stay | log in to the same account |
struct AccountSaga {
    let wallet: OpenStore
    let link: HubLink

    func enter(_ route: Route<Credentials, Session>, _ username: String, _ password: String) throws {
        let home = try wallet.store.get(.account)
        if let home, home.username != username {
            throw WalletError(
                .otherHub,
                "This wallet belongs to the account \(home.username). Make another wallet for another account.")
        }
        let session = try link.open(route, Credentials(username: username, password: password))
        guard home == nil || home?.id == session.account.bytes else {
            throw WalletError(.otherHub, "The hub has given this name to another account. Ask its operator.")
        }
        try wallet.transaction {
            try wallet.store.set(.account, HomeAccount(id: session.account.bytes, username: session.username))
            try link.keep(session)
        }
    }

    func leave() throws {
        guard let session = try wallet.store.get(.session) else { return }
        try wallet.store.set(.session, nil)
        do {
            _ = try link.open(Routes.logout, RefreshToken(refreshToken: session.refreshToken))
        } catch {
            if wallet.isStopped { throw error }
            // Safe: the tokens are gone from here; the hub's copy ends by itself.
        }
    }
}
