// SPDX-License-Identifier: MIT
internal import HTTP
internal import HubAPI
internal import Tokens

/// Calls the hub in the name of the account, and keeps the session alive.
///
///     no session ──register, log in──▶ session ──access token past──▶ refreshed ──log out, reuse, end──▶ no session
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | no session | everything offline works; sync does not | log in |
/// | session | the refresh token is good for one use and replaced at once, durably | a lost answer: the hub takes the last token again for 60 s; otherwise log in |
struct HubLink {
    let wallet: OpenStore

    /// Calls the hub, once more if it turns out to have changed the keys of its connections.
    private func calling<Output>(_ body: (HubCaller) throws -> Output) throws -> Output {
        do {
            return try body(HubCaller(try wallet.hubPipe()))
        } catch let error as HTTPError where error.code == .insecure {
            // The two ends did not agree on keys, so nothing has been said yet.
            guard try wallet.channelKeys.learn() else { throw error }
            return try body(HubCaller(try wallet.hubPipe()))
        }
    }

    /// Calls a route that needs no account.
    func open<Input, Output>(_ route: Route<Input, Output>, _ input: Input) throws -> Output {
        try calling { try $0.call(route, input) }
    }

    /// Calls a route of the account, refreshing the session when it is due or the hub says so.
    func call<Input, Output>(
        _ route: Route<Input, Output>, _ input: Input, values: [String] = [], query: [(String, String)] = []
    ) throws -> Output {
        let session = try freshSession()
        do {
            return try calling { try $0.call(route, input, values: values, query: query, as: proof(session)) }
        } catch let problem as HubProblem where problem.code == .tokenExpired || problem.code == .unauthorized {
            let renewed = try refresh(session)
            return try calling { try $0.call(route, input, values: values, query: query, as: proof(renewed)) }
        } catch let problem as HubProblem where problem.code == .clockOff && wallet.learnHubTime(problem) {
            return try calling { try $0.call(route, input, values: values, query: query, as: proof(session)) }
        }
    }

    private func proof(_ session: Session) -> CallerProof {
        CallerProof(session, at: wallet.hubTime(of: wallet.environment.clock.now()).seconds)
    }

    func session() throws -> Session {
        if let minutes = try wallet.endSessionIfIdle() {
            throw WalletError(
                .notLoggedIn,
                "Nobody has used this wallet for \(minutes) minutes, so it was logged out. Log in again; what is offline is here."
            )
        }
        guard let session = try wallet.store.get(.session) else {
            throw WalletError(
                .notLoggedIn, "This wallet is not logged in to its hub. Log in with your name and password.")
        }
        return session
    }

    /// The session with an access token that is good for a minute at least, by this device's clock.
    func freshSession() throws -> Session {
        let session = try session()
        let soon = wallet.environment.clock.now().adding(seconds: 60)
        return soon.seconds < session.accessExpires ? session : try refresh(session)
    }

    private func refresh(_ session: Session) throws -> Session {
        do {
            let renewed = try calling {
                try $0.call(Routes.refresh, RefreshToken(refreshToken: session.refreshToken))
            }
            try wallet.step(.sessionRefreshed)
            try keep(renewed)
            return renewed
        } catch let problem as HubProblem where problem.code == .sessionEnded {
            try wallet.transaction {
                try wallet.store.set(.session, nil)
                // The hub says why: a device revoked elsewhere, a new password, a copy of the session.
                var line = Activity(.account, .failed, at: try wallet.now(), problem.message)
                line.refused(by: problem)
                try wallet.note(line)
            }
            throw WalletError(.notLoggedIn, problem.message, cause: problem)
        }
    }

    /// Makes a session durable.
    func keep(_ session: Session) throws {
        try wallet.store.set(.session, session)
        try wallet.step(.sessionKept)
    }
}
