// SPDX-License-Identifier: MIT
import Crypto
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// What identifies the hub of a database: its root key, its currency and the announcements of its working keys.
struct HubIdentity {
    let currency: Currency
    let announced: AnnouncementSet

    /// Writes a new hub into an empty database, in the one commit that creates the hub.
    static func create(
        currency: Currency, rootKey: P256.PrivateKey, keys: [WorkingKey], configuration: HubConfiguration,
        at now: Timestamp,
        random: RandomSource, in database: any SQLConnection
    ) throws {
        try database.transaction {
            let ledger = Ledger(database: database, now: now, currency: currency, random: random)
            try ledger.open(LedgerName.funding, mayOverdraw: true)
            try ledger.open(LedgerName.guarantee)
            try announce(keys, after: 0, rootKey: rootKey, configuration: configuration, at: now, in: database)
            try database.run(
                "INSERT INTO hub (id, root_key, currency, created) VALUES (1, ?, ?, ?)",
                [.blob(rootKey.publicKey.compressed), .text(currency.code), try .unsigned(now.seconds)])
        }
    }

    /// Announces one key of each purpose. Must be called inside a transaction.
    static func announce(
        _ keys: [WorkingKey], after sequence: UInt64, rootKey: P256.PrivateKey, configuration: HubConfiguration,
        at now: Timestamp, in database: any SQLConnection
    ) throws {
        let announcements = try KeyTerms.announce(
            keys, after: sequence, from: now, configuration: configuration, rootKey: rootKey)
        try insert(announcements, in: database)
    }

    static func insert(_ announcements: [Announcement], in database: any SQLConnection) throws {
        for announcement in announcements {
            try database.run(
                "INSERT INTO announcement (sequence, bytes) VALUES (?, ?)",
                [try .unsigned(announcement.sequence), .blob(announcement.encoded)])
        }
    }

    /// Whether the database contains a hub.
    static func exists(in database: any SQLConnection) throws -> Bool { try database.row("SELECT 1 FROM hub") != nil }

    /// Reads the hub of a database, and verifies every announcement again.
    ///
    /// - Throws: ``HubError`` with `.notInitialised`.
    init(from database: any SQLConnection) throws {
        guard let row = try database.row("SELECT root_key, currency FROM hub") else {
            throw HubError(.notInitialised, "There is no hub here yet. Make one with `satchel-hub init`.")
        }
        currency = try Currency(code: try row.text(1))
        var announced = AnnouncementSet(rootKey: try P256.PublicKey(compressed: try row.blob(0)))
        for row in try database.rows("SELECT bytes FROM announcement ORDER BY sequence") {
            try announced.add(try Announcement(decoding: try row.blob(0)))
        }
        self.announced = announced
    }
}
