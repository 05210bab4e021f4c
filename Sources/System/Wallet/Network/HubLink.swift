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

    /// Calls the hub, once its root key has proved itself: a candidate hears no name, no password and no token.
    private func calling<Output>(_ body: (HubCaller) throws -> HubAnswer<Output>) throws -> HubAnswer<Output> {
        if try !wallet.hubSetting().isJoined { _ = try SyncSaga(wallet: wallet, link: self).learnAnnouncements() }
        return try callingAnyHub(body)
    }

    /// Asks for the hub's announcements: the one question for a candidate, because the answer proves itself.
    func announcements() throws -> HubAnnouncements {
        try callingAnyHub { try $0.ask(Routes.announcements, Nothing()) }.get()
    }

    /// Calls the hub, once more if it turns out to have changed the keys of its connections.
    private func callingAnyHub<Output>(_ body: (HubCaller) throws -> HubAnswer<Output>) throws -> HubAnswer<Output> {
        let answer = try piped(body)
        guard case .none(.lost(let error)) = answer, error.code == .insecure else { return answer }
        // The two ends did not agree on keys, so nothing has been said yet.
        return try wallet.channelKeys.learn() ? piped(body) : answer
    }

    private func piped<Output>(_ body: (HubCaller) throws -> HubAnswer<Output>) throws -> HubAnswer<Output> {
        let pipe: HubPipe
        do {
            pipe = try wallet.hubPipe()
        } catch let error as HTTPError {
            return .none(.lost(error))
        }
        return try body(HubCaller(pipe))
    }

    /// Calls a route that needs no account.
    ///
    /// - Throws: ``HubProblem`` where the hub refused, ``NoAnswer`` where it said nothing.
    func open<Input, Output>(_ route: Route<Input, Output>, _ input: Input) throws -> Output {
        try askOpen(route, input).get()
    }

    /// The same, for callers that do something about a refusal or a missing answer.
    func askOpen<Input, Output>(_ route: Route<Input, Output>, _ input: Input) throws -> HubAnswer<Output> {
        try calling { try $0.ask(route, input) }
    }

    /// Calls a route of the account, refreshing the session when it is due or the hub says so.
    ///
    /// - Throws: ``HubProblem`` where the hub refused, ``NoAnswer`` where it said nothing.
    func call<Input, Output>(
        _ route: Route<Input, Output>, _ input: Input, values: [String] = [], query: [(String, String)] = []
    ) throws -> Output {
        try ask(route, input, values: values, query: query).get()
    }

    /// The same, for callers that do something about a refusal or a missing answer: whoever closes an order does so for
    /// `.refused` alone.
    func ask<Input, Output>(
        _ route: Route<Input, Output>, _ input: Input, values: [String] = [], query: [(String, String)] = []
    ) throws -> HubAnswer<Output> {
        let session = try freshSession()
        let answer = try calling { try $0.ask(route, input, values: values, query: query, as: proof(session)) }
        guard case .refused(let problem) = answer else { return answer }
        switch problem.code {
        case .tokenExpired, .unauthorized:
            let renewed = try refresh(session)
            return try calling { try $0.ask(route, input, values: values, query: query, as: proof(renewed)) }
        case .clockOff where wallet.learnHubTime(problem):
            return try calling { try $0.ask(route, input, values: values, query: query, as: proof(session)) }
        default:
            return answer
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
        // A store of an older program may have a session with a hub that has never proved itself.
        guard try wallet.hubSetting().isJoined else { return try refresh(session) }
        let soon = wallet.environment.clock.now().adding(seconds: 60)
        return soon.seconds < session.accessExpires ? session : try refresh(session)
    }

    private func refresh(_ session: Session) throws -> Session {
        guard !wallet.isReadOnly else {
            // The hub would end the old token, and the one in its place could not be kept.
            throw WalletError(
                .storage,
                "The session must be renewed, and the wallet's folder cannot be written. Make it writable for this user."
            )
        }
        switch try askOpen(Routes.refresh, RefreshToken(refreshToken: session.refreshToken)) {
        case .answered(let renewed):
            guard renewed.account == session.account else {
                throw NoAnswer.unreadable(because: "it is a session of another account")
            }
            try wallet.step(.sessionRefreshed)
            try keep(renewed)
            return renewed
        case .refused(let problem) where problem.code == .sessionEnded:
            try wallet.transaction {
                try wallet.store.set(.session, nil)
                // The hub says why: a device revoked elsewhere, a new password, a copy of the session.
                try wallet.note(Activity(.account, .failed, at: try wallet.now(), .refused(HubRefusal(problem))))
            }
            throw WalletError(.notLoggedIn, problem.message, cause: problem)
        case .refused(let problem): throw problem
        case .none(let noAnswer): throw noAnswer
        }
    }

    /// Makes a session durable.
    func keep(_ session: Session) throws {
        try wallet.store.set(.session, session)
        try wallet.step(.sessionKept)
    }
}
