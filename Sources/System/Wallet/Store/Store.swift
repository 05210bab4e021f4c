// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Keys
internal import SQLite
internal import Tokens
internal import Vault

/// The open tables of a wallet.
///
/// Only what queries need is stored in the clear: row numbers, states, hashed references, the epoch and the time floor.
/// Everything else is sealed with the vault key.
final class Store {
    let sealed: SealedStore

    /// The kinds of records by which rows of other tables are found.
    enum RecordKind: Int64 {
        /// A coin by the id of its last record.
        case token = 0
        /// A coin by the id of its root; several coins may share one.
        case root = 1
        /// A payment by the ids of its coins.
        case outgoing = 2, incoming = 3
        /// The request whose payment was declined, by the ids of that payment's coins.
        case declined = 4
    }

    /// Brings an opened database to this version's tables.
    ///
    /// - Throws: `SQLiteError` with `.newerVersion` when a newer version wrote the database.
    init(_ database: Database, vaultKey: VaultKey, random: RandomSource) throws {
        sealed = SealedStore(database, vaultKey: vaultKey, random: random)
        let version = try database.schemaVersion()
        guard version > 0, version < WalletSchema.versionBoundToHub else {
            try sealed.open(WalletSchema.part)
            return
        }
        try database.transaction {
            try sealed.open(WalletSchema.part)
            try bindToHub()
        }
    }

    var database: Database { sealed.database }

    func table<Record: SealedRecord>(_ type: Record.Type) -> SealedTable<Record> { sealed.table(type) }

    // MARK: - The one clear row

    /// Whether the wallet's row exists.
    var isInitialized: Bool { get throws { try database.row("SELECT 1 FROM wallet", []) != nil } }

    func initialize(name: [UInt8], _ epoch: StoreEpoch, _ countFile: FileIdentity?, seed: [UInt8]) throws {
        try database.transaction {
            try database.run(
                "INSERT INTO wallet (id, name, epoch, generation, freeze, time_floor) VALUES (1, ?, 0, 0, 0, 0)",
                [.blob(name)])
            try setEpoch(epoch)
            try setCountFile(countFile)
            try set(.seeds, [seed])
        }
    }

    /// 16 random bytes, the wallet's name in the epoch store.
    var name: [UInt8] { get throws { try clear("name").blob(0) } }
    /// The mark of the last spend, which the epoch store records too.
    var epoch: StoreEpoch {
        get throws {
            let row = try clear("epoch, tag, previous_tag")
            let (tag, previousTag) = (try row.blob(1), try row.blob(2))
            guard tag.count == EpochMark.tagCount else {
                throw WalletError(.damaged, "The wallet's count of spends is damaged. Restore a backup.")
            }
            return StoreEpoch(mark: EpochMark(number: try row.unsigned(0), tag: tag), previousTag: previousTag)
        }
    }
    /// The file that held the count at the last check; nil if unknown.
    var countFile: FileIdentity? { get throws { FileIdentity(encoded: try clear("count_file").blob(0)) } }
    /// The number of rollbacks. Keys of older generations never sign.
    var generation: UInt64 { get throws { try clear("generation").unsigned(0) } }
    /// Why nothing can be spent; nil when it can. A number of a later version freezes too.
    var freeze: FreezeReason? {
        get throws {
            switch try clear("freeze").int(0) {
            case 0: nil
            case Self.number(of: .restored): .restored
            case Self.number(of: .otherChip): .otherChip
            default: .rolledBack
            }
        }
    }
    /// The largest time that the hub has signed in an answer to this wallet; never one that another party passed on.
    var timeFloor: Timestamp { get throws { Timestamp(seconds: try clear("time_floor").unsigned(0)) } }

    func setName(_ name: [UInt8]) throws { try setClear("name", .blob(name)) }
    func setEpoch(_ epoch: StoreEpoch) throws {
        try database.run(
            "UPDATE wallet SET epoch = ?, tag = ?, previous_tag = ?",
            [try .unsigned(epoch.mark.number), .blob(epoch.mark.tag), .blob(epoch.previousTag)])
    }
    func setCountFile(_ file: FileIdentity?) throws { try setClear("count_file", .blob(file?.encoded ?? [])) }
    func setGeneration(_ generation: UInt64) throws { try setClear("generation", try .unsigned(generation)) }
    func setFreeze(_ freeze: FreezeReason?) throws {
        try setClear("freeze", .integer(freeze.map(Self.number) ?? 0))
    }

    /// As the column has it; zero stands for none.
    private static func number(of freeze: FreezeReason) -> Int64 {
        switch freeze {
        case .rolledBack: 1
        case .restored: 2
        case .otherChip: 3
        }
    }

    /// Raises the time floor. An earlier time changes nothing.
    func raiseTimeFloor(to time: Timestamp) throws {
        guard try time > timeFloor else { return }
        try setClear("time_floor", try .unsigned(time.seconds))
    }

    /// Lowers the time floor to the hub's clock if the floor is more than `tolerance` seconds after it. In that case
    /// the time that raised the floor was forged, or signed while the hub's own clock was wrong.
    func correctTimeFloor(by hubTime: Timestamp, tolerance: UInt64) throws {
        guard try hubTime.adding(seconds: tolerance) < timeFloor else { return }
        try setClear("time_floor", try .unsigned(hubTime.seconds))
    }

    private func clear(_ column: String) throws -> Row {
        guard let row = try database.row("SELECT \(column) FROM wallet", []) else {
            throw WalletError(.damaged, "The wallet's store is damaged: it holds no wallet. Restore a backup.")
        }
        return row
    }

    private func setClear(_ column: String, _ value: Value) throws {
        try database.run("UPDATE wallet SET \(column) = ?", [value])
    }

    // MARK: - Settings

    func get<T>(_ setting: Setting<T>) throws -> T? {
        try sealed.get(setting, of: owner(ofSetting: setting.row))
    }

    func set<T>(_ setting: Setting<T>, _ value: T?) throws {
        guard let value else {
            try database.run("DELETE FROM setting WHERE id = ?", [.integer(setting.row)])
            return
        }
        var writer = CBORWriter()
        setting.encode(value, &writer)
        try set(writer.encoded, row: setting.row)
    }

    func set(_ value: [UInt8], row: Int64) throws {
        let payload = try sealed.vaultKey.seal(
            Self.wrapped(value), table: SettingRecord.table, row: row, of: owner(ofSetting: row),
            random: sealed.random)
        try database.run(
            "INSERT INTO setting (id, state, payload) VALUES (?, 0, ?) ON CONFLICT (id) DO UPDATE SET payload = ?2",
            [.integer(row), .blob(payload)])
    }

    private static func wrapped(_ value: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        SettingRecord(value: value).write(to: &writer)
        return writer.encoded
    }

    // MARK: - Records by their hash

    func note(_ id: RecordID, _ kind: RecordKind, owner: Int64) throws {
        try database.run(
            "INSERT OR IGNORE INTO record (id, kind, owner) VALUES (?, ?, ?)",
            [.blob(id.bytes), .integer(kind.rawValue), .integer(owner)])
    }

    func owner(of id: RecordID, _ kind: RecordKind) throws -> Int64? { try owners(of: id, kind).first }

    func owners(of id: RecordID, _ kind: RecordKind) throws -> [Int64] {
        try database.rows(
            "SELECT owner FROM record WHERE id = ? AND kind = ?", [.blob(id.bytes), .integer(kind.rawValue)]
        ).map { try $0.int(0) }
    }
}

extension SealedStore {
    /// The value of a setting of the wallet; nil if it was never set.
    ///
    /// - Parameter owner: what the setting belongs to, as in `Store.owner(ofSetting:)`.
    func get<T>(_ setting: Setting<T>, of owner: [UInt8] = []) throws -> T? {
        guard let stored = try table(SettingRecord.self, of: owner).row(setting.row) else { return nil }
        var reader = try CBORReader(stored.record.value, maximumCount: RowBound.blob)
        return try setting.decode(&reader)
    }
}
