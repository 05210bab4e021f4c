// SPDX-License-Identifier: MIT
internal import Crypto
internal import Money
internal import Tokens
internal import Vault

/// Requests and receives money offline; owns a `ReceiveMachine` for each request. Protocol: 02.
///
///     open ──verified payment, durable──▶ paid ──another payment, stored as extra──▶ paid
///       └──payment refused, recorded, decline signed──▶ open
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | open | request, nonce and key are durable; the request may have been shown | the same text is shown again; a payment may come at any time |
/// | paid | the coins are durable; "received" may have been shown | the receipt is signed, if a crash prevented that, and shown again for every repeat |
struct ReceiveSaga {
    let context: WalletContext

    private var table: SealedTable<RequestRecord> { context.table(RequestRecord.self) }

    // MARK: - Asking

    func request(_ amount: Amount, note: String?) throws -> OpenRequest {
        let now = try context.now()
        try requireAllowed(amount)
        let row = try context.transaction { () throws -> Int64 in
            let (key, certificate) = try CertificatePool(context: context).take(at: now)
            let request = try PaymentRequest(
                hub: try context.hubID(), amount: amount, certificate: certificate,
                nonce: Nonce(random: context.random),
                time: now, announcementSequence: try context.announced().highestSequence,
                revocations: try context.revocations())
            let row = try table.nextID()
            let activity = try context.note(
                Activity(
                    .requested, .open, at: now, amount: amount, note: note, subject: ReferenceID(.request, row),
                    .notPaidYet))
            let machine = ReceiveMachine(requesting: request, hub: try context.hubID())
            try table.insert(
                RequestRecord(machine: machine, key: key, activity: activity),
                reference: request.hash(hub: machine.hub).bytes)
            try context.step(.requesting)
            return row
        }
        try context.step(.requested)
        return try show(row)
    }

    private func requireAllowed(_ amount: Amount) throws {
        let policy = context.policy
        guard let units = UInt64(exactly: amount.minorUnits), units > 0 else {
            throw WalletError(.badAmount, "The amount must be above zero.")
        }
        guard try amount.currency == context.currency() else {
            throw WalletError(
                .badAmount,
                "This hub keeps offline money in \(try context.currency().code), not \(amount.currency.code). Enter an amount in \(try context.currency().code)."
            )
        }
        guard units <= policy.perPayment else {
            throw WalletError(
                .overLimit,
                "One payment may be \(try context.amount(policy.perPayment).formatted) at most. Ask in parts.")
        }
        let unsettled = try OfflineBalance(context: context).unsettled()
        guard unsettled <= policy.unsettledTotal, units <= policy.unsettledTotal - unsettled else {
            throw WalletError(
                .overLimit,
                "\(try context.amount(unsettled).formatted) were received and not settled yet, and \(try context.amount(policy.unsettledTotal).formatted) are allowed. Sync first."
            )
        }
    }

    /// Returns a stored request again.
    func show(_ row: Int64) throws -> OpenRequest {
        guard let stored = try table.row(row) else {
            throw WalletError(.notOurs, "There is no request \(ReferenceID(.request, row)) in this wallet.")
        }
        let request = stored.record.machine.request
        return OpenRequest(
            subject: ReferenceID(.request, row), amount: try request.amount(), text: Envelope.request(request).text,
            freshUntil: request.time.adding(seconds: context.policy.staleRequest))
    }

    // MARK: - Receiving

    /// Verifies a payment, stores it durably, and only then signs the receipt.
    func receive(_ payment: UnverifiedPayment) throws -> IncomingPayment {
        var stored = try request(of: payment)
        let ids = payment.recordIDs(hub: stored.record.machine.hub)
        if let answer = stored.record.machine.answer(toRepeated: ids) {
            return try again(stored, ids, answer)
        }
        let verified = try verify(payment, stored.record.machine.request)
        try context.step(.receiveVerified)
        try requireFirstSpend(verified)
        let isExtra = stored.record.machine.state != .requested
        _ = try stored.record.machine.received(verified)
        try context.transaction {
            try table.update(stored)
            try context.keep(verified.news, verified.revocations)
            for token in verified.tokens {
                try OfflineBalance(context: context).add(token.token, key: stored.record.key)
                try context.store.note(token.recordID, .incoming, owner: stored.id)
            }
            try noteReceived(stored, verified.amount, isExtra: isExtra)
            try context.step(.receiving)
        }
        try context.step(.received)
        let receipt = try signReceipt(&stored, ids)
        return try incoming(stored, ids, receipt, isRepeat: false)
    }

    private func noteReceived(_ stored: Stored<RequestRecord>, _ amount: Amount, isExtra: Bool) throws {
        let isHeld = try isHeld(stored)
        let note = try context.table(ActivityRecord.self).require(stored.record.activity).record.activity.note
        try context.note(
            Activity(
                .received, isHeld ? .held : .done, at: try context.now(), amount: amount, note: note,
                subject: ReferenceID(.request, stored.id),
                isHeld ? .receivedHeld : isExtra ? .receivedAgain : .received))
        try context.amend(stored.record.activity) {
            $0.status = .done
            $0.event = .requestPaid
        }
    }

    private func isHeld(_ stored: Stored<RequestRecord>) throws -> Bool {
        try context.table(OfflineKeyRecord.self).require(stored.record.key).record.generation
            != context.store.generation
    }

    private func again(
        _ stored: Stored<RequestRecord>, _ ids: [RecordID], _ answer: ReceiveMachine.Action
    ) throws -> IncomingPayment {
        var stored = stored
        switch answer {
        case .showReceipt(let receipt): return try incoming(stored, ids, receipt, isRepeat: true)
        case .signReceipt: return try incoming(stored, ids, try signReceipt(&stored, ids), isRepeat: true)
        default:
            throw WalletError(
                .paymentRefused, "This payment was declined before, so it is not received. Ask the payer for a new one."
            )
        }
    }

    private func verify(_ payment: UnverifiedPayment, _ request: PaymentRequest) throws -> VerifiedPayment {
        let verifier = PaymentVerifier(
            announced: try context.announced(), revocations: try context.revocations(), policy: context.policy)
        do {
            return try verifier.verify(
                payment, for: request, at: try context.now(), cache: &context.verified,
                isHeld: { id in
                    // Safe: if the store cannot be read, inserting the coin throws.
                    (try? context.store.owner(of: id, .token)) ?? nil != nil
                })
        } catch let error as TokensError {
            try context.problem(.refusedPayment(DocumentFault(error.code)))
            throw WalletError(.paymentRefused, error.message, cause: error)
        }
    }

    /// Compares a payment with every coin ever received from the same roots, because a double spender may pay the same
    /// payee twice.
    private func requireFirstSpend(_ payment: VerifiedPayment) throws {
        let announced = try context.announced()
        for token in payment.tokens.map(\.token) {
            for row in try context.store.owners(of: token.root.id(hub: announced.hub), .root) {
                let known = try context.table(OfflineTokenRecord.self).require(row).record.token
                guard let proof = try FraudDetection.proof(known, token, announced: announced) else { continue }
                try context.keep(proof: proof)
                throw WalletError(
                    .doubleSpend,
                    "This payment spends units that were paid to you before. The proof is in the history; do not accept it."
                )
            }
        }
    }

    private func signReceipt(_ stored: inout Stored<RequestRecord>, _ ids: [RecordID]) throws -> Receipt {
        let key = try OfflineTokenKeys(context: context).answering(stored.record.key)
        let receipt = try Receipt.issue(for: ids, time: try context.now(), key: key, hub: stored.record.machine.hub)
        try context.step(.receiptSigned)
        _ = try stored.record.machine.receiptSigned(receipt)
        let signed = stored
        // The coins are durable. A receipt lost in a power failure is signed again when the payment is shown again.
        try context.repeatableTransaction { try table.update(signed) }
        try context.step(.receiptKept)
        return receipt
    }

    private func incoming(
        _ stored: Stored<RequestRecord>, _ ids: [RecordID], _ receipt: Receipt, isRepeat: Bool
    ) throws -> IncomingPayment {
        let machine = stored.record.machine
        return IncomingPayment(
            subject: ReferenceID(.request, stored.id), amount: try machine.request.amount(),
            receipt: Envelope.receipt(receipt).text, isRepeat: isRepeat,
            isExtra: machine.payments.first?.recordIDs != ids, isHeld: try isHeld(stored),
            recordIDs: ids)
    }

    // MARK: - Declining

    /// Refuses a payment finally and returns the signed decline.
    func decline(_ payment: UnverifiedPayment) throws -> String {
        var stored = try request(of: payment)
        if case .showDecline(let decline) = try stored.record.machine.refuse(payment) {
            return Envelope.decline(decline).text
        }
        guard try !isHeld(stored) else {
            throw WalletError(
                .frozen,
                "This request is older than the wallet's last rollback: its payment may have been taken in the lost days, so it is not declined. Take it instead; the hub says whose it is."
            )
        }
        return try context.spending { turn in
            try keepDecline(stored, turn)
            try turn.record()
            try context.step(.declineEpochAdvanced)
            let decline = try Decline.issue(
                for: payment.recordIDs(hub: stored.record.machine.hub), key: try turn.key(stored.record.key),
                hub: stored.record.machine.hub)
            _ = try stored.record.machine.declineSigned(decline)
            try table.update(stored)
            try context.step(.declineSigned)
            return Envelope.decline(decline).text
        }
    }

    private func keepDecline(_ stored: Stored<RequestRecord>, _ turn: SpendTurn) throws {
        try context.transaction {
            try table.update(stored)
            try context.note(
                Activity(
                    .requested, .cancelled, at: try context.now(), amount: try stored.record.machine.request.amount(),
                    subject: ReferenceID(.request, stored.id), .declinedPayment))
            // Counted as a spend: a rolled-back store would accept the declined payment and spend it, which is fraud.
            try turn.count()
            try context.step(.declining)
        }
        try context.step(.declined)
    }

    private func request(of payment: UnverifiedPayment) throws -> Stored<RequestRecord> {
        guard let hash = payment.tokens.first?.transfers.last?.requestHash,
            let stored = try table.row(reference: hash.bytes)
        else {
            throw WalletError(
                .notOurs, "This payment answers no request of this wallet. Show the payer your own request.")
        }
        return stored
    }
}
