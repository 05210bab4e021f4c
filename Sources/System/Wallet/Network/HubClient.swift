// SPDX-License-Identifier: MIT
internal import HTTP
internal import HubAPI
internal import Tokens

/// Calls the hub on behalf of the account, and keeps the session alive.
///
///     no session ──register, log in──▶ session ──access token expired──▶ refreshed ──log out, reuse, end──▶ no session
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | no session | everything offline works; sync does not | log in |
/// | session | the refresh token is good for one use; the wallet replaces it at once, durably | a lost answer: the hub accepts the last refresh token again for 60 s; otherwise log in |
struct HubClient {
    let context: WalletContext

    /// Calls the hub once its root key has proved itself. A candidate receives no name, password or access token.
    private func calling<Output>(_ body: (HubCaller) throws -> HubAnswer<Output>) throws -> HubAnswer<Output> {
        if try !context.hubSetting().isJoined { _ = try SyncSaga(context: context, link: self).learnAnnouncements() }
        return try callingAnyHub(body)
    }

    /// Requests the hub's announcements. This is the only request to a candidate, because its answer proves itself.
    func announcements() throws -> HubAnnouncements {
        try callingAnyHub { try $0.ask(Routes.announcements, Nothing()) }.get()
    }

    /// Calls the hub, and repeats the call if the hub has changed the keys of its connections.
    private func callingAnyHub<Output>(_ body: (HubCaller) throws -> HubAnswer<Output>) throws -> HubAnswer<Output> {
        let answer = try piped(body)
        guard case .none(.lost(let error)) = answer, error.code == .insecure else { return answer }
        // The TLS handshake failed, so no request has been sent yet.
        return try context.channelKeys.learn() ? piped(body) : answer
    }

    private func piped<Output>(_ body: (HubCaller) throws -> HubAnswer<Output>) throws -> HubAnswer<Output> {
        let pipe: HubPipe
        do {
            pipe = try context.hubPipe()
        } catch let error as HTTPError {
            return .none(.lost(error))
        }
        return try body(HubCaller(pipe))
    }

    /// Calls a route that needs no account.
    ///
    /// - Throws: ``HubProblem`` if the hub refused, ``NoAnswer`` if it gave no answer.
    func open<Input, Output>(_ route: Route<Input, Output>, _ input: Input) throws -> Output {
        try askOpen(route, input).get()
    }

    /// As ``open(_:_:)``, for callers that handle a refusal or a missing answer themselves.
    func askOpen<Input, Output>(_ route: Route<Input, Output>, _ input: Input) throws -> HubAnswer<Output> {
        try calling { try $0.ask(route, input) }
    }

    /// Calls a route of the account. Refreshes the session when it is due or the hub asks for it.
    ///
    /// - Throws: ``HubProblem`` if the hub refused, ``NoAnswer`` if it gave no answer.
    func call<Input, Output>(
        _ route: Route<Input, Output>, _ input: Input, values: [String] = [], query: [(String, String)] = []
    ) throws -> Output {
        try ask(route, input, values: values, query: query).get()
    }

    /// As ``call(_:_:values:query:)``, for callers that handle a refusal or a missing answer themselves. A caller
    /// closes an order only for `.refused`.
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
        case .clockOff where context.learnHubTime(problem):
            return try calling { try $0.ask(route, input, values: values, query: query, as: proof(session)) }
        default:
            return answer
        }
    }

    private func proof(_ session: Session) -> CallerProof {
        CallerProof(session, at: context.hubTime(of: context.environment.clock.now()).seconds)
    }

    func session() throws -> Session {
        if let minutes = try context.endSessionIfIdle() {
            throw WalletError(
                .notLoggedIn,
                "The wallet was logged out after \(minutes) minutes without use. Log in again. Your offline money is still here."
            )
        }
        guard let session = try context.store.get(.session) else {
            throw WalletError(
                .notLoggedIn, "This wallet is not logged in to its hub. Log in with your name and password.")
        }
        return session
    }

    /// The session, with an access token that is valid for at least a minute by this device's clock.
    func freshSession() throws -> Session {
        let session = try session()
        // An older version may have stored a session with a hub that never proved itself.
        guard try context.hubSetting().isJoined else { return try refresh(session) }
        let soon = context.environment.clock.now().adding(seconds: 60)
        return soon.seconds < session.accessExpires ? session : try refresh(session)
    }

    private func refresh(_ session: Session) throws -> Session {
        guard !context.isReadOnly else {
            // The hub would end the old refresh token, and the wallet could not store the new one.
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
            try context.step(.sessionRefreshed)
            try keep(renewed)
            return renewed
        case .refused(let problem) where problem.code == .sessionEnded:
            try context.transaction {
                try context.store.set(.session, nil)
                // The hub gives the reason: a revoked device, a new password, or a copied session.
                try context.note(Activity(.account, .failed, at: try context.now(), .refused(HubRefusal(problem))))
            }
            throw WalletError(.notLoggedIn, problem.message, cause: problem)
        case .refused(let problem): throw problem
        case .none(let noAnswer): throw noAnswer
        }
    }

    /// Stores a session durably.
    func keep(_ session: Session) throws {
        try context.store.set(.session, session)
        try context.step(.sessionKept)
    }
}
