// SPDX-License-Identifier: MIT
package import Keys
package import PostgreSQL
package import SQL

/// Where a hub's database is.
package enum StorePlace: Sendable, Equatable {
    /// In memory, until the process ends. Begins empty or with the bytes of a database file.
    case memory(image: [UInt8]? = nil)
    /// An SQLite file.
    case file(String)
    /// A PostgreSQL database, and optionally a replica of it for reads that may lag behind.
    case server(DatabaseAddress, reading: DatabaseAddress? = nil)

    /// Opens the database for changes and migrates its schema. A serving process with an older version would fail
    /// after a migration, so none may serve it meanwhile.
    ///
    /// - Parameters:
    ///   - schema: the tables of the database.
    ///   - locking: takes the lock of the directory of a file; nil if this process holds it.
    /// - Throws: ``HubError`` with `.inUse` when the schema is an older one and another process serves the database.
    package func open(schema: StoreSchema, locking: (() throws -> StoreLock)? = nil) throws -> any SQLConnection {
        switch self {
        case .memory(let image): try SQLiteEngine.openInMemory(image, schema: schema)
        case .file(let path): try SQLiteEngine.open(path, schema: schema, locking: locking)
        case .server(let address, _): try PostgreSQLEngine.open(address, schema: schema)
        }
    }

    /// Opens the database for a store, as ``open(schema:locking:)``.
    ///
    /// - Parameter prepare: runs before anybody else sees the database.
    func engine(
        schema: StoreSchema, options: StoreOptions, locking: (() throws -> StoreLock)?,
        prepare: (any SQLConnection) throws -> Void
    ) throws -> any StoreEngine {
        switch self {
        case .memory(let image):
            let database = try SQLiteEngine.openInMemory(image, schema: schema)
            try prepare(database)
            return try SQLiteEngine(path: nil, database: database, schema: schema, options: options)
        case .file(let path):
            let database = try SQLiteEngine.open(path, schema: schema, locking: locking)
            try prepare(database)
            return try SQLiteEngine(path: path, database: database, schema: schema, options: options)
        case .server(let address, let reading):
            return try PostgreSQLEngine(address, reading: reading, schema: schema, options: options, prepare: prepare)
        }
    }
}
