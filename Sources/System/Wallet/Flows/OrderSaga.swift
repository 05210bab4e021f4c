// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import Vault

/// Orders the hub to convert or pay out the account's money. The order is durable first, so the wallet can ask again
/// after a lost answer.
///
///     waiting ──the hub's answer──▶ done
///        └──the hub refuses──▶ refused
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | waiting | the order and its id are durable; the hub may have executed it already | asked again under the same id: the same answer, money moves once |
/// | done | the hub's transaction is known | none |
/// | refused | nothing moved; the reason is in the history. A quote that did not reach the hub within its minute ends here too | none |
struct OrderSaga {
    let context: WalletContext
    let link: HubClient

    private var table: SealedTable<OrderRecord> { context.table(OrderRecord.self) }

    /// Requests a quote and computes it again, so that a mistake of the hub does not cost the user money.
    func quote(from: Currency, to: Currency, _ amount: Amount) throws -> Quote {
        let quote = try link.call(Routes.quote, QuoteOrder(from: from.code, to: to.code, amount: amount))
        let rate = try ExchangeRate(pair: quote.pair, rate: quote.rate, spread: quote.spread)
        let exchange = amount.currency == from ? try rate.exchange(giving: amount) : try rate.exchange(getting: amount)
        guard quote.give == exchange.give, quote.get == exchange.get, quote.give.currency == from,
            quote.get.currency == to
        else {
            throw WalletError(.hubRefused, "The hub's quote is not what its own rate says. Tell its operator.")
        }
        return quote
    }

    /// Stores an order durably and returns its row.
    func order(_ content: OrderRecord.Content, _ describe: (_ subject: ReferenceID) throws -> Activity) throws -> Int64
    {
        _ = try link.session()
        let row = try context.transaction { () throws -> Int64 in
            let row = try table.nextID()
            let activity = try context.note(try describe(ReferenceID(.order, row)))
            let id = try context.operation()
            try table.insert(OrderRecord(state: .waiting, id: id, content: content, activity: activity))
            try context.step(.orderWriting)
            return row
        }
        try context.step(.orderWritten)
        return row
    }

    func convert(_ quote: Quote) throws -> Int64 {
        let now = try context.now()
        return try order(.conversion(quote: quote.quote, give: quote.give, get: quote.get)) {
            Activity(
                .converted, .open, at: now, amount: quote.give, subject: $0,
                .converting(to: quote.get, pair: quote.pair, rate: quote.rate))
        }
    }

    func payOut(_ amount: Amount, to iban: IBAN, name: String, note: String?) throws -> Int64 {
        guard amount.isPositive else { throw WalletError(.badAmount, "The amount must be above zero.") }
        guard 1...64 ~= name.utf8.count, note.map({ 1...140 ~= $0.utf8.count }) ?? true else {
            throw WalletError(
                .badDocument, "The account's owner has 1 to 64 bytes, what the transfer says at most 140.")
        }
        let now = try context.now()
        return try order(.payout(iban: iban.text, name: name, amount: amount, note: note)) {
            Activity(
                .paidOut, .open, at: now, amount: amount, counterpart: name, note: note, subject: $0,
                .payingOut(to: iban))
        }
    }

    /// Sends an order to the hub and stores the result.
    func finish(_ row: Int64) throws {
        let stored = try table.require(row)
        guard stored.record.state == .waiting else { return }
        switch try execute(stored.record) {
        case .answered(let done):
            try context.step(.orderAnswered)
            try context.transaction {
                try close(stored, .done, .done, done.event)
                for balance in done.balances { try context.keep(balance) }
                try context.step(.orderSettling)
            }
        case .refused(let problem):
            if problem.isFinal {
                try context.transaction { try close(stored, .refused, .failed, .refused(HubRefusal(problem))) }
            }
            throw problem
        case .none(let noAnswer): throw noAnswer
        }
        try context.step(.orderSettled)
    }

    /// Rows of the orders that wait for the hub, oldest first.
    func waiting() throws -> [Int64] { try table.rows(.waiting).map(\.id) }

    private struct Done {
        let balances: [Balance]
        let event: ActivityEvent
    }

    private func execute(_ record: OrderRecord) throws -> HubAnswer<Done> {
        switch record.content {
        case .conversion(let quote, let give, let get):
            return try link.ask(Routes.convert, ConvertOrder(id: record.id, quote: quote)).map { answer in
                guard try answer.given.amount == give.negated, answer.got.amount == get else {
                    throw WalletError(
                        .hubRefused, "The hub converted something else than was agreed. Tell its operator.")
                }
                return Done(balances: answer.balances, event: .converted(to: get))
            }
        case .payout(let iban, let name, let amount, let note):
            let order = PayoutOrder(id: record.id, iban: iban, name: name, amount: amount, note: note)
            // A bank takes days and may refuse. Only the hub knows the result.
            return try link.ask(Routes.payout, order).map { answer in
                Done(balances: [answer.balance], event: .payoutOrdered(id: answer.payout.id))
            }
        }
    }

    private func close(
        _ stored: Stored<OrderRecord>, _ state: OrderRecord.State, _ status: Activity.Status, _ event: ActivityEvent
    ) throws {
        var closed = stored
        closed.record.state = state
        try table.update(closed)
        try context.amend(stored.record.activity) {
            $0.status = status
            $0.event = event
        }
    }
}
