// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Glibc
internal import HTTP
package import HubAPI
internal import Keys
internal import Synchronization
package import Tokens

/// This device's own session at a hub, which may only use files.
///
///     no session ──log in──▶ session ──access token expired──▶ refreshed ──log out, reuse, end──▶ no session
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | no session | the queue and what is known stay; nothing is sent | log in |
/// | session | the refresh token is good for one use, so processes take turns by a lock | a lost answer: the hub accepts the last refresh token again for 60 s; otherwise log in |
///
/// The session lies in `session`, a file of mode 0600: drains run without the wallet's passphrase.
package final class HubAccount {
    let folder: String
    let store: DriveStore
    private let clock: Clock
    let onStep: (DriveStep) throws -> Void
    private var pipe: HubPipe?
    /// What the hub's clock is ahead of this device's, in seconds.
    private var clockAhead: Int64 = 0

    /// The largest session file that is read.
    private static let maximumSessionBytes = 64 << 10

    package init(folder: String, store: DriveStore, clock: Clock, onStep: @escaping (DriveStep) throws -> Void) {
        self.folder = folder
        self.store = store
        self.clock = clock
        self.onStep = onStep
    }

    // MARK: - Logging in

    /// The hub that this device is logged in to, or was; nil before the first log-in.
    package var hub: HubDescription? {
        get throws { try store.setting("hub", as: String.self).map { try HubDescription(link: $0) } }
    }

    /// The account's username; nil before the first log-in.
    package var username: String? { get throws { try store.setting("username", as: String.self) } }

    /// This device's name; nil before the first log-in.
    package var device: String? { get throws { try store.setting("device", as: String.self) } }

    package var isLoggedIn: Bool { access(sessionPath, F_OK) == 0 }

    /// Begins a session for files. The hub's root key proves itself before the password is sent.
    ///
    /// - Parameters:
    ///   - device: this device's name, in the list of devices and in the names of conflicting files.
    ///   - code: asks the user for a code of the second factor; called when the hub wants one.
    /// - Throws: ``DriveError``; `HubProblem` when the hub refuses.
    package func logIn(
        to hub: HubDescription, username: String, password: String, device: String, code: () throws -> String
    ) throws {
        try requireSameAccount(hub, username)
        try learnKeys(of: hub)
        try store.set("hub", to: hub.link)
        let credentials = Credentials(username: username, password: password, device: device, scope: .files)
        let session: Session
        do {
            session = try ask { try $0.ask(Routes.login, credentials) }.get()
        } catch let problem as HubProblem where problem.code == .secondFactorNeeded {
            guard let challenge = problem.details["challenge"] else { throw problem }
            let answer = ChallengeAnswer(challenge: challenge, code: try code(), device: device, scope: .files)
            session = try ask { try $0.ask(Routes.answerChallenge, answer) }.get()
        }
        guard session.scope == .files else {
            throw DriveError(.refused, "The hub has not restricted the session to files. Update the hub.")
        }
        try store.set("username", to: session.username)
        try store.set("device", to: device)
        try keep(session)
    }

    /// The items of one account must not be taken for those of another.
    ///
    /// - Parameter username: nil while it is not known; then only the hub is compared.
    func requireSameAccount(_ hub: HubDescription, _ username: String?) throws {
        if let other = try store.setting("baluhost", as: String.self) {
            throw DriveError(
                .refused,
                "This drive belongs to an account at \(other). Use another folder (--wallet) for another account.")
        }
        guard let known = try self.hub, let name = try self.username else { return }
        guard known.rootKey == hub.rootKey, name == username ?? name else {
            throw DriveError(
                .refused,
                "This drive belongs to the account \(name) at \(known.url). Use another folder (--wallet) for another account."
            )
        }
    }

    /// Ends the session here, and at the hub if it can be reached.
    ///
    /// - Returns: whether the hub has ended it too.
    package func logOut() throws -> Bool {
        guard let session = try kept() else { return true }
        var hasEnded = false
        do {
            _ = try ask { try $0.ask(Routes.logout, RefreshToken(refreshToken: session.refreshToken)) }.get()
            hasEnded = true
        } catch is HubProblem {
            hasEnded = true
        } catch is NoAnswer, is DriveError {
            // The session at the hub ends by itself, when its time is over.
        }
        guard unlink(sessionPath) == 0 || errno == ENOENT else {
            throw DriveError(.storage, "The file '\(sessionPath)' cannot be removed. Remove it by hand.")
        }
        return hasEnded
    }

    // MARK: - Calling

    /// Calls a route of the account.
    ///
    /// - Throws: `HubProblem` when the hub refuses; ``DriveError`` when there was no answer.
    func call<Input, Output>(
        _ route: Route<Input, Output>, _ input: Input, values: [String] = [], query: [(String, String)] = []
    ) throws -> Output {
        let session = try fresh()
        do {
            return try ask { try $0.ask(route, input, values: values, query: query, as: proof(session)) }.get()
        } catch let problem as HubProblem where [.tokenExpired, .unauthorized].contains(problem.code) {
            let renewed = try refresh(after: session)
            return try answer { try $0.ask(route, input, values: values, query: query, as: proof(renewed)) }
        } catch let problem as HubProblem where problem.code == .clockOff {
            guard learnTime(problem) else { throw problem }
            return try answer { try $0.ask(route, input, values: values, query: query, as: proof(session)) }
        } catch let none as NoAnswer {
            throw DriveError.translating(none)
        }
    }

    /// An access token that is valid for at least a minute by this device's clock.
    ///
    /// - Parameter refused: a token that a server has refused meanwhile.
    func accessToken(insteadOf refused: String? = nil) throws -> String {
        let session = try fresh()
        return session.accessToken == refused ? try refresh(after: session).accessToken : session.accessToken
    }

    /// How the hub and its file service prove themselves.
    func trust() throws -> Trust {
        guard let hub = try hub else { throw Self.notLoggedIn }
        guard hub.isProvedByRoot else { return .authorities }
        let keys = try keys(of: hub).channelKeys(at: clock.now())
        guard !keys.isEmpty else {
            throw DriveError(.insecure, "This device knows no current key of the hub at \(hub.url).")
        }
        return .keys(try keys.map { "sha256//" + Base64.encode(SHA256.hash(try $0.subjectPublicKeyInfo()).bytes) })
    }

    private func answer<Output>(_ body: (HubCaller) throws -> HubAnswer<Output>) throws -> Output {
        do {
            return try ask(body).get()
        } catch let none as NoAnswer {
            throw DriveError.translating(none)
        }
    }

    /// Asks once, and again if the hub has changed the keys of its connections: then nothing was sent yet.
    func ask<Output>(_ body: (HubCaller) throws -> HubAnswer<Output>) throws -> HubAnswer<Output> {
        guard let hub = try hub else { throw Self.notLoggedIn }
        let answer = try body(HubCaller(try openPipe(to: hub)))
        guard hub.isProvedByRoot, case .none(.lost(let error)) = answer, error.code == .insecure else { return answer }
        try learnKeys(of: hub)
        return try body(HubCaller(try openPipe(to: hub)))
    }

    private func openPipe(to hub: HubDescription) throws -> HubPipe {
        if let pipe { return pipe }
        let made = try Self.pipe(to: hub.url, trust())
        pipe = made
        return made
    }

    private static func pipe(to url: String, _ trust: Trust) throws -> HubPipe {
        let shared = SharedClient(Mutex(try Client(trust: trust)))
        return { request in try shared.client.withLock { try $0.send(request, to: url) } }
    }

    private func proof(_ session: Session) -> CallerProof {
        let now = Int64(clamping: clock.now().seconds)
        return CallerProof(session, at: UInt64(max(0, now + clockAhead)))
    }

    /// - Returns: whether the hub has said its time.
    private func learnTime(_ problem: HubProblem) -> Bool {
        guard let text = problem.details["time"], let time = Int64(text), time >= 0 else { return false }
        clockAhead = time - Int64(clamping: clock.now().seconds)
        return true
    }

    // MARK: - The hub's keys

    /// Asks any server at the hub's address for the announcements, and keeps those that the root key has signed.
    func learnKeys(of hub: HubDescription) throws {
        let trust: Trust = hub.isProvedByRoot ? .anyone : .authorities
        let answer: HubAnnouncements
        do {
            answer = try HubCaller(try Self.pipe(to: hub.url, trust)).call(Routes.announcements, Nothing())
        } catch let none as NoAnswer {
            throw DriveError.translating(none)
        }
        guard answer.rootKey.bytes == hub.rootKey.compressed else {
            throw DriveError(
                .insecure,
                "The server at \(hub.url) shows another root key than the link says. Nothing was sent. Ask the hub's operator."
            )
        }
        let known = try Self.checked(answer.announcements, of: hub)
        try store.set("announcements", to: known.all.map { Blob($0.encoded) })
        pipe = nil
    }

    private func keys(of hub: HubDescription) throws -> AnnouncementSet {
        try Self.checked(try store.setting("announcements", as: [Blob].self) ?? [], of: hub)
    }

    private static func checked(_ announcements: [Blob], of hub: HubDescription) throws -> AnnouncementSet {
        var known = AnnouncementSet(rootKey: hub.rootKey)
        do {
            for blob in announcements { try known.add(Announcement(decoding: blob.bytes)) }
        } catch {
            throw DriveError(
                .insecure, "The server at \(hub.url) shows keys that the hub's root key has not signed.", cause: error)
        }
        return known
    }

    // MARK: - The session

    private var sessionPath: String { folder + "/session" }

    private static let notLoggedIn = DriveError(
        .notLoggedIn, "This drive is not logged in. Run: satchel drive login")

    private func kept() throws -> Session? {
        guard isLoggedIn else { return nil }
        do {
            return try Wire.read(
                Session.self, from: AtomicFile.read(sessionPath, maximumCount: Self.maximumSessionBytes))
        } catch is UnreadableMessage {
            throw DriveError(.notLoggedIn, "The file '\(sessionPath)' is damaged. Log in again: satchel drive login")
        } catch let error as KeysError {
            throw DriveError.translating(error)
        }
    }

    func keep(_ session: Session) throws {
        do {
            try AtomicFile.write(Wire.encode(session), to: sessionPath)
        } catch let error as KeysError {
            throw DriveError.translating(error)
        }
        try onStep(.sessionKept)
    }

    private func fresh() throws -> Session {
        guard let session = try kept() else { throw Self.notLoggedIn }
        return clock.now().seconds + 60 < session.accessExpires ? session : try refresh(after: session)
    }

    /// Two processes that use one refresh token would end the session, so they take turns; the second one finds the
    /// session of the first.
    private func refresh(after old: Session) throws -> Session {
        let lock = try turn()
        defer { withExtendedLifetime(lock) {} }
        guard let present = try kept() else { throw Self.notLoggedIn }
        guard present.accessToken == old.accessToken else { return present }
        do {
            let renewed = try ask {
                try $0.ask(Routes.refresh, RefreshToken(refreshToken: present.refreshToken))
            }.get()
            guard renewed.account == present.account, renewed.scope == .files else {
                throw DriveError(.foreignAnswer, "The hub has answered with a session of another account.")
            }
            try onStep(.sessionRefreshed)
            try keep(renewed)
            return renewed
        } catch let problem as HubProblem where problem.code == .sessionEnded {
            unlink(sessionPath)
            throw DriveError(.notLoggedIn, "\(problem.message) Run: satchel drive login", cause: problem)
        } catch let none as NoAnswer {
            throw DriveError.translating(none)
        }
    }

    private static let turnMilliseconds = 45_000

    private func turn() throws -> StoreLock {
        var waited = 0
        while true {
            do {
                return try StoreLock(path: folder + "/session.lock")
            } catch let error as KeysError where error.code == .locked && waited < Self.turnMilliseconds {
                usleep(50_000)
                waited += 50
            } catch let error as KeysError {
                throw DriveError(.busy, "Another process has been renewing the session for too long.", cause: error)
            }
        }
    }
}

/// Owns the client, because a closure that crosses threads cannot own a `Mutex` itself.
private final class SharedClient: Sendable {
    let client: Mutex<Client>

    init(_ client: consuming Mutex<Client>) { self.client = client }
}
