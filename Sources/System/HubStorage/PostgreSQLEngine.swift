// SPDX-License-Identifier: MIT
import Glibc
import Logging
package import PostgreSQL
import SQL

/// The engine of a database on a PostgreSQL server, which other processes can reach too.
///
/// The connection is touched by one thread at a time: the writer's, or the one that opens or closes the store.
package final class PostgreSQLEngine: StoreEngine, @unchecked Sendable {  // see above; everything else is thread-safe
    private let database: ServerDatabase
    /// Nil for a server that takes no changes, where a command may still read.
    private let fence: WriterFence?
    private let options: StoreOptions
    let readers: ReaderPool?
    let replica: ReaderPool?

    var connection: any SQLConnection { database }

    /// Opens the database, and begins to write unless the server takes no changes.
    ///
    /// - Parameters:
    ///   - reading: a replica of the database.
    ///   - prepare: runs before anybody else sees the database.
    /// - Throws: ``HubError`` with `.inUse` while another process serves the database.
    init(
        _ address: DatabaseAddress, reading: DatabaseAddress?, schema: StoreSchema, options: StoreOptions,
        prepare: (any SQLConnection) throws -> Void
    ) throws {
        self.options = options
        let isServing = options.execution == .threads
        let makeFence = { try WriterFence(on: $0, isServing: isServing, takingOver: options.takesOver) }
        var fence: WriterFence?
        let database = try Self.open(address, schema: schema) { database, migrate in
            guard isServing else { return try WriterFence.whileNobodyServes(on: database, migrate) }
            // From here on the process that served before is refused; what it would change may no longer exist.
            fence = try makeFence(database)
            try migrate()
        }
        try prepare(database)
        if !isServing, try !database.takesChanges() {
            // An operator's command may still read. Without a fence nothing may be changed, whatever the server's
            // state becomes; a command that tries gets the reason.
            self.database = try ServerDatabase(address, readOnly: true)
            self.fence = nil
        } else {
            self.database = database
            self.fence = try fence ?? makeFence(database)
        }
        if isServing { try self.database.keep(settings: Self.settings) }
        readers =
            isServing ? ReaderPool { ReaderPool.Reader(try ServerDatabase(address, readOnly: true)) } : nil
        replica = reading.map { reading in
            ReaderPool { ReaderPool.Reader(try ServerDatabase(reading, readOnly: true)) }
        }
    }

    /// The writer looks rows up by their keys. A plan that was made while a table was empty would scan the whole table.
    private static let settings =
        "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off"

    /// Opens the database for changes and migrates its schema.
    ///
    /// - Parameter alone: runs the change of an older schema while no other hub serves the database.
    package static func open(
        _ address: DatabaseAddress, schema: StoreSchema,
        alone: (ServerDatabase, () throws -> Void) throws -> Void = WriterFence.whileNobodyServes
    ) throws -> ServerDatabase {
        let server = try ServerDatabase(address)
        let migrate = {
            try server.migrate(schema.migrations)
            try schema.update(server)
        }
        if schema.isOlder(try server.schemaVersion()) { try alone(server, migrate) } else { try migrate() }
        return server
    }

    func begin() throws { try fence?.enter(on: database) }

    func committed() { fence?.committed() }

    /// While the server cannot be reached, the question is repeated for a minute. After that the clients are told that
    /// the outcome is unknown.
    func outcome(of error: SQLError, isApplied: Bool) -> BatchOutcome {
        switch error.code {
        case .inputOutput: return .unknown
        case .unknownOutcome: break
        default: return .refused
        }
        guard let fence else { return .unknown }
        for _ in 0..<options.outcomeTrials {
            do {
                return try fence.hasCommitted(on: database) ? .committed : .lost
            } catch {
                options.log.warning("What became of a commit cannot be asked yet", .error(error))
                usleep(250_000)
            }
        }
        return .unknown
    }

    func batchAnswered() {}

    var hasGivenUp: Bool { false }

    var reasonToEnd: String? { fence?.reasonToEnd }

    /// The connection's lock is released with it, so that the next process need not wait until this one ends.
    func close() { database.disconnect() }
}
