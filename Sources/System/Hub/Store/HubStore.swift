// SPDX-License-Identifier: MIT
import HTTP
import PostgreSQL
import SQL
import SQLite
import Tokens

/// The hub's database: one writer, and readers that never wait for it.
final class HubStore: Sendable {
    private let writer: HubWriter
    /// Absent when the calling thread does everything over the writer's connection.
    private let readers: ReaderPool?
    /// Reads what may be some moments old.
    private let replica: ReaderPool?
    private let fence: WriterFence?

    /// Opens the store and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - directory: where books in a file are, unless this process holds the lock of that directory.
    ///   - prepare: runs before anybody else sees the database.
    /// - Throws: ``HubError`` with `.inUse` while another process serves the same database of a server, or books of an
    ///   older schema.
    init(
        place: StorePlace, in directory: HubDirectory? = nil, clock: Clock, configuration: HubConfiguration,
        prepare: (any SQLConnection) throws -> Void = { _ in }
    ) throws {
        let isServing = configuration.execution == .threads
        let makeFence = { database in
            try WriterFence(on: database, isServing: isServing, takingOver: configuration.takesOver)
        }
        var fence: WriterFence?
        var database = try place.open(in: directory) { database, migrate in
            guard isServing else { return try WriterFence.whileNobodyServes(on: database, migrate) }
            // From here on whoever served before is refused; what it was to change would not be there any more.
            fence = try makeFence(database)
            try migrate()
        }
        try prepare(database)
        if case .server(let address, _) = place, !isServing, try (database as? ServerDatabase)?.takesChanges() == false
        {
            // An operator's command may look all the same. Without a fence nothing may be changed, whatever becomes of the
            // server meanwhile; a command that tries is told why.
            database = try ServerDatabase(address, readOnly: true)
        } else if fence == nil {
            fence = try (database as? ServerDatabase).map(makeFence)
        }
        if isServing { try (database as? ServerDatabase)?.keep(settings: Self.serverSettings) }
        if database is Database {
            for setting in Self.writerSettings { _ = try database.rows(setting) }
            // What a long reading has let it grow to is given back when it begins anew.
            _ = try database.rows("PRAGMA journal_size_limit = \(configuration.logPages * Self.longestLog)")
            if let pages = configuration.maximumPages { _ = try database.rows("PRAGMA max_page_count = \(pages)") }
        }
        var keeper: LogKeeper?
        var doubt: DoubtfulLog?
        if case .file(let path) = place {
            doubt = DoubtfulLog(of: path)
            if isServing { keeper = try LogKeeper(path: path, configuration: configuration) }
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

    /// Why this process should end: another one has taken over, the server has lost acknowledged changes, or the disk has not taken
    /// in what it was given.
    var reasonToEnd: String? { fence?.reasonToEnd ?? writer.reasonToEnd }

    /// The writer looks rows up by their keys. A plan that was made while a table was empty would read all of it.
    private static let serverSettings =
        "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off"

    /// The writer keeps the tops of all its trees in memory, and where there are a million accounts the pages that any transfer
    /// may touch: 256 megabytes at most, in kibibytes.
    private static let writerSettings = ["PRAGMA cache_size = -262144"]

    /// Bytes of the log's file for each page after which it is worth moving: four pages, more than it grows to while nobody reads
    /// for long.
    private static let longestLog = 4 * 4_096

    /// What a disk has refused may be missing in the file, and then what is read is not what was committed.
    ///
    /// - Throws: ``HubError`` with `.inUse`.
    private func requireWhole() throws {
        guard !writer.hasGivenUp else { throw HubWriter.over }
    }

    /// Reads committed state; whoever was told of a change finds it.
    func read<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        try requireWhole()
        guard let readers else { return try writer.read(body) }
        return try readers.read(body)
    }

    /// The same for something small that is asked for often: reads of one turn of a server's loop share what they cost to begin.
    func read<R>(in turn: LoopTurn?, _ body: (any SQLConnection) throws -> R) throws -> R {
        try requireWhole()
        guard let turn, turn.isCurrent, let readers else { return try read(body) }
        return try TurnRead.of(turn, over: readers).read(body)
    }

    /// Whether the books would take a change now: a server may be a standby, or have been made read-only.
    func takesChanges() throws -> Bool {
        try read { try ($0 as? ServerDatabase)?.takesChanges() ?? true }
    }

    /// Reads committed state that may be some moments old, where nobody minds: of a replica, if there is one.
    func readLagging<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        guard let replica else { return try read(body) }
        return try replica.read(body)
    }

    /// Reads one unmoving state of this moment with as many statements as it takes.
    func presentSnapshot<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        try read { database in try database.snapshot { try body(database) } }
    }

    /// Reads one unmoving state with as many statements as it takes; it may be some moments old.
    func snapshot<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        try readLagging { database in try database.snapshot { try body(database) } }
    }

    /// The whole committed state of a store that is one file or in memory.
    func serialized() throws -> [UInt8] {
        try read { database in
            guard let database = database as? Database else {
                throw SQLError(.misuse, "Only a database file can be copied as a whole: use the server's own tools.")
            }
            return try database.serialize()
        }
    }

    /// Changes the store; `reply` comes after the commit is durable, exactly once.
    func write<R: Sendable>(
        _ change: @escaping @Sendable (StoreChange) throws -> R,
        reply: @escaping @Sendable (Result<R, any Error>) -> Void
    ) {
        writer.submit(change, reply: reply)
    }

    /// Moves money between two accounts; `reply` comes after the commit is durable, exactly once.
    func transfer(
        _ transfer: QueuedTransfer, by lane: TransferLane,
        reply: @escaping @Sendable (TransferSheet.Outcome) -> Void
    ) {
        writer.submit(transfer, by: lane, reply: reply)
    }

    /// Changes the store and waits until it is durable.
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
