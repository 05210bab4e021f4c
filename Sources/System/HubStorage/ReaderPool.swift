// SPDX-License-Identifier: MIT
import SQL

/// Read-only connections, each used by one thread at a time. Each read sees every commit that was durable when it
/// began.
final class ReaderPool: @unchecked Sendable {  // a reader leaves `idle`, under the monitor, before a thread uses it
    /// One connection.
    final class Reader {
        let database: any SQLConnection
        /// Nil where each read begins by itself.
        let shared: (any SharedSnapshot)?

        init(_ database: any SQLConnection, shared: (any SharedSnapshot)? = nil) {
            self.database = database
            self.shared = shared
        }
    }

    private let monitor = Monitor()
    private let open: @Sendable () throws -> Reader
    private var idle: [Reader] = []

    /// - Parameter open: opens another connection when all are in use.
    init(open: @escaping @Sendable () throws -> Reader) {
        self.open = open
    }

    func read<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        let reader = try lend()
        defer { takeBack(reader) }
        return try body(reader.database)
    }

    /// A reader for exclusive use, until ``takeBack(_:)``.
    func lend() throws -> Reader {
        try monitor.synchronized { idle.popLast() } ?? open()
    }

    func takeBack(_ reader: Reader) { monitor.synchronized { idle.append(reader) } }

    /// Closes the connections that are not in use.
    func close() { monitor.synchronized { idle.removeAll() } }
}
