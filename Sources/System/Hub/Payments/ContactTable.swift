// SPDX-License-Identifier: MIT
import HubAPI
import SQL

/// The rows of contacts and of blocked accounts.
struct ContactTable {
    let database: any SQLConnection

    static let maximumContacts = 500
    static let maximumBlocked = 500

    func list(of owner: Int64) throws -> [Contact] {
        try database.rows(
            """
            SELECT a.username, c.name, c.note, c.favourite FROM contact c JOIN account a ON a.id = c.account
            WHERE c.owner = ? ORDER BY c.favourite DESC, coalesce(c.called, a.username), a.username LIMIT ?
            """, [.integer(owner), .integer(Int64(Self.maximumContacts))]
        ).map {
            Contact(
                username: try $0.text(0), name: try $0.optionalText(1), note: try $0.optionalText(2),
                favourite: try $0.bool(3))
        }
    }

    /// Adds a contact or replaces an existing one.
    ///
    /// - Throws: `HubProblem` with `.overLimit`, or `.badRequest` if another contact has the same name.
    func keep(_ order: ContactOrder, account: Int64, of owner: Int64) throws -> Contact {
        let called = order.name?.lowercased()
        if let called {
            let other = try database.row(
                "SELECT 1 FROM contact WHERE owner = ? AND called = ? AND account <> ?",
                [.integer(owner), .text(called), .integer(account)])
            guard other == nil else {
                throw HubProblem(
                    .badRequest, "Another contact has that name. Choose another one.", details: ["field": "name"])
            }
        }
        try requireRoom("contact", Self.maximumContacts, besides: account, of: owner)
        try database.run(
            """
            INSERT INTO contact (owner, account, name, called, note, favourite) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (owner, account) DO UPDATE SET name = excluded.name, called = excluded.called,
                note = excluded.note, favourite = excluded.favourite
            """,
            [
                .integer(owner), .integer(account), .optional(order.name), .optional(called), .optional(order.note),
                .bool(order.favourite),
            ])
        return Contact(username: order.username, name: order.name, note: order.note, favourite: order.favourite)
    }

    /// - Throws: `HubProblem` with `.notFound`.
    func forget(_ username: String, of owner: Int64) throws {
        let forgotten = try database.run(
            "DELETE FROM contact WHERE owner = ? AND account = (SELECT id FROM account WHERE username = ?)",
            [.integer(owner), .text(username)])
        guard forgotten > 0 else { throw HubProblem(.notFound, "This account has no contact of that username.") }
    }

    func blocked(by owner: Int64) throws -> [String] {
        try database.rows(
            """
            SELECT a.username FROM blocked b JOIN account a ON a.id = b.account WHERE b.owner = ?
            ORDER BY a.username LIMIT ?
            """, [.integer(owner), .integer(Int64(Self.maximumBlocked))]
        ).map { try $0.text(0) }
    }

    /// Blocks an account: its further requests are refused. Requests that it has already sent can still be declined.
    func block(_ account: Int64, by owner: Int64) throws {
        guard account != owner else { throw HubProblem(.badRequest, "That is this account itself.") }
        try requireRoom("blocked", Self.maximumBlocked, besides: account, of: owner)
        try database.run(
            "INSERT INTO blocked (owner, account) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [.integer(owner), .integer(account)])
    }

    /// - Throws: `HubProblem` with `.notFound`.
    func unblock(_ username: String, by owner: Int64) throws {
        let ended = try database.run(
            "DELETE FROM blocked WHERE owner = ? AND account = (SELECT id FROM account WHERE username = ?)",
            [.integer(owner), .text(username)])
        guard ended > 0 else { throw HubProblem(.notFound, "You have not blocked a user with this name.") }
    }

    private func requireRoom(_ table: String, _ most: Int, besides account: Int64, of owner: Int64) throws {
        let count = try database.row(
            "SELECT count(*) FROM \(table) WHERE owner = ? AND account <> ?", [.integer(owner), .integer(account)])
        guard try count?.int(0) ?? 0 < Int64(most) else {
            throw HubProblem(.overLimit, "The list holds \(most) people, which is all it can. Remove some first.")
        }
    }
}
