// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Keys
internal import SQLite

/// The rows of one kind of record; every table of the store has the same four columns.
///
/// `id` (never used twice), `state`, `reference` (32 or 16 hashed or random bytes that others name the row by, or NULL)
/// and the sealed `payload`.
package struct SealedTable<Record: SealedRecord> {
    let database: Database
    let vaultKey: VaultKey
    let random: RandomSource

    /// Adds a row and returns its number.
    @discardableResult
    package func insert(_ record: Record, reference: [UInt8]? = nil) throws -> Int64 {
        let id = try nextID()
        try database.run(
            "INSERT INTO \(Record.table) (id, state, reference, payload) VALUES (?, ?, ?, ?)",
            [
                .integer(id), .integer(record.state.rawValue), .optional(reference.map(name)),
                .blob(try payload(of: record, id)),
            ])
        return id
    }

    /// Adds rows that nothing names but their numbers, which follow one another, and returns the first of these.
    ///
    /// - Parameter areChecked: the caller knows of each record that it can be read again, so that no row is read back.
    @discardableResult
    package func insert(_ records: some Sequence<Record>, areChecked: Bool = false) throws -> Int64 {
        let first = try nextID()
        var id = first
        let statement = try database.prepare("INSERT INTO \(Record.table) (id, state, payload) VALUES (?, ?, ?)")
        for record in records {
            let payload = try payload(of: record, id, isChecked: areChecked)
            try statement.run([.integer(id), .integer(record.state.rawValue), .blob(payload)])
            id += 1
        }
        return first
    }

    /// The number that the next inserted row gets.
    package func nextID() throws -> Int64 {
        try (database.row("SELECT ifnull(max(id), 0) + 1 FROM \(Record.table)", [])?.int(0)) ?? 1
    }

    /// Writes a record back to its row.
    package func update(_ stored: Stored<Record>) throws {
        let changed = try database.run(
            "UPDATE \(Record.table) SET state = ?, payload = ? WHERE id = ?",
            [
                .integer(stored.record.state.rawValue), .blob(try payload(of: stored.record, stored.id)),
                .integer(stored.id),
            ])
        guard changed == 1 else {
            throw VaultError(.damaged, "Row \(stored.id) of the wallet's table \(Record.table) is missing.")
        }
    }

    /// Writes a record back to its row, which others name by these bytes from now on.
    package func update(_ stored: Stored<Record>, reference: [UInt8]) throws {
        try update(stored)
        try database.run(
            "UPDATE \(Record.table) SET reference = ? WHERE id = ?", [.blob(name(reference)), .integer(stored.id)])
    }

    /// A row by its number.
    package func row(_ id: Int64) throws -> Stored<Record>? {
        try database.row("SELECT id, state, payload FROM \(Record.table) WHERE id = ?", [.integer(id)]).map(open)
    }

    /// A row that must be there, because another row points to it.
    package func require(_ id: Int64) throws -> Stored<Record> {
        guard let stored = try row(id) else {
            throw VaultError(
                .damaged, "Row \(id) of the wallet's table \(Record.table) is missing. Restore a backup.")
        }
        return stored
    }

    /// The row that others name by these bytes.
    package func row(reference: [UInt8]) throws -> Stored<Record>? {
        try database.row("SELECT id, state, payload FROM \(Record.table) WHERE reference = ?", [.blob(name(reference))])
            .map(open)
    }

    /// All rows in these states, oldest first.
    package func rows(_ states: Record.State...) throws -> [Stored<Record>] {
        var rows: [Stored<Record>] = []
        for state in states {
            rows += try database.rows(
                "SELECT id, state, payload FROM \(Record.table) WHERE state = ? ORDER BY id",
                [.integer(state.rawValue)]
            ).map(open)
        }
        return states.count == 1 ? rows : rows.sorted { $0.id < $1.id }
    }

    /// How many rows are in a state.
    package func count(_ state: Record.State) throws -> Int {
        Int(
            try database.row(
                "SELECT count(*) FROM \(Record.table) WHERE state = ?", [.integer(state.rawValue)])?.int(0) ?? 0)
    }

    /// The newest rows below a number, newest first.
    package func newest(_ limit: Int, before: Int64?) throws -> [Stored<Record>] {
        try database.rows(
            "SELECT id, state, payload FROM \(Record.table) WHERE id < ? ORDER BY id DESC LIMIT ?",
            [.integer(before ?? .max), .integer(Int64(limit))]
        ).map(open)
    }

    /// What stands in the file for a name.
    private func name(_ reference: [UInt8]) -> [UInt8] {
        guard Record.hidesNames else { return reference }
        return HMACSHA256.code(reference, key: vaultKey.tableKey("\(Record.table)/names"))
    }

    private func payload(of record: Record, _ id: Int64, isChecked: Bool = false) throws -> [UInt8] {
        var writer = CBORWriter()
        record.write(to: &writer)
        do {
            // One row that cannot be read would stop every question about its table.
            if isChecked {
                _ = try CBORReader(writer.encoded, maximumCount: Self.maximumCount)
            } else {
                _ = try read(writer.encoded, state: record.state)
            }
        } catch let error as BytesError {
            throw VaultError(
                .tooLarge, "A row of the table \(Record.table) would be too large. Nothing was kept.", cause: error)
        }
        return try vaultKey.seal(writer.encoded, table: Record.table, row: id, random: random)
    }

    private func open(_ row: Row) throws -> Stored<Record> {
        let id = try row.int(0)
        guard let state = Record.State(rawValue: try row.int(1)) else {
            throw VaultError(.damaged, "Row \(id) of the wallet's table \(Record.table) has an unknown state.")
        }
        let plain = try vaultKey.open(try row.blob(2), table: Record.table, row: id)
        return Stored(id: id, record: try read(plain, state: state))
    }

    /// The plain bytes of a row.
    private static var maximumCount: Int { 4 * RowBound.blob }

    private func read(_ plain: [UInt8], state: Record.State) throws -> Record {
        var reader = try CBORReader(plain, maximumCount: Self.maximumCount)
        let record = try Record(state: state, from: &reader)
        try reader.finish()
        return record
    }
}
