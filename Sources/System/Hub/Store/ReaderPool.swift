// SPDX-License-Identifier: MIT
import SQL

/// Read-only connections, lent to one thread at a time; each sees every commit that was durable when it began.
final class ReaderPool: @unchecked Sendable {  // a connection leaves `idle`, under the monitor, before a thread uses it
    private let monitor = Monitor()
    private let open: @Sendable () throws -> any SQLConnection
    private var idle: [any SQLConnection] = []

    /// - Parameter open: makes one more connection, when all are lent.
    init(open: @escaping @Sendable () throws -> any SQLConnection) {
        self.open = open
    }

    func read<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        let database = try lend()
        defer { takeBack(database) }
        return try body(database)
    }

    /// A connection for the caller alone, until it is given back.
    func lend() throws -> any SQLConnection {
        try monitor.synchronized { idle.popLast() } ?? open()
    }

    func takeBack(_ database: any SQLConnection) { monitor.synchronized { idle.append(database) } }

    /// Closes what is not lent.
    func close() { monitor.synchronized { idle.removeAll() } }
}
