// SPDX-License-Identifier: MIT
import Banking
import Hub
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import SQLite
import TestSupport
import Testing
import Tokens

/// R4: whoever writes to the database past the hub changes nothing that the audit does not notice, or that is not listed here.
@Suite struct AuditCoverageTests {
    /// What the audit does not prove, and why that is no harm.
    private static let unproved = [
        "claim.id": "a number that nothing refers to",
        "escrow.account": "of keys that own no root: nothing that is signed says whose they are",
        "escrow.key": "of keys that own no root",
        "escrow.until": "a time, until when certificates are given out",
        "fraud_case.opened": "a time, which no record has signed",
        "fraud_case.fund_from": "a time that the settings gave",
        "fraud_case.settle_at": "a time that the settings gave",
        "fraud_case.young_days": "a number of days that the settings gave",
        "fraud_case.fund_cap": "an amount that the settings gave",
        "fraud_case.young_total": "an amount that the settings gave",
        "fraud_case.closed": "a time; whether it may be closed is proved",
        "operation.account": "of answers about nothing that moved money",
        "operation.answer": "of answers about nothing that moved money",
        "operation.id": "of answers about nothing that moved money",
        "operation.request": "what was asked: another request under the same id is refused, or answered like the first",
        "operation.status": "of answers about nothing that moved money",
        "record.certificate": "not used once the record is in; the proofs have their own",
        "record.receipt": "its signature alone: what it says is proved",
        "record.settled": "of records without a receipt: for the state that a payer is shown",
        "record.signature": "verified before it was written; the id covers the body",
        "root.bytes": "their signature alone, as with records",
        "root.swept": "a time; that a swept root is paid out is proved",
    ]

    /// The tables whose rows say who has what, and what tells rows of one table apart.
    private static let tables = [
        ("entry", "kind"), ("posting", "(SELECT kind FROM entry e WHERE e.id = posting.entry)"), ("holding", "account"),
        ("root", "swept IS NULL"), ("record", "receipt IS NULL"), ("credit", "record IS NULL"), ("fraud_case", "1"),
        ("evidence", "1"), ("claim", "1"), ("audit_log", "event"), ("operation", "entry IS NULL"),
        ("escrow", "EXISTS (SELECT 1 FROM root WHERE root.account = escrow.account)"),
    ]

    /// A hub with a row of nearly every kind.
    private func filledHub() throws -> (hub: TestHub, image: Hub.Image) {
        let hub = try TestHub(in: .memory()) { configuration in
            configuration.keyDays = 400
            configuration.accessTokenLife = 400 * Timestamp.secondsPerDay
            configuration.youngDays = 0
        }
        let eur = try Currency(code: "EUR")
        let folder = try ScratchFolder()
        try hub.hub.add(eur)
        try hub.hub.setBank(
            eur, iban: try IBAN("DE89370400440532013000"), name: "Hub Inc.", bic: nil, version: .v09)
        _ = try hub.hub.topUp(.guaranteeFund, dollars(10_000))
        let alice = try hub.account("alice", cents: 1_000)
        let (bob, carol) = (try hub.account("bob"), try hub.account("carol"))
        _ = try hub.hub.topUp(.account("bob"), Amount(minorUnits: 5_000, currency: eur))
        for _ in 0..<2 {
            let order = PayoutOrder(
                id: bob.operation(), iban: "GB29NWBK60161331926819", name: "A. Smith",
                amount: Amount(minorUnits: 1_000, currency: eur), note: "rent")
            let payout = try hub.caller.call(Routes.payout, order, as: bob.proof).payout
            _ = try hub.hub.exportPayouts(to: folder.path)
            _ = try hub.hub.refuse(payout.id.description, reason: "AC04")
        }
        _ = try alice.send(50, to: "bob", note: "tea")
        // An order that moves nothing is answered for ever as well.
        #expect(throws: HubProblem.self) { try alice.send(1_000_000, to: "bob") }
        let root = try alice.buy(400)
        _ = try alice.buy(200)
        let (bobs, carols) = (
            try bob.receive(try units(0, 300), from: root), try carol.receive(try units(0, 300), from: root)
        )
        _ = try bob.redeem(bobs)
        _ = try carol.redeem(carols)
        hub.clock.advance(days: 60)
        _ = try hub.hub.sweep(hub.clock.now)
        try hub.hub.extendTree()
        try hub.requireSoundLedger()
        return (hub, try hub.hub.image())
    }

    @Test func noColumnOfTheDatabaseChangesUnnoticed() throws {
        let (hub, image) = try filledHub()
        let original = try Database(path: .inMemory)
        try original.restore(from: image.database)
        var unnoticed: Set<String> = []
        var changed = 0
        for (table, kind) in Self.tables {
            let columns = try original.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]).map {
                try $0.text(0)
            }
            let kinds = try original.rows("SELECT DISTINCT \(kind) FROM \(table) LIMIT 12")
            for column in columns {
                for row in kinds {
                    let spoiled = try Database(path: .inMemory)
                    try spoiled.restore(from: image.database)
                    guard try spoil(column, of: table, kind, row.value(0), in: spoiled) else { continue }
                    changed += 1
                    if try isSound(image, with: spoiled, hub) { unnoticed.insert("\(table).\(column)") }
                }
            }
        }
        #expect(changed > 100)
        #expect(unnoticed == Set(Self.unproved.keys))
    }

    /// What is told when an order comes again, and what an entry says before the ledger's tree covers it.
    @Test func anAnswerThatIsNotItsEntrysIsFoundBeforeTheTreeCoversTheEntry() throws {
        let hub = try TestHub(in: .memory())
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        for note in ["tea", "rent"] { _ = try alice.send(150, to: "bob", note: note) }
        let image = try hub.hub.image()
        func changed(_ column: String, _ from: String, _ to: String) -> String {
            "UPDATE operation SET \(column) = CAST(replace(CAST(\(column) AS TEXT), '\(from)', '\(to)') AS BLOB) WHERE entry IS NOT NULL"
        }
        let lies: [(sql: String, finding: AuditFinding.Rule)] = [
            ("UPDATE entry SET note = 'gift' WHERE note = 'tea'", .answer),
            ("UPDATE entry SET note = NULL WHERE note = 'tea'", .answer),
            (changed("answer", "-1.50", "-1.00"), .answer),
            (changed("answer", "8.50", "9.50"), .answer),
            (changed("answer", "tea", "gift"), .answer),
            (
                "UPDATE operation SET entry = (SELECT max(id) FROM entry) WHERE entry IS NOT NULL",
                .answerOrder
            ),
            ("UPDATE operation SET entry = NULL", .answerMissing),
            ("UPDATE operation SET status = 402 WHERE entry IS NOT NULL", .answerOrder),
        ]
        for lie in lies {
            let database = try Database(path: .inMemory)
            try database.restore(from: image.database)
            #expect(try database.run(lie.sql) > 0, "\(lie.sql)")
            var other = image
            other.database = try database.serialize()
            let findings = try Hub.inMemory(from: other, clock: hub.clock.clock, random: hub.random).audit().findings
            #expect(findings.contains { $0.rule == lie.finding }, "\(lie.sql): \(findings)")
        }
    }

    @Test func anEditedAuditLogIsFoundByTheAudit() throws {
        let (hub, image) = try filledHub()
        let database = try Database(path: .inMemory)
        try database.restore(from: image.database)
        try database.run("UPDATE audit_log SET actor = 'nobody' WHERE number = 2")
        var other = image
        other.database = try database.serialize()
        let opened = try Hub.inMemory(from: other, clock: hub.clock.clock, random: hub.random)
        #expect(try opened.audit().findings == [AuditFinding(.auditLogRow, "2")])
    }

    /// Changes one row to something that could stand there.
    ///
    /// - Returns: whether there was a row, and the store itself has nothing against it.
    private func spoil(
        _ column: String, of table: String, _ kind: String, _ value: Value, in database: Database
    ) throws -> Bool {
        let row = try database.row(
            "SELECT * FROM \(table) WHERE \(kind) IS ? AND \(column) IS NOT NULL LIMIT 1", [value])
        guard let row else { return false }
        let other: Value
        switch try row.value(column) {
        case .integer(let number) where ["sender", "recipient", "operator", "account"].contains(column):
            other =
                try database.row("SELECT id FROM account WHERE id <> ? ORDER BY id", [.integer(number)])?.value(0)
                ?? .null
        case .integer(let number): other = .integer(number + 1)
        case .text(let text): other = .text(text + "x")
        case .blob(let bytes): other = .blob(bytes.dropLast() + [(bytes.last ?? 0) ^ 1])
        default: return false
        }
        let columns = try database.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]).map { try $0.text(0) }
        let same = columns.map { "\($0) IS ?" }.joined(separator: " AND ")
        do {
            return try database.run("UPDATE \(table) SET \(column) = ? WHERE \(same)", [other] + row.values) > 0
        } catch {
            // Safe: what the store refuses cannot be there.
            return false
        }
    }

    /// Whether the audit of a spoiled database finds nothing.
    private func isSound(_ image: Hub.Image, with database: Database, _ hub: TestHub) throws -> Bool {
        var image = image
        image.database = try database.serialize()
        do {
            return try Hub.inMemory(from: image, clock: hub.clock.clock, random: hub.random).audit().isSound
        } catch {
            // Safe: an audit that fails over broken rows has noticed them.
            return false
        }
    }
}
