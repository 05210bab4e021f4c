// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import Money
import SQL
import Tokens

/// The rows of accounts.
enum Accounts {
    /// What a log-in needs of an account.
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

    /// Whether what recognised a password when it was tried would recognise it now: checks take long, and wait in a queue.
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

    /// For a name that no account here has.
    static let unknownRecipient = HubProblem(
        .unknownRecipient, "Nobody here has that name. Check its spelling.")

    /// The row and the id behind a name.
    static func find(_ username: String, in database: any SQLConnection) throws -> (id: Int64, account: AccountID)? {
        let row = try database.row("SELECT id, uid FROM account WHERE username = ?", [.text(username)])
        guard let row else { return nil }
        return (try row.int(0), try AccountID(try row.blob(1)))
    }

    /// The id behind a row.
    static func account(_ id: Int64, in database: any SQLConnection) throws -> AccountID {
        guard let row = try database.row("SELECT uid FROM account WHERE id = ?", [.integer(id)]) else {
            throw HubError(.internalFault, "There is no account in row \(id).")
        }
        return try AccountID(try row.blob(0))
    }

    /// Who sessions of an account belong to.
    static func owner(_ id: Int64, in database: any SQLConnection) throws -> Sessions.Owner {
        guard let row = try database.row("SELECT uid, username FROM account WHERE id = ?", [.integer(id)]) else {
            throw HubError(.internalFault, "There is no account in row \(id).")
        }
        return Sessions.Owner(id: id, account: try AccountID(try row.blob(0)), username: try row.text(1))
    }

    /// Replaces what the password is recognised by.
    static func setPassword(_ check: PasswordCheck, of id: Int64, in database: any SQLConnection) throws {
        try database.run(
            "UPDATE account SET salt = ?, verifier = ?, memory = ?, operations = ? WHERE id = ?",
            [
                .blob(check.salt), .blob(check.verifier), .integer(Int64(check.cost.memoryBytes)),
                .integer(Int64(check.cost.operations)), .integer(id),
            ])
    }

    /// The name that certificates of an account carry, for merchants.
    static func merchantName(of id: Int64, in database: any SQLConnection) throws -> String? {
        try database.row("SELECT merchant FROM account WHERE id = ?", [.integer(id)])?.optionalText(0)
    }
}
