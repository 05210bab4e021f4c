// SPDX-License-Identifier: MIT
import HTTP
import PostgreSQL
import SQL
import SQLite
import Tokens

/// The hub's database: one writer, and readers that never wait for the writer.
final class HubStore: Sendable {
    private let writer: HubWriter
    /// Nil when the calling thread does everything on the writer's connection.
    private let readers: ReaderPool?
    /// For reads that may lag behind.
    private let replica: ReaderPool?
    private let fence: WriterFence?

    /// Opens the database and migrates its schema.
    ///
    /// - Parameters:
    ///   - directory: where books in a file are, unless this process holds the lock of that directory.
    ///   - schema: its tables.
    ///   - prepare: runs before anybody else sees the database.
    /// - Throws: ``HubError`` with `.inUse` while another process serves the same database of a server, or books of an
    ///   older schema.
    init(
        place: StorePlace, in directory: HubDirectory? = nil, schema: StoreSchema = .ledger, clock: Clock,
        configuration: HubConfiguration, prepare: (any SQLConnection) throws -> Void = { _ in }
    ) throws {
        let isServing = configuration.execution == .threads
        let makeFence = { database in
            try WriterFence(on: database, isServing: isServing, takingOver: configuration.takesOver)
        }
        var fence: WriterFence?
        var database = try place.open(in: directory, schema: schema) { database, migrate in
            guard isServing else { return try WriterFence.whileNobodyServes(on: database, migrate) }
            // From here on the process that served before is refused; what it would change may no longer exist.
            fence = try makeFence(database)
            try migrate()
        }
        try prepare(database)
        if case .server(let address, _) = place, !isServing, try (database as? ServerDatabase)?.takesChanges() == false
        {
            // An operator's command may still read. Without a fence nothing may be changed, whatever the server's
            // state becomes; a command that tries gets the reason.
            database = try ServerDatabase(address, readOnly: true)
        } else if fence == nil {
            fence = try (database as? ServerDatabase).map(makeFence)
        }
        if isServing { try (database as? ServerDatabase)?.keep(settings: Self.serverSettings) }
        if database is Database {
            _ = try database.rows("PRAGMA cache_size = -\(schema.cache)")
            // What a long reading has let it grow to is given back when it starts again.
            _ = try database.rows("PRAGMA journal_size_limit = \(configuration.logPages * Self.longestLog)")
            if let pages = configuration.maximumPages { _ = try database.rows("PRAGMA max_page_count = \(pages)") }
        }
        var keeper: Checkpointer?
        var doubt: DirtyLogMarker?
        if case .file(let path) = place {
            doubt = DirtyLogMarker(of: path)
            if isServing { keeper = try Checkpointer(path: path, configuration: configuration) }
        }
        writer = try HubWriter(
            database: database, keeper: keeper, doubt: doubt, fence: fence, clock: clock, configuration: configuration)
        self.fence = fence
        switch (place, configuration.execution) {
        case (.file(let path), .threads): readers = ReaderPool { try Database(path: path, readOnly: true) }
        case (.server(let address, _), .threads): readers = ReaderPool { try ServerDatabase(address, readOnly: true) }
        default: readers = nil
        }
        if case .server(_, let reading?) = place {
            replica = ReaderPool { try ServerDatabase(reading, readOnly: true) }
        } else {
            replica = nil
        }
    }

    /// Why this process should end: another one has taken over, the server has lost acknowledged changes, or the disk
    /// has failed to store checkpointed pages.
    var reasonToEnd: String? { fence?.reasonToEnd ?? writer.reasonToEnd }

    /// The writer looks rows up by their keys. A plan that was made while a table was empty would scan the whole table.
    private static let serverSettings =
        "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off"

    /// Bytes of the log's file for each page after which it is worth moving: four pages, more than it grows to while nobody
    /// reads for long.
    private static let longestLog = 4 * 4_096

    /// Pages that the disk failed to store may be missing in the file. Then a read may not return what was committed.
    ///
    /// - Throws: ``HubError`` with `.inUse`.
    private func requireWhole() throws {
        guard !writer.hasGivenUp else { throw HubWriter.over }
    }

    /// Reads committed state. A caller that was told of a change sees it.
    func read<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        try requireWhole()
        guard let readers else { return try writer.read(body) }
        return try readers.read(body)
    }

    /// The same for small and frequent reads: reads in one tick of an event loop share the cost of a read transaction.
    func read<R>(in turn: LoopTurn?, _ body: (any SQLConnection) throws -> R) throws -> R {
        try requireWhole()
        guard let turn, turn.isCurrent, let readers else { return try read(body) }
        return try TurnRead.of(turn, over: readers).read(body)
    }

    /// Whether the database accepts changes now: a server may be a standby or read-only.
    func takesChanges() throws -> Bool {
        try read { try ($0 as? ServerDatabase)?.takesChanges() ?? true }
    }

    /// Reads committed state that may lag behind: from a replica if there is one.
    func readLagging<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        guard let replica else { return try read(body) }
        return try replica.read(body)
    }

    /// Reads one present snapshot with any number of statements.
    func presentSnapshot<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        try read { database in try database.snapshot { try body(database) } }
    }

    /// Reads one snapshot with any number of statements. It may lag behind.
    func snapshot<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        try readLagging { database in try database.snapshot { try body(database) } }
    }

    /// The whole committed state of a database that is a file or in memory.
    func serialized() throws -> [UInt8] {
        try read { database in
            guard let database = database as? Database else {
                throw SQLError(.misuse, "Only a database file can be copied as a whole: use the server's own tools.")
            }
            return try database.serialize()
        }
    }

    /// Changes the database. `reply` is called exactly once, after the commit is durable.
    func write<R: Sendable>(
        _ change: @escaping @Sendable (StoreChange) throws -> R,
        reply: @escaping @Sendable (Result<R, any Error>) -> Void
    ) {
        writer.submit(change, reply: reply)
    }

    /// Moves money between two accounts. `reply` is called exactly once, after the commit is durable.
    func transfer(
        _ transfer: QueuedTransfer, by batcher: TransferBatcher,
        reply: @escaping @Sendable (TransferBatch.Outcome) -> Void
    ) {
        writer.submit(transfer, by: batcher, reply: reply)
    }

    /// Changes the database and waits until the change is durable.
    func writeAndWait<R: Sendable>(_ change: @escaping @Sendable (StoreChange) throws -> R) throws -> R {
        let slot = ReplySlot<Result<R, any Error>>()
        writer.submit(change, reply: slot.fill)
        return try slot.wait().get()
    }

    func close() {
        writer.close()
        readers?.close()
        replica?.close()
    }
}
