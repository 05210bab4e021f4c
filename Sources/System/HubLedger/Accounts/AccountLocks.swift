// SPDX-License-Identifier: MIT
package import HubAPI
package import HubStorage
import SQL
import Tokens

/// Accounts that the operator has locked. A locked account can be read and receives payments, but cannot move money.
package enum AccountLocks {
    /// - Throws: `HubProblem` with `.accountLocked`.
    static func requireUnlocked(_ account: Int64, in database: any SQLConnection) throws {
        let row = try database.row("SELECT locked, lock_reason FROM account WHERE id = ?", [.integer(account)])
        guard let row, let since = try row.optionalInt(0) else { return }
        throw problem(since: since, reason: try row.optionalText(1))
    }

    /// The refusal that the owner of a locked account gets.
    package static func problem(since: Int64, reason: String?) -> HubProblem {
        let time = Timestamp(seconds: UInt64(clamping: since))
        return HubProblem(
            .accountLocked,
            "The operator has locked this account on \(time): \(reason ?? "no reason given"). Ask the operator.")
    }

    /// Locks an account, or changes the reason of an account that is already locked.
    ///
    /// - Throws: `HubProblem` with `.badRequest` for a reason that cannot be displayed.
    package static func lock(
        _ account: Int64, reason: String, by actor: String, from address: String? = nil, in store: StoreChange
    ) throws {
        guard 1...200 ~= reason.utf8.count, reason.isVisibleLine else {
            throw HubProblem(.badRequest, "A reason has 1 to 200 bytes, on one line, and no invisible characters.")
        }
        try store.database.run(
            "UPDATE account SET locked = coalesce(locked, ?), lock_reason = ? WHERE id = ?",
            [try .unsigned(store.now.seconds), .text(reason), .integer(account)])
        try store.log(.locked, of: account, by: actor, from: address, reason)
    }

    package static func unlock(
        _ account: Int64, by actor: String, from address: String? = nil, in store: StoreChange
    ) throws {
        try store.database.run("UPDATE account SET locked = NULL, lock_reason = NULL WHERE id = ?", [.integer(account)])
        try store.log(.unlocked, of: account, by: actor, from: address)
    }
}
