// SPDX-License-Identifier: MIT
internal import Chains
internal import Ethereum
internal import Vault

extension EthereumChain {
    func fees() throws -> [FeeQuote] {
        let (suggestion, dataFee) = try asking { server in
            let suggestion = try server.feeSuggestion()
            let usual = try Transaction.payment(
                of: .one, to: sender, nonce: 0, pricing: suggestion[.normal].pricing, on: network)
            return (suggestion, try self.dataFee(of: usual, server) ?? .zero)
        }
        return try FeeLevel.allCases.map { level in
            let price = suggestion[level].maximumFee
            return FeeQuote(
                level: level, rate: try Self.gas(price, isMost: false),
                cost: CoinAmount(try price.multiplied(by: Wei(Gas.payment)).adding(dataFee), network.unit))
        }
    }

    /// The network's fee for a transaction's data besides its gas; nil where it cannot be known in advance.
    private func dataFee(of transaction: Transaction, _ server: any EthereumServer) throws -> Wei? {
        let oracle = try Address(parsing: DataFee.oracleAddress)
        switch network.dataFee {
        case .none: return .zero
        case .unstated: return nil
        case .unknown where try !server.hasCode(at: oracle): return .zero
        case .unknown, .oracle: break
        }
        do {
            return try DataFeeQuery.fee(
                inAnswer: try server.call(oracle, try DataFeeQuery.data(for: transaction)))
        } catch let error as CoinsError where error.code == .refused {
            return nil
        } catch let error as EthereumError where error.code == .malformed {
            return nil
        }
    }

    private func said(of dataFee: Wei?) -> [ReviewFact] {
        guard let dataFee else { return [.dataFeeUnknown] }
        return dataFee.isZero ? [] : [.dataFee(CoinAmount(dataFee, network.unit))]
    }

    /// Formats a gas price in gwei, the usual unit: `31 gwei`.
    private static func gas(_ price: Wei, isMost: Bool) throws -> FeePrice {
        .gas(CoinAmount(price, try Unit(symbol: "gwei", decimals: 9)), isMost: isMost)
    }

    /// The two prices for a choice. The user types the maximum price of a unit of gas, in gwei.
    private func price(_ choice: FeeChoice, _ server: any EthereumServer) throws -> FeeSuggestion.Level {
        switch choice {
        case .level(let level): return try server.feeSuggestion()[level]
        case .custom(let text):
            let maximum = try Unit(symbol: "gwei", decimals: 9).amount(parsing: text)
            guard maximum > .zero, maximum <= FeeSuggestion.maximumPrice else {
                throw CoinsError(.badFee, "A price of gas is above zero and at most 10000 gwei.")
            }
            let tip = try server.feeSuggestion()[.normal].tip
            return FeeSuggestion.Level(maximumFee: maximum, tip: min(tip, maximum))
        }
    }

    /// The first nonce that no block and no open payment uses. It fills a gap that another device has left.
    ///
    /// - Throws: ``CoinsError`` with code `.nonceGap` while a refused payment holds its nonce, because every later
    ///   payment would wait forever.
    private func nextNonce(_ server: any EthereumServer) throws -> UInt64 {
        let open = try openSends()
        if let refused = open.first(where: { $0.record.state == .refused }) {
            throw CoinsError(
                .nonceGap,
                "Payment \(refused.id) was refused and keeps its place in the line. Raise its fee or cancel it first.")
        }
        let taken = Set(open.compactMap { $0.record.claims.first.map(NonceClaim.number) })
        var nonce = try server.nonce(of: sender)
        while taken.contains(nonce) { nonce += 1 }
        return nonce
    }

    func plan(_ draft: SendDraft) throws -> SendPlan {
        guard let recipient = draft.recipients.first, draft.recipients.count == 1 else {
            throw CoinsError(.badDocument, "A payment on \(network.title) has one recipient.")
        }
        guard draft.memo == nil else {
            throw CoinsError(
                .badDocument, "A payment on \(network.title) carries no memo. Use a label, which stays here.")
        }
        let to = try Address(parsing: try coins.address(of: recipient.to, on: network))
        // Safe: text that is not an address is a contact's name, whose warning was shown when the contact was stored.
        let caution = (try? support.checked(recipient.to, on: network))?.caution
        let token = try draft.token.map { try Tokens(coins: coins, network: network).named($0).address }
        return try asking { server in
            let price = try price(draft.fee, server)
            let nonce = try nextNonce(server)
            let transaction: Transaction
            if let token {
                transaction = try tokenPayment(token, to, recipient.quantity, nonce, price, server)
            } else {
                transaction = try payment(to, recipient.quantity, nonce, price, server)
            }
            return try sendPlan(
                transaction, purpose: .payment, replaces: nil, label: draft.label,
                contracts: try server.hasCode(at: to) ? [to] : [], server,
                facts: caution.map { [$0] } ?? [])
        }
    }

    private func payment(
        _ to: Address, _ quantity: SendDraft.Quantity, _ nonce: UInt64, _ price: FeeSuggestion.Level,
        _ server: any EthereumServer
    ) throws -> Transaction {
        let balance = try server.balance(of: sender)
        var amount = Wei.one
        if case .exactly(let text) = quantity {
            amount = try network.unit.amount(parsing: text)
            guard amount <= balance else {
                throw CoinsError(
                    .insufficient,
                    "The account holds \(network.unit.formatted(balance)), less than \(network.unit.formatted(amount))."
                )
            }
        }
        let draft = try Transaction.payment(
            of: amount, to: to, nonce: nonce, pricing: price.pricing, gasLimit: Gas.maximum, on: network)
        let limit = try Gas.limit(forEstimate: try server.gasEstimate(for: draft, from: sender))
        switch quantity {
        case .exactly:
            return try .payment(of: amount, to: to, nonce: nonce, pricing: price.pricing, gasLimit: limit, on: network)
        case .everything:
            return try .draining(
                balance, to: to, nonce: nonce, pricing: price.pricing, gasLimit: limit,
                reserve: try drainedDataFee(balance, to, nonce, price, limit, server), on: network)
        }
    }

    /// The reserve for the data fee of a payment of everything. The amount is part of the data, so the whole balance is
    /// used to estimate it.
    private func drainedDataFee(
        _ balance: Wei, _ to: Address, _ nonce: UInt64, _ price: FeeSuggestion.Level, _ limit: UInt64,
        _ server: any EthereumServer
    ) throws -> Wei {
        let whole = try Transaction.payment(
            of: balance, to: to, nonce: nonce, pricing: price.pricing, gasLimit: limit, on: network)
        return try dataFee(of: whole, server) ?? .zero
    }

    private func tokenPayment(
        _ address: String, _ to: Address, _ quantity: SendDraft.Quantity, _ nonce: UInt64, _ price: FeeSuggestion.Level,
        _ server: any EthereumServer
    ) throws -> Transaction {
        guard let token = try tokens.first(where: { $0.contract.text == address }) else {
            throw CoinsError(.notFound, "The token \(address) was never added.")
        }
        let decimals = try TokenQuery.decimals(inAnswer: try server.call(token.contract, TokenQuery.decimals.data))
        guard decimals == token.unit.decimals else {
            throw CoinsError(
                .lyingServer,
                "The server says that \(token.unit.symbol) has \(decimals) decimals; it was added with \(token.unit.decimals)."
            )
        }
        let balance = try TokenQuery.amount(
            inAnswer: try server.call(token.contract, TokenQuery.balance(of: sender).data))
        let amount: Wei
        switch quantity {
        case .everything: amount = balance
        case .exactly(let text): amount = try token.unit.amount(parsing: text)
        }
        guard amount > .zero else { throw CoinsError(.badAmount, "There is nothing to send.") }
        guard amount <= balance else {
            throw CoinsError(
                .insufficient,
                "The account holds \(token.unit.formatted(balance)), less than \(token.unit.formatted(amount)).")
        }
        let call = TokenCall.transfer(to: to, amount: amount)
        let draft = try Transaction.call(
            call, of: token, nonce: nonce, pricing: price.pricing, gasLimit: Gas.maximum, on: network)
        let limit = try Gas.limit(forEstimate: try server.gasEstimate(for: draft, from: sender))
        return try .call(call, of: token, nonce: nonce, pricing: price.pricing, gasLimit: limit, on: network)
    }

    func planBump(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan {
        let waiting = try SignedTransaction(decoding: send.record.signed).transaction
        return try asking { server in
            let faster = try Replacement.speedUp(waiting, suggestion: try price(fee, server))
            return try sendPlan(
                faster, purpose: .bump, replaces: send.id, label: send.record.label,
                contracts: [], server)
        }
    }

    func planCancel(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan {
        let waiting = try SignedTransaction(decoding: send.record.signed).transaction
        return try asking { server in
            let cancel = try Replacement.cancel(waiting, sender: sender, suggestion: try price(fee, server))
            return try sendPlan(
                cancel, purpose: .cancel, replaces: send.id, label: send.record.label, contracts: [], server)
        }
    }

    func planChild(of transaction: String, _ fee: FeeChoice) throws -> SendPlan {
        throw CoinsError(.badDocument, "Only a Bitcoin transaction is lifted by a child. Raise the fee with bump.")
    }

    func planAgain(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan {
        throw CoinsError(.tooLate, "A payment on \(network.title) never expires: raise its fee or cancel it.")
    }

    // MARK: - Review

    private func sendPlan(
        _ transaction: Transaction, purpose: SendStatus.Purpose, replaces: Int64?, label: String?,
        contracts: Set<Address>, _ server: any EthereumServer, facts: [ReviewFact] = []
    ) throws -> SendPlan {
        let dataFee = try dataFee(of: transaction, server)
        let review = try Review(
            transaction, from: sender, on: network,
            knowing: Review.Knowledge(
                tokens: try tokens, contracts: contracts, balance: try server.balance(of: sender),
                dataFee: dataFee ?? .zero))
        let shown = try shown(review, facts: facts + said(of: dataFee))
        let draft = CoinSendRecord(
            state: .signed, account: account.id, purpose: purpose, replaces: replaces, id: [],
            unsigned: transaction.unsigned, signed: [], claims: [NonceClaim.claim(transaction.nonce)],
            lastValidHeight: nil,
            time: coins.now,
            payees: shown.payees.map { CoinSendRecord.Payee(address: $0.address, amount: $0.amount.value) },
            token: review.token, fee: review.maximumFee, label: label)
        return SendPlan(review: shown) { [self] names in
            let approved = try review.approve(
                acknowledging: Set(review.warnings.filter { names.contains($0.name) }))
            return ApprovedSend(draft: draft) { [self] in
                let signed = try approved.signed(by: try privateKey())
                return (signed.bytes, signed.hash)
            }
        }
    }

    func shown(_ review: Review, facts further: [ReviewFact] = []) throws -> SendReview {
        let contacts = try coins.contacts(on: network)
        func payee(_ address: Address, _ amount: Wei, _ unit: Unit) -> SendReview.Payee {
            SendReview.Payee(
                address: address.text, contact: contacts[address.text], amount: CoinAmount(amount, unit))
        }
        var payees: [SendReview.Payee] = []
        var facts = further + [ReviewFact.nonce(review.transaction.nonce, gasLimit: review.transaction.gasLimit)]
        switch review.effect {
        case .payment(let to, let amount): payees = [payee(to, amount, network.unit)]
        case .token(.transfer(let to, let amount), let contract, let token),
            .token(.transferFrom(review.sender, let to, let amount), let contract, let token):
            payees = [payee(to, amount, try token?.unit ?? Unit(symbol: "smallest units", decimals: 0))]
            facts.append(.tokenContract("\(contract)"))
        case .token(let call, let contract, _):
            facts.append(.tokenCall(contract: "\(contract)", call: "\(call)"))
        case .nothing: facts.append(.movesNothing)
        case .call(let contract, let amount, let data):
            payees = amount.isZero ? [] : [payee(contract, amount, network.unit)]
            facts.append(.contractCall(contract: "\(contract)", bytes: data.count))
        case .creation(_, let code): facts.append(.code(bytes: code.count))
        }
        return SendReview(
            network: network, account: account.id, payees: payees, change: nil,
            fee: CoinAmount(review.maximumFee, network.unit),
            rate: try Self.gas(review.transaction.pricing.maximum, isMost: true), facts: facts,
            warnings: review.warnings.map { SendReview.Warning(name: $0.name, sentence: $0.sentence) })
    }
}

extension Review {
    /// The contract of the token that moves; nil when ether moves.
    fileprivate var token: String? {
        switch effect {
        case .token(.transfer, let contract, _?), .token(.transferFrom(sender, _, _), let contract, _?): contract.text
        default: nil
        }
    }
}

extension ReviewWarning {
    /// The warning's name in an acknowledgement.
    var name: String {
        switch self {
        case .feeAboveQuarter: "fee-share"
        case .priceAbsurd: "fee-rate"
        case .callNotUnderstood: "unknown-call"
        case .unlimitedApproval: "unlimited-approval"
        case .approval: "approval"
        case .toTokenContract: "to-token-contract"
        case .toZeroAddress: "to-zero-address"
        case .valueToContract: "value-to-contract"
        case .createsContract: "creates-contract"
        case .unknownToken: "unknown-token"
        case .fromOtherAccount: "from-other-account"
        case .messageNotReadable: "unreadable-message"
        case .permission: "permission"
        case .anyNetwork: "any-network"
        }
    }
}
