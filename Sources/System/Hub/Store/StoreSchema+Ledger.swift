// SPDX-License-Identifier: MIT
import HubLedger
import HubStorage
import SQL
import SQLite

extension StoreSchema {
    /// The ledger and all that belongs to it. The writer keeps the tops of all its trees in memory, and where there are a million
    /// accounts the pages that any transfer may touch.
    static let ledger = StoreSchema(
        applicationID: Schema.applicationID, migrations: Schema.migrations,
        update: { try LedgerTree.bringIntoTiles(in: $0) }, empty: { try emptyLedger.get() }, cache: 262_144)

    /// Thousands of hubs begin in memory where economies are simulated, and to go through all migrations took a fifth of such a
    /// hub's whole life.
    private static let emptyLedger = Result {
        let database = try Database(path: .inMemory, applicationID: Schema.applicationID)
        try database.migrate(Schema.migrations)
        return try database.serialize()
    }
}
