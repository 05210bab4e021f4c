// SPDX-License-Identifier: MIT
internal import Bytes
internal import FileModel
internal import Glibc
internal import HTTP
internal import HubAPI
internal import Keys
package import Tokens

/// This device's session at a BaluHost.
///
///     no session ──pair, log in──▶ session ──access token is 14 minutes old──▶ session ──log out, refused──▶ no session
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | no session | the queue and what is known stay; nothing is sent | pair or log in |
/// | session | the refresh token does not change, so processes need no turns | a lost answer: ask again |
///
/// A log-in by password gives no refresh token, so it pairs this device at once and forgets the password. A pairing whose
/// answer is lost leaves an unused device in the server's list; its token is used up, so a new code is needed.
/// The session lies in `baluhost-session`, a file of mode 0600. `logout` of the server is never called: it ends the
/// sessions of all devices.
package final class BaluAccount {
    private let folder: String
    let store: DriveStore
    private let clock: Clock
    var client: Client?
    /// The key of a server that was met just now; kept with the session.
    var met: String?

    /// Access tokens live 15 minutes.
    private static let accessSeconds: UInt64 = 14 * 60
    private static let maximumSessionBytes = 64 << 10
    /// Of an answer in JSON: a list of 100,000 rows has about 40 MB, which no folder of a person has.
    static let maximumAnswerBytes = 16 << 20

    struct Session: Codable, Sendable, Equatable {
        var deviceID: String
        var accessToken: String
        var refreshToken: String
        /// When the access token came, in seconds since 1970 by this device's clock.
        var obtained: UInt64

        enum CodingKeys: String, CodingKey {
            case deviceID = "deviceID", accessToken = "accessToken", refreshToken = "refreshToken"
            case obtained = "obtained"
        }
    }

    package init(folder: String, store: DriveStore, clock: Clock) {
        self.folder = folder
        self.store = store
        self.clock = clock
    }

    /// The server's address; nil before the first log-in.
    package var address: String? { get throws { try store.setting("baluhost", as: String.self) } }
    package var username: String? { get throws { try store.setting("username", as: String.self) } }
    package var device: String? { get throws { try store.setting("device", as: String.self) } }
    package var isLoggedIn: Bool { access(sessionPath, F_OK) == 0 }

    /// An address as it is kept: without a slash at its end.
    package static func plain(_ address: String) -> String {
        address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    // MARK: - Logging in

    /// Begins a session with a password, which is not kept. Meet the server first: ``meet(_:key:confirm:)``
    ///
    /// - Parameters:
    ///   - address: `https://…`, or plain http on this machine.
    ///   - device: this device's name in the server's list.
    ///   - code: asks the user for a code of the second factor; called when the server wants one.
    /// - Throws: ``DriveError``; `HubProblem` when the server refuses.
    package func logIn(
        to address: String, username: String, password: String, device: String, code: () throws -> String
    ) throws {
        let address = Self.plain(address)
        try requireSameAccount(address, username)
        var granted = try credentials(
            address, "auth/login", ["username": .string(username), "password": .string(password)])
        if granted["requires_2fa"]?.bool == true {
            guard let pending = granted["pending_token"]?.string else { throw BaluReply.liar }
            granted = try credentials(
                address, "auth/verify-2fa", ["pending_token": .string(pending), "code": .string(try code())])
        }
        guard let access = granted["access_token"]?.string, Self.isHeaderText(access) else { throw BaluReply.liar }
        let query = "device_name=\(BaluPath.encoded(device))&token_validity_days=\(BaluPairingCode.usualDays)"
        let made = try json(
            of: send(.post, address, "mobile/token/generate?" + query, [:], ["Authorization": "Bearer \(access)"]))
        guard let token = made["token"]?.string else { throw BaluReply.liar }
        try register(token, at: address, days: BaluPairingCode.usualDays, device: device, as: username)
    }

    /// Begins a session with a pairing code, which is used up.
    package func pair(with code: BaluPairingCode, device: String) throws {
        if let name = try username { try requireSameAccount(code.address, name) }
        guard Int64(clamping: clock.now().seconds) * 1_000 < code.expires else {
            throw HubProblem(.wrongCode, "The pairing code is too old. Show a new one at the BaluHost.")
        }
        try register(code.token, at: code.address, days: code.days, device: device, as: nil)
    }

    private func register(
        _ token: String, at address: String, days: UInt64, device: String, as expected: String?
    ) throws {
        // "ios" is the only type that the server is known to take.
        let info: JSONValue = [
            "deviceName": .string(device), "deviceType": "ios", "deviceModel": "Satchel", "osVersion": "1",
            "appVersion": "1",
        ]
        let answer = try credentials(
            address, "mobile/register",
            ["token": .string(token), "deviceInfo": info, "tokenValidityDays": .number(days)])
        guard let access = answer["access_token"]?.string, let refresh = answer["refresh_token"]?.string,
            let username = answer["user"]?["username"]?.string, let id = answer["device"]?["id"]?.string,
            [access, refresh, id].allSatisfy(Self.isHeaderText), Self.isUsername(username),
            expected == nil || expected == username
        else { throw BaluReply.liar }
        try requireSameAccount(address, username)
        if let met { try store.set("baluhost-key", to: met) }
        try store.set("baluhost", to: address)
        try store.set("username", to: username)
        try store.set("device", to: device)
        try keep(
            Session(deviceID: id, accessToken: access, refreshToken: refresh, obtained: clock.now().seconds))
    }

    private static func isHeaderText(_ text: String) -> Bool {
        1...4_096 ~= text.utf8.count && text.utf8.allSatisfy { 33...126 ~= $0 }
    }

    /// A username is the name of a folder at the server too.
    private static func isUsername(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || $0 == 45 || $0 == 95 }
    }

    /// The items of one account must not be taken for those of another.
    private func requireSameAccount(_ address: String, _ username: String) throws {
        try Self.translated { try Client.requireAllowed(address) }
        guard let name = try self.username else { return }
        guard try self.address == address, name == username else {
            throw DriveError(
                .refused,
                "This drive belongs to the account \(name) at \(try self.address ?? "a hub"). Use another folder (--wallet) for another account."
            )
        }
    }

    /// Takes this device out of the server's list and removes the session here.
    ///
    /// - Returns: whether the server has done it too. Its refresh token ends by itself: the server forgets the device,
    ///   not the token.
    package func logOut() throws -> Bool {
        guard isLoggedIn else { return true }
        var isGone = false
        do {
            guard let session = try kept() else { return true }
            _ = try call(.delete, "mobile/devices/\(BaluPath.encoded(session.deviceID))")
            isGone = true
        } catch let problem as HubProblem where problem.code == .notFound {
            isGone = true
        } catch is HubProblem, is DriveError {
            // It stays in the list until the token ends.
        }
        guard unlink(sessionPath) == 0 || errno == ENOENT else {
            throw DriveError(.storage, "The file '\(sessionPath)' cannot be removed. Remove it by hand.")
        }
        return isGone
    }

    // MARK: - Calling

    /// Calls a route of the account and returns its JSON; null for an answer without a body.
    ///
    /// - Throws: `HubProblem` when the server refuses; ``DriveError`` when there was no answer.
    func call(_ method: Method, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
        try authorized {
            try send(method, requireAddress(), path, body, $0)
        } result: {
            try json(of: $0)
        }
    }

    /// Sends with the session's token, and with a new one when it is refused.
    func authorized<R>(
        _ send: (Headers) throws -> Response, result: (Response) throws -> R
    ) throws -> R {
        let session = try fresh()
        let answer = try send(Self.headers(session))
        guard answer.status == 401 else { return try result(answer) }
        let again = try send(Self.headers(try refresh(session)))
        guard again.status != 401 else { throw Self.notLoggedIn }
        return try result(again)
    }

    private static func headers(_ session: Session) -> Headers {
        ["Authorization": "Bearer \(session.accessToken)", "X-Device-ID": session.deviceID]
    }

    func requireAddress() throws -> String {
        guard let address = try address else { throw Self.notLoggedIn }
        return address
    }

    /// A route that takes a secret: a 401 is about that secret, not about a session.
    private func credentials(_ address: String, _ path: String, _ body: JSONValue) throws -> JSONValue {
        do {
            return try json(of: send(.post, address, path, body, [:]))
        } catch let problem as HubProblem where problem.code == .unauthorized {
            throw HubProblem(path == "auth/login" ? .wrongCredentials : .wrongCode, problem.message)
        }
    }

    private func send(
        _ method: Method, _ address: String, _ path: String, _ body: JSONValue?, _ headers: Headers
    ) throws -> Response {
        var request = ClientRequest(method: method, url: "\(address)/api/\(path)", headers: headers)
        if let body {
            request.body = Array(body.text.utf8)
            request.headers["Content-Type"] = "application/json"
        }
        return try Self.translated {
            let client = try self.client ?? Client(maximumBytes: Self.maximumAnswerBytes, trust: trust())
            self.client = client
            return try client.send(request)
        }
    }

    private func json(of response: Response) throws -> JSONValue {
        if response.status == 204 { return .null }
        guard response.status == 200 || response.status == 201 else { throw BaluReply.refusal(in: response) }
        guard let json = BaluReply.json(in: response) else { throw BaluReply.liar }
        return json
    }

    static func translated<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as HTTPError {
            throw DriveError.translating(error)
        }
    }

    // MARK: - The session

    private var sessionPath: String { folder + "/baluhost-session" }

    private static let notLoggedIn = DriveError(
        .notLoggedIn, "This drive is not logged in to its BaluHost any more. Run: satchel drive login")

    private func kept() throws -> Session? {
        guard isLoggedIn else { return nil }
        do {
            return try Wire.read(
                Session.self, from: AtomicFile.read(sessionPath, maximumCount: Self.maximumSessionBytes))
        } catch is UnreadableMessage {
            throw DriveError(.notLoggedIn, "The file '\(sessionPath)' is damaged. Log in again.")
        } catch let error as KeysError {
            throw DriveError.translating(error)
        }
    }

    private func keep(_ session: Session) throws {
        do {
            try AtomicFile.write(Wire.encode(session), to: sessionPath)
        } catch let error as KeysError {
            throw DriveError.translating(error)
        }
    }

    private func fresh() throws -> Session {
        guard let session = try kept() else { throw Self.notLoggedIn }
        let age = clock.now().seconds.subtractingReportingOverflow(session.obtained)
        return age.overflow || age.partialValue < Self.accessSeconds ? session : try refresh(session)
    }

    private func refresh(_ old: Session) throws -> Session {
        let answer: JSONValue
        do {
            answer = try credentials(
                requireAddress(), "auth/refresh", ["refresh_token": .string(old.refreshToken)])
        } catch let problem as HubProblem where problem.code == .wrongCode {
            unlink(sessionPath)
            throw DriveError(
                .notLoggedIn, "\(problem.message) Pair this device again, or run: satchel drive login",
                cause: problem)
        }
        guard let access = answer["access_token"]?.string, Self.isHeaderText(access) else { throw BaluReply.liar }
        var session = old
        (session.accessToken, session.obtained) = (access, clock.now().seconds)
        try keep(session)
        return session
    }
}
