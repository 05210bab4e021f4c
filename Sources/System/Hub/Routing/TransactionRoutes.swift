// SPDX-License-Identifier: MIT
import HubAPI
import Money
import SQL
import Tokens

/// Sending online, and looking back.
struct TransactionRoutes: Sendable {
    let parts: HubParts

    func add(to router: inout Router) {
        router.account(Routes.send) { try send($0, $1) }
        router.account(Routes.transactions, query: HistoryFilter.names.union(PageLimit.names)) { call, caller in
            let limit = try PageLimit.read(call.query)
            let before = call.query["before"]
            let filter = try HistoryFilter(query: call.query, currency: parts.currency)
            guard filter.isEmpty else {
                return parts.longReads.answer(call) {
                    let index = try parts.historyIndex(of: caller.id)
                    return try parts.store.read {
                        try index.page(of: caller.id, filter, before: before, limit: limit, from: $0)
                    }
                }
            }
            let page = try parts.store.read {
                try parts.history.page(of: caller.id, before: before, limit: limit, from: $0)
            }
            call.answer(page)
        }
        router.account(Routes.summary, query: HistoryFilter.names) { call, caller in
            let filter = try HistoryFilter(query: call.query, currency: parts.currency)
            parts.longReads.answer(call) {
                let index = try parts.historyIndex(of: caller.id)
                return try parts.store.snapshot { try index.summary(of: caller.id, filter, from: $0) }
            }
        }
        router.account(Routes.transaction) { call, caller in
            guard let id = call.values.first.flatMap(OperationID.init(text:)),
                let found = try parts.store.read({ try parts.history.transaction(id, of: caller.id, from: $0) })
            else { throw HubProblem(.notFound, "This account has no transaction of that id.") }
            call.answer(found)
        }
    }

    private func send(_ call: Call<SendOrder, SendAnswer>, _ caller: Caller) throws {
        let order = call.input
        let request = try Operations.fingerprint(Routes.send.path, order)
        let known = try parts.store.read {
            try Operations.replay(account: caller.id, id: order.id, request: request, in: $0)
        }
        if let known { return call.finish(.success(known)) }
        try parts.requirePositive(order.amount)
        try PaymentText.check(note: order.note)
        guard order.recipient != caller.username else {
            throw HubProblem(.badRequest, "The recipient is this account itself.")
        }
        parts.store.write { store in
            try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                try move(order, from: caller, in: store)
            }
        } reply: {
            call.finish($0)
        }
    }

    private func move(
        _ order: SendOrder, from caller: Caller, in store: StoreChange
    ) throws -> (output: SendAnswer, entry: Int64?) {
        guard let recipient = try Accounts.find(order.recipient, in: store.database) else {
            throw HubProblem(.unknownRecipient, "Nobody here has that name. Check its spelling.")
        }
        let posted = try parts.transfer(
            order.amount, from: (caller.id, caller.account), to: recipient, note: order.note,
            operation: order.id, in: store)
        let answer = SendAnswer(
            transaction: try parts.history.transaction(entry: posted.entry, of: caller.id, from: store.database),
            balance: try AccountBalance.read(caller.id, currency: parts.currency, from: store.database))
        return (answer, posted.entry)
    }
}

extension HubParts {
    /// The index of an account's history, brought up to date; not for a network thread.
    func historyIndex(of account: Int64) throws -> HistoryIndex {
        let index = HistoryIndex(history: history)
        var isBehind = try store.read { try index.isBehind(account, in: $0) }
        while isBehind {
            isBehind = try store.writeAndWait { try index.extend(account, in: $0.database) }
        }
        return index
    }
}
