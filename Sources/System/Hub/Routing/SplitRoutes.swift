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
    private var shared: PaymentRoutes<SplitTable> { PaymentRoutes(context: context) }

    func add(to router: inout Router) {
        router.account(Routes.newSplit) { try share($0, $1) }
        router.account(Routes.splits, query: PageLimit.fields) { call, caller in
            try shared.list(call, caller, "splits") { table, before, limit in
                try table.page(of: caller.id, before: before, limit: limit)
            } page: {
                SplitPage(items: $0, next: $1)
            }
        }
        router.account(Routes.split) { try shared.find($0, $1) }
        router.account(Routes.cancelSplit) { call, caller in
            shared.change(call, caller) { table, split, store in
                for request in try table.cancel(split) {
                    try context.tell(request.payer, .requestCancelled, request, in: store)
                }
                return split
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
                let table = context.splits(store.database, at: store.now)
                let split = try table.add(order, amounts, people: people, owner: caller.id) {
                    OperationID(at: store.now, random: context.random)
                } asked: {
                    try context.tell($0.payer, .requestReceived, $0, in: store)
                }
                return (try table.message(split, for: caller.id), nil)
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
