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

    /// - Parameter code: asks for the second factor's code when the hub wants one.
    func enter(
        _ route: Route<Credentials, Session>, _ credentials: Credentials, code: (() throws -> String)? = nil
    ) throws {
        let home = try wallet.store.get(.account)
        if let home, home.username != credentials.username {
            throw WalletError(
                .otherHub,
                "This wallet belongs to the account \(home.username). Make another wallet for another account.")
        }
        let session: Session
        do {
            session = try link.open(route, credentials)
        } catch let problem as HubProblem where problem.code == .secondFactorNeeded {
            guard let code, let challenge = problem.details["challenge"] else { throw problem }
            session = try link.open(
                Routes.answerChallenge,
                ChallengeAnswer(challenge: challenge, code: try code(), device: credentials.device))
        }
        guard home == nil || home?.id == session.account.bytes else {
            throw WalletError(.otherHub, "The hub has given this name to another account. Ask its operator.")
        }
        try wallet.transaction {
            try wallet.store.set(.account, HomeAccount(id: session.account.bytes, username: session.username))
            try link.keep(session)
            // Logging in is use, however long nobody had used the wallet before.
            guard var idle = try wallet.store.get(.idleLogout) else { return }
            idle.lastUsed = try wallet.now()
            try wallet.store.set(.idleLogout, idle)
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
