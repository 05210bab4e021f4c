// SPDX-License-Identifier: MIT
package import PostgreSQL
import SQL
import SQLite

/// Where the books of a hub are.
package enum StorePlace: Sendable, Equatable {
    /// Gone with the process; begins empty or with the bytes of a file.
    case memory(books: [UInt8]? = nil)
    /// A file of SQLite.
    case file(String)
    /// A database of PostgreSQL, and perhaps a replica of it for what need not be of this moment.
    case server(ServerAddress, reading: ServerAddress? = nil)

    /// Opens the books for changes and brings their schema up to date, which an older program that serves them would not
    /// survive: nobody serves them meanwhile.
    ///
    /// - Parameters:
    ///   - directory: where books in a file are, unless this process holds the lock of that directory.
    ///   - alone: runs the change of schema of a server's books while nobody else serves them.
    /// - Throws: ``HubError`` with `.inUse` when the schema is an older one and another process serves the books.
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
            try DoubtfulLog(of: path).settle()
            try Self.migrateFile(path, in: directory)
            let file = try Database(path: path, applicationID: Schema.applicationID, gathersLog: true)
            // Who moves it, and when, see LogKeeper. What is left when nobody serves is moved by whoever closes the file last.
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

    /// Through a connection of its own: what a migration changes need not fit into memory, and the writer's must.
    private static func migrateFile(_ path: String, in directory: HubDirectory?) throws {
        let file = try Database(path: path, applicationID: Schema.applicationID)
        let lock = try isOlder(try file.schemaVersion()) ? directory?.lock() : nil
        defer { withExtendedLifetime(lock) {} }
        try file.migrate(Schema.migrations)
        try LedgerTree.bringIntoTiles(in: file)
    }

    /// Books that have every table and no hub in them. Thousands of hubs begin in memory where economies are simulated, and
    /// to go through all migrations took a fifth of such a hub's whole life.
    private static let emptyBooks = Result {
        let books = try Database(path: .inMemory, applicationID: Schema.applicationID)
        try books.migrate(Schema.migrations)
        return try books.serialize()
    }

    /// Whether books of this version exist that an older program may serve; those of a newer one are refused.
    private static func isOlder(_ version: Int) -> Bool { 0 < version && version < Schema.migrations.count }
}
