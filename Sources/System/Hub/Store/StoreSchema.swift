// SPDX-License-Identifier: MIT
import HubFiles
import SQL
import SQLite

/// Which tables a store has, and what its writer keeps in memory.
struct StoreSchema: Sendable {
    let applicationID: Int32
    let migrations: [Migration]
    /// Brings rows up to date, after the tables.
    let update: @Sendable (any SQLConnection) throws -> Void
    /// A database with every table and nothing in them, to begin with in memory; nil to make the tables each time.
    let empty: @Sendable () throws -> [UInt8]?
    /// Of the writer's pages, in kibibytes.
    let cache: Int

    /// The ledger and all that belongs to it. The writer keeps the tops of all its trees in memory, and where there are a million
    /// accounts the pages that any transfer may touch.
    static let ledger = StoreSchema(
        applicationID: Schema.applicationID, migrations: Schema.migrations,
        update: { try LedgerTree.bringIntoTiles(in: $0) }, empty: { try emptyLedger.get() }, cache: 262_144)

    /// Spaces, items and uploads.
    static let files = StoreSchema(
        applicationID: FileSchema.applicationID, migrations: FileSchema.migrations, update: { _ in }, empty: { nil },
        cache: 32_768)

    /// Thousands of hubs begin in memory where economies are simulated, and to go through all migrations took a fifth of such a
    /// hub's whole life.
    private static let emptyLedger = Result {
        let database = try Database(path: .inMemory, applicationID: Schema.applicationID)
        try database.migrate(Schema.migrations)
        return try database.serialize()
    }

    /// Whether tables of this version exist that an older program may serve; those of a newer one are refused.
    func isOlder(_ version: Int) -> Bool { 0 < version && version < migrations.count }
}
