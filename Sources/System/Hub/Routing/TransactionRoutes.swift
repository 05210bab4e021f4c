// SPDX-License-Identifier: MIT
import HTTP
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// The routes for transfers and histories.
struct TransactionRoutes: Sendable {
    let context: HubContext

    private static let currency = QueryField<String>.form(
        "currency", "[A-Za-z]{3}", "ISO 4217: whose history it is; the hub's first one otherwise.")

    func add(to router: inout Router) {
        router.account(Routes.send) { try send($0, $1) }
        let fields = HistoryFilter.fields + [Self.currency]
        router.account(Routes.transactions, query: fields + PageLimit.fields) { call, caller in
            let limit = try PageLimit.read(call.query)
            let before = try PageCursor.field.value(in: call.query)
            let (currency, account) = try ledgerAccount(Self.currency.value(in: call.query), of: caller)
            let filter = try HistoryFilter(query: call.query, currency: currency)
            guard let account else { return call.answer(TransactionPage(items: [], next: nil)) }
            guard filter.isEmpty else {
                return context.longReads.answer(call) {
                    let index = try context.historyIndex(of: account, in: currency)
                    return try context.store.read {
                        try index.page(of: account, filter, before: before, limit: limit, from: $0)
                    }
                }
            }
            let page = try context.store.read {
                try context.history.page(of: account, before: before, limit: limit, from: $0)
            }
            call.answer(page)
        }
        router.account(Routes.summary, query: fields) { call, caller in
            let (currency, account) = try ledgerAccount(Self.currency.value(in: call.query), of: caller)
            let filter = try HistoryFilter(query: call.query, currency: currency)
            context.longReads.answer(call) {
                // An account that never had the currency gets the summary of an account without transactions.
                guard let account else {
                    let none = Amount.zero(currency)
                    return HistorySummary(
                        months: [], counterparts: [], total: .init(name: "total", received: none, sent: none, count: 0))
                }
                let index = try context.historyIndex(of: account, in: currency)
                return try context.store.snapshot { try index.summary(of: account, filter, from: $0) }
            }
        }
        router.account(Routes.transaction) { call, caller in
            guard let id = call.values.first.flatMap(OperationID.init(text:)),
                let found = try context.store.read({ try context.history.transaction(id, of: caller.id, from: $0) })
            else { throw HubProblem(.notFound, "This account has no transaction of that id.") }
            call.answer(found)
        }
    }

    /// The currency and the ledger account of a history; the row is nil if the account never had the currency.
    private func ledgerAccount(_ code: String?, of caller: Caller) throws -> (currency: Currency, row: Int64?) {
        guard let code else { return (context.currency, caller.id) }
        let currency = try Currency(code: code)
        return try context.store.read { database in
            let table = context.currencies(database)
            try table.require(currency)
            return (currency, try table.ledgerAccount(of: caller.id, in: currency))
        }
    }

    private func send(_ call: Call<SendOrder, SendAnswer>, _ caller: Caller) throws {
        let order = call.input
        let request = try Operations.fingerprint(Routes.send.path, order)
        try context.requireKept(order.amount)
        try PaymentText.check(note: order.note)
        guard order.recipient != caller.username else {
            throw HubProblem(.badRequest, "The recipient is this account itself.")
        }
        try context.lookups.check(caller.id, at: context.clock.now())
        // The transfer batcher handles the hub's first currency only.
        guard order.amount.currency == context.currency else {
            return context.store.write { store in
                try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                    try move(order, from: caller, in: store)
                }
            } reply: {
                Self.count($0, of: caller.id, by: context.lookups, at: context.clock)
                call.finish($0)
            }
        }
        // The queue keeps only what the answer needs; the rest of the request is freed.
        let (lookups, clock, account, respond) = (context.lookups, context.clock, caller.id, call.respond)
        let transfer = QueuedTransfer(
            order: order, caller: caller, request: request, recipient: context.batcher.known(order.recipient))
        context.store.transfer(transfer, by: context.batcher) {
            Self.count($0, of: account, by: lookups, at: clock)
            Response.send($0, by: respond)
        }
    }

    /// A transfer reveals whether a name exists just as a look-up does, so unknown names count against the same limit.
    private static func count(
        _ result: Result<Operations.Answer, any Error>, of account: Int64, by lookups: LookupThrottle, at clock: Clock
    ) {
        guard case .success(let answer) = result, !answer.isReplay, answer.status == Accounts.unknownRecipient.status
        else { return }
        lookups.missed(account, at: clock.now())
    }

    private func move(
        _ order: SendOrder, from caller: Caller, in store: StoreChange
    ) throws -> (output: SendAnswer, entry: Int64?) {
        guard let recipient = try Accounts.find(order.recipient, in: store.database) else {
            throw Accounts.unknownRecipient
        }
        let posted = try context.transfer(
            order.amount, from: (caller.id, caller.account), to: recipient, note: order.note,
            operation: order.id, in: store)
        let currency = order.amount.currency
        let own = try context.currencies(store.database).requireLedgerAccount(of: caller.id, in: currency)
        let answer = SendAnswer(
            transaction: try context.history.transaction(entry: posted.entry, of: own, from: store.database),
            balance: try AccountBalance.one(caller.id, in: currency, first: context.currency, from: store.database))
        return (answer, posted.entry)
    }
}

extension HubContext {
    /// The index of a ledger account's history, updated. Must not run on a network thread.
    func historyIndex(of account: Int64, in currency: Currency) throws -> HistoryIndex {
        let index = HistoryIndex(history: AccountHistory(currency: currency, secret: keys.passingSecret))
        var isBehind = try store.read { try index.isBehind(account, in: $0) }
        while isBehind {
            isBehind = try store.writeAndWait { try index.extend(account, in: $0.database) }
        }
        return index
    }
}
