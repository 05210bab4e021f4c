// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Bytes
internal import Chains
internal import Vault

extension BitcoinChain {
    /// The confirmation target of each fee level, in blocks.
    private static func blocks(_ level: FeeLevel) -> Int {
        switch level {
        case .slow: 24
        case .normal: 6
        case .fast: 2
        }
    }

    /// The size of an ordinary payment for a quote: two SegWit inputs, two outputs. In virtual bytes.
    private static let ordinarySize = 209

    func fees() throws -> [FeeQuote] {
        try FeeLevel.allCases.map { level in
            let rate = try rate(.level(level)).chosen
            let cost = try rate.fee(virtualSize: Self.ordinarySize)
            return FeeQuote(
                level: level, rate: .perVirtualByte(rate.number), cost: CoinAmount(UInt256(cost.value), network.unit))
        }
    }

    /// The chosen fee rate, and the lowest rate that servers relay.
    ///
    /// For a level, a server is asked, and a rate above ``FeeRate/absurd`` is not believed. For a number, no server is
    /// asked, unless the number is below what nodes relayed for ten years.
    func rate(_ choice: FeeChoice) throws -> (chosen: FeeRate, least: FeeRate) {
        switch choice {
        case .custom(let text):
            let rate = try FeeRate(parsing: text)
            guard rate < .minimumRelay else { return (rate, .minimumRelay) }
            return (
                rate, try coins.asking(network) { try support.server($0, coins).relayTerms() }.least ?? .minimumRelay
            )
        case .level(let level):
            return try coins.asking(network) { address in
                let server = try support.server(address, coins)
                let least = try server.relayTerms().least ?? .minimumRelay
                let rate = try server.feeRate(withinBlocks: Self.blocks(level)) ?? max(least, .minimumRelay)
                guard max(rate, least) <= .absurd else {
                    throw CoinsError(
                        .lyingServer,
                        "The server asks for \(max(rate, least)), far above the usual fee rate. Set a fee rate yourself."
                    )
                }
                return (max(rate, least), least)
            }
        }
    }

    private var tip: UInt32 {
        get throws { UInt32(truncatingIfNeeded: try coins.account(account.id).record.scannedTo) }
    }

    /// A change address that was never given out.
    private func freshChange() throws -> Spending {
        guard let keys else { throw watchOnly }
        var places = try places()
        let first = places.firstUnused(.change)
        try places.derive(.change, count: first + CoinWallet.gapLimit)
        let open = places.all(.change).dropFirst(first).prefix(CoinWallet.gapLimit)
        guard let place = (open.first { $0.state == .fresh } ?? open.first)?.place else { throw watchOnly }
        return try keys.spending(place.branch, place.index)
    }

    func plan(_ draft: SendDraft) throws -> SendPlan {
        guard draft.token == nil else { throw CoinsError(.badDocument, "There are no tokens on \(network.title).") }
        let recipients = try draft.recipients.map { recipient in
            let address = try Address(parsing: try coins.address(of: recipient.to, on: network), network: network)
            switch recipient.quantity {
            case .everything: return PaymentIntent.Recipient(address, nil)
            case .exactly(let text):
                guard let value = try network.unit.amount(parsing: text).uint64 else {
                    throw CoinsError(.badAmount, "'\(text)' is more than all bitcoins.")
                }
                return PaymentIntent.Recipient(address, try Satoshis(value))
            }
        }
        let rate = try rate(draft.fee)
        var order = PaymentIntent(
            recipients, feeRate: rate.chosen, coins: try spendableCoins(tip: try tip), change: try freshChange(),
            height: try tip)
        order.minimumRelay = rate.least
        order.data = draft.memo.map { Array($0.utf8) }
        return try sendPlan(
            try TransactionPlan(order, network: network), purpose: .payment, replaces: nil, label: draft.label,
            asked: rate.chosen)
    }

    func planBump(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan {
        let (replacement, facts, _) = try replacement(of: send)
        let offer = try offer(fee)
        let (coins, change) = (try spendableCoins(tip: try tip), try freshChange())
        do {
            return try sendPlan(
                try replacement.bump(to: offer, coins: coins, change: change), purpose: .bump, replaces: send.id,
                label: send.record.label, facts: facts, asked: offer.exact)
        } catch let error as BitcoinError where error.code == .insufficientFunds {
            // A payment of everything has no change, so only its recipient can pay the fee, and only if the user
            // agrees.
            guard let payer = replacement.largestRecipient else { throw error }
            let plan = try replacement.bump(to: offer, paidBy: .recipient(payer))
            let (before, now) = (replacement.original.outputs[payer], plan.outputs[payer])
            let warning = SendReview.Warning(
                name: "recipient-pays",
                sentence: "The wallet has nothing left for the higher fee, so it comes out of the payment: "
                    + "\(text(of: now.script)) gets \(amount(now.value)) instead of \(amount(before.value)).",
                values: [
                    "address": .text(text(of: now.script)), "amount": .amount(amount(now.value)),
                    "before": .amount(amount(before.value)),
                ])
            return try sendPlan(
                plan, purpose: .bump, replaces: send.id, label: send.record.label, facts: facts, asked: offer.exact,
                warnings: [warning])
        }
    }

    func planCancel(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan {
        let (replacement, facts, isOrdinary) = try replacement(of: send)
        let offer = try offer(fee)
        let plan = try replacement.cancel(to: try freshChange(), at: offer, coins: try spendableCoins(tip: try tip))
        return try sendPlan(
            plan, purpose: .cancel, replaces: send.id, label: send.record.label, facts: facts, asked: offer.exact,
            // The user must acknowledge a fee that only the server made high.
            expected: isOrdinary ? [.feeAboveQuarter, .paysSelf] : [.paysSelf])
    }

    func planChild(of transaction: String, _ fee: FeeChoice) throws -> SendPlan {
        let id = try TransactionID(parsing: transaction)
        let entries = try entries()
        guard let entry = entries[id], entry.height == nil else {
            throw CoinsError(.notFound, "The history of this account has no waiting transaction \(transaction).")
        }
        let outPoints = Set(entry.transaction.outputs.indices.map { OutPoint(transactionID: id, index: UInt32($0)) })
        let spendable = try spendableCoins(tip: try tip, including: outPoints).filter {
            outPoints.contains($0.outPoint)
        }
        guard !spendable.isEmpty else {
            throw CoinsError(
                .insufficient, "Nothing of \(transaction) is this account's and unspent, so it cannot be lifted.")
        }
        let rate = try rate(fee)
        let plan = try TransactionPlan(
            childSpending: spendable, ancestors: try ancestors(of: id, entries), to: try freshChange(),
            rate: rate.chosen, height: try tip, network: network, minimumRelay: rate.least)
        return try sendPlan(
            plan, purpose: .child, replaces: nil, label: nil,
            expected: [.feeAboveQuarter, .paysSelf, .spendsUnconfirmed])
    }

    func planAgain(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan {
        throw CoinsError(.tooLate, "A Bitcoin payment never expires: raise its fee or cancel it.")
    }

    /// A level is raised to what the replacement rules require. A rate that the user typed stays.
    private func offer(_ choice: FeeChoice) throws -> Replacement.Offer {
        let rate = try rate(choice).chosen
        if case .custom = choice { return .exactly(rate) }
        return .atLeast(rate)
    }

    // MARK: - What waits

    /// The facts needed to replace a waiting payment, and whether its fee depends on no server's answer.
    private func replacement(
        of send: Stored<CoinSendRecord>
    ) throws -> (Replacement, facts: [ReviewFact], isOrdinary: Bool) {
        let transaction = try Transaction(parsing: send.record.signed)
        let entries = try entries()
        var descendants: [TransactionID: SentTransaction] = [:]
        var parents: Set<TransactionID> = [transaction.id]
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for (id, entry) in entries where entry.height == nil && !parents.contains(id) {
                guard entry.transaction.inputs.contains(where: { parents.contains($0.outPoint.transactionID) }) else {
                    continue
                }
                parents.insert(id)
                descendants[id] = try sent(entry.transaction, entries)
                isGrowing = true
            }
        }
        let told = try told(of: transaction)
        let foreign = told.descendants.filter { descendants[$0.key] == nil }
        let replacement = try Replacement(
            of: try self.plan(of: transaction, entries), virtualSize: transaction.virtualSize,
            descendants: Array(descendants.values) + foreign.values, incrementalRelay: told.increment)
        let fees = amount(try Satoshis.sum(foreign.values.map(\.fee)))
        return (
            replacement, foreign.isEmpty ? [] : [.evicts(foreign.count, fees: fees)],
            foreign.isEmpty && told.increment <= .incrementalRelay
        )
    }

    /// A server's answers about a waiting payment: its descendants by other wallets, and the extra fee of a
    /// replacement.
    ///
    /// When no server answers, the descendants are unknown, and the usual increment is paid.
    private func told(
        of transaction: Transaction
    ) throws -> (descendants: [TransactionID: SentTransaction], increment: FeeRate) {
        do {
            return try coins.asking(network) { address in
                let server = try support.server(address, coins)
                let increment = try server.relayTerms().increment ?? .incrementalRelay
                guard increment <= .absurd else {
                    throw CoinsError(
                        .lyingServer, "The server asks for \(increment) on top, far above the usual fee rate.")
                }
                return (try server.descendants(of: transaction), increment)
            }
        } catch let error as CoinsError
            where (error.isAboutServers || error.code == .refused) && error.code != .interrupted
        {
            return ([:], .incrementalRelay)
        }
    }

    /// The unconfirmed ancestors of a transaction, including itself.
    private func ancestors(
        of id: TransactionID, _ entries: [TransactionID: BitcoinHoldings.Entry]
    ) throws -> [SentTransaction] {
        var found: Set<TransactionID> = []
        var open = [id]
        while let next = open.popLast() {
            guard let entry = entries[next], entry.height == nil, found.insert(next).inserted else { continue }
            open += entry.transaction.inputs.map(\.outPoint.transactionID)
        }
        return try found.sorted { "\($0)" < "\($1)" }.compactMap {
            try entries[$0].map { try sent($0.transaction, entries) }
        }
    }

    /// Fee and size of a waiting transaction. One that another wallet sent counts as having paid nothing, so that the
    /// child pays for all of it.
    private func sent(
        _ transaction: Transaction, _ entries: [TransactionID: BitcoinHoldings.Entry]
    ) throws -> SentTransaction {
        let spent = transaction.inputs.compactMap { entries[$0.outPoint.transactionID]?.output($0.outPoint.index) }
        guard spent.count == transaction.inputs.count else {
            return SentTransaction(fee: .zero, virtualSize: transaction.virtualSize)
        }
        let brought = try Satoshis.sum(spent.map(\.value))
        let paid = try Satoshis.sum(transaction.outputs.map(\.value))
        return SentTransaction(fee: try brought.subtracting(paid), virtualSize: transaction.virtualSize)
    }

    /// Rebuilds the plan of one of this account's transactions.
    private func plan(
        of transaction: Transaction, _ entries: [TransactionID: BitcoinHoldings.Entry]
    ) throws -> TransactionPlan {
        guard let keys else { throw watchOnly }
        let places = try places()
        let inputs = try transaction.inputs.map { input in
            guard let entry = entries[input.outPoint.transactionID], let output = entry.output(input.outPoint.index)
            else {
                throw CoinsError(.notFound, "The wallet does not know what this payment spends. Refresh the account.")
            }
            let place = places.known[output.script]?.place
            return try PlannedInput(
                outPoint: input.outPoint, output: output,
                spending: try place.map { try keys.spending($0.branch, $0.index) }, sequence: input.sequence,
                previousTransaction: entry.transaction)
        }
        let outputs = try transaction.outputs.map { output in
            if case .data = output.script.kind { return try PlannedOutput(output, role: .data) }
            guard let place = places.known[output.script]?.place, place.branch == .change else {
                return try PlannedOutput(output, role: .recipient)
            }
            return try PlannedOutput(output, role: .change(try keys.spending(place.branch, place.index)))
        }
        return try TransactionPlan(
            network: network, version: transaction.version, inputs: inputs, outputs: outputs,
            lockTime: transaction.lockTime)
    }

    // MARK: - Review

    /// - Parameters:
    ///   - further: additional facts to show.
    ///   - asked: the requested rate; the review shows what the fee holds beyond it.
    ///   - expected: warnings that the request implies; the user need not acknowledge them.
    ///   - warnings: what else must be acknowledged by name.
    func sendPlan(
        _ plan: TransactionPlan, purpose: SendStatus.Purpose, replaces: Int64?, label: String?,
        facts further: [ReviewFact] = [], asked: FeeRate? = nil, expected: Set<ReviewWarning> = [],
        warnings: [SendReview.Warning] = []
    ) throws -> SendPlan {
        var places = try places()
        for branch in AddressBranch.allCases {
            try places.derive(branch, count: places.firstUnused(branch) + CoinWallet.gapLimit)
        }
        let entries = try entries()
        let spent = Set(plan.inputs.map(\.outPoint))
        // The replaced transactions were never paid.
        let paid = Set(
            entries.values.map(\.transaction).filter { transaction in
                transaction.inputs.contains { entries[$0.outPoint.transactionID]?.output($0.outPoint.index) != nil }
                    && !transaction.inputs.contains { spent.contains($0.outPoint) }
            }.flatMap { $0.outputs.map(\.script) })
        let review = try Review(
            plan, isOwn: { places.known[$0] != nil }, isUsed: { paid.contains($0) },
            unconfirmed: Set(
                plan.inputs.map(\.outPoint).filter { entries[$0.transactionID]?.height == nil && !isOwn($0, entries) }))
        // Signing devices find their keys by the origin. A multisig descriptor has an origin for each key.
        let lacksOrigin = account.record.path == nil && keys?.single != nil && !account.record.hasOrigin
        let warnings = warnings + (lacksOrigin ? [Self.noOrigin] : [])
        let shown = try shown(
            review, facts: try facts(plan, review, asked: asked) + further, expected: expected, warnings: warnings)
        let draft = CoinSendRecord(
            state: .signed, account: account.id, purpose: purpose, replaces: replaces, id: [],
            unsigned: try unsignedDocument(plan), signed: [], claims: plan.inputs.map(\.outPoint.serialized),
            lastValidHeight: nil, time: coins.now,
            payees: shown.payees.map { CoinSendRecord.Payee(address: $0.address, amount: $0.amount.value) }, token: nil,
            fee: shown.fee.value, label: label)
        let (coins, isWatchOnly) = (coins, account.record.path == nil)
        let isShared = (keys?.shared?.threshold ?? 1) > 1
        return SendPlan(review: shown) { names in
            let acknowledged = expected.union(review.warnings.filter { names.contains($0.name) })
            let approved = try review.approve(acknowledging: acknowledged)
            return ApprovedSend(draft: draft) {
                guard !isWatchOnly else {
                    throw CoinsError(
                        .watchOnly, "This account is only watched. Export the payment and sign it where its phrase is.")
                }
                guard !isShared else {
                    throw CoinsError(
                        .watchOnly, "This account needs the signatures of several people. Export the payment for them.")
                }
                let signed = try approved.signed(by: MasterKey(try coins.rootSeed().root))
                return (signed.serialized(), signed.id.bytes)
            }
        }
    }

    private static let noOrigin = SendReview.Warning(
        name: "no-origin",
        sentence:
            "The account does not say which device holds its key, so most signing devices will refuse the payment. "
            + "Watch it again by the device's full descriptor.")

    /// The review in the form shown to the user.
    func shown(
        _ review: Review, facts: [ReviewFact], expected: Set<ReviewWarning> = [], warnings: [SendReview.Warning] = []
    ) throws -> SendReview {
        let contacts = try coins.contacts(on: network)
        return SendReview(
            network: network, account: account.id,
            payees: review.recipients.map { recipient in
                let text = text(of: recipient.script)
                return SendReview.Payee(address: text, contact: contacts[text], amount: amount(recipient.amount))
            },
            change: review.change.isEmpty ? nil : amount(try Satoshis.sum(review.change.map(\.amount))),
            fee: amount(review.fee), rate: .perVirtualByte(review.feeRate.number), facts: facts,
            warnings: (review.warnings.subtracting(expected).map {
                SendReview.Warning(name: $0.name, sentence: $0.description)
            } + warnings).sorted { $0.name < $1.name })
    }

    /// The address of a script, or the script itself when it has none.
    private func text(of script: Script) -> String { script.address(on: network)?.text ?? "script \(script)" }

    private func facts(_ plan: TransactionPlan, _ review: Review, asked: FeeRate?) throws -> [ReviewFact] {
        var facts = [
            ReviewFact.size(
                inputs: plan.inputs.count, outputs: plan.outputs.count, virtualBytes: plan.virtualSize)
        ]
        if let asked, plan.change.isEmpty {
            let wanted = try asked.fee(virtualSize: plan.virtualSize)
            if plan.fee > wanted {
                facts.append(.changeInFee(amount(try plan.fee.subtracting(wanted)), rate: asked.number))
            }
        }
        for (index, input) in plan.inputs.enumerated() {
            facts.append(.input(index + 1, outPoint: "\(input.outPoint)", amount: amount(input.output.value)))
        }
        if plan.lockTime > 0 { facts.append(.notBefore(block: plan.lockTime)) }
        for data in review.data { facts.append(.memo(String(decoding: data, as: UTF8.self))) }
        return facts
    }

    private func isOwn(_ outPoint: OutPoint, _ entries: [TransactionID: BitcoinHoldings.Entry]) -> Bool {
        guard let entry = entries[outPoint.transactionID] else { return false }
        return entry.transaction.inputs.allSatisfy {
            entries[$0.outPoint.transactionID]?.output($0.outPoint.index) != nil
        }
    }

    private func amount(_ value: Satoshis) -> CoinAmount { CoinAmount(UInt256(value.value), network.unit) }
}

extension BitcoinHoldings.Entry {
    /// The output with this number, if there is one.
    func output(_ index: UInt32) -> TransactionOutput? {
        transaction.outputs.indices.contains(Int(index)) ? transaction.outputs[Int(index)] : nil
    }
}

extension ReviewWarning {
    /// The warning's name in an acknowledgement.
    var name: String {
        switch self {
        case .feeAboveQuarter: "fee-share"
        case .absurdFeeRate: "fee-rate"
        case .paysSelf: "pays-self"
        case .addressPaidBefore: "paid-before"
        case .futureWitness: "future-address"
        case .unknownScript: "unknown-script"
        case .foreignInputs: "foreign-inputs"
        case .notReplaceable: "not-replaceable"
        case .spendsUnconfirmed: "unconfirmed"
        }
    }
}
