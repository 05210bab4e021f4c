// SPDX-License-Identifier: MIT
import SQL
import SQLite

/// Read-only connections, lent to one thread at a time; each sees every commit that was durable when it began.
final class ReaderPool: @unchecked Sendable {  // a reader leaves `idle`, under the monitor, before a thread uses it
    /// One connection.
    final class Reader {
        let database: any SQLConnection
        /// For books in a file: reads that follow on one another.
        let standing: StandingRead?

        init(_ database: any SQLConnection) throws {
            self.database = database
            standing = try (database as? Database).flatMap { try StandingRead($0) }
        }
    }

    private let monitor = Monitor()
    private let open: @Sendable () throws -> any SQLConnection
    private var idle: [Reader] = []

    /// - Parameter open: makes one more connection, when all are lent.
    init(open: @escaping @Sendable () throws -> any SQLConnection) {
        self.open = open
    }

    func read<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        let reader = try lend()
        defer { takeBack(reader) }
        return try body(reader.database)
    }

    /// A reader for the caller alone, until it is given back.
    func lend() throws -> Reader {
        try monitor.synchronized { idle.popLast() } ?? Reader(open())
    }

    func takeBack(_ reader: Reader) { monitor.synchronized { idle.append(reader) } }

    /// Closes what is not lent.
    func close() { monitor.synchronized { idle.removeAll() } }
}
