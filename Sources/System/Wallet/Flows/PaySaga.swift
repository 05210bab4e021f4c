// SPDX-License-Identifier: MIT
internal import Crypto
internal import HubAPI
internal import Money
internal import Tokens
internal import Vault

/// Pays a request offline; owns a `PayMachine` for each payment. Protocol: 02, What is on disk before what happens.
///
///     committed ──signed──▶ handed over ──receipt──▶ acknowledged ──the hub's receipts──▶ settled
///         │                   │    │                                                        ▲
///         │                   │    │                  └──refund date, the hub's answer──▶ returned, or settled
///         │                   │    └──the hub's receipts──▶ recorded ──receipt, redemption, or refund date──▶ settled
///         │                   ├──decline──▶ declined ──the hub's receipts, at the next sync──▶ returned
///         │                   │                 ▲
///         │                   │                 decline
///         │                   └──user───▶ withheld ──refund date, the hub's answer──▶ returned, or settled
///         └──the store was rolled back──▶ withheld
///
/// The states are the machine's. The indexed column is computed from the machine. Decision 0076
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | committed | bodies, debited units and epoch are durable; the epoch file may be one behind; nothing was shown | the epoch file is advanced, the same bodies are signed: same ids |
/// | handed over | the signed bytes are stored and may have been shown | the same bytes are shown again; after a power failure perhaps signed again: same ids |
/// | acknowledged | the payee's receipt is stored | uploaded at sync on the payee's behalf; at `refundAt` the hub says who got the value |
/// | withheld | never shown again, never uploaded; the payee may still have it | a receipt makes it acknowledged, a decline declined; at `refundAt` the hub says who got the value |
/// | declined | the payee's signed decline is stored; the units are never signed again, which would be fraud | uploaded with its decline at sync; past `refundAt` as withheld |
/// | recorded | the hub has answered for every coin, or refused one for good; the payee has not confirmed | each sync asks the hub whether the payee has redeemed it |
/// | settled | the payee has signed for it or has its value | none |
/// | returned | the hub paid the value back into the account; never shown again, and no receipt changes that | none |
struct PaySaga {
    let context: WalletContext

    private var table: SealedTable<OutgoingRecord> { context.table(OutgoingRecord.self) }

    // MARK: - Paying

    func summary(of request: PaymentRequest) throws -> RequestSummary {
        let check = try check(request)
        // Safe: an unknown currency is one of the findings. There is then no amount to show.
        let amount = try? request.amount()
        return RequestSummary(
            amount: amount, payee: request.certificate.name, isHardwareKey: request.certificate.keyClass == .hardware,
            time: request.time, findings: check.findings)
    }

    /// Pays a request. Paying the same request again returns the same payment and never makes a second one.
    func pay(_ request: PaymentRequest, allowing overrides: Set<RequestCheck.Override>, note: String?) throws
        -> OutgoingPayment
    {
        let hash = request.hash(hub: try context.hubID())
        if let known = try table.row(reference: hash.bytes) {
            if known.record.state == .committed {
                return try context.spending { turn in try handOver(known.id, turn) }
            }
            return try show(known, isRepeat: true)
        }
        if let reason = try context.store.freeze { throw WalletError.frozen(reason) }
        do {
            try check(request).requireAcceptable(allowing: overrides)
        } catch let error as TokensError {
            throw WalletError(.requestRefused, error.message, cause: error.cause)
        }
        return try context.spending { turn in
            let row = try commit(request, hash, note: note, turn)
            return try handOver(row, turn)
        }
    }

    private func check(_ request: PaymentRequest) throws -> RequestCheck {
        RequestCheck(
            request, announced: try context.announced(), revocations: try context.revocations(), policy: context.policy,
            unit: try context.currency(), at: try context.now(),
            isOwn: try OfflineTokenKeys(context: context).row(of: request.payee) != nil)
    }

    /// Chooses the units, and stores bodies, debits and epoch durably in one transaction.
    private func commit(
        _ request: PaymentRequest, _ hash: RequestHash, note: String?, _ turn: SpendTurn
    ) throws -> Int64 {
        let now = try context.now()
        let holdings = try OfflineBalance(context: context).holdings()
        let picks = try OfflineTokenChoice.choose(
            try request.amount(), from: holdings.values.map(\.spendable), at: now, policy: context.policy)
        var spent: [(row: Stored<OfflineTokenRecord>, transfer: UnsignedTransfer)] = []
        for pick in picks {
            guard let holding = holdings[pick.id] else {
                throw WalletError(
                    .damaged, "The wallet chose an offline token that is not in its store. Restore a backup.")
            }
            let row = holding.row
            let certificate =
                try row.record.isRoot
                ? nil : context.table(OfflineKeyRecord.self).require(row.record.key).record.certificate
            spent.append(
                (
                    row,
                    try UnsignedTransfer(
                        spending: row.record.token, certificate: certificate, range: pick.range, to: request.payee,
                        requestHash: hash, time: now)
                ))
        }
        let room =
            context.policy.payloadBytes
            - spent.reduce(2) { $0 + $1.transfer.token.spentBytes(certificate: $1.transfer.certificate) }
        let machine = try PayMachine(
            answering: request, with: spent.map(\.transfer),
            attachments: Attachments(
                for: request, from: try context.announced(), revocations: try context.revocations(), room: room),
            hub: try context.hubID(), policy: context.policy)
        let row = try context.transaction { () throws -> Int64 in
            let row = try table.nextID()
            for (stored, transfer) in spent { try context.debit(transfer.range, ofCoin: stored.id) }
            let activity = try context.note(
                Activity(
                    .paid, .open, at: now, amount: try request.amount(), counterpart: request.certificate.name,
                    note: note, subject: Self.name(row), .decided))
            try table.insert(
                OutgoingRecord(machine: machine, tokens: spent.map(\.row.id), activity: activity),
                reference: hash.bytes)
            for (_, transfer) in spent { try context.store.note(transfer.id(hub: machine.hub), .outgoing, owner: row) }
            try turn.count()
            try context.step(.payCommitting)
            return row
        }
        try context.step(.payCommitted)
        return row
    }

    /// Advances the epoch file, signs the committed bodies, and stores the signed payment before it is shown.
    private func handOver(_ row: Int64, _ turn: SpendTurn) throws -> OutgoingPayment {
        try turn.record()
        try context.step(.payEpochAdvanced)
        var stored = try table.require(row)
        if case .sign(let transfers) = stored.record.machine.resume() {
            let signatures = try zip(transfers, stored.record.tokens).map { transfer, token in
                let key = try context.table(OfflineTokenRecord.self).require(token).record.key
                return try transfer.sign(with: try turn.key(key), hub: stored.record.machine.hub)
            }
            _ = try stored.record.machine.signed(signatures)
        }
        try context.step(.paySigned)
        // After a power failure the same bodies are signed again: other signature bytes, the same record ids.
        try context.repeatableTransaction {
            try table.update(stored)
            try context.amend(stored.record.activity) { $0.event = .handedOver }
            try context.step(.payHandingOver)
        }
        try context.step(.payHandedOver)
        return try show(stored, isRepeat: false)
    }

    /// Completes the payments that a crash interrupted.
    func resume() throws {
        let rows = try table.rows(.committed).map(\.id)
        guard !rows.isEmpty else { return }
        try context.spending { turn in for row in rows { _ = try handOver(row, turn) } }
    }

    // MARK: - Afterwards

    private static func name(_ row: Int64) -> ReferenceID { ReferenceID(.payment, row) }

    private static func unknown(_ row: Int64) -> WalletError {
        WalletError(.notOurs, "There is no payment \(name(row)) in this wallet.")
    }

    /// The same bytes again.
    func show(_ row: Int64) throws -> OutgoingPayment {
        guard let stored = try table.row(row) else { throw Self.unknown(row) }
        return try show(stored, isRepeat: true)
    }

    private func show(_ stored: Stored<OutgoingRecord>, isRepeat: Bool) throws -> OutgoingPayment {
        let machine = stored.record.machine
        guard case .show(let payment) = try machine.showAgain() else {
            throw WalletError(.damaged, "Payment \(Self.name(stored.id)) cannot be shown. Open the wallet again.")
        }
        return OutgoingPayment(
            subject: Self.name(stored.id), amount: try machine.request.amount(),
            payee: machine.request.certificate.name, text: Envelope.payment(payment).text,
            tokens: payment.tokens.count, payloadBytes: payment.encoded.count, isRepeat: isRepeat,
            recordIDs: payment.recordIDs(hub: machine.hub))
    }

    /// Stores the payee's receipt.
    func acknowledge(_ receipt: Receipt) throws -> OutgoingPayment {
        var stored = try payment(of: receipt.recordIDs)
        do {
            _ = try stored.record.machine.acknowledged(receipt)
        } catch let error as TokensError where error.code == .declined {
            try context.problem(.contradiction(payment: Self.name(stored.id)))
            throw error
        }
        try context.transaction {
            try table.update(stored)
            try context.amend(stored.record.activity) {
                $0.status = .done
                $0.event = .acknowledged
            }
            try context.step(.acknowledging)
        }
        try context.step(.acknowledged)
        return try show(stored, isRepeat: true)
    }

    /// Files the payee's decline: the value comes back with the hub's word, never by signing the units again.
    func decline(_ decline: Decline) throws -> (subject: ReferenceID, amount: Amount) {
        var stored = try payment(of: decline.recordIDs)
        _ = try stored.record.machine.declined(decline)
        try takeBack(stored) {
            $0.status = .open
            $0.event = .declinedByPayee
        }
        return (Self.name(stored.id), try stored.record.machine.request.amount())
    }

    /// Withholds a payment that the payee may not have received. The wallet neither shows nor uploads it from then on.
    ///
    /// Withholding it again changes nothing.
    ///
    /// - Throws: ``WalletError`` with code `.tooLate` once the payee's receipt or the hub knows of it.
    func withhold(_ row: Int64) throws -> (subject: ReferenceID, until: Timestamp) {
        guard var stored = try table.row(row) else { throw Self.unknown(row) }
        let name = Self.name(row)
        guard stored.record.state != .withheld else { return (name, stored.record.machine.refundAt) }
        guard stored.record.state == .handedOver, !stored.record.isUploaded else {
            throw WalletError(
                .tooLate,
                "Payment \(name) can no longer be cancelled: the payee has signed for it, or the hub knows of it. Ask the payee to pay it back."
            )
        }
        _ = try stored.record.machine.withhold()
        let until = stored.record.machine.refundAt
        try takeBack(stored) {
            $0.status = .held
            $0.event = .takenBack(until: until)
        }
        return (name, until)
    }

    private func takeBack(_ stored: Stored<OutgoingRecord>, _ amend: (inout Activity) -> Void) throws {
        try context.transaction {
            try table.update(stored)
            for token in stored.record.tokens {
                try OfflineBalance(context: context).reportHeld(
                    try context.table(OfflineTokenRecord.self).require(token))
            }
            try context.amend(stored.record.activity, amend)
            try context.step(.cancelling)
        }
        try context.step(.cancelled)
    }

    private func payment(of ids: [RecordID]) throws -> Stored<OutgoingRecord> {
        guard let first = ids.first, let row = try context.store.owner(of: first, .outgoing) else {
            throw WalletError(.notOurs, "This document is about a payment that this wallet did not make.")
        }
        return try table.require(row)
    }

    // MARK: - Sync

    /// The coins to upload to the hub, for the payees' sake or with the payee's decline, each with its payment's row.
    func uploads() throws -> [(row: Int64, token: OfflineToken, decline: Decline?)] {
        try table.rows(.handedOver, .acknowledged, .declined).flatMap { stored in
            let machine = stored.record.machine
            return machine.coinsToUpload.map { (stored.id, $0, machine.decline) }
        }
    }

    /// Records durably that the hub may have seen a payment.
    func markUploaded(_ row: Int64) throws {
        var stored = try table.require(row)
        guard !stored.record.isUploaded else { return }
        stored.record.isUploaded = true
        try table.update(stored)
    }

    /// Stores the hub's receipt for one coin. Call inside a transaction.
    func hubAnswered(_ row: Int64, _ receipt: HubReceipt) throws {
        var stored = try table.require(row)
        let action = try stored.record.machine.hubAnswered(receipt, announced: try context.announced())
        switch action {
        case .finish:
            let isRedeemed = stored.record.isRedeemed
            let isConfirmed = isRedeemed || stored.record.state == .settled
            try context.amend(stored.record.activity) {
                $0.status = isConfirmed ? .done : .open
                $0.event = isRedeemed ? .redeemedByPayee : isConfirmed ? .settled : .recorded
            }
        case .paidBack(let units):
            let paid = stored.record.machine.request.units
            let taken = paid > units ? try context.amount(paid - units) : nil
            try context.amend(stored.record.activity) {
                $0.status = taken == nil ? .cancelled : .failed
                $0.event = taken.map { .takenInSpiteOfDecline($0) } ?? .returnedAfterDecline
            }
        default: break
        }
        try table.update(stored)
    }

    /// Stores the hub's final refusal of an upload. Call inside a transaction.
    func uploadRefused(_ row: Int64, _ problem: HubProblem) throws {
        var stored = try table.require(row)
        _ = stored.record.machine.uploadRefused(isTooLate: problem.code == .tooLate)
        // For a declined payment, or an acknowledged one that was too late, sync asks until the hub says who got the
        // value.
        guard ![.declined, .acknowledged].contains(stored.record.state) else { return }
        try table.update(stored)
        try context.amend(stored.record.activity) {
            if stored.record.state == .withheld { $0.status = .held }
            $0.event = .notNoted(HubRefusal(problem))
        }
    }

    /// Payments past their refund date whose outcome the wallet still has to learn.
    func dueForRefund(at now: Timestamp) throws -> [Stored<OutgoingRecord>] {
        try table.rows(.withheld, .declined, .acknowledged, .recorded).filter { $0.record.machine.refundAt <= now }
    }

    /// Payments that the hub knows of, before their refund date, and that no payee has confirmed.
    func unconfirmed(at now: Timestamp) throws -> [Stored<OutgoingRecord>] {
        try table.rows(.recorded).filter { now < $0.record.machine.refundAt }
    }

    /// Stores that the payee has redeemed a payment. Call inside a transaction.
    func redemptionLearned(_ stored: Stored<OutgoingRecord>) throws {
        var stored = stored
        _ = stored.record.machine.refundLearned(isTaken: true)
        try table.update(stored)
        try context.amend(stored.record.activity) {
            $0.status = .done
            $0.event = .redeemedByPayee
        }
    }

    /// Stores the hub's answer about a payment past its refund date. Call inside a transaction.
    func refundLearned(_ stored: Stored<OutgoingRecord>, _ word: RefundWord) throws {
        var stored = stored
        let wasAcknowledged = stored.record.state == .acknowledged
        _ = stored.record.machine.refundLearned(isTaken: word.isPayees)
        try table.update(stored)
        let event = try event(on: word, wasAcknowledged: wasAcknowledged)
        try context.amend(stored.record.activity) {
            $0.status = word.isPayees ? .done : .cancelled
            $0.event = event
        }
    }

    private func event(on word: RefundWord, wasAcknowledged: Bool) throws -> ActivityEvent {
        switch (word.payee > 0, word.account > 0, word.earlierOwner > 0) {
        case (true, false, false): wasAcknowledged ? .settled : .redeemedByPayee
        case (false, true, false): wasAcknowledged ? .returnedInSpiteOfReceipt : .returned
        default:
            .dividedAtRefund(
                payee: try context.amount(word.payee), account: try context.amount(word.account),
                earlierOwner: try context.amount(word.earlierOwner))
        }
    }
}

extension RequestCheck.Finding {
    var isStale: Bool { if case .stale = self { true } else { false } }
}
