// SPDX-License-Identifier: MIT
internal import Crypto
internal import HTTP
internal import HubAPI
internal import Money
internal import Tokens
internal import Vault

/// Synchronises wallet and hub in parts. Each part is durable by itself and safe to repeat.
///
///     session ▶ announcements ▶ purchases ▶ transfers ▶ redemptions ▶ uploads ▶ certificates ▶ refunds ▶ tokens
///         ▶ balance ▶ ledger
///
/// | part | what is durable before the call | recovery after a lost answer |
/// |---|---|---|
/// | session | the refresh token | the hub accepts it again for 60 s |
/// | announcements, balance, ledger | nothing | asked again |
/// | purchases, transfers and other orders | the order and its id | same id, same answer |
/// | redemptions, uploads | the signed bytes | same bytes, same receipt |
/// | certificates | the keys | asked again, certified again |
/// | refunds | the payments and coins that wait for their refund date | asked again |
/// | tokens | as purchases | as purchases |
///
/// Decisions that depend on the time use the hub's time from the announcements' answer, because a device's clock may be
/// wrong.
///
/// A part that fails is reported and the next one goes on; when the hub cannot be reached, or no account is logged
/// in, the rest is skipped, for it would fail the same way.
struct SyncSaga {
    let context: WalletContext
    let link: HubClient

    /// Runs all parts in order.
    func run(everything: Bool) throws -> SyncReport {
        var report = SyncReport()
        try part(.session, &report) {
            _ = try link.freshSession()
            return nil
        }
        var hubTime: Timestamp?
        try part(.announcements, &report) {
            let learned = try learnAnnouncements()
            hubTime = learned.hubTime
            return learned.keys == 0 ? nil : .learnedKeys(count: learned.keys)
        }
        try part(.purchases, &report) { try finishPurchases() }
        try part(.transfers, &report) { try drainTransfers() }
        try part(.redemptions, &report) { try redeem(everything: everything, at: hubTime ?? context.now()) }
        try part(.uploads, &report) { try UploadSaga(context: context, link: link).run() }
        if case .idle = report.outcome(of: .uploads) { try RollbackSaga(context: context).thaw() }
        if case .done = report.outcome(of: .uploads) { try RollbackSaga(context: context).thaw() }
        try part(.certificates, &report) {
            let count = try CertificatePool(context: context).refill(link, hubTime: hubTime)
            return count == 0 ? nil : .fetchedCertificates(count: count)
        }
        try part(.refunds, &report) { try learnRefunds() }
        try part(.tokens, &report) { everything ? nil : try topUp(at: hubTime ?? context.now()) }
        try part(.balance, &report) {
            try fetchBalance()
            return nil
        }
        // Last, because a hub that has rewritten its ledger must still receive every payment.
        try part(.ledger, &report) {
            try LedgerWatch(context: context, link: link).follow()
            return nil
        }
        return report
    }

    /// Runs one part; what it throws is reported, unless the wallet was stopped.
    private func part(_ part: SyncReport.Part, _ report: inout SyncReport, _ body: () throws -> SyncWork?) throws {
        if report.isHopeless {
            report.outcomes.append((part, .skipped))
            return
        }
        do {
            report.outcomes.append((part, try body().map { .done($0) } ?? .idle))
        } catch {
            if context.isStopped { throw error }
            report.outcomes.append((part, .failed(SyncFailure(error))))
        }
    }

    // MARK: - Parts

    /// Fetches the hub's working keys and revocations. This joins a candidate, since the root key has signed them.
    ///
    /// - Returns: what the hub says the time is, unsigned, so no more than a hint; and how many keys are new.
    func learnAnnouncements() throws -> (hubTime: Timestamp, keys: Int) {
        let answer = try link.announcements()
        try context.step(.announcementsAnswered)
        var setting = try context.hubSetting()
        let (fresh, announced) = try context.channelKeys.news(in: answer, of: setting.description)
        guard !announced.all.isEmpty else {
            throw WalletError(
                .unprovedHub,
                "The server at \(setting.description.url) shows nothing that the hub's root key has signed. Ask the hub's operator for the right link."
            )
        }
        let hubTime = Timestamp(seconds: answer.time)
        let list = try answer.revocations.map { try RevocationList(decoding: $0.bytes) }
        try list?.verify(by: announced)
        let currency = try Currency(code: answer.currency)
        guard setting.currency == nil || setting.currency == currency else {
            throw WalletError(.otherHub, "The hub now keeps another currency than before. Ask its operator.")
        }
        try context.transaction {
            if setting.currency == nil {
                setting.currency = currency
                try context.store.set(.hub, setting)
            }
            try context.keep(fresh)
            // The hub's own list replaces any list that a payer relayed, even one that claims to be newer.
            let usable = list.flatMap { $0.isFromFuture(at: hubTime, policy: context.policy) ? nil : $0 }
            if try usable != context.revocations() { try context.store.set(.revocations, usable) }
            try context.store.correctTimeFloor(by: hubTime, tolerance: context.policy.futureTolerance)
        }
        try context.step(.announcementsKept)
        return (hubTime, fresh.count)
    }

    private func finishPurchases() throws -> SyncWork? {
        let saga = PurchaseSaga(context: context, link: link)
        let done = try finish(
            saga.waiting().map { row in
                Order(name: .row(ReferenceID(.purchase, row))) { try saga.finish(row) }
            })
        return done == 0 ? nil : .finishedPurchases(count: done)
    }

    private func drainTransfers() throws -> SyncWork? {
        let sends = SendSaga(context: context, link: link)
        let others = OrderSaga(context: context, link: link)
        let direct = DirectOrderSaga(context: context, link: link)
        let orders =
            try sends.waiting().map { stored in
                Order(name: .row(ReferenceID(.transfer, stored.id)), recipient: stored.record.order.recipient) {
                    try sends.drain(stored.id)
                }
            }
            + others.waiting().map { row in
                Order(name: .row(ReferenceID(.order, row))) { try others.finish(row) }
            }
            + direct.waiting().map { order in
                Order(name: .operation(order.id)) { try direct.finish(order) }
            }
        let done = try finish(orders)
        return done == 0 ? nil : .sentTransfers(count: done)
    }

    /// An order without an answer of the hub.
    private struct Order {
        let name: OrderName
        var recipient: String?
        let finish: () throws -> Void
    }

    /// Finishes orders one by one. A refusal of one order, or a missing answer to it, does not stop the others.
    ///
    /// - Returns: how many were done.
    /// - Throws: ``SyncFailure/orders(_:)`` when some are not; another error when the others would fail the same way.
    private func finish(_ orders: [Order]) throws -> Int {
        var unfinished: [UnfinishedOrder] = []
        for order in orders {
            do {
                try order.finish()
            } catch {
                guard !context.isStopped, let failure = WalletError.translating(error) as? WalletError,
                    failure.code == .noAnswer || failure.code == .hubRefused || failure.cause is HubProblem,
                    !failure.code.isHopeless
                else { throw error }
                unfinished.append(UnfinishedOrder(name: order.name, recipient: order.recipient, error: failure))
            }
        }
        guard unfinished.isEmpty else { throw SyncFailure.orders(unfinished) }
        return orders.count
    }

    private func redeem(everything: Bool, at now: Timestamp) throws -> SyncWork? {
        let count = try RedeemSaga(context: context).begin(try link.session(), everything: everything, at: now)
        return count == 0 ? nil : .beganRedemptions(count: count)
    }

    /// Asks what became of what was taken back or held, once its refund date is past.
    private func learnRefunds() throws -> SyncWork? {
        let now = try context.now()
        let payments = PaySaga(context: context)
        var learned = 0
        for stored in try payments.dueForRefund(at: now) {
            let places = stored.record.machine.places
            let ids = RefundWord.question(places)
            let answer = try link.call(Routes.status, StatusQuery(records: ids.map { Blob($0.bytes) }))
            guard Timestamp(seconds: answer.time) >= stored.record.machine.refundAt,
                let word = RefundWord(places, answer.items.map(\.state))
            else { continue }
            try context.transaction { try payments.refundLearned(stored, word) }
            try context.step(.refundLearned)
            learned += 1
        }
        learned += try learnRedemptions(payments, at: now)
        learned += try closeHeldCoins(at: now)
        let paid = try learnClaims()
        return learned + paid == 0 ? nil : .learnedRefunds(amounts: learned, claims: paid)
    }

    /// Asks which payments their payees have redeemed.
    private func learnRedemptions(_ payments: PaySaga, at now: Timestamp) throws -> Int {
        var learned = 0
        for stored in try payments.unconfirmed(at: now) {
            let ids = stored.record.machine.places.map { Blob($0.id.bytes) }
            let answer = try link.call(Routes.status, StatusQuery(records: ids))
            guard answer.items.count == ids.count, answer.items.allSatisfy({ $0.state == .credited }) else { continue }
            try context.transaction { try payments.redemptionLearned(stored) }
            try context.step(.refundLearned)
            learned += 1
        }
        return learned
    }

    /// Asks how much of the double spenders' debts was paid, and returns the number of claims paid in full.
    private func learnClaims() throws -> Int {
        let saga = RedeemSaga(context: context)
        var waiting = try saga.claiming()[...]
        var paid = 0
        while !waiting.isEmpty {
            let batch = waiting.prefix(Self.maximumRecords)
            waiting = waiting.dropFirst(Self.maximumRecords)
            let ids = batch.map { Blob($0.record.machine.recordID.bytes) }
            let answer = try link.call(Routes.status, StatusQuery(records: ids))
            try context.transaction {
                for (stored, item) in zip(batch, answer.items) {
                    paid += try saga.claimLearned(stored, item.claim) ? 1 : 0
                }
            }
            try context.step(.refundLearned)
        }
        return paid
    }

    /// The most records in one call of the status route.
    private static let maximumRecords = 64

    private func closeHeldCoins(at now: Timestamp) throws -> Int {
        let tokens = context.table(OfflineTokenRecord.self)
        let due = try tokens.rows(.held).filter { $0.record.token.root.refundAt <= now }
        guard let latest = due.map(\.record.token.root.refundAt).max() else { return 0 }
        let hub = try context.hubID()
        var words: [Int64: StatusAnswer.Item] = [:]
        var waiting = due[...]
        while !waiting.isEmpty {
            let batch = waiting.prefix(Self.maximumRecords)
            waiting = waiting.dropFirst(Self.maximumRecords)
            let ids = batch.map { Blob($0.record.token.id(hub: hub).bytes) }
            let answer = try link.call(Routes.status, StatusQuery(records: ids))
            // The hub's own clock must be past the date.
            guard Timestamp(seconds: answer.time) >= latest else { return 0 }
            for (stored, item) in zip(batch, answer.items) { words[stored.id] = item }
        }
        // The next sync asks again about records that the hub knows of and has yet to sweep.
        let closed = due.filter { words[$0.id].map { $0.state != .recorded } ?? false }
        try context.transaction {
            for var stored in closed {
                stored.record.state = .returned
                try tokens.update(stored)
                guard !stored.record.left.isEmpty, let word = words[stored.id] else { continue }
                // The hub knows every root, but only those transfers that it received before the refund date.
                let isLost = word.state == .unknown && !stored.record.token.transfers.isEmpty
                let isPaid = word.claim.map { $0.paid == $0.amount } ?? true
                try context.note(
                    Activity(
                        .refunded, isPaid && !isLost ? .done : .failed, at: now,
                        amount: try context.amount(stored.record.left.total),
                        isLost ? .returnedToEarlierOwner : Self.event(on: word.claim)))
            }
        }
        try context.step(.refundLearned)
        return closed.count
    }

    /// The outcome of a held coin so far. Later payments on a claim are in the account's history.
    private static func event(on claim: StatusAnswer.Claim?) -> ActivityEvent {
        claim.map {
            .releasedExcept(owed: $0.amount, paid: $0.paid, fundFrom: $0.fundFrom.map(Timestamp.init(seconds:)))
        } ?? .released
    }

    /// Withdraws what is missing from the offline balance that the user wants to have ready.
    private func topUp(at now: Timestamp) throws -> SyncWork? {
        guard let target = try context.store.get(.offlineTarget), target > 0 else { return nil }
        let held = try OfflineBalance(context: context).spendable(at: now)
        guard held < target else { return nil }
        let saga = PurchaseSaga(context: context, link: link)
        let missing = try context.amount(target - held)
        try saga.finish(try saga.order(missing, at: now))
        return .withdrew(missing)
    }

    private func fetchBalance() throws {
        let answer = try link.call(Routes.balance, Nothing())
        try context.transaction {
            // The answer lists every currency that the account ever held, so no entry has to be deleted.
            for balance in answer.balances {
                try context.keep(balance)
            }
        }
        // After the parts that finish this wallet's own orders, so that each finds its own line.
        try AccountHistorySaga(context: context, link: link).follow(answer.balances.map(\.balance.currency))
    }
}

extension WalletContext {
    /// Stores a balance of the account as the hub reported it.
    func keep(_ balance: Balance) throws {
        let known = KnownBalance(
            balance: balance.balance, available: balance.available, time: environment.clock.now())
        guard try balance.balance.currency != currency() else { return try store.set(.balance, known) }
        let others = try (store.get(.otherBalances) ?? []).filter { $0.balance.currency != balance.balance.currency }
        try store.set(.otherBalances, (others + [known]).sorted { $0.balance.currency.code < $1.balance.currency.code })
    }
}
