// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import SQL
import Tokens

/// The hub's memory of who did what, when and from where: rows are only added, each in the same commit as what it tells.
///
/// Each row's hash covers the one before it, so a row that is changed, taken out or put in between breaks the chain. Whoever
/// can write the whole file can forge a whole chain: a head that was noted elsewhere shows that.
enum AuditLog {
    /// Bytes of a row's details.
    private static let maximumDetails = 400
    static let start = [UInt8](repeating: 0, count: 32)

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - account: the row of the account that it is about.
    ///   - actor: who did it: an account's name, or who called the hub's program. Never what somebody merely typed.
    ///   - details: no secrets.
    static func add(
        _ event: AuditEvent, of account: Int64?, by actor: String, from address: String? = nil, _ details: String = "",
        in database: any SQLConnection, at now: Timestamp
    ) throws {
        let last = try database.row("SELECT number, hash FROM audit_log ORDER BY number DESC LIMIT 1")
        let number = try (last?.int(0) ?? 0) + 1
        let address = (address?.isEmpty ?? true) ? nil : address
        let row = Entry(
            number: number, time: now.seconds, event: event.rawValue, account: account, actor: actor, address: address,
            details: cut(details))
        try database.run(
            """
            INSERT INTO audit_log (number, time, event, account, actor, address, details, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(number), try .unsigned(now.seconds), .text(row.event), .optional(account), .text(actor),
                .optional(address), .text(row.details), .blob(row.hash(after: try last?.blob(1) ?? start)),
            ])
    }

    /// As much of a text as a row keeps.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > maximumDetails else { return text }
        return String(text.prefix(maximumDetails / 4)) + "…"
    }

    /// A row as it is hashed.
    struct Entry {
        let number: Int64
        let time: UInt64
        let event: String
        let account: Int64?
        let actor: String
        let address: String?
        let details: String

        func hash(after previous: [UInt8]) -> [UInt8] {
            var writer = CBORWriter()
            writer.array(8)
            writer.bytes(previous)
            writer.uint(UInt64(clamping: number))
            writer.uint(time)
            writer.text(event)
            if let account { writer.uint(UInt64(clamping: account)) } else { writer.null() }
            writer.text(actor)
            if let address { writer.text(address) } else { writer.null() }
            writer.text(details)
            return SHA256.hash(writer.encoded).bytes
        }
    }
}

extension StoreChange {
    /// Adds a row to the audit log in the same commit; see ``AuditLog/add(_:of:by:from:_:in:at:)``.
    func log(
        _ event: AuditEvent, of account: Int64?, by actor: String, from address: String? = nil, _ details: String = ""
    ) throws {
        try AuditLog.add(event, of: account, by: actor, from: address, details, in: database, at: now)
    }
}
