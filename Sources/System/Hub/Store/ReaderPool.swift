// SPDX-License-Identifier: MIT
import SQLite

/// Read-only connections, lent to one thread at a time; each sees every commit that was durable when it began.
final class ReaderPool: @unchecked Sendable {  // a connection leaves `idle`, under the monitor, before a thread uses it
    private let monitor = Monitor()
    private let path: String
    private var idle: [Database] = []

    init(path: String) {
        self.path = path
    }

    func read<R>(_ body: (Database) throws -> R) throws -> R {
        let database = try monitor.synchronized { idle.popLast() } ?? Database(path: path, readOnly: true)
        defer { monitor.synchronized { idle.append(database) } }
        return try body(database)
    }

    /// Closes what is not lent.
    func close() { monitor.synchronized { idle.removeAll() } }
}
