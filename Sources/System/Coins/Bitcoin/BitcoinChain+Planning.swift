// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Bytes
internal import Chains
internal import Vault

extension BitcoinChain {
    /// Within how many blocks each level wants to be.
    private static func blocks(_ level: FeeLevel) -> Int {
        switch level {
        case .slow: 24
        case .normal: 6
        case .fast: 2
        }
    }

    /// An ordinary payment for a quote: two SegWit inputs, two outputs. In virtual bytes.
    private static let ordinarySize = 209

    func fees() throws -> [FeeQuote] {
        try FeeLevel.allCases.map { level in
            let rate = try rate(.level(level))
            let cost = try rate.fee(virtualSize: Self.ordinarySize)
            return FeeQuote(
                level: level, rate: .perVirtualByte(rate.number), cost: CoinAmount(UInt256(cost.value), network.unit))
        }
    }

    /// The rate that a person chose; a level asks a server, which is never believed above ``FeeRate/absurd``.
    func rate(_ choice: FeeChoice) throws -> FeeRate {
        switch choice {
        case .custom(let text): return try FeeRate(parsing: text)
        case .level(let level):
            return try coins.asking(network) { address in
                let server = try coins.bitcoin(address)
                let least = max(try server.relayFeeRate(), .minimumRelay)
                let rate = try server.feeRate(withinBlocks: Self.blocks(level)) ?? least
                guard max(rate, least) <= .absurd else {
                    throw CoinsError(
                        .lyingServer,
                        "The server asks for \(max(rate, least)), which nobody pays. Give a fee rate yourself.")
                }
                return max(rate, least)
            }
        }
    }

    private var tip: UInt32 {
        get throws { UInt32(truncatingIfNeeded: try coins.account(account.id).record.scannedTo) }
    }

    /// A change address that was never given to anybody.
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
            case .everything: return PaymentOrder.Recipient(address, nil)
            case .exactly(let text):
                guard let value = try network.unit.amount(parsing: text).uint64 else {
                    throw CoinsError(.badAmount, "'\(text)' is more than all bitcoins.")
                }
                return PaymentOrder.Recipient(address, try Satoshis(value))
            }
        }
        var order = PaymentOrder(
            recipients, feeRate: try rate(draft.fee), coins: try spendableCoins(tip: try tip),
            change: try freshChange(),
            height: try tip)
        order.data = draft.memo.map { Array($0.utf8) }
        return try sendPlan(
            try TransactionPlan(order, network: network), purpose: .payment, replaces: nil, label: draft.label)
    }

    func planBump(_ send: Stored<SendRecord>, _ fee: FeeChoice) throws -> SendPlan {
        let replacement = try replacement(of: send)
        let rate = try rate(fee, atLeast: replacement.leastRate)
        let taken = Set(replacement.original.inputs.map(\.outPoint))
        let confirmed = try spendableCoins(tip: try tip).filter {
            if case .confirmed = $0.standing { !taken.contains($0.outPoint) } else { false }
        }
        return try sendPlan(
            try replacement.bump(to: rate, coins: confirmed, change: try freshChange()), purpose: .bump,
            replaces: send.id, label: send.record.label)
    }

    func planCancel(_ send: Stored<SendRecord>, _ fee: FeeChoice) throws -> SendPlan {
        let replacement = try replacement(of: send)
        let rate = try rate(fee, atLeast: replacement.leastRate)
        return try sendPlan(
            try replacement.cancel(to: try freshChange(), rate: rate), purpose: .cancel, replaces: send.id,
            label: send.record.label, expected: [.feeAboveQuarter, .paysSelf])
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
        let plan = try TransactionPlan(
            childSpending: spendable, ancestors: try ancestors(of: id, entries), to: try freshChange(),
            rate: try rate(fee), height: try tip, network: network)
        return try sendPlan(
            plan, purpose: .child, replaces: nil, label: nil,
            expected: [.feeAboveQuarter, .paysSelf, .spendsUnconfirmed])
    }

    func planAgain(_ send: Stored<SendRecord>, _ fee: FeeChoice) throws -> SendPlan {
        throw CoinsError(.tooLate, "A Bitcoin payment never expires: raise its fee or cancel it.")
    }

    /// A level is raised to what the rules of replacing ask for; a rate that somebody typed is theirs.
    private func rate(_ choice: FeeChoice, atLeast least: FeeRate) throws -> FeeRate {
        let rate = try rate(choice)
        if case .custom = choice {
            guard rate >= least else {
                throw CoinsError(.badFee, "\(rate) is too little to take its place: it takes at least \(least).")
            }
            return rate
        }
        return max(rate, least)
    }

    // MARK: - What waits

    /// What is known about a payment that waits, for taking its place.
    private func replacement(of send: Stored<SendRecord>) throws -> Replacement {
        let transaction = try Transaction(parsing: send.record.signed)
        let entries = try entries()
        var descendants: [SentTransaction] = []
        var parents: Set<TransactionID> = [transaction.id]
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for (id, entry) in entries where entry.height == nil && !parents.contains(id) {
                guard entry.transaction.inputs.contains(where: { parents.contains($0.outPoint.transactionID) }) else {
                    continue
                }
                parents.insert(id)
                descendants.append(try sent(entry.transaction, entries))
                isGrowing = true
            }
        }
        return try Replacement(
            of: try self.plan(of: transaction, entries), virtualSize: transaction.virtualSize, descendants: descendants)
    }

    /// The waiting transactions that one hangs on, itself included.
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

    /// Fee and size of a waiting transaction; one that others sent counts as if it had paid nothing, so that the child pays
    /// for all of it.
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

    /// A transaction of this account as the plan that it was.
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

    /// - Parameter expected: warnings that are the point of what was asked for.
    func sendPlan(
        _ plan: TransactionPlan, purpose: SendStatus.Purpose, replaces: Int64?, label: String?,
        expected: Set<ReviewWarning> = []
    ) throws -> SendPlan {
        var places = try places()
        for branch in AddressBranch.allCases {
            try places.derive(branch, count: places.firstUnused(branch) + CoinWallet.gapLimit)
        }
        let entries = try entries()
        let spent = Set(plan.inputs.map(\.outPoint))
        // What this plan takes the place of was never paid.
        let paid = Set(
            entries.values.map(\.transaction).filter { transaction in
                transaction.inputs.contains { entries[$0.outPoint.transactionID]?.output($0.outPoint.index) != nil }
                    && !transaction.inputs.contains { spent.contains($0.outPoint) }
            }.flatMap { $0.outputs.map(\.script) })
        let review = try Review(
            plan, isOwn: { places.known[$0] != nil }, isUsed: { paid.contains($0) },
            unconfirmed: Set(
                plan.inputs.map(\.outPoint).filter { entries[$0.transactionID]?.height == nil && !isOwn($0, entries) }))
        let shown = try shown(review, facts: facts(plan, review), expected: expected)
        let draft = SendRecord(
            state: .signed, account: account.id, purpose: purpose, replaces: replaces, id: [],
            unsigned: try unsignedDocument(plan), signed: [], claims: plan.inputs.map(\.outPoint.serialized),
            lastValidHeight: nil, time: coins.now,
            payees: shown.payees.map { SendRecord.Payee(address: $0.address, amount: $0.amount.value) }, token: nil,
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

    /// A review as people see it.
    func shown(_ review: Review, facts: [ReviewFact], expected: Set<ReviewWarning> = []) throws -> SendReview {
        let contacts = try coins.contacts(on: network)
        return SendReview(
            network: network, account: account.id,
            payees: review.recipients.map { recipient in
                let text = recipient.address?.text ?? "script \(recipient.script)"
                return SendReview.Payee(address: text, contact: contacts[text], amount: amount(recipient.amount))
            },
            change: review.change.isEmpty ? nil : amount(try Satoshis.sum(review.change.map(\.amount))),
            fee: amount(review.fee), rate: .perVirtualByte(review.feeRate.number), facts: facts,
            warnings: review.warnings.subtracting(expected).map {
                SendReview.Warning(name: $0.name, sentence: $0.description)
            }.sorted { $0.name < $1.name })
    }

    private func facts(_ plan: TransactionPlan, _ review: Review) -> [ReviewFact] {
        var facts = [
            ReviewFact.size(
                inputs: plan.inputs.count, outputs: plan.outputs.count, virtualBytes: plan.virtualSize)
        ]
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
    /// What an acknowledgement names it by.
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
