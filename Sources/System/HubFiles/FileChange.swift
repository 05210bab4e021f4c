// SPDX-License-Identifier: MIT
package import Crypto
package import FileModel
package import HubAPI
package import SQL
package import Tokens

/// One change of the hub's files, inside a transaction that its caller commits.
///
/// Whatever throws a `HubProblem` has changed nothing that ``once(_:by:_:)`` or ``attempt(_:)`` would not undo.
package struct FileChange {
    let database: any SQLConnection
    /// Seconds since 1970.
    let now: UInt64
    let random: RandomSource
    /// The quota of an owner's role, in bytes.
    let allowance: (AccountID) throws -> UInt64
    /// Called for each change of an item, with its space; the caller's transaction may still be rolled back.
    let onChange: (SpaceID) -> Void

    var spaces: SpaceTable { SpaceTable(database: database) }
    var items: ItemTable { ItemTable(database: database, onChange: onChange) }
    var contents: ContentTable { ContentTable(database: database) }
    var uploads: UploadTable { UploadTable(database: database) }

    package init(
        database: any SQLConnection, now: UInt64, random: RandomSource,
        allowance: @escaping (AccountID) throws -> UInt64, onChange: @escaping (SpaceID) -> Void = { _ in }
    ) {
        self.database = database
        self.now = now
        self.random = random
        self.allowance = allowance
        self.onChange = onChange
    }

    // MARK: - Once

    /// A finished answer, ready to be sent.
    package struct Answer: Sendable {
        package let status: Int
        package let body: [UInt8]
        package let isReplay: Bool
    }

    /// What makes two requests the same.
    package static func fingerprint(_ path: String, _ message: some Encodable) throws -> [UInt8] {
        SHA256.hash(Array(path.utf8), [0], try Wire.encode(message)).bytes
    }

    /// Executes an order once under its id and keeps the answer, in the same transaction as its effect.
    ///
    /// A refusal is an answer too, unless it is about room or a lock: that may have changed when the order comes again.
    ///
    /// - Throws: `HubProblem` with `.idempotencyConflict`, or a refusal that is not kept.
    package func once<Output: Encodable>(
        _ id: OperationID, by account: AccountID, request: [UInt8], _ perform: () throws -> Output
    ) throws -> Answer {
        if let answer = try replay(id, by: account, request: request) { return answer }
        let answer: Answer
        switch try attempt(perform) {
        case .success(let output): answer = Answer(status: 200, body: try Wire.encode(output), isReplay: false)
        case .failure(let problem as HubProblem) where problem.status < 500 && ![423, 429].contains(problem.status):
            answer = Answer(status: problem.status, body: try Wire.encode(problem), isReplay: false)
        case .failure(let error): throw error
        }
        try database.run(
            "INSERT INTO answered (account, id, request, status, answer, time) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .blob(account.bytes), .blob(id.bytes), .blob(request), .integer(Int64(answer.status)),
                .blob(answer.body), try .unsigned(now),
            ])
        return answer
    }

    private func replay(_ id: OperationID, by account: AccountID, request: [UInt8]) throws -> Answer? {
        let row = try database.row(
            "SELECT request, status, answer FROM answered WHERE account = ? AND id = ?",
            [.blob(account.bytes), .blob(id.bytes)])
        guard let row else { return nil }
        guard try row.blob(0) == request else {
            throw HubProblem(
                .idempotencyConflict,
                "The id \(id) already stands for another request. Use a fresh id for a new one.")
        }
        return Answer(status: Int(try row.int(1)), body: try row.blob(2), isReplay: true)
    }

    /// Runs a part of the change; if it is refused, its rows are as they were.
    ///
    /// - Throws: only what ends the whole transaction, see `SQLError.endsBatch`.
    package func attempt<R>(_ body: () throws -> R) throws -> Result<R, any Error> {
        do {
            return .success(try database.transaction(body))
        } catch let error as SQLError where error.endsBatch {
            throw error
        } catch {
            return .failure(error)
        }
    }

    // MARK: - Quota

    /// Changes what a space uses and reserves.
    ///
    /// - Throws: `HubProblem` with `.quotaExceeded`.
    func changeUsage(of space: Int64, _ change: (inout SpaceUsage) throws -> Void) throws {
        let found = try spaces.find(space)
        var usage = SpaceUsage(
            quota: try found.quota ?? allowance(found.owner), used: found.used, reserved: found.reserved)
        do {
            try change(&usage)
        } catch let exceeded as SpaceUsage.Exceeded {
            throw Self.exceeded(exceeded)
        }
        try spaces.save(usage, of: space)
    }

    private static func exceeded(_ exceeded: SpaceUsage.Exceeded) -> HubProblem {
        let usage = exceeded.usage
        return HubProblem(
            .quotaExceeded, "The space has no room for \(exceeded.needed) bytes more.",
            details: [
                "quota": "\(usage.quota)", "used": "\(usage.used)", "reserved": "\(usage.reserved)",
                "needed": "\(exceeded.needed)",
            ])
    }

    // MARK: - Access

    static let nothing = HubProblem(.notFound, "There is no such item or space, or you may not see it.")
    private static let readOnly = HubProblem(.forbidden, "You may read this space but not change it.")

    /// A space that the account may change.
    ///
    /// - Throws: `HubProblem` with `.notFound` or `.forbidden`.
    func writable(_ space: SpaceTable.Space, by account: AccountID) throws -> SpaceTable.Space {
        guard let role = try spaces.role(of: account, in: space) else { throw Self.nothing }
        guard role.mayWrite else { throw Self.readOnly }
        return space
    }

    /// An item that the account may change, with the folders above it.
    ///
    /// - Throws: `HubProblem` with `.notFound` or `.forbidden`.
    func writable(_ id: ItemID, by account: AccountID) throws -> (item: ItemTable.Item, path: [ItemTable.Step]) {
        guard let item = try items.find(id), item.state != .erased else { throw Self.nothing }
        _ = try writable(spaces.find(item.space), by: account)
        return (item, try items.path(to: item.row))
    }

    /// - Throws: `HubProblem` with `.itemTrashed`.
    func requireLive(_ path: some Sequence<ItemTable.Step>) throws {
        guard let trashed = path.first(where: { $0.state == .trashed }) else { return }
        throw HubProblem(
            .itemTrashed, "This is in the trash, or in a folder that is. Restore it first.",
            details: ["item": trashed.id.description])
    }

    /// - Throws: `HubProblem` with `.wrongKind`.
    func require(_ kind: FileKind, _ item: ItemTable.Item) throws {
        guard item.kind == kind else {
            throw HubProblem(
                .wrongKind, kind == .folder ? "A file holds no other items." : "A folder has no content.")
        }
    }

    /// - Throws: `HubProblem` with `.wrongKind`.
    func requireNoRoot(_ item: ItemTable.Item) throws {
        guard !item.isRoot else {
            throw HubProblem(.wrongKind, "The folder at the top of a space stays where it is.")
        }
    }
}
