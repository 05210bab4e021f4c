// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// The events of an account, in order, read from the database.
///
/// One position covers the movements in all currencies, so each page is read in one snapshot. With two snapshots the
/// position could pass a movement that only the second one contains.
struct EventLog {
    let currency: Currency
    let keyStore: KeyStore

    private var history: AccountHistory { AccountHistory(currency: currency, secret: keyStore.current.passingSecret) }

    /// The present end of the log.
    func end(of account: Int64, from database: any SQLConnection) throws -> EventPosition {
        let entries = try history.ledgerAccounts(of: account, from: database).map {
            try PostingChain.newest(of: $0, in: database)
        }
        let event = try database.row("SELECT max(id) FROM event WHERE account = ?", [.integer(account)])
        return EventPosition(entry: entries.max() ?? 0, event: try event?.optionalInt(0) ?? 0)
    }

    /// The next events after a position, oldest first. The id of each covers all events before it.
    func page(
        of account: Int64, after position: EventPosition, limit: Int, from database: any SQLConnection
    ) throws -> (events: [HubEvent], end: EventPosition, isFull: Bool) {
        let movements = try history.transactions(
            of: account, after: position.entry, limit: limit, from: database)
        let others = try database.rows(
            "SELECT id, kind, subject, time FROM event WHERE account = ? AND id > ? ORDER BY id LIMIT ?",
            [.integer(account), .integer(position.event), .integer(Int64(limit))])
        var events: [HubEvent] = []
        var end = position
        var rest = movements[...]
        var left = others[...]
        while !rest.isEmpty || !left.isEmpty {
            // By time; within one second movements come first.
            let event = try left.first.map { (id: try $0.int(0), time: try $0.unsigned(3), row: $0) }
            if let movement = rest.first, event.map({ movement.transaction.time <= $0.time }) ?? true {
                rest = rest.dropFirst()
                end.entry = movement.entry
                events.append(
                    HubEvent(
                        id: end.text, kind: HubEvent.Kind.transaction.rawValue, transaction: movement.transaction,
                        time: movement.transaction.time))
            } else if let event {
                left = left.dropFirst()
                end.event = event.id
                events.append(
                    HubEvent(
                        id: end.text, kind: try event.row.text(1), subject: try event.row.text(2), time: event.time))
            }
        }
        return (events, end, movements.count == limit || others.count == limit)
    }
}

extension AccountHistory {
    /// The account's movements after an entry, in all currencies, oldest first.
    func transactions(
        of account: Int64, after entry: Int64, limit: Int, from database: any SQLConnection
    ) throws -> [(entry: Int64, transaction: AccountTransaction)] {
        let found = try ledgerAccounts(of: account, from: database).flatMap { ledger in
            let rows = try PostingChain.rows(
                Self.columns, of: ledger, after: entry, limit: limit, in: database)
            return try rows.map { (entry: try $0.int(0), transaction: try transaction($0)) }
        }
        return Array(found.sorted { $0.entry < $1.entry }.prefix(limit))
    }
}

extension StoreChange {
    /// Adds an event other than a movement of money, and notifies the account's listeners once this change is durable.
    ///
    /// - Parameters:
    ///   - kind: what happened.
    ///   - subject: the id by which the routes of that kind know it; never a secret.
    func tell(_ account: Int64, _ kind: HubEvent.Kind, about subject: String, by dispatcher: EventDispatcher) throws {
        try database.run(
            "INSERT INTO event (account, kind, subject, time) VALUES (?, ?, ?, ?)",
            [.integer(account), .text(kind.rawValue), .text(subject), try .unsigned(now.seconds)])
        dispatcher.touched(account, in: self)
    }
}
