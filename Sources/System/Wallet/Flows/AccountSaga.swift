// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Tokens

/// Logs in and out.
///
///     no account ─register, log in─▶ logged in ─log out, session ended─▶ logged out ─log in, same account─▶ logged in
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | no account | no key of the wallet is certified for an account; the username of a registration without an answer is durable | register again: if the hub has opened that account, the wallet logs in to it |
/// | logged in | session and account are durable | a lost answer: log in again |
/// | logged out | no access or refresh token in the store; coins and history stay | log in to the same account |
struct AccountSaga {
    let context: WalletContext
    let link: HubClient

    /// - Parameter code: asks the user for the second factor's code; called when the hub requires one.
    func enter(
        _ route: Route<Credentials, Session>, _ credentials: Credentials, code: (() throws -> String)? = nil
    ) throws {
        let home = try context.store.get(.account)
        if let home, home.username != credentials.username {
            throw WalletError(
                .otherHub,
                "This wallet belongs to the account \(home.username). Make another wallet for another account.")
        }
        let session =
            route.path == Routes.register.path
            ? try registered(credentials)
            : try loggedIn(credentials, code)
        guard home == nil || home?.id == session.account.bytes else {
            throw WalletError(.otherHub, "The hub has given this name to another account. Ask its operator.")
        }
        try context.transaction {
            try context.store.set(.account, HomeAccount(id: session.account.bytes, username: session.username))
            try link.keep(session)
            try context.store.set(.pendingRegistration, nil)
            // A login counts as use of the wallet and restarts the idle time.
            guard var idle = try context.store.get(.idleLogout) else { return }
            idle.lastUsed = try context.now()
            try context.store.set(.idleLogout, idle)
        }
    }

    private func loggedIn(_ credentials: Credentials, _ code: (() throws -> String)?) throws -> Session {
        switch try link.askOpen(Routes.login, credentials) {
        case .answered(let session): return session
        case .refused(let problem):
            guard problem.code == .secondFactorNeeded, let code, let challenge = problem.details["challenge"] else {
                throw problem
            }
            return try link.open(
                Routes.answerChallenge,
                ChallengeAnswer(challenge: challenge, code: try code(), device: credentials.device))
        case .none(let noAnswer): throw noAnswer
        }
    }

    /// Opens an account, or logs in to the one that an earlier call without an answer has opened.
    ///
    /// It tries to log in only after such a call. Otherwise a taken username would cost its owner a failed login
    /// attempt.
    private func registered(_ credentials: Credentials) throws -> Session {
        let isRepeated = try context.store.get(.pendingRegistration) == credentials.username
        if !isRepeated { try context.store.set(.pendingRegistration, credentials.username) }
        switch try link.askOpen(Routes.register, credentials) {
        case .answered(let session): return session
        case .refused(let problem) where problem.code == .usernameTaken && isRepeated:
            switch try link.askOpen(Routes.login, credentials) {
            case .answered(let session): return session
            case .refused(let other):
                guard other.code == .wrongCredentials else { throw other }
                try context.store.set(.pendingRegistration, nil)
                throw problem
            case .none(let noAnswer): throw noAnswer
            }
        case .refused(let problem):
            if problem.isFinal { try context.store.set(.pendingRegistration, nil) }
            throw problem
        case .none(let noAnswer):
            if !isRepeated, !noAnswer.mayBeDone { try context.store.set(.pendingRegistration, nil) }
            throw noAnswer
        }
    }

    func leave() throws {
        guard let session = try context.store.get(.session) else { return }
        try context.store.set(.session, nil)
        do {
            _ = try link.open(Routes.logout, RefreshToken(refreshToken: session.refreshToken))
        } catch {
            if context.isStopped { throw error }
            // Safe: this wallet has deleted the tokens, and the hub's session expires by itself.
        }
    }
}
