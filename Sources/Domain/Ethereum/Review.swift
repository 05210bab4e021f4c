// SPDX-License-Identifier: MIT
package import Chains

/// A decoded transaction for the user to review. It is the only way to an ``ApprovedTransaction``.
///
/// It is computed from the bytes to sign and from this wallet's own knowledge. Nothing in it comes from a server.
package struct Review: Hashable, Sendable {
    package let transaction: Transaction
    package let sender: Address
    package let network: Network
    package let effect: Effect
    /// The most that the gas can cost, plus the estimated data fee.
    package let maximumFee: Wei
    /// The most that the account can lose in ether, including the fee.
    package let maximumCost: Wei
    /// In the order of their declaration, without repetitions.
    package let warnings: [ReviewWarning]

    /// What the transaction does, as far as it can be decoded.
    package enum Effect: Hashable, Sendable {
        case payment(to: Address, amount: Wei)
        /// A call of a token's contract; the token is nil when the user never confirmed it.
        case token(TokenCall, contract: Address, Token?)
        /// A payment of zero to the sender itself, which only replaces another transaction with the same nonce.
        case nothing
        case call(of: Address, amount: Wei, data: [UInt8])
        case creation(amount: Wei, code: [UInt8])
    }

    /// What the wallet itself knows.
    package struct Knowledge: Hashable, Sendable {
        /// Tokens that the user confirmed, of any network.
        package var tokens: [Token]
        /// Addresses known to be contracts.
        package var contracts: Set<Address>
        /// The account's balance; nil when unknown.
        package var balance: Wei?
        /// The network's estimated data fee besides the gas.
        package var dataFee: Wei

        package init(
            tokens: [Token] = [], contracts: Set<Address> = [], balance: Wei? = nil, dataFee: Wei = .zero
        ) {
            self.tokens = tokens
            self.contracts = contracts
            self.balance = balance
            self.dataFee = dataFee
        }
    }

    /// Decodes a transaction.
    ///
    /// - Throws: ``EthereumError`` with `.otherNetwork` when it names another chain or none, `.insufficientFunds` when
    ///   the known balance does not cover amount and fee, `.absurdFee` when the gas cannot suffice or the tip is above
    ///   the maximum, `.badAmount` for a payment of nothing, `.tooLarge`.
    package init(
        _ transaction: Transaction, from sender: Address, on network: Network, knowing known: Knowledge = Knowledge()
    ) throws {
        let chainID = try network.ethereumChainID
        guard let named = transaction.chainID else {
            throw EthereumError(
                .otherNetwork, "The transaction names no network: its signature would count on all of them.")
        }
        guard named == chainID else {
            throw EthereumError(
                .otherNetwork, "The transaction is for chain \(named), and the account is on \(network.title).")
        }
        try Self.checkGas(of: transaction)
        self.transaction = transaction
        self.sender = sender
        self.network = network
        do {
            maximumFee = try transaction.maximumFee.adding(known.dataFee)
            maximumCost = try transaction.maximumCost.adding(known.dataFee)
        } catch let error as ChainsError {
            throw EthereumError(.tooLarge, "The fee is beyond all ether that exists.", cause: error)
        }
        if let balance = known.balance, balance < maximumCost {
            throw EthereumError(
                .insufficientFunds,
                "The account holds \(network.unit.formatted(balance)); amount and fee can take "
                    + "\(network.unit.formatted(maximumCost)).")
        }
        effect = Self.effect(of: transaction, sender: sender, known)
        if case .payment(_, 0) = effect {
            throw EthereumError(.badAmount, "The amount is zero: there is nothing to send.")
        }
        let found = Self.warnings(of: effect, in: transaction, sender: sender, fee: maximumFee, known)
        warnings = ReviewWarning.allCases.filter(found.contains)
    }

    /// Approves what the review shows.
    ///
    /// - Throws: ``EthereumError`` with `.notAcknowledged` when a warning was not acknowledged.
    package func approve(acknowledging acknowledged: Set<ReviewWarning> = []) throws -> ApprovedTransaction {
        try ApprovedTransaction(self, acknowledging: acknowledged)
    }

    private static func checkGas(of transaction: Transaction) throws {
        if case .market(let maximum, let tip) = transaction.pricing, tip > maximum {
            throw EthereumError(.absurdFee, "The tip is above the maximum fee; raise the maximum.")
        }
        // Not the floor of EIP-7623, because some networks do not have it; their nodes enforce it themselves.
        let minimum = Gas.intrinsic(transaction)
        guard transaction.gasLimit >= minimum else {
            throw EthereumError(
                .absurdFee, "The gas limit is \(transaction.gasLimit), and the transaction needs at least \(minimum).")
        }
        guard transaction.to != nil || transaction.data.count <= Gas.maximumCodeCount else {
            throw EthereumError(
                .tooLarge, "The code has \(transaction.data.count) bytes; at most \(Gas.maximumCodeCount) are taken.")
        }
        guard transaction.nonce < .max, transaction.gasLimit <= Gas.maximum else {
            throw EthereumError(.tooLarge, "The nonce or the gas limit is beyond what the network takes.")
        }
    }

    private static func effect(of transaction: Transaction, sender: Address, _ known: Knowledge) -> Effect {
        guard let to = transaction.to else { return .creation(amount: transaction.value, code: transaction.data) }
        if transaction.data.isEmpty {
            return to == sender && transaction.value.isZero ? .nothing : .payment(to: to, amount: transaction.value)
        }
        guard transaction.value.isZero, let call = TokenCall(decoding: transaction.data) else {
            return .call(of: to, amount: transaction.value, data: transaction.data)
        }
        let token = known.tokens.first { $0.contract == to && $0.chainID == transaction.chainID }
        return .token(call, contract: to, token)
    }

    private static func warnings(
        of effect: Effect, in transaction: Transaction, sender: Address, fee: Wei, _ known: Knowledge
    ) -> Set<ReviewWarning> {
        var found: Set<ReviewWarning> = []
        if transaction.pricing.maximum > FeeSuggestion.unusualPrice { found.insert(.priceAbsurd) }
        let tokens = Set(known.tokens.filter { $0.chainID == transaction.chainID }.map(\.contract))
        if !transaction.value.isZero, fee > transaction.value.quotientAndRemainder(dividingBy: 4).quotient {
            found.insert(.feeAboveQuarter)
        }
        if transaction.to == .zero { found.insert(.toZeroAddress) }
        switch effect {
        case .nothing: break
        case .payment(let to, _):
            if tokens.contains(to) { found.insert(.toTokenContract) }
            if known.contracts.contains(to) { found.insert(.valueToContract) }
        case .call(_, let amount, _):
            found.insert(.callNotUnderstood)
            if !amount.isZero { found.insert(.valueToContract) }
        case .creation(let amount, _):
            found.insert(.createsContract)
            if !amount.isZero { found.insert(.valueToContract) }
        case .token(let call, let contract, let token):
            found.formUnion(warnings(of: call, contract: contract, sender: sender, tokens: tokens))
            if token == nil { found.insert(.unknownToken) }
        }
        return found
    }

    private static func warnings(
        of call: TokenCall, contract: Address, sender: Address, tokens: Set<Address>
    ) -> Set<ReviewWarning> {
        var found: Set<ReviewWarning> = []
        switch call {
        case .transfer: break
        case .transferFrom(let owner, _, _): if owner != sender { found.insert(.fromOtherAccount) }
        case .approve(_, let amount), .increaseAllowance(_, let amount):
            if !amount.isZero { found.insert(call.isUnlimitedApproval ? .unlimitedApproval : .approval) }
        case .decreaseAllowance: break
        case .setApprovalForAll(_, let isApproved): if isApproved { found.insert(.unlimitedApproval) }
        }
        if call.counterparty == .zero, !found.isEmpty || call.moves { found.insert(.toZeroAddress) }
        if call.moves, call.counterparty == contract || tokens.contains(call.counterparty) {
            found.insert(.toTokenContract)
        }
        return found
    }
}

extension TokenCall {
    /// Whether the call moves tokens immediately.
    fileprivate var moves: Bool {
        switch self {
        case .transfer, .transferFrom: true
        default: false
        }
    }
}
