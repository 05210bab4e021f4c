// SPDX-License-Identifier: MIT
import HubStorage
import SQL
import Synchronization
import Tokens

/// Recently ended sessions: those whose access tokens may not have expired yet, or whose event stream may still be
/// open.
final class EndedSessions: Sendable {
    private let until: Mutex<[Int64: Timestamp]>
    /// Seconds. An idle stream checks its session at each heartbeat.
    private let memory: UInt64

    /// Loads the sessions that ended before a restart.
    init(from database: any SQLConnection, configuration: HubConfiguration, now: Timestamp) throws {
        memory = max(configuration.accessTokenLife, UInt64(configuration.heartbeat) * 2)
        until = Mutex(try Self.read(from: database, memory: memory, now: now))
    }

    /// Loads the sessions that an operator's command or another process of the same hub ended.
    func recall(from database: any SQLConnection, now: Timestamp) throws {
        let ended = try Self.read(from: database, memory: memory, now: now)
        until.withLock { all in all.merge(ended) { max($0, $1) } }
    }

    /// If the clock was set back in between, the time of a session's last token is later than the session's end.
    private static func read(
        from database: any SQLConnection, memory: UInt64, now: Timestamp
    ) throws -> [Int64: Timestamp] {
        var ended: [Int64: Timestamp] = [:]
        let since = now.subtracting(seconds: memory)
        try database.forEach(
            "SELECT id, CASE WHEN used > ended THEN used ELSE ended END FROM session WHERE ended >= ?",
            [try .unsigned(since.seconds)]
        ) { row in
            ended[try row.int(0)] = Timestamp(seconds: try row.unsigned(1)).adding(seconds: memory)
        }
        return ended
    }

    /// - Parameter issued: when the session's last access token was issued.
    func insert(_ session: Int64, at now: Timestamp, issued: Timestamp) {
        until.withLock { all in
            all = all.filter { now <= $0.value }
            all[session] = max(now, issued).adding(seconds: memory)
        }
    }

    func contains(_ session: Int64) -> Bool { until.withLock { $0[session] != nil } }
}
