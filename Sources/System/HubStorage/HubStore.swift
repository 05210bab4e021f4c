// SPDX-License-Identifier: MIT
package import HTTP
package import Keys
package import SQL
package import Tokens

/// The hub's database: one writer, and readers that never wait for the writer.
package final class HubStore: Sendable {
    private let engine: any StoreEngine
    private let writer: HubWriter
    /// Nil when the calling thread does everything on the writer's connection.
    private let readers: ReaderPool?
    /// For reads that may lag behind.
    private let replica: ReaderPool?

    /// Opens the database and migrates its schema.
    ///
    /// - Parameters:
    ///   - schema: the tables of the database.
    ///   - locking: takes the lock of the directory of a file; nil if this process holds it.
    ///   - prepare: runs before anybody else sees the database.
    /// - Throws: ``HubError`` with `.inUse` while another process serves the same database of a server, or a database of an
    ///   older schema.
    package init(
        place: StorePlace, schema: StoreSchema, clock: Clock, options: StoreOptions,
        locking: (() throws -> StoreLock)? = nil, prepare: (any SQLConnection) throws -> Void = { _ in }
    ) throws {
        engine = try place.engine(schema: schema, options: options, locking: locking, prepare: prepare)
        readers = engine.readers
        replica = engine.replica
        writer = try HubWriter(engine: engine, clock: clock, options: options)
    }

    /// Why this process should end, see ``StoreEngine/reasonToEnd``.
    package var reasonToEnd: String? { engine.reasonToEnd }

    /// Pages that the disk failed to store may be missing in the file. Then a read may not return what was committed.
    ///
    /// - Throws: ``HubError`` with `.inUse`.
    private func requireWhole() throws {
        guard !engine.hasGivenUp else { throw DirtyLogMarker.over }
    }

    /// Reads committed state. A caller that was told of a change sees it.
    package func read<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        try requireWhole()
        guard let readers else { return try writer.read(body) }
        return try readers.read(body)
    }

    /// The same for small and frequent reads: reads in one tick of an event loop share the cost of a read transaction.
    package func read<R>(in turn: LoopTurn?, _ body: (any SQLConnection) throws -> R) throws -> R {
        try requireWhole()
        guard let turn, turn.isCurrent, let readers else { return try read(body) }
        return try TurnRead.of(turn, over: readers).read(body)
    }

    /// Whether the database accepts changes now: a server may be a standby or read-only.
    package func takesChanges() throws -> Bool {
        try read { try $0.takesChanges() }
    }

    /// Reads committed state that may lag behind: from a replica if there is one.
    func readLagging<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        guard let replica else { return try read(body) }
        return try replica.read(body)
    }

    /// Reads one present snapshot with any number of statements.
    package func presentSnapshot<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        try read { database in try database.snapshot { try body(database) } }
    }

    /// Reads one snapshot with any number of statements. It may lag behind.
    package func snapshot<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        try readLagging { database in try database.snapshot { try body(database) } }
    }

    /// The whole committed state of a database that is a file or in memory.
    package func serialized() throws -> [UInt8] { try read { try $0.serialize() } }

    /// Changes the database. `reply` is called exactly once, after the commit is durable.
    package func write<R: Sendable>(
        _ change: @escaping @Sendable (StoreChange) throws -> R,
        reply: @escaping @Sendable (Result<R, any Error>) -> Void
    ) {
        writer.submit(change, reply: reply)
    }

    /// Applies a job together with adjacent ones. Its caller is told exactly once, after the commit is durable.
    package func submit(_ job: any BatchedJob) { writer.submit(job) }

    /// Changes the database and waits until the change is durable.
    package func writeAndWait<R: Sendable>(_ change: @escaping @Sendable (StoreChange) throws -> R) throws -> R {
        let slot = ReplySlot<Result<R, any Error>>()
        writer.submit(change, reply: slot.fill)
        return try slot.wait().get()
    }

    package func close() {
        writer.close()
        readers?.close()
        replica?.close()
    }
}
