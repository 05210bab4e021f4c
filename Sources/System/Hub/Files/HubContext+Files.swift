// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import HubFiles
import HubLedger
import HubStorage
import SQL
import Tokens

extension HubContext {
    /// A change of files inside a commit of their store. Clients that wait for it are told after the commit.
    func fileChange(_ store: StoreChange) -> FileChange {
        FileChange(
            database: store.database, now: store.now.seconds, random: random,
            allowance: { try self.fileQuota(of: $0) }, onChange: { self.watch.changed($0, in: store) })
    }

    /// Looks at one state of the files on behalf of an account.
    func readFiles<R>(_ caller: AccountID, _ body: (FileReading) throws -> R) throws -> R {
        try files.store().presentSnapshot { try body(FileReading(database: $0, account: caller)) }
    }

    /// The quota of the account's role, in bytes; nothing for an account that the ledger does not know.
    func fileQuota(of account: AccountID) throws -> UInt64 {
        let row = try store.read { try $0.row("SELECT role FROM account WHERE uid = ?", [.blob(account.bytes)]) }
        guard let row else { return 0 }
        return configuration.fileQuotas[try Roles.role(numbered: row.int(0))] ?? HubConfiguration.usualFileQuota
    }

    /// What an account is called; its id where the ledger does not know it.
    func username(of account: AccountID) throws -> String {
        let row = try store.read { try $0.row("SELECT username FROM account WHERE uid = ?", [.blob(account.bytes)]) }
        return try row?.text(0) ?? Hex.encode(account.bytes)
    }

    /// A space as its members see it.
    func message(of view: FileReading.View) throws -> FileSpace {
        let space = view.space
        return FileSpace(
            id: space.id, name: space.name, owner: try username(of: space.owner), role: view.role,
            quota: try space.quota ?? fileQuota(of: space.owner), used: space.used, reserved: space.reserved,
            members: try view.members.map { .init(username: try username(of: $0.account), role: $0.role) },
            rev: space.rev, anchor: view.anchor)
    }
}
