// SPDX-License-Identifier: MIT
import HubFiles
import HubStorage
import SQLite
package import Tokens

/// What a backup of files needs of the hub, whether or not it is serving.
extension Hub {
    /// Keeps all contents from being removed for some time; a backup renews it while it copies.
    ///
    /// - Returns: the number of the lease.
    package func leaseContents(seconds: UInt64) throws -> Int64 {
        let context = context
        return try context.files.store().writeAndWait { try context.fileChange($0).lease(seconds: seconds) }
    }

    /// - Throws: `SQLError` with `.mismatch` when the lease has run out.
    package func renewLease(_ lease: Int64, seconds: UInt64) throws {
        let context = context
        try context.files.store().writeAndWait { try context.fileChange($0).renewLease(lease, seconds: seconds) }
    }

    package func endLease(_ lease: Int64) throws {
        let context = context
        try context.files.store().writeAndWait { try context.fileChange($0).endLease(lease) }
    }

    /// Copies the committed state of `files.sqlite` into a file; what is there already is replaced at the end.
    ///
    /// - Throws: ``HubError`` with `.inUse` when the disk has refused pages of it, `SQLError`.
    package func copyFilesDatabase(to path: String) throws {
        guard case .file(let database) = context.files.place else {
            throw HubError(.invalid, "The files of this hub are in memory.")
        }
        // Makes the tables if nothing was ever kept in them.
        _ = try context.files.store()
        try Database(path: .file(database), readOnly: true).backup(to: path)
        // As for the ledger: the copy may lack pages that the serving hub's disk failed to store meanwhile.
        guard !DirtyLogMarker(of: database).isNoted else { throw DirtyLogMarker.over }
    }

    /// What the owner of a space is called; its id where the ledger does not know it.
    package func ownerName(of account: AccountID) throws -> String { try context.username(of: account) }
}

extension HubDirectory {
    /// The database of files.
    package func filesDatabase(_ configuration: HubConfiguration) -> String {
        (configuration.filesDirectory ?? path) + "/files.sqlite"
    }

    /// Runs a body while no hub serves this directory.
    ///
    /// - Throws: ``HubError`` with `.inUse` when one does.
    package func whileNothingServes<R>(_ body: () throws -> R) throws -> R {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }
}
