// SPDX-License-Identifier: MIT
package import FileModel
package import HubAPI
package import SQL
package import Tokens

/// The rows of spaces and of their members.
package struct SpaceTable {
    let database: any SQLConnection

    package init(database: any SQLConnection) { self.database = database }

    package static let maximumShared = 20
    package static let maximumMembers = 100

    /// One space.
    package struct Space: Sendable {
        let row: Int64
        package let id: SpaceID
        package let owner: AccountID
        package let isOwn: Bool
        package let name: String?
        /// What the operator has set.
        package let quota: UInt64?
        package let used: UInt64
        package let reserved: UInt64
        package let rev: UInt64
        package let digest: [UInt8]
    }

    package struct Member: Sendable {
        package let account: AccountID
        package let role: SpaceRole
    }

    // MARK: - Finding

    private static let select =
        "SELECT s.id, s.uid, s.owner, s.own, s.name, s.quota, s.used, s.reserved, s.rev, s.digest FROM space s "

    func find(_ row: Int64) throws -> Space {
        guard let found = try first("WHERE s.id = ?", [.integer(row)]) else {
            throw SQLError(.mismatch, "There is no space in row \(row).")
        }
        return found
    }

    package func find(_ id: SpaceID) throws -> Space? { try first("WHERE s.uid = ?", [.blob(id.bytes)]) }

    /// The space that each account has; nil before its first use.
    package func own(of account: AccountID) throws -> Space? {
        try first("WHERE s.owner = ? AND s.own = 1", [.blob(account.bytes)])
    }

    /// The spaces that an account may read, its own one first.
    package func readable(by account: AccountID) throws -> [Space] {
        try all(
            """
            WHERE s.owner = ?1 OR s.id IN (SELECT space FROM member WHERE account = ?1)
            ORDER BY s.own DESC, s.owner <> ?1, s.id
            """, [.blob(account.bytes)])
    }

    /// All spaces in pages, the oldest first.
    package func all(after last: Space?, limit: Int) throws -> [Space] {
        try all("WHERE s.id > ? ORDER BY s.id LIMIT ?", [.integer(last?.row ?? 0), .integer(Int64(limit))])
    }

    /// What an account may do in a space; nil for nothing.
    package func role(of account: AccountID, in space: Space) throws -> SpaceRole? {
        guard account != space.owner else { return .owner }
        let row = try database.row(
            "SELECT role FROM member WHERE space = ? AND account = ?", [.integer(space.row), .blob(account.bytes)])
        return try row.map { try Self.role(numbered: $0.int(0)) }
    }

    package func members(of space: Space) throws -> [Member] {
        try database.rows(
            "SELECT account, role FROM member WHERE space = ? ORDER BY account LIMIT ?",
            [.integer(space.row), .integer(Int64(Self.maximumMembers))]
        ).map { Member(account: try AccountID($0.blob(0)), role: try Self.role(numbered: $0.int(1))) }
    }

    func countShared(of owner: AccountID) throws -> Int64 {
        let row = try database.row("SELECT count(*) FROM space WHERE owner = ? AND own = 0", [.blob(owner.bytes)])
        return try row?.int(0) ?? 0
    }

    // MARK: - Changing

    /// Makes a space with its root.
    func make(_ id: SpaceID, owner: AccountID, name: String?, at now: UInt64) throws -> Space {
        let row = try database.returned(
            "INSERT INTO space (uid, owner, own, name, digest) VALUES (?, ?, ?, ?, ?) RETURNING id",
            [
                .blob(id.bytes), .blob(owner.bytes), .bool(name == nil), .optional(name),
                .blob(ChangeAnchor.noDigest),
            ]
        ).int(0)
        try database.run(
            "INSERT INTO item (uid, space, kind, rev, changed) VALUES (?, ?, 0, 0, ?)",
            [.blob(id.root.bytes), .integer(row), try .unsigned(now)])
        return try find(row)
    }

    func save(_ usage: SpaceUsage, of space: Int64) throws {
        try database.run(
            "UPDATE space SET used = ?, reserved = ? WHERE id = ?",
            [try .unsigned(usage.used), try .unsigned(usage.reserved), .integer(space)])
    }

    /// - Parameter quota: in bytes; nil for that of the owner's role.
    package func setQuota(_ quota: UInt64?, of space: Space) throws {
        try database.run(
            "UPDATE space SET quota = ? WHERE id = ?", [try quota.map(Value.unsigned) ?? .null, .integer(space.row)])
    }

    /// - Parameter role: nil removes the member.
    func setMember(_ account: AccountID, _ role: SpaceRole?, of space: Space) throws {
        guard let role else {
            try database.run(
                "DELETE FROM member WHERE space = ? AND account = ?", [.integer(space.row), .blob(account.bytes)])
            return
        }
        try database.run(
            """
            INSERT INTO member (space, account, role) VALUES (?, ?, ?)
            ON CONFLICT (space, account) DO UPDATE SET role = excluded.role
            """, [.integer(space.row), .blob(account.bytes), .integer(Self.number(of: role))])
    }

    // MARK: - Rows

    private func first(_ condition: String, _ values: [Value]) throws -> Space? {
        try all(condition, values).first
    }

    private func all(_ condition: String, _ values: [Value]) throws -> [Space] {
        try database.rows(Self.select + condition, values).map { row in
            Space(
                row: try row.int("id"), id: try SpaceID(row.blob("uid")), owner: try AccountID(row.blob("owner")),
                isOwn: try row.bool("own"), name: try row.optionalText("name"),
                quota: try row.optionalInt("quota").map { UInt64($0) }, used: try row.unsigned("used"),
                reserved: try row.unsigned("reserved"), rev: try row.unsigned("rev"), digest: try row.blob("digest"))
        }
    }

    private static func number(of role: SpaceRole) -> Int64 {
        switch role {
        case .owner: 0
        case .writer: 1
        case .reader: 2
        }
    }

    private static func role(numbered number: Int64) throws -> SpaceRole {
        guard let role = SpaceRole.allCases.first(where: { self.number(of: $0) == number }) else {
            throw SQLError(.mismatch, "There is no role \(number) in a space.")
        }
        return role
    }
}
