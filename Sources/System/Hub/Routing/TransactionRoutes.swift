// SPDX-License-Identifier: MIT
import HubAPI
import Money
import SQL
import Tokens

/// Sending online, and looking back.
struct TransactionRoutes: Sendable {
    let parts: HubParts

    private static let pageLimit = 1...100
    private static let usualPage = 20
    private static let maximumNote = 256

    func add(to router: inout Router) {
        router.account(Routes.send) { try send($0, $1) }
        router.account(Routes.transactions, query: ["limit", "before"]) { call, caller in
            let limit = try Self.limit(call.query["limit"])
            let page = try parts.store.read {
                try parts.history.page(of: caller.id, before: call.query["before"], limit: limit, from: $0)
            }
            call.answer(page)
        }
        router.account(Routes.transaction) { call, caller in
            guard let id = call.values.first.flatMap(OperationID.init(text:)),
                let found = try parts.store.read({ try parts.history.transaction(id, of: caller.id, from: $0) })
            else { throw HubProblem(.notFound, "This account has no transaction of that id.") }
            call.answer(found)
        }
    }

    private static func limit(_ text: String?) throws -> Int {
        guard let text else { return usualPage }
        guard let limit = Int(text), pageLimit ~= limit else {
            throw HubProblem(.badRequest, "\"limit\" is a whole number from 1 to 100.")
        }
        return limit
    }

    private func send(_ call: Call<SendOrder, SendAnswer>, _ caller: Caller) throws {
        let order = call.input
        let request = try Operations.fingerprint(Routes.send.path, order)
        let known = try parts.store.read {
            try Operations.replay(account: caller.id, id: order.id, request: request, in: $0)
        }
        if let known { return call.finish(.success(known)) }
        try parts.requirePositive(order.amount)
        guard order.note?.utf8.count ?? 0 <= Self.maximumNote else {
            throw HubProblem(.badRequest, "A note has at most \(Self.maximumNote) bytes.")
        }
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
    ) throws -> (output: SendAnswer, entry: Int64) {
        let ledger = parts.ledger(store)
        guard let recipient = try Accounts.find(order.recipient, in: store.database) else {
            throw HubProblem(.unknownRecipient, "Nobody here has that name. Check its spelling.")
        }
        try AccountBalance.requireUnfrozen(caller.id, in: store.database)
        let balance = try ledger.balance(of: caller.ledgerName)
        guard try balance.isAtLeast(order.amount) else {
            throw HubProblem(
                .insufficientBalance,
                "The account holds \(balance.formatted), which is less than \(order.amount.formatted).",
                details: ["balance": balance.decimalText])
        }
        let posted = try ledger.post(
            Entry(moving: order.amount, from: caller.ledgerName, to: LedgerName.user(recipient.account)),
            .init(
                .transfer, note: order.note, sender: caller.id, recipient: recipient.id, operation: order.id,
                operatedBy: caller.id))
        let answer = SendAnswer(
            transaction: try parts.history.transaction(entry: posted.entry, of: caller.id, from: store.database),
            balance: try AccountBalance.read(caller.id, currency: parts.currency, from: store.database))
        return (answer, posted.entry)
    }
}
