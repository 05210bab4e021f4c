// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import SQL
import Tokens

/// Merchants' webhooks: the address, the last delivered movement and the state of delivery.
///
///     waiting ──answered 2xx──▶ next movement
///        └──anything else──▶ waiting longer ──failing for a day──▶ disabled ──set again──▶ waiting
struct WebhookTable {
    let database: any SQLConnection

    /// A webhook that is due.
    struct Due: Sendable {
        let account: Int64
        let url: String
        let secret: [UInt8]
        let entry: Int64
        let attempts: Int64
        let failingSince: UInt64?
    }

    /// The largest number of webhooks that one query returns.
    private static let maximumDue: Int64 = 256
    /// The number of delivery attempts that are stored for each account.
    private static let keptDeliveries: Int64 = 200
    /// Seconds.
    private static let givenUpAfter = Timestamp.secondsPerDay
    private static let longestWait: UInt64 = 3_600
    /// A webhook is not disabled before this many attempts, whatever the clock says.
    private static let fewestAttempts: Int64 = 24

    /// The condition that a wait is over, or began before the clock was set back: no wait is that long.
    private static let isOver = "(next_at <= ? OR next_at > ?)"

    private static func isOver(at now: Timestamp) throws -> [Value] {
        [try .unsigned(now.seconds), try .unsigned(now.adding(seconds: 2 * longestWait).seconds)]
    }

    /// Starts delivery after an entry. A webhook that already exists continues with what its server has not accepted.
    func set(_ account: Int64, url: String, secret: [UInt8], entry: Int64, at now: Timestamp) throws {
        try database.run(
            """
            INSERT INTO webhook (account, url, secret, entry, next_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (account) DO UPDATE SET url = excluded.url, secret = excluded.secret, attempts = 0,
                next_at = excluded.next_at, failing_since = NULL, disabled = NULL
            """,
            [.integer(account), .text(url), .blob(secret), .integer(entry), try .unsigned(now.seconds)])
    }

    /// - Returns: whether there was one.
    func remove(_ account: Int64) throws -> Bool {
        try database.run("DELETE FROM webhook WHERE account = ?", [.integer(account)]) == 1
    }

    /// The accounts whose webhooks are due now, the longest waiting first.
    func due(at now: Timestamp) throws -> [Int64] {
        try database.rows(
            """
            SELECT w.account FROM webhook w JOIN account a ON a.id = w.account
            WHERE w.disabled IS NULL AND \(Self.isOver) AND a.merchant IS NOT NULL
                AND (EXISTS (SELECT 1 FROM holding h WHERE h.account = w.account AND h.newest > w.entry)
                    OR EXISTS (SELECT 1 FROM currency_account c JOIN holding h ON h.account = c.ledger
                        WHERE c.account = w.account AND h.newest > w.entry))
            ORDER BY w.next_at LIMIT ?
            """, try Self.isOver(at: now) + [.integer(Self.maximumDue)]
        ).map { try $0.int(0) }
    }

    /// The webhook of an account, with the position from which to deliver; nil while it has to wait.
    func open(_ account: Int64, at now: Timestamp) throws -> Due? {
        let row = try database.row(
            """
            SELECT url, secret, entry, attempts, failing_since FROM webhook
            WHERE account = ? AND disabled IS NULL AND \(Self.isOver)
            """, [.integer(account)] + (try Self.isOver(at: now)))
        return try row.map {
            Due(
                account: account, url: try $0.text(0), secret: try $0.blob(1), entry: try $0.int(2),
                attempts: try $0.int(3), failingSince: try $0.optionalInt(4).map { UInt64(max(0, $0)) })
        }
    }

    /// The request for money that an entry paid.
    func request(paidBy entry: Int64) throws -> OperationID? {
        let row = try database.row("SELECT public_id FROM money_request WHERE entry = ?", [.integer(entry)])
        return try row.flatMap { OperationID(bytes: try $0.blob(0)) }
    }

    /// Moves on past movements that were delivered or are not for webhooks.
    func passed(_ due: Due, upTo entry: Int64, at now: Timestamp) throws {
        try database.run(
            """
            UPDATE webhook SET entry = ?, attempts = 0, failing_since = NULL, next_at = ?
            WHERE account = ? AND url = ? AND entry < ?
            """,
            [.integer(entry), try .unsigned(now.seconds), .integer(due.account), .text(due.url), .integer(entry)])
    }

    /// Waits longer: 5 seconds, then twice as long each time, up to an hour. Each wait varies by up to a quarter, so
    /// that many webhooks are not due at once. After a day of failures the webhook is disabled.
    ///
    /// - Parameter chance: a random number from 0 to 255.
    /// - Returns: whether the webhook was disabled.
    func failed(_ due: Due, chance: UInt8, at now: Timestamp) throws -> Bool {
        let since = min(due.failingSince ?? now.seconds, now.seconds)
        let wait = min(5 << UInt64(min(due.attempts, 10)), Self.longestWait)
        let shifted = wait * 3 / 4 + wait * UInt64(chance) / 512
        let isOver = now.seconds >= since + Self.givenUpAfter && due.attempts >= Self.fewestAttempts
        let changed = try database.run(
            """
            UPDATE webhook SET attempts = attempts + 1, failing_since = ?, next_at = ?, disabled = ?
            WHERE account = ? AND url = ?
            """,
            [
                try .unsigned(since), try .unsigned(now.seconds + max(1, shifted)),
                isOver ? try .unsigned(now.seconds) : .null, .integer(due.account), .text(due.url),
            ])
        return isOver && changed == 1
    }

    /// Records an attempt and deletes old ones.
    func log(_ account: Int64, _ delivery: WebhookState.Delivery) throws {
        try database.run(
            "INSERT INTO webhook_delivery (account, event, kind, time, status, problem) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .integer(account), .text(delivery.event), .text(delivery.kind), try .unsigned(delivery.time),
                .optional(delivery.status.map { Int64($0) }), .optional(delivery.problem?.rawValue),
            ])
        let oldest = try database.row(
            "SELECT id FROM webhook_delivery WHERE account = ? ORDER BY id DESC LIMIT 1 OFFSET ?",
            [.integer(account), .integer(Self.keptDeliveries)])
        guard let oldest else { return }
        try database.run(
            "DELETE FROM webhook_delivery WHERE account = ? AND id <= ?",
            [.integer(account), .integer(try oldest.int(0))])
    }

    func state(of account: Int64) throws -> WebhookState {
        let row = try database.row(
            "SELECT url, failing_since, disabled FROM webhook WHERE account = ?", [.integer(account)])
        let deliveries = try database.rows(
            """
            SELECT event, kind, time, status, problem FROM webhook_delivery WHERE account = ? ORDER BY id DESC LIMIT 50
            """, [.integer(account)]
        ).map {
            WebhookState.Delivery(
                event: try $0.text(0), kind: try $0.text(1), time: try $0.unsigned(2),
                status: try $0.optionalInt(3).map { Int($0) },
                // Versions before stored a sentence.
                problem: try $0.optionalText(4).map { WebhookFault(rawValue: $0) ?? .other })
        }
        return WebhookState(
            url: try row?.text(0), failingSince: try row?.optionalInt(1).map { UInt64(max(0, $0)) },
            disabled: try row?.optionalInt(2).map { UInt64(max(0, $0)) }, deliveries: deliveries)
    }
}
