// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import SQL

/// The routes of an account's contacts and blocked accounts.
struct ContactRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.account(Routes.contacts) { call, caller in
            call.answer(
                try context.store.read { ContactList(contacts: try ContactTable(database: $0).list(of: caller.id)) })
        }
        router.account(Routes.keepContact) { try keep($0, $1) }
        router.account(Routes.forgetContact) { call, caller in
            try change(Routes.forgetContact, call, caller) { store in
                try ContactTable(database: store.database).forget(call.input.username, of: caller.id)
            }
        }
        router.account(Routes.findAccount) { call, caller in
            let found = try context.store.read { database in
                let found = try context.lookUp(call.input.username, for: caller, in: database)
                return FoundAccount(
                    username: call.input.username, merchant: try Accounts.merchantName(of: found.id, in: database))
            }
            call.answer(found)
        }
        router.account(Routes.blocked) { call, caller in
            call.answer(
                try context.store.read { BlockList(usernames: try ContactTable(database: $0).blocked(by: caller.id)) })
        }
        router.account(Routes.block) { call, caller in
            try change(Routes.block, call, caller) { store in
                let other = try context.lookUp(call.input.username, for: caller, in: store.database)
                try ContactTable(database: store.database).block(other.id, by: caller.id)
            }
        }
        router.account(Routes.unblock) { call, caller in
            try change(Routes.unblock, call, caller) { store in
                try ContactTable(database: store.database).unblock(call.input.username, by: caller.id)
            }
        }
    }

    /// Applies a change once under its id, so that a copy of the request does not undo later changes.
    private func change(
        _ route: Route<AccountOrder, Nothing>, _ call: Call<AccountOrder, Nothing>, _ caller: Caller,
        _ body: @escaping @Sendable (StoreChange) throws -> Void
    ) throws {
        let request = try Operations.fingerprint(route.path, call.input)
        context.store.write { store in
            try Operations.once(account: caller.id, id: call.input.id, request: request, in: store) {
                try body(store)
                return (Nothing(), nil)
            }
        } reply: {
            call.finish($0)
        }
    }

    private func keep(_ call: Call<ContactOrder, Contact>, _ caller: Caller) throws {
        let order = call.input
        try PaymentText.check(note: order.note)
        try PaymentText.check(line: order.name, called: "name")
        guard order.username != caller.username else {
            throw HubProblem(.badRequest, "That is this account itself.")
        }
        let request = try Operations.fingerprint(Routes.keepContact.path, order)
        context.store.write { store in
            try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                let other = try context.lookUp(order.username, for: caller, in: store.database)
                let kept = try ContactTable(database: store.database).keep(order, account: other.id, of: caller.id)
                return (kept, nil)
            }
        } reply: {
            call.finish($0)
        }
    }
}
