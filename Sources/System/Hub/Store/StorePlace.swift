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
        switch self {
        case .memory(let books):
            let database = try Database(path: .inMemory, applicationID: Schema.applicationID)
            if let books { try database.restore(from: books) }
            try database.migrate(Schema.migrations)
            return database
        case .file(let path):
            let database = try Database(path: path, applicationID: Schema.applicationID)
            try database.migrate(Schema.migrations)
            return database
        case .server(let address, _):
            let database = try ServerDatabase(address)
            try database.migrate(Schema.migrations)
            return database
        }
    }
}
