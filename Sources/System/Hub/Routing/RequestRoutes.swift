// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// The routes of payment requests.
struct RequestRoutes: Sendable {
    let context: HubContext
    private var shared: PaymentRoutes<RequestTable> { PaymentRoutes(context: context) }

    private static let usualDirection = HistoryFilter.Direction.incoming
    private static let direction = QueryField<HistoryFilter.Direction>.choice(
        "direction", usual: usualDirection, "Those that ask the caller, or those of the caller.")
    private static let state = QueryField<MoneyRequest.State>.choice("state", "What has become of them.")

    func add(to router: inout Router) {
        router.account(Routes.newRequest) { try ask($0, $1) }
        router.account(Routes.requests, query: PageLimit.fields + [Self.direction, Self.state]) { try list($0, $1) }
        router.account(Routes.request) { try shared.find($0, $1) }
        router.account(Routes.payRequest) { try pay($0, $1) }
        router.account(Routes.declineRequest) { close($0, $1, .decline) }
        router.account(Routes.cancelRequest) { close($0, $1, .cancel) }
    }

    private func list(_ call: Call<Nothing, RequestPage>, _ caller: Caller) throws {
        let direction = try Self.direction.value(in: call.query) ?? Self.usualDirection
        let state = try Self.state.value(in: call.query)
        try shared.list(call, caller, "requests \(direction) \(state?.rawValue ?? "")") { table, before, limit in
            try table.page(of: caller.id, direction, state, before: before, limit: limit)
        } page: {
            RequestPage(items: $0, next: $1)
        }
    }

    private func ask(_ call: Call<RequestOrder, MoneyRequest>, _ caller: Caller) throws {
        let order = call.input
        let currency = try currency(of: order)
        try PaymentText.check(note: order.note)
        try PaymentText.check(line: order.reference, called: "reference")
        guard order.payer != caller.username else {
            throw HubProblem(.badRequest, "The payer is this account itself.")
        }
        let request = try Operations.fingerprint(Routes.newRequest.path, order)
        context.store.write { store in
            try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                let payer = try order.payer.map { try context.lookUp($0, for: caller, in: store.database) }
                let table = context.requests(store.database, at: store.now)
                let added = try table.add(
                    .init(
                        payee: caller.id, payer: payer?.id, amount: order.amount, currency: currency,
                        note: order.note, reference: order.reference, due: order.due, expires: order.expires),
                    id: OperationID(at: store.now, random: context.random))
                try context.tell(added.payer, .requestReceived, added, in: store)
                return (try table.message(added, for: caller.id), nil)
            }
        } reply: {
            call.finish($0)
        }
    }

    /// The currency of the amount. If the payer chooses the amount, the currency that the payee named, or else the
    /// hub's first one.
    private func currency(of order: RequestOrder) throws -> Currency {
        if let amount = order.amount { try context.requireKept(amount) }
        guard let code = order.currency else { return order.amount?.currency ?? context.currency }
        let currency = try context.kept(code)
        guard order.amount.map({ $0.currency == currency }) ?? true else {
            throw HubProblem(
                .badRequest, "\"currency\" is that of the amount, or left out.", details: ["field": "currency"])
        }
        return currency
    }

    private func pay(_ call: Call<RequestPayment, RequestPaid>, _ caller: Caller) throws {
        let (payment, id) = (call.input, call.values.first)
        let path = Routes.payRequest.path(with: call.values)
        let request = try Operations.fingerprint(path, payment)
        try context.requireKept(payment.amount)
        context.store.write { store in
            // The refusal of an unknown id is not stored.
            if try Operations.replay(account: caller.id, id: payment.id, request: request, in: store.database) == nil {
                _ = try context.requests(store.database, at: store.now).find(id, for: caller.id)
            }
            return try Operations.once(account: caller.id, id: payment.id, request: request, in: store) {
                try settle(id, payment, by: caller, in: store)
            }
        } reply: {
            call.finish($0)
        }
    }

    private func settle(
        _ id: String?, _ payment: RequestPayment, by caller: Caller, in store: StoreChange
    ) throws -> (output: RequestPaid, entry: Int64?) {
        let table = context.requests(store.database, at: store.now)
        let request = try table.find(id, for: caller.id)
        guard request.payee != caller.id else {
            throw HubProblem(.badRequest, "This account asked for that money itself, so it cannot pay it.")
        }
        do {
            _ = try request.state.after(.pay, isExpired: request.isExpired(store.now))
        } catch var problem as HubProblem {
            problem.details["transaction"] = try table.message(request, for: caller.id).transaction
            throw problem
        }
        if let asked = request.amount, asked != payment.amount {
            throw HubProblem(
                .wrongAmount, "The request is for \(asked.formatted), not for \(payment.amount.formatted).",
                details: ["amount": asked.decimalText])
        }
        guard request.currency == payment.amount.currency else {
            throw HubProblem(
                .wrongAmount, "The request is for \(request.currency.code), not for \(payment.amount.currency.code).",
                details: ["currency": request.currency.code])
        }
        let words = [request.reference, request.note].compactMap { $0 }.joined(separator: " · ")
        let posted = try context.transfer(
            payment.amount, from: (caller.id, caller.account),
            to: (request.payee, try Accounts.account(request.payee, in: store.database)),
            note: words.isEmpty ? nil : words, operation: payment.id, in: store)
        let paid = try table.file(posted.entry, by: caller.id, payment.amount, for: request)
        try context.tell(request.payee, .requestPaid, request, in: store)
        let own = try context.currencies(store.database).requireLedgerAccount(of: caller.id, in: request.currency)
        let answer = RequestPaid(
            request: try table.message(paid, for: caller.id),
            transaction: try context.history.transaction(entry: posted.entry, of: own, from: store.database),
            balance: try AccountBalance.one(
                caller.id, in: request.currency, first: context.currency, from: store.database))
        return (answer, posted.entry)
    }

    private func close(_ call: Call<NoDetails, MoneyRequest>, _ caller: Caller, _ event: RequestState.Event) {
        shared.change(call, caller) { table, request, store in
            let side = event == .cancel ? request.payee : request.payer
            guard side == caller.id else {
                let whose = event == .cancel ? "who sent it can cancel it" : "who is asked for the money can decline it"
                throw HubProblem(.badRequest, "Of this request, only \(whose).")
            }
            let closed = try table.close(request, event)
            // Repeating the event changes nothing and sends no event.
            if closed.state != request.state {
                if event == .cancel {
                    try context.tell(request.payer, .requestCancelled, request, in: store)
                } else {
                    try context.tell(request.payee, .requestDeclined, request, in: store)
                }
            }
            return closed
        }
    }
}

extension HubContext {
    /// Sends an event to one side of a request, if there is one.
    func tell(
        _ account: Int64?, _ kind: HubEvent.Kind, _ request: RequestTable.Stored, in store: StoreChange
    ) throws {
        guard let account else { return }
        try store.tell(account, kind, about: request.id.description, by: events)
    }

    func requests(_ database: any SQLConnection, at now: Timestamp) -> RequestTable {
        RequestTable(database: database, now: now)
    }
}
