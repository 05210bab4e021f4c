// SPDX-License-Identifier: MIT
package import FileModel
import HubAPI
import HubFiles
import HubLedger
import HubStorage
import SQL

/// What the operator sees and sets of files, and what time does to them.
extension Hub {
    /// One space as the operator sees it: nothing of what is in it.
    package struct FileSpaceSummary: Sendable {
        package let id: SpaceID
        package let owner: String
        /// Absent for the account's own space.
        package let name: String?
        /// In bytes.
        package let quota: UInt64
        /// Whether the operator has set the quota for this space.
        package let isQuotaSet: Bool
        package let used: UInt64
        package let reserved: UInt64
    }

    /// Opens the store of files now, so that a fault is known at the start.
    ///
    /// - Throws: `SQLError` or ``HubError``.
    package func openFiles() throws { _ = try context.files.store() }

    /// All spaces, by the names of their owners.
    package func fileSpaces() throws -> [FileSpaceSummary] {
        guard context.files.isUsed else { return [] }
        var (spaces, last): ([FileSpaceSummary], SpaceTable.Space?) = ([], nil)
        while true {
            let page = try context.files.store().read {
                try SpaceTable(database: $0).all(after: last, limit: Self.spacesPage)
            }
            spaces += try page.map(summary)
            last = page.last
            guard page.count == Self.spacesPage else { break }
        }
        return spaces.sorted { ($0.owner, $0.name ?? "") < ($1.owner, $1.name ?? "") }
    }

    private static let spacesPage = 1_000

    private func summary(_ space: SpaceTable.Space) throws -> FileSpaceSummary {
        FileSpaceSummary(
            id: space.id, owner: try context.username(of: space.owner), name: space.name,
            quota: try space.quota ?? context.fileQuota(of: space.owner), isQuotaSet: space.quota != nil,
            used: space.used, reserved: space.reserved)
    }

    /// Sets the quota of an account's own space, which is made if it is missing.
    ///
    /// - Parameter quota: in bytes; nil for that of the account's role.
    /// - Throws: `HubProblem` with `.notFound`.
    package func setFileQuota(_ quota: UInt64?, of username: String) throws {
        let found = try context.store.read { try Accounts.find(username, in: $0) }
        guard let found else { throw HubProblem(.notFound, "There is no account '\(username)'.") }
        try setFileQuota(quota) { try $0.own(of: found.account) }
    }

    /// Sets the quota of a space.
    ///
    /// - Throws: `HubProblem` with `.notFound`.
    package func setFileQuota(_ quota: UInt64?, of space: SpaceID) throws {
        try setFileQuota(quota) { change in
            guard let found = try change.space(space) else {
                throw HubProblem(.notFound, "There is no space '\(space)'.")
            }
            return found
        }
    }

    private func setFileQuota(
        _ quota: UInt64?, _ find: @escaping @Sendable (FileChange) throws -> SpaceTable.Space
    ) throws {
        let context = context
        try context.files.store().writeAndWait { store in
            let change = context.fileChange(store)
            try SpaceTable(database: store.database).setQuota(quota, of: find(change))
        }
    }

    /// Ends what is past its time: uploads, the trash, versions, the oldest changes. In steps, so that orders come in between.
    ///
    /// - Parameter isWanted: asked before each step.
    package func sweepFiles(while isWanted: () -> Bool = { true }) throws {
        guard context.files.isUsed else { return }
        let context = context
        let store = try context.files.store()
        var place: Int64?
        repeat {
            guard isWanted() else { return }
            let from = place
            place = try store.writeAndWait { try context.fileChange($0).sweep(from: from) }
        } while place != nil
    }
}
