// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI
internal import SQL
internal import Tokens
internal import WebDAV

/// The rows of locks. A lock whose time is over is not there, whether its row is or not.
struct LockTable {
    let database: any SQLConnection

    /// Locks that an account may hold at once.
    static let maximumLocks = 1_000

    struct Lock {
        let row: Int64
        let token: LockToken
        let item: Int64
        let account: AccountID
        let isShared: Bool
        let isInfinite: Bool
        let owner: String
        /// Seconds since 1970.
        var until: UInt64
    }

    /// The locks of a space, with the folders above each.
    func locks(in space: Int64, at now: UInt64) throws -> SpaceLocks {
        let items = ItemTable(database: database)
        let locks = try database.rows(
            """
            SELECT l.id, l.token, l.item, l.account, l.shared, l.infinite, l.owner, l.until
            FROM file_lock l JOIN item i ON i.id = l.item WHERE i.space = ? AND l.until > ? ORDER BY l.id
            """, [.integer(space), try .unsigned(now)]
        ).map { row in
            guard let token = LockToken(try row.blob(1)) else {
                throw SQLError(.mismatch, "A lock has an invalid token.")
            }
            return Lock(
                row: try row.int(0), token: token, item: try row.int(2), account: try AccountID(row.blob(3)),
                isShared: try row.bool(4), isInfinite: try row.bool(5), owner: try row.text(6),
                until: try row.unsigned(7))
        }
        return SpaceLocks(try locks.map { ($0, try items.path(to: $0.item).map(\.row)) })
    }

    /// - Throws: `HubProblem` with `.overLimit`.
    func add(_ lock: Lock, at now: UInt64) throws {
        try database.run(
            "DELETE FROM file_lock WHERE account = ? AND until <= ?",
            [
                .blob(lock.account.bytes), try .unsigned(now),
            ])
        let count = try database.row("SELECT count(*) FROM file_lock WHERE account = ?", [.blob(lock.account.bytes)])
        guard try count?.int(0) ?? 0 < Int64(Self.maximumLocks) else {
            throw HubProblem(.overLimit, "An account holds at most \(Self.maximumLocks) locks. End one of them.")
        }
        try database.run(
            "INSERT INTO file_lock (token, item, account, shared, infinite, owner, until) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .blob(lock.token.bytes), .integer(lock.item), .blob(lock.account.bytes), .bool(lock.isShared),
                .bool(lock.isInfinite), .text(lock.owner), try .unsigned(lock.until),
            ])
    }

    func extend(_ lock: Lock, until: UInt64) throws {
        try database.run(
            "UPDATE file_lock SET until = ? WHERE id = ?", [try .unsigned(until), .integer(lock.row)])
    }

    func remove(_ lock: Lock) throws {
        try database.run("DELETE FROM file_lock WHERE id = ?", [.integer(lock.row)])
    }

    /// The item is erased, so its id may go one day.
    func removeAll(of item: Int64) throws {
        try database.run("DELETE FROM file_lock WHERE item = ?", [.integer(item)])
    }
}

/// The locks of one space as they are at one time.
struct SpaceLocks {
    /// Each with its item and the folders above it, the root last.
    private let locks: [(lock: LockTable.Lock, path: [Int64])]

    init(_ locks: [(LockTable.Lock, [Int64])]) { self.locks = locks.map { (lock: $0.0, path: $0.1) } }

    var isEmpty: Bool { locks.isEmpty }

    /// Those that cover an item, and what is made or removed in it if it is a folder.
    ///
    /// - Parameter path: the item and the folders above it, the root last.
    func covering(_ path: [Int64]) -> [LockTable.Lock] {
        locks.map(\.lock).filter { lock in
            lock.item == path.first || lock.isInfinite && path.contains(lock.item)
        }
    }

    /// Those of the items beneath a folder.
    func beneath(_ folder: Int64) -> [LockTable.Lock] {
        locks.filter { $0.path.dropFirst().contains(folder) }.map(\.lock)
    }

    /// How many folders are above the item of a lock.
    func level(of lock: LockTable.Lock) -> Int { (locks.first { $0.lock.row == lock.row }?.path.count ?? 1) - 1 }
}

/// Who asks, and which locks it shows that it knows.
struct LockHolder {
    let account: AccountID
    var tokens: Set<LockToken> = []

    /// A client may only use the locks of its own account. RFC 4918, section 6.4
    func holds(_ lock: LockTable.Lock) -> Bool { lock.account == account && tokens.contains(lock.token) }

    /// Whether it may change what these locks cover: there is none, or it holds one of them.
    func mayPass(_ locks: [LockTable.Lock]) -> Bool { locks.isEmpty || locks.contains(where: holds) }

    /// Whether it may remove or move a folder with these locks of items beneath it.
    func mayPassAll(_ locks: [LockTable.Lock]) -> Bool {
        Dictionary(grouping: locks, by: \.item).values.allSatisfy(mayPass)
    }
}
