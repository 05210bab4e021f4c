// SPDX-License-Identifier: MIT
internal import Crypto
internal import HubAPI
internal import Money
internal import Tokens
internal import Vault

/// Redeems units at the hub for credit; owns a `RedeemMachine` for each range. Runs at sync only.
///
///     committed ──signed──▶ ready ──the hub's receipt──▶ settled ◀──the claim is paid──┐
///         │                   │  └──the hub's receipt, not for all of it──▶ claiming ───┘
///         │                   └──the hub's final refusal──▶ refused; too late by the hub's clock: its coin is held too
///         └──the store was rolled back──▶ dropped
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | committed | body, account, debited units and epoch are durable; the epoch file may be one behind | the epoch file is advanced, the same body is signed: same id |
/// | ready | the signed redemption is durable; the hub may have it | uploaded again: the same receipt |
/// | settled | the hub's receipt is stored; it says how much was credited | none |
/// | claiming | the hub's receipt is stored; the double spender owes the rest | each sync asks the hub how much of the claim was paid |
/// | refused | the hub gave a reason, which is in the history | none: the refund sweep decides |
/// | dropped | never signed in this store; its coin is held | none |
struct RedeemSaga {
    let context: WalletContext

    private var table: SealedTable<RedemptionRecord> { context.table(RedemptionRecord.self) }

    /// Own roots are redeemed this long before payees stop accepting them, in seconds.
    private static let beforeExpiry: UInt64 = 3 * Timestamp.secondsPerDay

    /// Commits and signs the redemption of every coin that is due, and returns the number of ranges.
    ///
    /// Due are all received coins, own roots near their end, and all own roots if `everything` is set. The hub alone
    /// decides whether it is too late, since a device's clock may be wrong.
    ///
    /// - Parameter now: the hub's time, if it has just been received.
    func begin(_ session: Session, everything: Bool, at now: Timestamp) throws -> Int {
        try takeBackFromHeld(at: now)
        let due = try context.table(OfflineTokenRecord.self).rows(.live).filter {
            isDue($0.record, at: now, everything: everything)
        }
        guard !due.isEmpty else {
            try resume()
            return 0
        }
        return try context.spending { turn in
            let rows = try commit(due, session, at: now, turn)
            if !rows.isEmpty { try context.step(.redeemCommitted) }
            try sign(turn)
            return rows.count
        }
    }

    private func commit(
        _ due: [Stored<OfflineTokenRecord>], _ session: Session, at now: Timestamp, _ turn: SpendTurn
    ) throws -> [Int64] {
        let account = try AccountID(session.account.bytes)
        let hubKey = try context.hubSetting().description.rootKey
        return try context.transaction { () throws -> [Int64] in
            var rows: [Int64] = []
            for stored in due {
                for range in stored.record.left.pieces {
                    let certificate =
                        try stored.record.isRoot
                        ? nil : context.table(OfflineKeyRecord.self).require(stored.record.key).record.certificate
                    let machine = try RedeemMachine(
                        redeeming: stored.record.token, range: range, certificate: certificate, account: account,
                        nonce: Nonce(random: context.random), time: now, hubKey: hubKey)
                    let activity = try context.note(
                        Activity(
                            .redeemed, .open, at: now, amount: try context.amount(range.length),
                            subject: try request(paidWith: stored.record), .redeeming))
                    try context.debit(range, ofCoin: stored.id)
                    rows.append(
                        try table.insert(
                            RedemptionRecord(
                                machine: machine, token: stored.id, units: range.length, activity: activity)))
                }
            }
            if !rows.isEmpty { try turn.count() }
            try context.step(.redeemCommitting)
            return rows
        }
    }

    /// The request that a received coin paid; nil for a coin that the hub issued to this wallet.
    private func request(paidWith record: OfflineTokenRecord) throws -> ReferenceID? {
        guard !record.isRoot else { return nil }
        return try context.store.owner(of: record.token.id(hub: context.hubID()), .incoming).map {
            ReferenceID(.request, $0)
        }
    }

    private func isDue(_ record: OfflineTokenRecord, at now: Timestamp, everything: Bool) -> Bool {
        guard !record.left.isEmpty else { return false }
        return !record.isRoot || everything || record.token.root.acceptUntil <= now.adding(seconds: Self.beforeExpiry)
    }

    /// Makes coins live again that an older version held because this device's clock was past their time, while the
    /// hub's clock is not. They were never signed away, so the wallet may sign them.
    private func takeBackFromHeld(at now: Timestamp) throws {
        let tokens = context.table(OfflineTokenRecord.self)
        let candidates = try tokens.rows(.held).filter {
            !$0.record.left.isEmpty && now <= $0.record.token.root.redeemUntil
        }
        guard !candidates.isEmpty else { return }
        let given = Set(
            try table.rows(.committed, .ready, .settled, .refused, .dropped, .claiming).map(\.record.token))
        let generation = try context.store.generation
        try context.transaction {
            for var stored in candidates where !given.contains(stored.id) {
                // The store cannot know whether a coin of an earlier generation was signed away.
                guard
                    try context.table(OfflineKeyRecord.self).require(stored.record.key).record.generation == generation
                else { continue }
                stored.record.state = .live
                try tokens.update(stored)
            }
        }
    }

    /// Completes the redemptions that a crash interrupted.
    func resume() throws {
        if try !table.rows(.committed).isEmpty { try context.spending { turn in try sign(turn) } }
    }

    /// Advances the epoch file, then signs all committed redemptions and stores them in one more transaction.
    private func sign(_ turn: SpendTurn) throws {
        var pending = try table.rows(.committed)
        guard !pending.isEmpty else { return }
        try turn.record()
        try context.step(.redeemEpochAdvanced)
        for index in pending.indices {
            guard case .sign(let transfer) = pending[index].record.machine.resume() else { continue }
            let key = try context.table(OfflineTokenRecord.self).require(pending[index].record.token).record.key
            let signature = try transfer.sign(with: try turn.key(key), hub: pending[index].record.machine.hub)
            _ = try pending[index].record.machine.signed(signature)
        }
        try context.step(.redeemSigned)
        try context.transaction {
            for stored in pending { try table.update(stored) }
            try context.step(.redeemReadying)
        }
        try context.step(.redeemReady)
    }

    /// The signed redemptions to upload, with their rows.
    func uploads() throws -> [(row: Int64, redemption: Redemption)] {
        try table.rows(.ready).compactMap { stored in
            guard case .upload(let redemption) = stored.record.machine.resume() else { return nil }
            return (stored.id, redemption)
        }
    }

    /// Stores the hub's receipt. Call inside a transaction.
    func hubAnswered(_ row: Int64, _ receipt: HubReceipt) throws {
        var stored = try table.require(row)
        switch try stored.record.machine.hubAnswered(receipt, announced: try context.announced()) {
        case .credited(let units, let all):
            let missing = all > units ? try context.amount(all - units) : nil
            let credited = try context.amount(units)
            try context.amend(stored.record.activity) {
                $0.amount = credited
                $0.status = missing == nil ? .done : .failed
                $0.event = missing.map { .creditedExcept($0) } ?? .credited
            }
        case .refunded:
            try context.amend(stored.record.activity) {
                $0.status = .done
                $0.event = .refundWasQuicker
            }
        default: break
        }
        try table.update(stored)
    }

    /// The redemptions that were not credited in full and whose claims are not paid, as far as this wallet knows.
    func claiming() throws -> [Stored<RedemptionRecord>] { try table.rows(.claiming) }

    /// Stores how much of a claim was paid. If `claim` is nil, there is nothing to wait for, and the redemption is
    /// settled. Call inside a transaction.
    ///
    /// - Returns: whether the claim was paid in full.
    func claimLearned(_ stored: Stored<RedemptionRecord>, _ claim: StatusAnswer.Claim?) throws -> Bool {
        let isPaid = claim.map { $0.paid == $0.amount } ?? false
        if claim == nil || isPaid {
            var stored = stored
            _ = stored.record.machine.claimClosed()
            try table.update(stored)
        }
        try context.amend(stored.record.activity) {
            if isPaid { $0.status = .done }
            $0.event = Self.event(on: claim)
        }
        return isPaid
    }

    private static func event(on claim: StatusAnswer.Claim?) -> ActivityEvent {
        guard let claim else { return .withoutClaim }
        let fundFrom = claim.fundFrom.map(Timestamp.init(seconds:))
        return claim.paid == claim.amount && fundFrom == nil
            ? .claimPaid(claim.amount)
            : .claimPartlyPaid(owed: claim.amount, paid: claim.paid, fundFrom: fundFrom)
    }

    /// Records that the hub refused as too late. The hub's sweep refunds the units, so they show as held until then.
    /// Call inside a transaction.
    func tooLate(_ row: Int64) throws {
        var stored = try table.require(row)
        guard case .release(let range) = stored.record.machine.refused() else { return }
        try table.update(stored)
        let tokens = context.table(OfflineTokenRecord.self)
        var token = try tokens.require(stored.record.token)
        token.record.left.insert(range)
        token.record.state = .held
        try tokens.update(token)
        let refundAt = token.record.token.root.refundAt
        try context.amend(stored.record.activity) {
            $0.status = .held
            $0.event = .tooOld(until: refundAt)
        }
    }

    /// Stores the hub's final refusal. Call inside a transaction.
    func refused(_ row: Int64, _ problem: HubProblem) throws {
        var stored = try table.require(row)
        _ = stored.record.machine.refused()
        try table.update(stored)
        try context.amend(stored.record.activity) {
            $0.status = .failed
            $0.event = .refused(HubRefusal(problem))
        }
    }
}
