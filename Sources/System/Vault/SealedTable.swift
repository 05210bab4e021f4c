// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Keys
internal import SQLite

/// The table of one kind of record. Every table of the store has the same four columns.
///
/// `id` (not reused while a later row exists, or random and never reused), `state`, `reference` (32 or 16 hashed or random bytes by which others
/// refer to the row, or NULL) and the sealed `payload`.
package struct SealedTable<Record: SealedRecord> {
    let database: Database
    let vaultKey: VaultKey
    let random: RandomSource
    /// What the rows belong to; empty for rows of the whole store.
    let owner: [UInt8]

    /// Adds a row and returns its number.
    @discardableResult
    package func insert(_ record: Record, reference: [UInt8]? = nil) throws -> Int64 {
        try insert(record, as: nextID(), reference: reference)
    }

    /// Adds a row under a random number of 63 bits and returns it. For tables whose rows are deleted: a deleted row
    /// does not open under the number of a later one.
    @discardableResult
    package func insertAtRandom(_ record: Record) throws -> Int64 {
        let number = random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return try insert(record, as: Int64(number >> 1), reference: nil)
    }

    private func insert(_ record: Record, as id: Int64, reference: [UInt8]?) throws -> Int64 {
        try database.run(
            "INSERT INTO \(Record.table) (id, state, reference, payload) VALUES (?, ?, ?, ?)",
            [
                .integer(id), .integer(record.state.rawValue), .optional(reference.map(name)),
                .blob(try payload(of: record, id)),
            ])
        return id
    }

    /// Adds rows without references. Their numbers are consecutive. Returns the first number.
    ///
    /// - Parameter areChecked: the caller guarantees that each record can be read again, so that no row is read back.
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

    /// Updates a record's row.
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

    /// Updates a record's row and its reference.
    package func update(_ stored: Stored<Record>, reference: [UInt8]) throws {
        try update(stored)
        try database.run(
            "UPDATE \(Record.table) SET reference = ? WHERE id = ?", [.blob(name(reference)), .integer(stored.id)])
    }

    /// Whether there is a row with this number that is sealed for this table's owner.
    package func opens(_ id: Int64) -> Bool {
        // Safe: a row that does not open is the answer "no". The caller then opens it in another way, or fails.
        (try? row(id)) != nil
    }

    /// The row with this number; nil if there is none.
    package func row(_ id: Int64) throws -> Stored<Record>? {
        try database.row("SELECT id, state, payload FROM \(Record.table) WHERE id = ?", [.integer(id)]).map(open)
    }

    /// The row with this number, which must exist because another row refers to it.
    package func require(_ id: Int64) throws -> Stored<Record> {
        guard let stored = try row(id) else {
            throw VaultError(
                .damaged, "Row \(id) of the wallet's table \(Record.table) is missing. Restore a backup.")
        }
        return stored
    }

    /// The row with this reference.
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

    /// The number of rows in a state.
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

    /// The stored form of a reference.
    private func name(_ reference: [UInt8]) -> [UInt8] {
        guard Record.hidesNames else { return reference }
        return HMACSHA256.code(reference, key: vaultKey.tableKey("\(Record.table)/names"))
    }

    private func payload(of record: Record, _ id: Int64, isChecked: Bool = false) throws -> [UInt8] {
        var writer = CBORWriter()
        record.write(to: &writer)
        do {
            // A row that cannot be read back would make every query of its table fail.
            if isChecked {
                _ = try CBORReader(writer.encoded, maximumCount: Self.maximumCount)
            } else {
                _ = try read(writer.encoded, state: record.state)
            }
        } catch let error as BytesError {
            throw VaultError(
                .tooLarge, "A row of the table \(Record.table) would be too large. Nothing was kept.", cause: error)
        }
        return try vaultKey.seal(writer.encoded, table: Record.table, row: id, of: owner, random: random)
    }

    private func open(_ row: Row) throws -> Stored<Record> {
        let id = try row.int(0)
        guard let state = Record.State(rawValue: try row.int(1)) else {
            throw VaultError(.damaged, "Row \(id) of the wallet's table \(Record.table) has an unknown state.")
        }
        let plain = try vaultKey.open(try row.blob(2), table: Record.table, row: id, of: owner)
        return Stored(id: id, record: try read(plain, state: state))
    }

    /// The most plain bytes of a row.
    private static var maximumCount: Int { 4 * RowBound.blob }

    private func read(_ plain: [UInt8], state: Record.State) throws -> Record {
        var reader = try CBORReader(plain, maximumCount: Self.maximumCount)
        let record = try Record(state: state, from: &reader)
        try reader.finish()
        return record
    }
}
