// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import HubLedger
import HubStorage
import SQL
import Tokens

//  log-in ──► live ──refresh──► used ──the same again within 60 s, successor unused──► used, successor void, new one live
//              │                 │
//              │                 └─the same again otherwise─┐
//              └─a void one is used─────────────────────────┴──► session ended, all its tokens dead
//
//  | refresh token | meaning                                  | when it is presented                         |
//  | ------------- | ---------------------------------------- | -------------------------------------------- |
//  | live          | the newest of its session                | exchanged for a new one                      |
//  | used          | exchanged; the answer may have been lost | within 60 s: a new successor; later: the end |
//  | void          | sent in an answer that was presumed lost | two parties hold the session: the end        |
//  | expired       | 90 days without use                      | log in again                                 |

/// Sessions and their refresh tokens. The database holds only hashes of the tokens.
struct Sessions: Sendable {
    let configuration: HubConfiguration
    let access: AccessTokens
    let random: RandomSource
    let ended: EndedSessions

    private static let tokenCount = 32
    /// Consecutive answers that may be lost before the session counts as stolen.
    private static let maximumRepeats: Int64 = 8

    /// The account that a session belongs to.
    struct Owner: Sendable {
        let id: Int64
        let account: AccountID
        let username: String
    }

    /// Begins a session on a device.
    func begin(for owner: Owner, on origin: Origin, in store: StoreChange) throws -> Session {
        try beginNamed(for: owner, on: origin, in: store).session
    }

    /// Begins a session, and says by which number it can be ended.
    func beginNamed(for owner: Owner, on origin: Origin, in store: StoreChange) throws -> (id: Int64, session: Session)
    {
        let now = try Value.unsigned(store.now.seconds)
        let session = try store.database.returned(
            """
            INSERT INTO session (account, created, device, used, address, second_factor, scope)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            RETURNING id
            """,
            [
                .integer(owner.id), now, .optional(origin.device), now, .optional(origin.address),
                .bool(origin.hasSecondFactor), .optional(origin.scope?.rawValue),
            ]
        ).int(0)
        return (session, try hand(over: fresh(in: session, store), session: session, origin.scope, owner, store))
    }

    /// Exchanges a refresh token.
    ///
    /// The result is a failure, not an error, where the refusal has to be committed as well.
    func refresh(_ text: String, from address: String, in store: StoreChange) throws -> Result<Session, HubProblem> {
        guard let hash = Self.hash(text), let token = try find(hash, in: store.database) else {
            return .failure(SessionEnd.unknown)
        }
        if let ended = token.ended { return .failure(token.reason?.problem(at: ended) ?? SessionEnd.unknown) }
        guard store.now < token.expires else { return .failure(SessionEnd.unknown) }
        if let used = token.used {
            let isRepeat =
                !token.isVoid && token.isSuccessorUnused && token.repeats < Self.maximumRepeats
                && store.now <= used.adding(seconds: configuration.refreshRepeat)
            guard isRepeat else { return .failure(try stolen(token, from: address, store)) }
            try store.database.run(
                "UPDATE refresh SET void = 1 WHERE hash = (SELECT successor FROM refresh WHERE hash = ?)", [.blob(hash)]
            )
            try store.database.run("UPDATE refresh SET repeats = repeats + 1 WHERE hash = ?", [.blob(hash)])
        } else if token.isVoid {
            return .failure(try stolen(token, from: address, store))
        } else {
            try store.database.run(
                "UPDATE refresh SET used = ? WHERE hash = ?", [try .unsigned(store.now.seconds), .blob(hash)])
        }
        try store.database.run(
            "UPDATE session SET used = ?, address = coalesce(?, address) WHERE id = ?",
            [try .unsigned(store.now.seconds), .optional(address.isEmpty ? nil : address), .integer(token.session)])
        let next = try fresh(in: token.session, store)
        try store.database.run("UPDATE refresh SET successor = ? WHERE hash = ?", [.blob(next.hash), .blob(hash)])
        return .success(try hand(over: next, session: token.session, token.scope, token.owner, store))
    }

    /// Ends the session of a refresh token. An unknown token is ignored.
    func logout(_ text: String, from address: String, in store: StoreChange) throws {
        guard let hash = Self.hash(text), let token = try find(hash, in: store.database), token.ended == nil else {
            return
        }
        try end(token.session, .loggedOut, in: store)
        try store.log(.loggedOut, of: token.owner.id, by: token.owner.username, from: address)
    }

    /// Ends a session. Its access tokens are refused from the commit on.
    func end(_ session: Int64, _ reason: SessionEnd, in store: StoreChange) throws {
        // If the clock was set back, the last token was issued later than now.
        let row = try store.database.row("SELECT used FROM session WHERE id = ?", [.integer(session)])
        let issued = try row?.optionalInt(0).map { Timestamp(seconds: UInt64(clamping: $0)) }
        try store.database.run(
            "UPDATE session SET ended = ?, reason = ? WHERE id = ? AND ended IS NULL",
            [try .unsigned(store.now.seconds), .integer(reason.rawValue), .integer(session)])
        let (ended, now) = (ended, store.now)
        store.afterCommit { ended.insert(session, at: now, issued: issued ?? now) }
    }

    /// Ends all sessions of an account except one.
    func endAll(of account: Int64, but kept: Int64? = nil, _ reason: SessionEnd, in store: StoreChange) throws {
        let rows = try store.database.rows(
            "SELECT id FROM session WHERE account = ? AND ended IS NULL", [.integer(account)])
        for row in rows {
            let session = try row.int(0)
            if session != kept { try end(session, reason, in: store) }
        }
    }

    /// Deletes expired refresh tokens.
    static func sweep(_ store: StoreChange) throws {
        try store.database.run("DELETE FROM refresh WHERE expires < ?", [try .unsigned(store.now.seconds)])
    }

    // MARK: - Rows

    private struct Token {
        let session: Int64
        let expires: Timestamp
        let used: Timestamp?
        let repeats: Int64
        let isVoid: Bool
        let isSuccessorUnused: Bool
        let ended: Timestamp?
        let reason: SessionEnd?
        let scope: SessionScope?
        let owner: Owner
    }

    private func find(_ hash: [UInt8], in database: any SQLConnection) throws -> Token? {
        let row = try database.row(
            """
            SELECT r.session, r.expires, r.used, r.repeats, r.void, s.ended, s.reason, s.scope, a.id, a.uid, a.username,
                NOT EXISTS (SELECT 1 FROM refresh n WHERE n.hash = r.successor AND n.used IS NOT NULL) AS unused
            FROM refresh r JOIN session s ON s.id = r.session JOIN account a ON a.id = s.account WHERE r.hash = ?
            """, [.blob(hash)])
        guard let row else { return nil }
        return Token(
            session: try row.int("session"), expires: Timestamp(seconds: try row.unsigned("expires")),
            used: try row.optionalInt("used").map { Timestamp(seconds: UInt64($0)) }, repeats: try row.int("repeats"),
            isVoid: try row.bool("void"), isSuccessorUnused: try row.bool("unused"),
            ended: try row.optionalInt("ended").map { Timestamp(seconds: UInt64($0)) },
            reason: try row.optionalInt("reason").flatMap(SessionEnd.init(rawValue:)),
            scope: try SessionScope(stored: row.optionalText("scope")),
            owner: Owner(
                id: try row.int("id"), account: try AccountID(try row.blob("uid")), username: try row.text("username")))
    }

    private func fresh(in session: Int64, _ store: StoreChange) throws -> (text: String, hash: [UInt8]) {
        let token = random.bytes(Self.tokenCount)
        let hash = SHA256.hash(token).bytes
        try store.database.run(
            "INSERT INTO refresh (hash, session, expires) VALUES (?, ?, ?)",
            [
                .blob(hash), .integer(session),
                try .unsigned(store.now.adding(seconds: configuration.refreshTokenLife).seconds),
            ])
        return (Base64URL.encode(token), hash)
    }

    private func hand(
        over token: (text: String, hash: [UInt8]), session: Int64, _ scope: SessionScope?, _ owner: Owner,
        _ store: StoreChange
    ) throws -> Session {
        let expires = store.now.adding(seconds: configuration.accessTokenLife)
        return Session(
            account: Blob(owner.account.bytes), username: owner.username,
            accessToken: access.issue(.init(account: owner.account, session: session, expires: expires)),
            accessExpires: expires.seconds, refreshToken: token.text,
            signingKey: Blob(access.signingKey(of: session).withUnsafeBytes { Array($0) }), scope: scope)
    }

    /// Ends a session that two parties hold.
    private func stolen(_ token: Token, from address: String, _ store: StoreChange) throws -> HubProblem {
        try end(token.session, .reused, in: store)
        try store.log(.sessionReused, of: token.owner.id, by: token.owner.username, from: address)
        return SessionEnd.reused.problem(at: store.now)
    }

    private static func hash(_ text: String) -> [UInt8]? {
        do {
            let token = try Base64URL.decode(text)
            return token.count == tokenCount ? SHA256.hash(token).bytes : nil
        } catch {
            return nil
        }
    }
}

extension SessionScope {
    /// - Returns: nil for a session without a restriction.
    /// - Throws: ``HubError`` with `.internalFault` for a scope that this program does not know.
    init?(stored text: String?) throws {
        guard let text else { return nil }
        guard let scope = SessionScope(rawValue: text) else {
            throw HubError(.internalFault, "There is no scope '\(text)' of sessions.")
        }
        self = scope
    }
}
