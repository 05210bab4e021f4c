// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Tokens

/// What the routes of payment requests, split bills and recurring payments share: the list, one by its id, and a
/// change of one by its id.
struct PaymentRoutes<Table: PaymentTable>: Sendable {
    let context: HubContext

    /// Answers with a page, newest first.
    ///
    /// - Parameters:
    ///   - name: the name of the list with its filter, to which cursors are bound.
    ///   - rows: at most `limit` payments in rows before a row.
    ///   - page: the answer for the payments and the next cursor.
    func list<Page>(
        _ call: Call<Nothing, Page>, _ caller: Caller, _ name: String,
        rows: (_ table: Table, _ before: Int64, _ limit: Int) throws -> [Table.Stored],
        page: (_ items: [Table.Message], _ next: String?) -> Page
    ) throws {
        let limit = try PageLimit.read(call.query)
        let places = context.places(name, of: caller)
        let before = try PageCursor.field.value(in: call.query).map { try places.position(of: $0) } ?? .max
        call.answer(
            try context.store.read { database in
                let table = Table(database: database, now: context.clock.now())
                let found = try rows(table, before, limit + 1)
                let shown = found.prefix(limit)
                return page(
                    try shown.map { try table.message($0, for: caller.id) },
                    found.count > limit ? shown.last.map { places.text(at: $0.row) } : nil)
            })
    }

    /// Answers with the payment that the path names.
    func find(_ call: Call<Nothing, Table.Message>, _ caller: Caller) throws {
        call.answer(
            try context.store.read { database in
                let table = Table(database: database, now: context.clock.now())
                return try table.message(try table.find(call.values.first, for: caller.id), for: caller.id)
            })
    }

    /// Changes the payment that the path names, and answers with the payment as it is then. A repeated call finds it
    /// changed.
    func change(
        _ call: Call<NoDetails, Table.Message>, _ caller: Caller,
        _ body: @escaping @Sendable (Table, Table.Stored, StoreChange) throws -> Table.Stored
    ) {
        let id = call.values.first
        context.store.write { store in
            let table = Table(database: store.database, now: store.now)
            return try table.message(try body(table, try table.find(id, for: caller.id), store), for: caller.id)
        } reply: {
            call.finish($0)
        }
    }
}
