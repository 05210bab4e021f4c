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

    /// Opens the books for changes and brings their schema up to date.
    func open() throws -> any SQLConnection {
        let database: any SQLConnection
        switch self {
        case .memory(let books):
            let memory = try Database(path: .inMemory, applicationID: Schema.applicationID)
            if let books { try memory.restore(from: books) }
            try memory.migrate(Schema.migrations)
            database = memory
        case .file(let path):
            let file = try Database(path: path, applicationID: Schema.applicationID)
            try file.migrate(Schema.migrations)
            database = file
        case .server(let address, _):
            let server = try ServerDatabase(address)
            try server.migrate(Schema.migrations)
            database = server
        }
        try LedgerTree.bringIntoTiles(in: database)
        return database
    }
}
