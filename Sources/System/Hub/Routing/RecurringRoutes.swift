// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// The routes of standing orders.
struct RecurringRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.account(Routes.newRecurring) { try order($0, $1) }
        router.account(Routes.recurrings, query: PageLimit.fields) { call, caller in
            let limit = try PageLimit.read(call.query)
            let places = context.places("recurring", of: caller)
            let before = try PageCursor.field.value(in: call.query).map { try places.position(of: $0) } ?? .max
            call.answer(
                try context.store.read { database in
                    let book = context.recurring(database, at: context.clock.now())
                    let found = try book.page(of: caller.id, before: before, limit: limit + 1)
                    let shown = found.prefix(limit)
                    return RecurringPage(
                        items: try shown.map { try book.message($0) },
                        next: found.count > limit ? shown.last.map { places.text(at: $0.row) } : nil)
                })
        }
        router.account(Routes.recurring) { call, caller in
            call.answer(
                try context.store.read { database in
                    let book = context.recurring(database, at: context.clock.now())
                    return try book.message(try book.find(call.values.first, of: caller.id))
                })
        }
        router.account(Routes.pauseRecurring) { try change(Routes.pauseRecurring, $0, $1, .pause) }
        router.account(Routes.resumeRecurring) { try change(Routes.resumeRecurring, $0, $1, .resume) }
        router.account(Routes.cancelRecurring) { cancel($0, $1) }
    }

    private func order(_ call: Call<RecurringOrder, RecurringPayment>, _ caller: Caller) throws {
        let order = call.input
        try context.requireKept(order.amount)
        try PaymentText.check(note: order.note)
        guard order.recipient != caller.username else {
            throw HubProblem(.badRequest, "The recipient is this account itself.")
        }
        let request = try Operations.fingerprint(Routes.newRecurring.path, order)
        context.store.write { store in
            try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                let recipient = try context.lookUp(order.recipient, for: caller, in: store.database)
                let book = context.recurring(store.database, at: store.now)
                let added = try book.add(
                    order, id: OperationID(at: store.now, random: context.random), payer: caller.id,
                    payee: recipient.id)
                return (try book.message(added), nil)
            }
        } reply: {
            call.finish($0)
        }
    }

    /// Applies a change once under its id, so that a copy of the request does not undo a later pause or resumption.
    private func change(
        _ route: Route<NamedOrder, RecurringPayment>, _ call: Call<NamedOrder, RecurringPayment>, _ caller: Caller,
        _ event: RecurringState.Event
    ) throws {
        let id = call.values.first
        let request = try Operations.fingerprint(route.path(with: call.values), call.input)
        context.store.write { store in
            try Operations.once(account: caller.id, id: call.input.id, request: request, in: store) {
                let book = context.recurring(store.database, at: store.now)
                return (try book.message(try book.change(try book.find(id, of: caller.id), event)), nil)
            }
        } reply: {
            call.finish($0)
        }
    }

    private func cancel(_ call: Call<NoDetails, RecurringPayment>, _ caller: Caller) {
        let id = call.values.first
        context.store.write { store in
            let book = context.recurring(store.database, at: store.now)
            return try book.message(try book.change(try book.find(id, of: caller.id), .cancel))
        } reply: {
            call.finish($0)
        }
    }
}
