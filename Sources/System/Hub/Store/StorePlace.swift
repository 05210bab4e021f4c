// SPDX-License-Identifier: MIT
package import PostgreSQL
import SQL
import SQLite

/// Where a hub's database is.
package enum StorePlace: Sendable, Equatable {
    /// In memory, until the process ends. Begins empty or with the bytes of a database file.
    case memory(books: [UInt8]? = nil)
    /// An SQLite file.
    case file(String)
    /// A PostgreSQL database, and optionally a replica of it for reads that may lag behind.
    case server(DatabaseAddress, reading: DatabaseAddress? = nil)

    /// Opens the database for changes and migrates its schema. A serving process with an older version would fail
    /// after a migration, so none may serve it meanwhile.
    ///
    /// - Parameters:
    ///   - directory: where books in a file are, unless this process holds the lock of that directory.
    ///   - schema: their tables.
    ///   - alone: runs the change of schema of a server's database while no other hub serves it.
    /// - Throws: ``HubError`` with `.inUse` when the schema is an older one and another process serves the books.
    func open(
        in directory: HubDirectory? = nil, schema: StoreSchema = .ledger,
        alone: (ServerDatabase, () throws -> Void) throws -> Void = WriterFence.whileNobodyServes
    ) throws -> any SQLConnection {
        switch self {
        case .memory(let books):
            let memory = try Database(path: .inMemory, applicationID: schema.applicationID)
            if let books {
                try memory.restore(from: books)
            } else if let empty = try schema.empty() {
                try memory.restore(from: empty, checksPages: false)
            }
            try memory.migrate(schema.migrations)
            try schema.update(memory)
            return memory
        case .file(let path):
            try DirtyLogMarker(of: path).settle()
            try Self.migrateFile(path, to: schema, in: directory)
            let file = try Database(path: path, applicationID: schema.applicationID, gathersLog: true)
            // Who moves it, and when, see Checkpointer. What is left when no hub serves is moved by the process that
            // closes the file last.
            file.leaveLog()
            return file
        case .server(let address, _):
            let server = try ServerDatabase(address)
            let migrate = {
                try server.migrate(schema.migrations)
                try schema.update(server)
            }
            if schema.isOlder(try server.schemaVersion()) { try alone(server, migrate) } else { try migrate() }
            return server
        }
    }

    /// Through a connection of its own: what a migration changes need not fit into memory, and the writer's must.
    private static func migrateFile(_ path: String, to schema: StoreSchema, in directory: HubDirectory?) throws {
        let file = try Database(path: path, applicationID: schema.applicationID)
        let lock = try schema.isOlder(try file.schemaVersion()) ? directory?.lock() : nil
        defer { withExtendedLifetime(lock) {} }
        try file.migrate(schema.migrations)
        try schema.update(file)
    }
}
