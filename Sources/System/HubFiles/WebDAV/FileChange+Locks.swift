// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI
internal import SQL
internal import Tokens
internal import WebDAV

extension FileChange {
    /// Refuses an order about what a WebDAV client has locked: our own clients hold no locks.
    ///
    /// What the account may not change is left to the order itself, whose refusal says more.
    ///
    /// - Throws: `HubProblem` with `.locked`.
    func requireUnlocked(for order: FileOrder, by account: AccountID) throws {
        guard try database.row("SELECT 1 FROM file_lock LIMIT 1") != nil else { return }
        let (item, leaves, folder) = try places(of: order)
        if let item { try requireUnlocked(item, leavesItsPlace: leaves, by: account) }
        if let folder { try requireUnlocked(folder, leavesItsPlace: false, by: account) }
    }

    /// The item that an order changes, whether it leaves its place, and the folder that gets something.
    private func places(of order: FileOrder) throws -> (item: ItemID?, leaves: Bool, folder: ItemID?) {
        switch order {
        case .folder(let order): (nil, false, order.parent)
        case .link(let order): (nil, false, order.parent)
        case .replace(let order): (order.item, false, nil)
        case .move(let order): (order.item, true, order.parent)
        case .copy(let order): (nil, false, order.parent)
        case .trash(let order): (order.item, true, nil)
        case .restore(let order): (nil, false, try order.parent ?? items.find(order.item)?.parentID)
        }
    }

    private func requireUnlocked(_ id: ItemID, leavesItsPlace: Bool, by account: AccountID) throws {
        guard let item = try items.find(id), try spaces.role(of: account, in: spaces.find(item.space)) != nil else {
            return
        }
        let locks = try LockTable(database: database).locks(in: item.space, at: now)
        guard !locks.isEmpty else { return }
        let rows = try items.path(to: item.row).map(\.row)
        var covering = locks.covering(rows)
        if leavesItsPlace { covering += locks.covering(Array(rows.dropFirst())) + locks.beneath(item.row) }
        guard let lock = covering.first else { return }
        throw HubProblem(
            .locked, "Another program has locked this until it has finished. Try again later.",
            details: ["until": "\(lock.until)"])
    }
}
