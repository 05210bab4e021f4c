// SPDX-License-Identifier: MIT
internal import Crypto
internal import HTTP
internal import HubAPI
internal import Money
internal import Tokens
internal import Vault

/// Brings wallet and hub together, part by part; each part is durable on its own and harmless to repeat.
///
///     session ▶ announcements ▶ purchases ▶ transfers ▶ redemptions ▶ uploads ▶ certificates ▶ refunds ▶ tokens
///         ▶ balance ▶ ledger
///
/// | part | what is durable before the call | recovery after a lost answer |
/// |---|---|---|
/// | session | the refresh token | the hub takes it again for 60 s |
/// | announcements, balance, ledger | nothing | asked again |
/// | purchases, transfers and other orders | the order and its id | same id, same answer |
/// | redemptions, uploads | the signed bytes | same bytes, same receipt |
/// | certificates | the keys | asked again, certified again |
/// | refunds | what waits for its date | asked again |
/// | tokens | as purchases | as purchases |
///
/// What a sync decides by the time it decides by the hub's, which the announcements' answer says: a device's clock may be wrong.
///
/// A part that fails is reported in words and the next one goes on; when the hub cannot be reached, or nobody is logged
/// in, the rest is skipped, for it would fail the same way.
struct SyncSaga {
    let wallet: OpenStore
    let link: HubLink

    /// Everything, in order.
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
            return learned.sentence
        }
        var refused: [String: HubProblem] = [:]
        try part(.purchases, &report) { try finishPurchases(&refused) }
        try part(.transfers, &report) { try drainTransfers(&refused) }
        report.problems.merge(refused) { known, _ in known }
        try part(.redemptions, &report) { try redeem(everything: everything, at: hubTime ?? wallet.now()) }
        try part(.uploads, &report) { try UploadSaga(wallet: wallet, link: link).run() }
        if case .idle = report.outcome(of: .uploads) { try RollbackSaga(wallet: wallet).thaw() }
        if case .done = report.outcome(of: .uploads) { try RollbackSaga(wallet: wallet).thaw() }
        try part(.certificates, &report) {
            let count = try CertificatePool(wallet: wallet).refill(link, hubTime: hubTime)
            return count == 0 ? nil : "\(counted(count, "certificate")) fetched."
        }
        try part(.refunds, &report) { try learnRefunds() }
        try part(.tokens, &report) { everything ? nil : try topUp(at: hubTime ?? wallet.now()) }
        try part(.balance, &report) {
            try fetchBalance()
            return nil
        }
        // Last, and not between: a hub that has rewritten its books is to hear of every payment all the same.
        try part(.ledger, &report) {
            try LedgerWatch(wallet: wallet, link: link).follow()
            return nil
        }
        return report
    }

    /// Runs one part; what it throws becomes a sentence, unless the wallet was stopped.
    private func part(_ part: SyncReport.Part, _ report: inout SyncReport, _ body: () throws -> String?) throws {
        if report.isHopeless {
            report.outcomes.append((part, .skipped))
            return
        }
        do {
            report.outcomes.append((part, try body().map { .done($0) } ?? .idle))
        } catch {
            if wallet.isStopped { throw error }
            let known = WalletError.translating(error)
            let failure = known as? WalletError
            report.problems[part.rawValue] = failure?.cause as? HubProblem
            report.outcomes.append((part, .failed(failure?.code, failure?.message ?? "\(known)")))
        }
    }

    // MARK: - Parts

    /// Fetches the hub's working keys and revocations; a candidate is joined by it, since its root key has signed them.
    ///
    /// - Returns: what the hub says the time is, unsigned, so no more than a hint; and a sentence when there was news.
    func learnAnnouncements() throws -> (hubTime: Timestamp, sentence: String?) {
        let answer = try link.announcements()
        try wallet.step(.announcementsAnswered)
        var setting = try wallet.hubSetting()
        let (fresh, book) = try wallet.channelKeys.news(in: answer, of: setting.description)
        guard !book.all.isEmpty else {
            throw WalletError(
                .unprovedHub,
                "The server at \(setting.description.url) shows nothing that the hub's root key has signed. Ask the hub's operator for the right link."
            )
        }
        let hubTime = Timestamp(seconds: answer.time)
        let list = try answer.revocations.map { try RevocationList(decoding: $0.bytes) }
        try list?.verify(by: book)
        let currency = try Currency(code: answer.currency)
        guard setting.currency == nil || setting.currency == currency else {
            throw WalletError(.otherHub, "The hub now keeps another currency than before. Ask its operator.")
        }
        try wallet.transaction {
            if setting.currency == nil {
                setting.currency = currency
                try wallet.store.set(.hub, setting)
            }
            try wallet.keep(fresh)
            // The hub's own word replaces whatever a payer has relayed, also a list that said to be newer.
            let usable = list.flatMap { $0.isFromFuture(at: hubTime, policy: wallet.policy) ? nil : $0 }
            if try usable != wallet.revocations() { try wallet.store.set(.revocations, usable) }
            try wallet.store.correctTimeFloor(by: hubTime, tolerance: wallet.policy.futureTolerance)
        }
        try wallet.step(.announcementsKept)
        return (
            hubTime, fresh.isEmpty ? nil : "\(counted(fresh.count, "new key")) of the hub."
        )
    }

    private func finishPurchases(_ refused: inout [String: HubProblem]) throws -> String? {
        let saga = PurchaseSaga(wallet: wallet, link: link)
        let orders = try saga.waiting().map { row in
            Order(name: "b\(row)", title: "Order b\(row)") { try saga.finish(row) }
        }
        let done = try finish(orders, &refused)
        return done == 0 ? nil : "\(counted(done, "purchase")) finished."
    }

    /// - Parameter refused: learns what the hub refuses for good, by the order's name.
    private func drainTransfers(_ refused: inout [String: HubProblem]) throws -> String? {
        let sends = SendSaga(wallet: wallet, link: link)
        let others = OrderSaga(wallet: wallet, link: link)
        let direct = DirectOrderSaga(wallet: wallet, link: link)
        let orders =
            try sends.waiting().map { stored in
                Order(name: "s\(stored.id)", title: "To \(stored.record.order.recipient)") {
                    try sends.drain(stored.id)
                }
            }
            + others.waiting().map { row in
                Order(name: "h\(row)", title: "Order h\(row)") { try others.finish(row) }
            }
            + direct.waiting().map { order in
                Order(name: order.id.description, title: "Order \(order.id)") { try direct.finish(order) }
            }
        let done = try finish(orders, &refused)
        return done == 0 ? nil : "\(counted(done, "transfer")) sent."
    }

    /// An order that waits for the hub's answer.
    private struct Order {
        /// What commands name it by.
        let name: String
        /// The beginning of a sentence about it.
        let title: String
        let finish: () throws -> Void
    }

    /// Finishes orders one by one; what the hub says about one, or does not say, keeps no other from being finished.
    ///
    /// - Parameter refused: learns what the hub refuses for good, by the order's name.
    /// - Returns: how many were done.
    private func finish(_ orders: [Order], _ refused: inout [String: HubProblem]) throws -> Int {
        var done = 0
        var sentences: [String] = []
        var first: WalletError?
        for order in orders {
            do {
                try order.finish()
                done += 1
            } catch {
                guard !wallet.isStopped, let failure = WalletError.translating(error) as? WalletError,
                    failure.code == .noAnswer || failure.code == .hubRefused || failure.cause is HubProblem,
                    !SyncReport.isHopeless(failure.code)
                else { throw error }
                sentences.append("\(order.title): \(failure.message)")
                first = first ?? failure
                if let problem = failure.cause as? HubProblem, problem.isFinal { refused[order.name] = problem }
            }
        }
        guard let first else { return done }
        throw WalletError(first.code, sentences.joined(separator: " "), cause: first.cause)
    }

    private func redeem(everything: Bool, at now: Timestamp) throws -> String? {
        let count = try RedeemSaga(wallet: wallet).begin(try link.session(), everything: everything, at: now)
        guard count > 0 else { return nil }
        return "\(counted(count, "coin")) \(count == 1 ? "is on its" : "are on their") way to the account."
    }

    /// Asks what became of what was taken back or held, once its refund date is past.
    private func learnRefunds() throws -> String? {
        let now = try wallet.now()
        let payments = PaySaga(wallet: wallet)
        var learned = 0
        for stored in try payments.dueForRefund(at: now) {
            let places = stored.record.machine.places
            let ids = RefundWord.question(places)
            let answer = try link.call(Routes.status, StatusQuery(records: ids.map { Blob($0.bytes) }))
            guard Timestamp(seconds: answer.time) >= stored.record.machine.refundAt,
                let word = RefundWord(places, answer.items.map(\.state))
            else { continue }
            try wallet.transaction { try payments.refundLearned(stored, word) }
            try wallet.step(.refundLearned)
            learned += 1
        }
        learned += try closeHeldCoins(at: now)
        let paid = try learnClaims()
        let sentences = [
            learned == 0 ? nil : "\(counted(learned, "held amount")) settled by the hub.",
            paid == 0 ? nil : "\(counted(paid, "claim")) paid.",
        ].compactMap { $0 }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// Asks how much was paid of what double spenders owe; returns how many claims are paid now.
    private func learnClaims() throws -> Int {
        let saga = RedeemSaga(wallet: wallet)
        var waiting = try saga.claiming()[...]
        var paid = 0
        while !waiting.isEmpty {
            let batch = waiting.prefix(Self.maximumRecords)
            waiting = waiting.dropFirst(Self.maximumRecords)
            let ids = batch.map { Blob($0.record.machine.recordID.bytes) }
            let answer = try link.call(Routes.status, StatusQuery(records: ids))
            try wallet.transaction {
                for (stored, item) in zip(batch, answer.items) {
                    paid += try saga.claimLearned(stored, item.claim) ? 1 : 0
                }
            }
            try wallet.step(.refundLearned)
        }
        return paid
    }

    /// What the status route takes at once.
    private static let maximumRecords = 64

    private func closeHeldCoins(at now: Timestamp) throws -> Int {
        let coins = wallet.table(CoinRecord.self)
        let due = try coins.rows(.held).filter { $0.record.coin.root.refundAt <= now }
        guard let latest = due.map(\.record.coin.root.refundAt).max() else { return 0 }
        let hub = try wallet.hubID()
        var words: [Int64: StatusAnswer.Item] = [:]
        var waiting = due[...]
        while !waiting.isEmpty {
            let batch = waiting.prefix(Self.maximumRecords)
            waiting = waiting.dropFirst(Self.maximumRecords)
            let ids = batch.map { Blob($0.record.coin.id(hub: hub).bytes) }
            let answer = try link.call(Routes.status, StatusQuery(records: ids))
            // What matters is that the hub's own clock is past the date.
            guard Timestamp(seconds: answer.time) >= latest else { return 0 }
            for (stored, item) in zip(batch, answer.items) { words[stored.id] = item }
        }
        // What the hub knows of and has yet to sweep is asked about again.
        let closed = due.filter { words[$0.id].map { $0.state != .recorded } ?? false }
        try wallet.transaction {
            for var stored in closed {
                stored.record.state = .returned
                try coins.update(stored)
                guard !stored.record.left.isEmpty, let word = words[stored.id] else { continue }
                // The hub knows of every root, and of a transfer only what it was told before the refund date.
                let isLost = word.state == .unknown && !stored.record.coin.transfers.isEmpty
                let isPaid = word.claim.map { $0.paid == $0.amount } ?? true
                try wallet.note(
                    Activity(
                        .refunded, isPaid && !isLost ? .done : .failed, at: now,
                        amount: try wallet.amount(stored.record.left.total),
                        isLost ? .returnedToEarlierOwner : Self.event(on: word.claim)))
            }
        }
        try wallet.step(.refundLearned)
        return closed.count
    }

    /// What became of a held coin, as far as the hub says it now; what is paid on a claim later is in the account's history.
    private static func event(on claim: StatusAnswer.Claim?) -> ActivityEvent {
        claim.map {
            .releasedExcept(owed: $0.amount, paid: $0.paid, fundFrom: $0.fundFrom.map(Timestamp.init(seconds:)))
        } ?? .released
    }

    /// Withdraws what is missing from the offline balance that the user wants to have ready.
    private func topUp(at now: Timestamp) throws -> String? {
        guard let target = try wallet.store.get(.offlineTarget), target > 0 else { return nil }
        let held = try Purse(wallet: wallet).spendable(at: now)
        guard held < target else { return nil }
        let saga = PurchaseSaga(wallet: wallet, link: link)
        let missing = try wallet.amount(target - held)
        try saga.finish(try saga.order(missing, at: now))
        return "\(missing.formatted) withdrawn to be spent offline."
    }

    private func fetchBalance() throws {
        let answer = try link.call(Routes.balance, Nothing())
        try wallet.transaction {
            // Only what the account has ever had is listed, and the list only grows.
            for balance in answer.balances {
                try wallet.keep(balance)
            }
        }
    }
}

extension OpenStore {
    /// Files what the hub said about the account.
    func keep(_ balance: Balance) throws {
        let known = KnownBalance(
            balance: balance.balance, available: balance.available, time: environment.clock.now())
        guard try balance.balance.currency != currency() else { return try store.set(.balance, known) }
        let others = try (store.get(.otherBalances) ?? []).filter { $0.balance.currency != balance.balance.currency }
        try store.set(.otherBalances, (others + [known]).sorted { $0.balance.currency.code < $1.balance.currency.code })
    }
}
