// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// The routes of split bills.
struct SplitRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.account(Routes.newSplit) { try share($0, $1) }
        router.account(Routes.splits, query: PageLimit.fields) { call, caller in
            let limit = try PageLimit.read(call.query)
            let places = context.places("splits", of: caller)
            let before = try PageCursor.field.value(in: call.query).map { try places.position(of: $0) } ?? .max
            call.answer(
                try context.store.read { database in
                    let book = context.splits(database, at: context.clock.now())
                    let found = try book.page(of: caller.id, before: before, limit: limit + 1)
                    let shown = found.prefix(limit)
                    return SplitPage(
                        items: try shown.map { try book.message($0) },
                        next: found.count > limit ? shown.last.map { places.text(at: $0.row) } : nil)
                })
        }
        router.account(Routes.split) { call, caller in
            call.answer(
                try context.store.read { database in
                    let book = context.splits(database, at: context.clock.now())
                    return try book.message(try book.find(call.values.first, of: caller.id))
                })
        }
        router.account(Routes.cancelSplit) { call, caller in
            let id = call.values.first
            context.store.write { store in
                let book = context.splits(store.database, at: store.now)
                let split = try book.find(id, of: caller.id)
                for request in try book.cancel(split) {
                    try context.tell(request.payer, .requestCancelled, request, in: store)
                }
                return try book.message(split)
            } reply: {
                call.finish($0)
            }
        }
    }

    private func share(_ call: Call<SplitOrder, Split>, _ caller: Caller) throws {
        let order = call.input
        try context.requireKept(order.total)
        try PaymentText.check(note: order.note)
        let amounts = try SplitTable.amounts(of: order)
        let request = try Operations.fingerprint(Routes.newSplit.path, order)
        context.store.write { store in
            try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                let people = try order.shares.map { share in
                    share.person == caller.username
                        ? caller.id : try context.lookUp(share.person, for: caller, in: store.database).id
                }
                let book = context.splits(store.database, at: store.now)
                let split = try book.add(order, amounts, people: people, owner: caller.id) {
                    OperationID(at: store.now, random: context.random)
                } asked: {
                    try context.tell($0.payer, .requestReceived, $0, in: store)
                }
                return (try book.message(split), nil)
            }
        } reply: {
            call.finish($0)
        }
    }
}

extension HubContext {
    func splits(_ database: any SQLConnection, at now: Timestamp) -> SplitTable {
        SplitTable(database: database, now: now)
    }
}
