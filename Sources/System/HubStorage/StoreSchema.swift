// SPDX-License-Identifier: MIT
package import SQL

/// Which tables a store has, and what its writer keeps in memory.
package struct StoreSchema: Sendable {
    package let applicationID: Int32
    package let migrations: [Migration]
    /// Brings rows up to date, after the tables.
    package let update: @Sendable (any SQLConnection) throws -> Void
    /// A database with every table and nothing in them, to begin with in memory; nil to make the tables each time.
    package let empty: @Sendable () throws -> [UInt8]?
    /// Of the writer's pages, in kibibytes.
    package let cache: Int

    package init(
        applicationID: Int32, migrations: [Migration], update: @escaping @Sendable (any SQLConnection) throws -> Void,
        empty: @escaping @Sendable () throws -> [UInt8]?, cache: Int
    ) {
        self.applicationID = applicationID
        self.migrations = migrations
        self.update = update
        self.empty = empty
        self.cache = cache
    }

    /// Whether tables of this version exist that an older program may serve; those of a newer one are refused.
    func isOlder(_ version: Int) -> Bool { 0 < version && version < migrations.count }
}
