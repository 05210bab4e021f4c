// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// The routes for deposits from a bank and payouts to it.
struct BankRoutes: Sendable {
    let context: HubContext

    private static let maximumText = 140
    private static let listed = 100

    func add(to router: inout Router) {
        router.account(Routes.funding) { call, caller in
            let banks = try context.store.read { database in
                try database.rows("SELECT currency, iban, name, bic FROM bank_account ORDER BY currency").map {
                    FundingAnswer.Bank(
                        currency: try $0.text(0), iban: try $0.text(1), name: try $0.text(2),
                        bic: try $0.optionalText(3))
                }
            }
            let reference = try DepositReference(hub: context.keys.hub).text(of: caller.id)
            call.answer(FundingAnswer(reference: reference.text, banks: banks))
        }
        router.account(Routes.payouts) { call, caller in
            let payouts = try context.store.read {
                try PayoutTable.list(of: caller.id, limit: Self.listed, from: $0)
            }
            call.answer(PayoutList(payouts: payouts))
        }
        router.account(Routes.payout) { try order($0, $1) }
        router.account(Routes.cancelPayout) { try cancel($0, $1) }
    }

    private func order(_ call: Call<PayoutOrder, PayoutAnswer>, _ caller: Caller) throws {
        let order = call.input
        let request = try Operations.fingerprint(Routes.payout.path, order)
        if let known = try known(order.id, request, caller) { return call.finish(.success(known)) }
        try context.requireKept(order.amount)
        _ = try PayoutTable.iban(order.iban)
        try PaymentText.check(line: order.name, called: "name")
        try PaymentText.check(line: order.note, called: "note", maximum: Self.maximumText)
        context.store.write { store in
            try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                let (payout, entry) = try PayoutTable(context: context, store: store).order(order, from: caller)
                return (try answer(payout, caller, store), entry)
            }
        } reply: {
            call.finish($0)
        }
    }

    private func cancel(_ call: Call<PayoutCancellation, PayoutAnswer>, _ caller: Caller) throws {
        let order = call.input
        let request = try Operations.fingerprint(Routes.cancelPayout.path, order)
        if let known = try known(order.id, request, caller) { return call.finish(.success(known)) }
        context.store.write { store in
            try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                let (payout, entry) = try PayoutTable(context: context, store: store).cancel(order.payout, of: caller)
                return (try answer(payout, caller, store), entry)
            }
        } reply: {
            call.finish($0)
        }
    }

    private func known(_ id: OperationID, _ request: [UInt8], _ caller: Caller) throws -> Operations.Answer? {
        try context.store.read { try Operations.replay(account: caller.id, id: id, request: request, in: $0) }
    }

    private func answer(_ payout: Payout, _ caller: Caller, _ store: StoreChange) throws -> PayoutAnswer {
        PayoutAnswer(
            payout: payout,
            balance: try AccountBalance.one(
                caller.id, in: payout.amount.currency, first: context.currency, from: store.database))
    }
}
