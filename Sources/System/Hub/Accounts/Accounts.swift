// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

extension Accounts {
    /// What a log-in needs to know of an account.
    struct Login: Sendable {
        let owner: Sessions.Owner
        let check: PasswordCheck
    }

    static func login(_ username: String, in database: any SQLConnection) throws -> Login? {
        let row = try database.row(
            "SELECT id, uid, salt, verifier, memory, operations FROM account WHERE username = ?", [.text(username)])
        guard let row else { return nil }
        let cost = try Argon2id.Cost(
            memoryBytes: Int(try row.int("memory")), operations: Int(try row.int("operations")))
        return Login(
            owner: Sessions.Owner(
                id: try row.int("id"), account: try AccountID(try row.blob("uid")), username: username),
            check: PasswordCheck(salt: try row.blob("salt"), verifier: try row.blob("verifier"), cost: cost))
    }

    /// Whether the account's password check is still the given one. Checks are slow and queued, so the password may
    /// have changed meanwhile.
    static func isStill(_ check: PasswordCheck, of username: String, in database: any SQLConnection) throws -> Bool {
        try login(username, in: database)?.check.verifier == check.verifier
    }

    /// Opens an account and its ledger account.
    ///
    /// - Throws: `HubProblem` with `.usernameTaken`.
    static func open(_ username: String, check: PasswordCheck, ledger: Ledger) throws -> Sessions.Owner {
        try requireFree(username, in: ledger.database)
        let account = AccountID(random: ledger.random)
        let id = try ledger.open(LedgerName.user(account))
        try ledger.database.run(
            """
            INSERT INTO account (id, uid, username, salt, verifier, memory, operations, created)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(id), .blob(account.bytes), .text(username), .blob(check.salt), .blob(check.verifier),
                .integer(Int64(check.cost.memoryBytes)), .integer(Int64(check.cost.operations)),
                try .unsigned(ledger.now.seconds),
            ])
        return Sessions.Owner(id: id, account: account, username: username)
    }

    /// - Throws: `HubProblem` with `.usernameTaken`.
    static func requireFree(_ username: String, in database: any SQLConnection) throws {
        guard try find(username, in: database) == nil else {
            throw HubProblem(.usernameTaken, "The name \(username) is taken. Choose another, or log in if it is yours.")
        }
    }

    /// The account to which sessions of this row belong.
    static func owner(_ id: Int64, in database: any SQLConnection) throws -> Sessions.Owner {
        guard let row = try database.row("SELECT uid, username FROM account WHERE id = ?", [.integer(id)]) else {
            throw HubError(.internalFault, "There is no account in row \(id).")
        }
        return Sessions.Owner(id: id, account: try AccountID(try row.blob(0)), username: try row.text(1))
    }

    /// Replaces the stored password check.
    static func setPassword(_ check: PasswordCheck, of id: Int64, in database: any SQLConnection) throws {
        try database.run(
            "UPDATE account SET salt = ?, verifier = ?, memory = ?, operations = ? WHERE id = ?",
            [
                .blob(check.salt), .blob(check.verifier), .integer(Int64(check.cost.memoryBytes)),
                .integer(Int64(check.cost.operations)), .integer(id),
            ])
    }

    /// The merchant name that the certificates of an account carry.
    static func merchantName(of id: Int64, in database: any SQLConnection) throws -> String? {
        try database.row("SELECT merchant FROM account WHERE id = ?", [.integer(id)])?.optionalText(0)
    }
}
