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
        try parts.requirePositive(order.amount)
        try PaymentText.check(note: order.note)
        guard order.recipient != caller.username else {
            throw HubProblem(.badRequest, "The recipient is this account itself.")
        }
        // A repeat is found by the lane, in the same reading as everything else.
        parts.store.transfer(QueuedTransfer(order: order, caller: caller, request: request), by: parts.lane) {
            call.finish($0)
        }
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
