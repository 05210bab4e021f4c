// SPDX-License-Identifier: MIT
import HTTP
import SQL
import SQLite

/// What the requests of one turn of a server's loop read over: one connection, and of a file one state for as long as nothing
/// is committed.
///
/// Each read of a file takes and gives back two locks of the system, which cost as much as the reading. The read ends with
/// the turn, before the loop waits, because the log of the books cannot begin anew while somebody reads in it.
final class TurnRead: LoopTurn.Companion {
    private let pool: ReaderPool
    private let reader: ReaderPool.Reader

    /// What this turn reads over; begun for the first request that asks.
    static func of(_ turn: LoopTurn, over pool: ReaderPool) throws -> TurnRead {
        // As an object first: what is known of a class is compared at once, of a protocol it is looked up.
        if let begun = turn.companion as AnyObject? as? TurnRead, begun.pool === pool { return begun }
        let read = try TurnRead(over: pool)
        turn.keep(read)
        return read
    }

    private init(over pool: ReaderPool) throws {
        self.pool = pool
        reader = try pool.lend()
    }

    /// Reads committed state; whoever was told of a change finds it.
    func read<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
        guard let standing = reader.standing else { return try body(reader.database) }
        return try standing.read { try body(reader.database) }
    }

    func turnEnded() {
        reader.standing?.end()
        pool.takeBack(reader)
    }
}
