// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import HubStorage
package import SQL
package import Tokens

/// The record of who did what, when and from where. Rows are only appended, each in the same commit as the event it
/// describes.
///
/// Each row's hash covers the hash of the row before, so a changed, removed or inserted row breaks the chain. An
/// attacker who can write the whole file can forge a whole chain; a head that was stored elsewhere reveals that.
package enum AuditLog {
    /// The maximum length of a row's details, in bytes.
    private static let maximumDetails = 400
    package static let start = [UInt8](repeating: 0, count: 32)

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - account: the row of the account that the event is about.
    ///   - actor: who caused the event: the name of an account, or the user who ran the hub's program. Never
    ///     unverified input.
    ///   - details: must not contain secrets.
    package static func add(
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

    /// The part of a text that a row keeps.
    package static func cut(_ text: String) -> String {
        guard text.utf8.count > maximumDetails else { return text }
        return String(text.prefix(maximumDetails / 4)) + "…"
    }

    /// A row in the form in which it is hashed.
    package struct Entry {
        package let number: Int64
        package let time: UInt64
        package let event: String
        package let account: Int64?
        package let actor: String
        package let address: String?
        package let details: String

        package init(
            number: Int64, time: UInt64, event: String, account: Int64?, actor: String, address: String?,
            details: String
        ) {
            self.number = number
            self.time = time
            self.event = event
            self.account = account
            self.actor = actor
            self.address = address
            self.details = details
        }

        package func hash(after previous: [UInt8]) -> [UInt8] {
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
    package func log(
        _ event: AuditEvent, of account: Int64?, by actor: String, from address: String? = nil, _ details: String = ""
    ) throws {
        try AuditLog.add(event, of: account, by: actor, from: address, details, in: database, at: now)
    }
}
