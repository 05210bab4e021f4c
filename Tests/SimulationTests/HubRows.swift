// SPDX-License-Identifier: MIT
import Crypto
import Hub
import HubAPI
import SQLite
import Tokens

/// The rows of a hub, read from a copy of its disk with queries that share nothing with the hub's own.
struct HubRows {
    /// A transfer that the hub has seen.
    struct Record {
        let row: Int64
        let id: [UInt8]
        /// The row of the record before it, or the root's row, negated.
        let parent: Int64
        let root: Int64
        let range: UnitRange
        /// The account of whoever owned the parent.
        let spender: Int64?
        /// The account of whoever it goes to; nil for the hub itself.
        let recipient: Int64?
        let toHub: Bool
        /// Whether its payer was paid back because of the payee's signed word.
        let isDeclined: Bool
        let receipt: HubReceipt?
    }

    struct Credit {
        let root: Int64
        let range: UnitRange
        let account: Int64
        let record: Int64?
    }

    let database: Database
    let names: [Int64: String]
    private(set) var records: [Record] = []
    let credits: [Credit]

    init(_ image: Hub.Image, hubKey: P256.PublicKey) throws {
        let database = try Database(path: .inMemory)
        try database.restore(from: image.database)
        self.database = database
        names = try Dictionary(
            uniqueKeysWithValues: database.rows("SELECT id, username FROM account").map {
                (try $0.int(0), try $0.text(1))
            })
        credits = try database.rows("SELECT root, low, high, account, record FROM credit").map {
            Credit(
                root: try $0.int(0), range: try Self.range(try $0.unsigned(1), try $0.unsigned(2)),
                account: try $0.int(3), record: try $0.optionalInt(4))
        }
        records = try readRecords(hubKey: hubKey)
    }

    private static func range(_ low: UInt64, _ high: UInt64) throws -> UnitRange {
        guard low < high else { throw Violation("A range of the hub's rows is empty") }
        return try UnitRange(lower: low, length: high - low)
    }

    private func readRecords(hubKey: P256.PublicKey) throws -> [Record] {
        var owners: [Int64: Int64] = [:]
        for row in try database.rows("SELECT id, account FROM root") { owners[-(try row.int(0))] = try row.int(1) }
        let query = """
            SELECT id, record, parent, root, low, high, body, signature, receipt,
                EXISTS (SELECT 1 FROM decline d WHERE d.record = record.id)
            FROM record ORDER BY id
            """
        return try database.rows(query).map { row in
            let transfer = try Transfer(body: try row.blob(6), signature: try P256.Signature(raw: try row.blob(7)))
            let key = transfer.recipient
            let account = try database.row("SELECT account FROM escrow WHERE key = ?", [.blob(key.compressed)])?.int(0)
            owners[try row.int(0)] = account
            return Record(
                row: try row.int(0), id: try row.blob(1), parent: try row.int(2), root: try row.int(3),
                range: try Self.range(try row.unsigned(4), try row.unsigned(5)), spender: owners[try row.int(2)],
                recipient: account, toHub: key == hubKey, isDeclined: try row.bool(9),
                receipt: try row.optionalBlob(8).map { try HubReceipt(decoding: $0) })
        }
    }

    func number(_ query: String, _ values: [Value] = []) throws -> Int64 {
        try database.row(query, values)?.optionalInt(0) ?? 0
    }

    func account(named name: String) throws -> Int64 {
        guard let found = names.first(where: { $0.value == name }) else { throw Violation("\(name) has no account") }
        return found.key
    }

    /// All pairs of siblings that hand on the same units.
    func conflicts() -> [(Record, Record)] {
        var pairs: [(Record, Record)] = []
        for siblings in Dictionary(grouping: records, by: \.parent).values where siblings.count > 1 {
            for (index, one) in siblings.enumerated() {
                for other in siblings[..<index] where one.range.overlaps(other.range) { pairs.append((other, one)) }
            }
        }
        return pairs
    }

    func isConvicted(_ one: Record, _ other: Record) throws -> Bool {
        try database.row(
            "SELECT 1 FROM evidence WHERE (first = ?1 AND second = ?2) OR (first = ?2 AND second = ?1)",
            [.blob(one.id), .blob(other.id)]) != nil
    }

    /// A record and those above it, up to the root.
    func path(of record: Record) -> [Record] {
        var path = [record]
        while let parent = records.first(where: { $0.row == path[path.count - 1].parent }) { path.append(parent) }
        return path
    }

    func children(of record: Record) -> [Record] { records.filter { $0.parent == record.row } }
}
