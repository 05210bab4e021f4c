// SPDX-License-Identifier: MIT
import HTTP
import SQL

/// The reader that the requests of one event-loop tick share: one connection and, for a database file, one snapshot as
/// long as nothing is committed.
///
/// Each read of a file takes and releases two locks of the system, which cost as much as the read. The shared read
/// ends with the tick, before the loop waits, because the write-ahead log cannot restart while a reader uses it.
final class TurnRead: LoopTurn.Companion {
    private let pool: ReaderPool
    private let reader: ReaderPool.Reader

    /// The reader of this tick, created for the first request that needs it.
    static func of(_ turn: LoopTurn, over pool: ReaderPool) throws -> TurnRead {
        // Through AnyObject: the cast from an object compares classes directly, while one from a protocol type needs a
        // look-up.
        if let begun = turn.companion as AnyObject? as? TurnRead, begun.pool === pool { return begun }
        let read = try TurnRead(over: pool)
        turn.keep(read)
        return read
    }

    private init(over pool: ReaderPool) throws {
        self.pool = pool
        reader = try pool.lend()
    }

    /// Reads committed state. A caller that was told of a change sees it.
    func read<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        try reader.shared?.refresh()
        return try body(reader.database)
    }

    func turnEnded() {
        reader.shared?.end()
        pool.takeBack(reader)
    }
}
