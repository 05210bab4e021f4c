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
    private var shared: PaymentRoutes<RecurringTable> { PaymentRoutes(context: context) }

    func add(to router: inout Router) {
        router.account(Routes.newRecurring) { try order($0, $1) }
        router.account(Routes.recurrings, query: PageLimit.fields) { call, caller in
            try shared.list(call, caller, "recurring") { table, before, limit in
                try table.page(of: caller.id, before: before, limit: limit)
            } page: {
                RecurringPage(items: $0, next: $1)
            }
        }
        router.account(Routes.recurring) { try shared.find($0, $1) }
        router.account(Routes.pauseRecurring) { try change(Routes.pauseRecurring, $0, $1, .pause) }
        router.account(Routes.resumeRecurring) { try change(Routes.resumeRecurring, $0, $1, .resume) }
        router.account(Routes.cancelRecurring) { call, caller in
            shared.change(call, caller) { table, order, _ in try table.change(order, .cancel) }
        }
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
                let table = context.recurring(store.database, at: store.now)
                let added = try table.add(
                    order, id: OperationID(at: store.now, random: context.random), payer: caller.id,
                    payee: recipient.id)
                return (try table.message(added, for: caller.id), nil)
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
                let table = context.recurring(store.database, at: store.now)
                return (
                    try table.message(try table.change(try table.find(id, for: caller.id), event), for: caller.id), nil
                )
            }
        } reply: {
            call.finish($0)
        }
    }
}
