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
    ///   - directory: the directory of a database file; nil if this process holds the directory's lock.
    ///   - alone: runs the migration of a server's database while no process serves it.
    /// - Throws: ``HubError`` with `.inUse` if the schema is older and another process serves the database.
    func open(
        in directory: HubDirectory? = nil,
        alone: (ServerDatabase, () throws -> Void) throws -> Void = WriterFence.whileNobodyServes
    ) throws -> any SQLConnection {
        switch self {
        case .memory(let books):
            let memory = try Database(path: .inMemory, applicationID: Schema.applicationID)
            if let books {
                try memory.restore(from: books)
            } else {
                try memory.restore(from: try Self.emptyBooks.get(), checksPages: false)
            }
            try memory.migrate(Schema.migrations)
            try LedgerTree.bringIntoTiles(in: memory)
            return memory
        case .file(let path):
            try DirtyLogMarker(of: path).settle()
            try Self.migrateFile(path, in: directory)
            let file = try Database(path: path, applicationID: Schema.applicationID, gathersLog: true)
            // Checkpointer checkpoints the log. What is left when no process serves, the process that closes the file
            // last moves.
            file.leaveLog()
            return file
        case .server(let address, _):
            let server = try ServerDatabase(address)
            let migrate = {
                try server.migrate(Schema.migrations)
                try LedgerTree.bringIntoTiles(in: server)
            }
            if Self.isOlder(try server.schemaVersion()) { try alone(server, migrate) } else { try migrate() }
            return server
        }
    }

    /// Migrates on a separate connection: the changes of a migration need not fit into memory, while the writer's must.
    private static func migrateFile(_ path: String, in directory: HubDirectory?) throws {
        let file = try Database(path: path, applicationID: Schema.applicationID)
        let lock = try isOlder(try file.schemaVersion()) ? directory?.lock() : nil
        defer { withExtendedLifetime(lock) {} }
        try file.migrate(Schema.migrations)
        try LedgerTree.bringIntoTiles(in: file)
    }

    /// A database with every table and no hub. Simulations start thousands of hubs in memory, and running all
    /// migrations took a fifth of such a hub's lifetime.
    private static let emptyBooks = Result {
        let books = try Database(path: .inMemory, applicationID: Schema.applicationID)
        try books.migrate(Schema.migrations)
        return try books.serialize()
    }

    /// Whether a database of this version may be served by an older program. A database of a newer version is refused.
    private static func isOlder(_ version: Int) -> Bool { 0 < version && version < Schema.migrations.count }
}
