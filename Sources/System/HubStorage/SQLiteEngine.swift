// SPDX-License-Identifier: MIT
package import Keys
import Logging
import SQL
package import SQLite

/// The engine of a database file, or of a database in memory.
///
/// The database is touched by one thread at a time: the writer's, or the one that opens or closes the store.
/// Everything else is immutable or thread-safe.
package final class SQLiteEngine: StoreEngine, @unchecked Sendable {
    private let database: Database
    /// For a file that is served.
    private let checkpointer: Checkpointer?
    /// For a file.
    private let marker: DirtyLogMarker?
    private let options: StoreOptions
    let readers: ReaderPool?

    var connection: any SQLConnection { database }
    var replica: ReaderPool? { nil }

    /// - Parameters:
    ///   - path: the path of the file; nil for a database in memory.
    ///   - database: from ``open(_:schema:locking:)`` or ``openInMemory(_:schema:)``.
    init(path: String?, database: Database, schema: StoreSchema, options: StoreOptions) throws {
        self.database = database
        self.options = options
        _ = try database.rows("PRAGMA cache_size = -\(schema.cache)")
        // What a long reading has let it grow to is given back when it starts again.
        _ = try database.rows("PRAGMA journal_size_limit = \(options.logPages * Self.longestLog)")
        if let pages = options.maximumPages { _ = try database.rows("PRAGMA max_page_count = \(pages)") }
        let isServed = path != nil && options.execution == .threads
        marker = path.map { DirtyLogMarker(of: $0) }
        checkpointer = try path.flatMap { isServed ? try Checkpointer(path: $0, options: options) : nil }
        readers = path.flatMap { path in
            guard isServed else { return nil }
            return ReaderPool {
                let database = try Database(path: path, readOnly: true)
                return ReaderPool.Reader(database, shared: try PinnedSnapshot(database))
            }
        }
    }

    deinit { keepDoubtfulLog() }

    /// Bytes of the log's file for each page after which it is worth moving: four pages, more than it grows to while nobody
    /// reads for long.
    private static let longestLog = 4 * 4_096

    // MARK: - Opening

    /// Opens a database in memory.
    ///
    /// - Parameter image: the bytes of a database file, or nil for an empty database.
    static func openInMemory(_ image: [UInt8]?, schema: StoreSchema) throws -> Database {
        let memory = try Database(path: .inMemory, applicationID: schema.applicationID)
        if let image {
            try memory.restore(from: image)
        } else if let empty = try schema.empty() {
            try memory.restore(from: empty, checksPages: false)
        }
        try memory.migrate(schema.migrations)
        try schema.update(memory)
        return memory
    }

    /// Opens a file for changes and migrates its schema.
    ///
    /// - Parameter locking: takes the lock that a serving process holds, for as long as an older schema is migrated;
    ///   nil if this process holds it.
    /// - Throws: ``HubError`` with `.inUse`, or what `locking` throws, while another process serves an older schema.
    package static func open(_ path: String, schema: StoreSchema, locking: (() throws -> StoreLock)?) throws -> Database
    {
        try DirtyLogMarker(of: path).settle()
        try migrate(path, to: schema, locking: locking)
        let file = try Database(path: path, applicationID: schema.applicationID, gathersLog: true)
        // Who moves it, and when, see Checkpointer. What is left when no hub serves is moved by the process that
        // closes the file last.
        file.leaveLog()
        return file
    }

    /// Through a connection of its own: what a migration changes need not fit into memory, and the writer's must.
    private static func migrate(_ path: String, to schema: StoreSchema, locking: (() throws -> StoreLock)?) throws {
        let file = try Database(path: path, applicationID: schema.applicationID)
        let lock = try schema.isOlder(try file.schemaVersion()) ? locking?() : nil
        defer { withExtendedLifetime(lock) {} }
        try file.migrate(schema.migrations)
        try schema.update(file)
    }

    // MARK: - Batches

    /// The transaction's own lock of the file admits one writer.
    func begin() {}

    func committed() {}

    /// SQLite's last steps, such as enlarging the log's index, run when the batch is already on disk, and their
    /// failure may be reported as a full disk. Then the whole batch may be in the log, and be found there after a
    /// crash, until the next commit overwrites it.
    func outcome(of error: SQLError, isApplied: Bool) -> BatchOutcome {
        if error.code == .inputOutput { return .unknown }
        guard isApplied else { return .refused }
        return switch error.code {
        case .constraint, .rolledBack: .refused
        case .full: database.isLogCut ? .refused : .unknown
        default: .unknown
        }
    }

    /// Moves the last pages of the log, if its checkpointer has moved all others.
    func batchAnswered() {
        guard let checkpointer, checkpointer.committed(pages: database.logPages) else { return }
        do {
            try database.moveLog()
        } catch let error as SQLError where error.code == .inputOutput {
            checkpointer.giveUp(error)
        } catch {
            options.log.warning(
                "The hub could not move the write-ahead log into the database file, and will try again later",
                .error(error))
        }
    }

    /// A process that does not serve learns this from the mark beside the file. Without the check, a command that
    /// stays open beside a hub would go on using the database.
    var hasGivenUp: Bool { checkpointer?.hasGivenUp ?? marker?.isNoted ?? false }

    var reasonToEnd: String? { checkpointer?.reasonToEnd }

    func close() {
        checkpointer?.close()
        keepDoubtfulLog()
    }

    /// The process that closes a file last checkpoints its log. The log must stay while pages may be missing in the
    /// file.
    private func keepDoubtfulLog() {
        guard hasGivenUp || marker?.isNoted == true else { return }
        do { try database.keepLog() } catch {
            options.log.error("The write-ahead log could not be kept", .error(error))
        }
    }
}

extension PinnedSnapshot: SharedSnapshot {}
