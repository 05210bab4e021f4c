// SPDX-License-Identifier: MIT
import Bytes
import Crypto
package import HubAPI
package import HubLedger
import HubStorage
import SQL
import Tokens

/// The operator's account commands on the hub's own machine. Each call is durable when it returns.
///
/// A serving hub applies locks and roles at once, and ended sessions within seconds.
extension Hub {
    /// One page of accounts, ordered by name.
    ///
    /// - Parameter search: a part of the name.
    package func accounts(search: String? = nil, after name: String? = nil, limit: Int = 20) throws -> AccountPage {
        try context.store.read {
            try AccountRegister(context: context, database: $0).page(search: search, after: name, limit: limit)
        }
    }

    /// One account with its devices and its valid keys.
    ///
    /// - Throws: `HubProblem` with `.notFound`.
    package func account(_ username: String) throws -> AccountDetails {
        try context.store.read { try AccountRegister(context: context, database: $0).account(username) }
    }

    /// The newest fraud cases. Reads a few indexed rows, whatever the size of the database.
    package func fraudCases() throws -> [FraudCaseList.Item] {
        try context.store.read { try AccountRegister(context: context, database: $0).fraudCases().items }
    }

    /// Gives an account another role.
    ///
    /// - Throws: `HubProblem` with `.notFound`.
    package func setRole(of username: String, to role: Role) throws {
        try change(username) { id, actor, store in try Roles.set(role, of: id, by: actor, in: store) }
    }

    /// Locks an account: it can be read but cannot move money.
    ///
    /// - Parameter person: the operator; nil for the user who runs this program.
    /// - Throws: `HubProblem` with `.notFound`, or with `.badRequest` for a reason that cannot be displayed or for
    ///   operators who would lock their own account.
    package func lock(_ username: String, reason: String, by person: OperatorSession? = nil) throws {
        try change(username, by: person) { id, actor, store in
            guard id != person?.caller.id else {
                throw HubProblem(.badRequest, "Operators do not lock themselves out. Ask another one.")
            }
            try AccountLocks.lock(id, reason: reason, by: actor, in: store)
        }
    }

    /// - Parameter person: the operator; nil for the user who runs this program.
    /// - Throws: `HubProblem` with `.notFound`.
    package func unlock(_ username: String, by person: OperatorSession? = nil) throws {
        try change(username, by: person) { try AccountLocks.unlock($0, by: $1, in: $2) }
    }

    /// Gives an account a new random password, for an owner who has lost the old one, and ends its sessions.
    ///
    /// - Parameter removingSecondFactor: also remove the second factor, for an owner who has lost the authenticator
    ///   and the recovery codes.
    /// - Returns: the password; it is not stored.
    /// - Throws: `HubProblem` with `.notFound`.
    package func resetPassword(of username: String, removingSecondFactor: Bool = false) throws -> String {
        let text = (0..<4).map { _ in Base32.encode(context.random.bytes(3)).lowercased() }.joined(separator: "-")
        let check = try context.makeCheck(SecretBytes(Array(text.utf8)))
        let sessions = context.sessions
        try change(username) { id, actor, store in
            try Accounts.setPassword(check, of: id, in: store.database)
            if removingSecondFactor, try SecondFactors.isOn(id, in: store.database) {
                try SecondFactors.remove(from: id, in: store)
                try store.log(.secondFactorOff, of: id, by: actor, "with a new password")
            }
            try sessions.endAll(of: id, .passwordReset, in: store)
            try store.log(.passwordReset, of: id, by: actor)
        }
        return text
    }

    /// Rows of the audit log, the newest first.
    package func auditLog(_ query: AuditLogQuery) throws -> LogPage {
        try context.store.read { try AuditLog.page(query, in: $0) }
    }

    /// Checks the whole chain of the audit log.
    ///
    /// - Parameter head: a head that was stored elsewhere earlier; the chain must still contain it.
    /// - Throws: ``HubError`` with `.invalid` for a malformed head.
    package func checkAuditLog(expecting head: String? = nil) throws -> AuditLogState {
        let bytes: [UInt8]? = try head.map {
            do {
                let bytes = try Hex.decode($0)
                if bytes.count == AuditLog.start.count { return bytes }
            } catch is BytesError {
                // The error is thrown below.
            }
            throw HubError(.invalid, "A head of the audit log has 64 hexadecimal digits.")
        }
        return try context.store.snapshot { try AuditLog.check(expecting: bytes, in: $0) }
    }

    /// Records the hub's settings in the audit log, if they differ from the last record.
    ///
    /// - Parameter settings: all settings as one text, without secrets.
    package func noteConfiguration(_ settings: String) throws {
        let actor = context.configuration.actor
        try context.store.writeAndWait { store in
            let last = try store.database.row(
                "SELECT details FROM audit_log WHERE event = ? ORDER BY number DESC LIMIT 1",
                [.text(AuditEvent.configured.rawValue)])
            guard try last?.text(0) != AuditLog.cut(settings) else { return }
            try store.log(.configured, of: nil, by: actor, settings)
        }
    }

    /// Loads the sessions that operators' commands or other processes of the same hub have ended.
    package func takeEndedSessions() throws {
        try context.store.read { try context.ended.recall(from: $0, now: context.clock.now()) }
    }

    private func change(
        _ username: String, by person: OperatorSession? = nil,
        _ body: @escaping @Sendable (Int64, _ actor: String, StoreChange) throws -> Void
    ) throws {
        let actor = person?.username ?? context.configuration.actor
        try context.store.writeAndWait { store in
            guard let account = try Accounts.find(username, in: store.database) else {
                throw HubProblem(.notFound, "There is no account named \(username).")
            }
            try body(account.id, actor, store)
        }
    }
}

extension Hub {
    /// The numbers of stored keys in the log-in throttle and the rate limits, both bounded by the configuration.
    package var rememberedCallers: (throttles: Int, rates: Int) { (context.throttle.count, context.rates.count) }
}
