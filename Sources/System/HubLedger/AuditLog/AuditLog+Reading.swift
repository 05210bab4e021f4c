// SPDX-License-Identifier: MIT
import Bytes
package import HubAPI
package import SQL

/// Selects rows of the audit log.
package struct AuditLogQuery: Sendable {
    /// The name of an account.
    package var account: String?
    package var event: AuditEvent?
    /// Seconds since 1970.
    package var since: UInt64?
    /// Only rows with smaller numbers.
    package var before: Int64?
    package var limit = 20

    package init() {}
}

/// The result of a check of the audit log's hash chain.
package struct AuditLogState: Sendable, Equatable {
    package var rows: Int64
    /// The hash of the last row, in hexadecimal. An operator who stores it elsewhere can later prove that the log was
    /// not rewritten.
    package var head: String
    /// The first violation; nil when the chain is intact.
    package var finding: AuditFinding?
    /// Whether the expected head is the hash of some row; nil when none was given.
    package var holdsExpectedHead: Bool?
}

extension AuditLog {
    /// The newest rows first.
    ///
    /// - Throws: `HubProblem` with `.notFound` for an account that does not exist.
    package static func page(_ query: AuditLogQuery, in database: any SQLConnection) throws -> LogPage {
        var conditions = ["l.number < ?"]
        var values: [Value] = [.integer(query.before ?? .max)]
        if let name = query.account {
            guard let account = try Accounts.find(name, in: database) else {
                throw HubProblem(.notFound, "There is no account of that name.")
            }
            conditions.append("l.account = ?")
            values.append(.integer(account.id))
        }
        if let event = query.event {
            conditions.append("l.event = ?")
            values.append(.text(event.rawValue))
        }
        if let since = query.since {
            conditions.append("l.time >= ?")
            values.append(try .unsigned(since))
        }
        values.append(.integer(Int64(query.limit) + 1))
        let rows = try database.rows(
            """
            SELECT l.number, l.time, l.event, a.username, l.actor, l.address, l.details
            FROM audit_log l LEFT JOIN account a ON a.id = l.account
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY l.number DESC LIMIT ?
            """, values)
        let items = try rows.prefix(query.limit).map {
            LogLine(
                number: try $0.int(0), time: try $0.unsigned(1), event: try $0.text(2), account: try $0.optionalText(3),
                actor: try $0.text(4), address: try $0.optionalText(5), details: try $0.text(6))
        }
        return LogPage(items: items, next: rows.count > query.limit ? items.last?.number : nil)
    }

    /// Checks the whole chain.
    package static func check(expecting head: [UInt8]?, in database: any SQLConnection) throws -> AuditLogState {
        var previous = start
        var rows: Int64 = 0
        var finding: AuditFinding?
        var found = head == start
        try database.forEach(
            "SELECT number, time, event, account, actor, address, details, hash FROM audit_log ORDER BY number"
        ) { row in
            rows += 1
            let entry = Entry(
                number: try row.int(0), time: try row.unsigned(1), event: try row.text(2),
                account: try row.optionalInt(3), actor: try row.text(4), address: try row.optionalText(5),
                details: try row.text(6))
            let hash = try row.blob(7)
            if finding == nil {
                if entry.number != rows {
                    finding = AuditFinding(.auditLogGap, "\(rows)")
                } else if hash != entry.hash(after: previous) {
                    finding = AuditFinding(.auditLogRow, "\(rows)")
                }
            }
            if hash == head { found = true }
            previous = hash
        }
        return AuditLogState(
            rows: rows, head: Hex.encode(previous), finding: finding, holdsExpectedHead: head.map { _ in found })
    }
}
