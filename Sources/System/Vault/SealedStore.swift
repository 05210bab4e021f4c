// SPDX-License-Identifier: MIT
package import Crypto
package import Keys
package import SQLite

/// An open database, the vault key that seals its rows, and the randomness for the seals.
///
/// One file holds the tables of several parts (the wallet, the coins). Each part migrates its own tables and never
/// reads another's. One passphrase opens all of them, and one backup contains all of them.
package final class SealedStore {
    package let database: Database
    package let vaultKey: VaultKey
    package let random: RandomSource
    /// Refuses a feature while another party controls the device, by throwing ``DeviceRestriction``. The wallet sets it,
    /// for itself and for every other part that signs with what is stored here.
    package var guardian: (SealedStore, DeviceFeature) throws -> Void = { _, _ in }

    package init(_ database: Database, vaultKey: VaultKey, random: RandomSource) {
        self.database = database
        self.vaultKey = vaultKey
        self.random = random
    }

    /// Checks that the device may be used for a feature. Call it before the first step of an action.
    ///
    /// - Throws: ``DeviceRestriction``.
    package func require(_ feature: DeviceFeature) throws { try guardian(self, feature) }

    /// Migrates one part's tables to this program's version. Other parts stay unchanged.
    ///
    /// - Throws: `SQLiteError` with code `.newerVersion` when a newer version wrote that part.
    package func open(_ part: StorePart) throws {
        switch part.counting {
        case .file: try database.migrate(part.migrations)
        case .row: try database.migrate(part.migrations, part: part.name)
        }
    }

    /// The table of a kind of record.
    ///
    /// - Parameter owner: what the rows belong to, such as a hub's id; empty for rows of the whole store. A row that
    ///   was sealed for another owner does not open.
    package func table<Record: SealedRecord>(_: Record.Type, of owner: [UInt8] = []) -> SealedTable<Record> {
        SealedTable(database: database, vaultKey: vaultKey, random: random, owner: owner)
    }

    /// Runs `body` as one durable unit; see `Database.transaction`.
    @discardableResult
    package func transaction<R>(_ body: () throws -> R) throws -> R { try database.transaction(body) }
}
