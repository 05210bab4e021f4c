// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import HubLedger
import HubStorage
import Logging
import SQL
import Tokens

/// Passwords of an account for programs that are not ours, and keys for programs that only listen. Each is a session of a
/// scope that is never refreshed, so the list of devices shows it, and revoking it there ends it.
///
/// The hub has the SHA-256 of 128 random bits, which nothing slower would make stronger.
struct AppPasswords {
    let database: any SQLConnection

    /// Of one account that are in use, of all scopes.
    static let maximumCount = 50
    /// Seconds after which the time of the last use is written down again.
    static let usePeriod: UInt64 = 3_600

    /// Who has an app password.
    struct Holder: Sendable {
        let caller: Caller
        let lastUsed: UInt64
    }

    /// - Returns: nil for a password of no account, or of another one, or that was revoked.
    func holder(of hash: Digest, username: String) throws -> Holder? {
        let found = try holder(of: hash, for: .files)
        return found?.caller.username.lowercased() == username.lowercased() ? found : nil
    }

    /// - Returns: nil for a password or key of no account, of another scope, or that was revoked.
    func holder(of hash: Digest, for scope: SessionScope) throws -> Holder? {
        let row = try database.row(
            """
            SELECT a.id, a.uid, a.username, s.id, coalesce(s.used, s.created)
            FROM app_password p JOIN session s ON s.id = p.session JOIN account a ON a.id = s.account
            WHERE p.hash = ? AND s.scope = ? AND s.ended IS NULL
            """, [.blob(hash.bytes), .text(scope.rawValue)])
        guard let row else { return nil }
        return Holder(
            caller: Caller(
                id: try row.int(0), account: try AccountID(row.blob(1)), username: try row.text(2),
                session: try row.int(3), scope: scope), lastUsed: try row.unsigned(4))
    }

    /// Keeps a password or key that the client has made; the same one again changes nothing.
    ///
    /// - Parameters:
    ///   - hash: its SHA-256.
    ///   - name: what the owner calls it in the list of devices.
    /// - Returns: the session that stands for it.
    /// - Throws: `HubProblem` with `.overLimit`, and `.idempotencyConflict` for one that was revoked or is of another account.
    func add(
        _ hash: [UInt8], named name: String, for scope: SessionScope, of caller: Caller, from address: String,
        in store: StoreChange
    ) throws -> Int64 {
        let known = try database.row(
            """
            SELECT s.id, s.account, s.ended, s.scope FROM app_password p JOIN session s ON s.id = p.session
            WHERE p.hash = ?
            """, [.blob(hash)])
        if let known {
            guard try known.int(1) == caller.id, try known.optionalInt(2) == nil,
                try known.optionalText(3) == scope.rawValue
            else {
                throw HubProblem(.idempotencyConflict, "This password or key was used before. Make another one.")
            }
            return try known.int(0)
        }
        let count = try database.row(
            "SELECT count(*) FROM app_password p JOIN session s ON s.id = p.session WHERE s.account = ? AND s.ended IS NULL",
            [.integer(caller.id)])
        guard try count?.int(0) ?? 0 < Int64(Self.maximumCount) else {
            throw HubProblem(
                .overLimit,
                "An account has at most \(Self.maximumCount) app passwords and listeners. Revoke one in the list of devices."
            )
        }
        let now = try Value.unsigned(store.now.seconds)
        let session = try database.returned(
            "INSERT INTO session (account, created, device, used, scope) VALUES (?, ?, ?, ?, ?) RETURNING id",
            [.integer(caller.id), now, .text(name), now, .text(scope.rawValue)]
        ).int(0)
        try database.run(
            "INSERT INTO app_password (hash, session) VALUES (?, ?)", [.blob(hash), .integer(session)])
        try store.log(
            scope == .events ? .listenerMade : .appPasswordMade, of: caller.id, by: caller.username, from: address, name
        )
        return session
    }

    func wasUsed(_ holder: Holder, from address: String, at now: UInt64) throws {
        try database.run(
            "UPDATE session SET used = ?, address = ? WHERE id = ? AND ended IS NULL",
            [try .unsigned(now), .optional(address.isEmpty ? nil : address), .integer(holder.caller.session)])
    }
}

extension HubContext {
    /// Writes the time of use down in the background, at most once in a while.
    func noteUse(of holder: AppPasswords.Holder, from address: String, at now: Timestamp) {
        guard now.seconds > holder.lastUsed, now.seconds - holder.lastUsed >= AppPasswords.usePeriod else { return }
        let log = configuration.log
        store.write {
            try AppPasswords(database: $0.database).wasUsed(holder, from: address, at: now.seconds)
        } reply: { result in
            if case .failure(let error) = result {
                log.warning("The use of an app password or a listener could not be written down", .error(error))
            }
        }
    }
}

extension Schema {
    static let appPasswords = """
        -- What programs that are not ours use in place of a log-in: the SHA-256 of 128 random bits.
        CREATE TABLE app_password (
            hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
            session INTEGER NOT NULL UNIQUE REFERENCES session (id)
        ) STRICT, WITHOUT ROWID;
        """
}
