// SPDX-License-Identifier: MIT
package import HubAPI
package import HubStorage
package import SQL

/// Maps the role of an account to its number in the database.
package enum Roles {
    package static func number(of role: Role) -> Int64 {
        switch role {
        case .member: 0
        case .merchant: 1
        case .operator: 2
        }
    }

    package static func role(numbered number: Int64) throws -> Role {
        guard let role = Role.allCases.first(where: { self.number(of: $0) == number }) else {
            throw HubError(.internalFault, "There is no role \(number).")
        }
        return role
    }

    package static func role(of account: Int64, in database: any SQLConnection) throws -> Role {
        guard let row = try database.row("SELECT role FROM account WHERE id = ?", [.integer(account)]) else {
            throw HubError(.internalFault, "There is no account in row \(account).")
        }
        return try role(numbered: try row.int(0))
    }

    package static func set(_ role: Role, of account: Int64, by actor: String, in store: StoreChange) throws {
        let before = try self.role(of: account, in: store.database)
        guard before != role else { return }
        try store.database.run(
            "UPDATE account SET role = ? WHERE id = ?", [.integer(number(of: role)), .integer(account)])
        try store.log(.roleChanged, of: account, by: actor, "from \(before.rawValue) to \(role.rawValue)")
    }

    /// Checks that a session may use the operators' routes.
    ///
    /// - Throws: `HubProblem` with `.forbidden`.
    package static func requireOperator(_ caller: Caller, in database: any SQLConnection) throws {
        let row = try database.row(
            "SELECT a.role, s.second_factor, a.locked FROM session s JOIN account a ON a.id = s.account WHERE s.id = ?",
            [.integer(caller.session)])
        guard let row, try role(numbered: try row.int(0)) == .operator, try row.optionalInt(2) == nil else {
            throw HubProblem(.forbidden, "This is for operators of the hub.")
        }
        guard try row.bool(1) else {
            throw HubProblem(
                .forbidden,
                "This is for operators who logged in with a second factor. Turn it on, then log in again.")
        }
    }
}
