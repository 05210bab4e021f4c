// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Crypto
internal import Solana
internal import Vault

extension SolanaChain {
    func fees() throws -> [FeeQuote] {
        let recent = try asking { try $0.priorityPrices(writing: [owner]) }
        return try FeeLevel.allCases.map { level in
            let price = Fee.suggestedPrice(recent: recent, level)
            let total = try Fee(unitLimit: NativeTransfer.unitLimit(memo: nil), unitPrice: price).total
            return FeeQuote(
                level: level, rate: .perComputeUnit(price),
                cost: CoinAmount(UInt256(total.units), network.unit))
        }
    }

    /// The price of a compute unit. The user types the total priority fee in lamports.
    private func unitPrice(_ choice: FeeChoice, unitLimit: UInt32, _ server: any SolanaServer) throws -> UInt64 {
        switch choice {
        case .level(let level): return Fee.suggestedPrice(recent: try server.priorityPrices(writing: [owner]), level)
        case .custom(let text):
            guard let lamports = UInt64(text), lamports <= Review.largeFee.units else {
                throw CoinsError(
                    .badFee, "A priority fee is a whole number of lamports, at most \(Review.largeFee.units).")
            }
            return (lamports * 1_000_000 + UInt64(unitLimit) - 1) / UInt64(unitLimit)
        }
    }

    private func lifetime(_ nonceAccount: String?, _ server: any SolanaServer) throws -> Lifetime {
        guard let nonceAccount else {
            let (blockhash, last) = try server.latestBlockhash()
            return .recent(blockhash, lastValidBlockHeight: last)
        }
        let address = try Address(parsing: nonceAccount)
        guard let found = try server.accounts([address]).first, let account = found else {
            throw CoinsError(.notFound, "There is no nonce account at \(address).")
        }
        let nonce = try NonceAccount(address: address, owner: account.owner, data: account.data)
        guard nonce.authority == owner else {
            throw CoinsError(.badDocument, "The nonce \(address) belongs to \(nonce.authority), not to this account.")
        }
        return .nonce(nonce)
    }

    func plan(_ draft: SendDraft) throws -> SendPlan {
        try plan(draft, replaces: nil)
    }

    private func plan(_ draft: SendDraft, replaces: Int64?) throws -> SendPlan {
        guard let recipient = draft.recipients.first, draft.recipients.count == 1 else {
            throw CoinsError(.badDocument, "A payment on \(network.title) has one recipient.")
        }
        let to = try Address(parsing: try coins.address(of: recipient.to, on: network))
        let token = try draft.token.map { try Tokens(coins: coins, network: network).named($0) }
        return try asking { server in
            if let token { return try planToken(draft, token, to, replaces, server) }
            return try planNative(draft, to, replaces, server)
        }
    }

    private func planNative(
        _ draft: SendDraft, _ to: Address, _ replaces: Int64?, _ server: any SolanaServer
    ) throws -> SendPlan {
        let references = try draft.references.map { try Address(parsing: $0) }
        let found = try server.accounts([to]).first ?? nil
        var amount = NativeTransfer.Amount.everything
        if case .exactly(let text) = draft.recipients[0].quantity {
            amount = .exactly(Lamports(try units(text, network.unit)))
        }
        let transfer = NativeTransfer(
            sender: owner, balance: try server.balance(of: owner), recipient: to,
            recipientBalance: found?.balance ?? .zero, amount: amount, memo: draft.memo, references: references)
        let price = try unitPrice(draft.fee, unitLimit: NativeTransfer.unitLimit(memo: draft.memo), server)
        let lifetime = try lifetime(draft.nonceAccount, server)
        var facts = AccountFacts(own: try ownAddresses())
        facts.kinds[to] = kind(found)
        let message = try transfer.plan(lifetime: lifetime, unitPrice: price).message()
        return try sendPlan(message, lifetime, facts, draft, token: nil, replaces)
    }

    private func planToken(
        _ draft: SendDraft, _ token: TokenRecord, _ to: Address, _ replaces: Int64?, _ server: any SolanaServer
    ) throws -> SendPlan {
        let references = try draft.references.map { try Address(parsing: $0) }
        let mintAddress = try Address(parsing: token.address)
        guard let found = try server.accounts([mintAddress]).first, let account = found else {
            throw CoinsError(.notFound, "There is no token at \(mintAddress) on \(network.title).")
        }
        let mint = try Mint(address: mintAddress, owner: account.owner, data: account.data)
        guard Int(mint.decimals) == token.decimals else {
            throw CoinsError(
                .lyingServer,
                "The server says that \(token.symbol) has \(mint.decimals) decimals; it was added with \(token.decimals)."
            )
        }
        let mine = try server.tokenAccounts(of: owner).filter { $0.mint == mintAddress && $0.owner == owner }
        guard let source = mine.max(by: { $0.units < $1.units }) else {
            throw CoinsError(.insufficient, "This account holds no \(token.symbol).")
        }
        let target = try ProgramAddress.associatedTokenAccount(owner: to, mint: mintAddress, program: mint.program)
        let both = try server.accounts([target, to])
        guard both.count == 2 else {
            throw CoinsError(.lyingServer, "The server answered for another number of accounts than Satchel asked for.")
        }
        let there = try both[0].map { try TokenAccount(address: target, owner: $0.owner, data: $0.data) }
        let unit = try Unit(symbol: token.symbol, decimals: token.decimals)
        var amount = TokenTransfer.Amount.everything
        if case .exactly(let text) = draft.recipients[0].quantity { amount = .exactly(try units(text, unit)) }
        let transfer = TokenTransfer(
            sender: owner, balance: try server.balance(of: owner), source: source, mint: mint, recipient: to,
            recipientAccount: there.map { .there($0) } ?? .missing, amount: amount, memo: draft.memo,
            references: references)
        let limit = TokenTransfer.unitLimit(createsAccount: there == nil, program: mint.program, memo: draft.memo)
        let price = try unitPrice(draft.fee, unitLimit: limit, server)
        let lifetime = try lifetime(draft.nonceAccount, server)
        var facts = AccountFacts(own: try ownAddresses(), mints: [mintAddress: mint])
        facts.kinds[to] = kind(both[1])
        facts.tokenAccounts[source.address] = source
        if let there { facts.tokenAccounts[target] = there }
        let message = try transfer.plan(lifetime: lifetime, unitPrice: price).message()
        return try sendPlan(message, lifetime, facts, draft, token: token, replaces)
    }

    func planBump(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan { throw cannotReplace }
    func planCancel(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan { throw cannotReplace }
    func planChild(of transaction: String, _ fee: FeeChoice) throws -> SendPlan { throw cannotReplace }

    private var cannotReplace: CoinsError {
        CoinsError(
            .tooLate,
            "Nothing takes the place of a Solana payment: it happens within two minutes or expires, and is then sent again."
        )
    }

    /// Plans the same payment with a new blockhash. The caller has verified that the first one is dead.
    func planAgain(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan {
        guard let payee = send.record.payees.first else {
            throw CoinsError(.notFound, "Payment \(send.id) pays no recipient, so there is nothing to send again.")
        }
        let tokens = try Tokens(coins: coins, network: network)
        guard let unit = tokens.unit(of: send.record.token) else {
            throw CoinsError(.notFound, "The token of payment \(send.id) was removed. Add it again.")
        }
        var draft = SendDraft(
            account: account.id, recipients: [.init(to: payee.address, .exactly(unit.text(payee.amount)))],
            token: send.record.token, fee: fee, label: send.record.label)
        // Shops and exchanges identify their customers by the memo and references.
        for instruction in try Message(parsing: send.record.unsigned).instructions() {
            switch Action(instruction) {
            case .memo(let text): draft.memo = text
            case .transfer: draft.references = instruction.accounts.dropFirst(2).map(\.address.text)
            case .transferTokens: draft.references = instruction.accounts.dropFirst(4).map(\.address.text)
            default: continue
            }
        }
        return try plan(draft, replaces: send.id)
    }

    /// Makes a durable nonce under this account's authority, so that an offline signer may hold a payment for days.
    ///
    /// The nonce's own key signs once; afterwards only the authority can use or close it. The key is derived from the
    /// phrase, so that the account in the review is the one that the next call creates.
    func planNonceAccount(_ fee: FeeChoice) throws -> SendPlan {
        try asking { server in
            let key = try freshNonceKey(server)
            let address = try Address(key.publicKey.bytes)
            let lifetime = try lifetime(nil, server)
            let plan = try NonceCreation.plan(
                payer: owner, balance: try server.balance(of: owner), address: address, lifetime: lifetime,
                unitPrice: try unitPrice(fee, unitLimit: NativeTransfer.unitLimit(memo: nil), server))
            let draft = SendDraft(account: account.id, recipients: [], label: "Nonce \(address)")
            return try sendPlan(
                try plan.message(), lifetime, AccountFacts(own: try ownAddresses().union([address])), draft, token: nil,
                nil, with: [key], facts: [.makesNonceAccount("\(address)")])
        }
    }

    /// The key of this account's first nonce account that does not exist yet.
    private func freshNonceKey(_ server: any SolanaServer) throws -> Ed25519.PrivateKey {
        // A watched account has no phrase here. The key is chosen at the export.
        guard account.record.path != nil else {
            return try Ed25519.PrivateKey(seed: SecretBytes(coins.random.bytes(Ed25519.keyCount)))
        }
        let phrase = try coins.rootSeed().bytes
        for number in 0..<Self.maximumNonceAccounts {
            let name = Array("Satchel: nonce account \(number) of \(owner)".utf8)
            let key = try Ed25519.PrivateKey(seed: SecretBytes(HMACSHA256.code(name, key: phrase)))
            if try server.balance(of: Address(key.publicKey.bytes)) == .zero { return key }
        }
        throw CoinsError(.tooLate, "This account has \(Self.maximumNonceAccounts) nonce accounts. Use one of them.")
    }

    private static let maximumNonceAccounts = 100

    // MARK: - Review

    private func units(_ text: String, _ unit: Unit) throws -> UInt64 {
        guard let units = try unit.amount(parsing: text).uint64 else {
            throw CoinsError(.badAmount, "'\(text)' is more than any account can hold.")
        }
        return units
    }

    private func kind(_ account: SolanaAccount?) -> AccountFacts.Kind {
        account.map { AccountFacts.Kind(owner: $0.owner, isExecutable: $0.isExecutable, data: $0.data) } ?? .nothing
    }

    /// The addresses of this network whose keys are in this wallet.
    private func ownAddresses() throws -> Set<Address> {
        let own = try coins.table(AccountRecord.self).rows(.shown, .hidden).map(\.record)
            .filter { $0.network == network.name && $0.path != nil }
        return Set(try own.compactMap { try $0.address.map { try Address(parsing: $0) } }).union([owner])
    }

    private func sendPlan(
        _ message: Message, _ lifetime: Lifetime, _ facts: AccountFacts, _ draft: SendDraft, token: TokenRecord?,
        _ replaces: Int64?, with others: [Ed25519.PrivateKey] = [], facts lines: [ReviewFact] = []
    ) throws -> SendPlan {
        let review = try Review(message, on: network, knowing: facts)
        let shown = try shown(review, facts: lines)
        var claims: [[UInt8]] = []
        var last: UInt64?
        switch lifetime {
        case .recent(_, let height): last = height
        case .nonce(let nonce): claims = [Self.claim(nonce)]
        }
        let record = CoinSendRecord(
            state: .signed, account: account.id, purpose: .payment, replaces: replaces, id: [],
            unsigned: message.encoded, signed: [], claims: claims, lastValidHeight: last, time: coins.now,
            payees: shown.payees.map { CoinSendRecord.Payee(address: $0.address, amount: $0.amount.value) },
            token: token?.address, fee: shown.fee.value, label: draft.label)
        return SendPlan(review: shown) { [self] names in
            let approved = try review.approve(acknowledging: Set(review.warnings.filter { names.contains($0.name) }))
            return ApprovedSend(draft: record) { [self] in
                let signed = try approved.signed(by: [try privateKey()] + others)
                return (try signed.encoded, try Self.id(of: signed))
            }
        }
    }

    static func id(of transaction: Transaction) throws -> [UInt8] {
        guard let first = transaction.signatures.first, let signature = first else {
            throw CoinsError(.mismatch, "The transaction lacks the signature of who pays for it.")
        }
        return signature.bytes
    }

    func shown(_ review: Review, facts: [ReviewFact] = []) throws -> SendReview {
        let contacts = try coins.contacts(on: network)
        let tokens = try Tokens(coins: coins, network: network)
        let payees = try review.movements.map { movement in
            let unit: Unit
            switch movement.asset {
            case .native: unit = network.unit
            case .token(let mint):
                unit =
                    try mint.flatMap { tokens.unit(of: $0.text) }
                    ?? Unit(
                        symbol: "of token \(mint.map { CoinAccount.shortened($0.text) } ?? "?")",
                        decimals: Int(movement.decimals ?? 0))
            }
            return SendReview.Payee(
                address: movement.to.text, contact: contacts[movement.to.text],
                amount: CoinAmount(UInt256(movement.units), unit))
        }
        var facts = facts
        if !review.deposits.isZero { facts.append(.deposits(amount(review.deposits))) }
        if let nonce = review.nonce { facts.append(.durableNonce("\(nonce)")) }
        for case .memo(let text) in review.actions { facts.append(.memo(text)) }
        return SendReview(
            network: network, account: account.id, payees: payees, change: nil,
            fee: amount(review.fee), rate: .whole(amount(review.fee)), facts: facts,
            warnings: review.warnings.map {
                SendReview.Warning(name: $0.name, sentence: $0.text, values: $0.values(on: network))
            })
    }

    private func amount(_ lamports: Lamports) -> CoinAmount { CoinAmount(UInt256(lamports.units), network.unit) }
}

extension ReviewWarning {
    /// The warning's name in an acknowledgement.
    var name: String {
        switch self {
        case .feeAboveQuarter: "fee-share"
        case .largeFee: "fee-large"
        case .unknownProgram: "unknown-program"
        case .unknownCall: "unknown-call"
        case .unknownTable: "unknown-table"
        case .accountCreation: "new-account"
        case .offCurveRecipient: "off-curve"
        case .notAWallet: "not-a-wallet"
        case .unknownOwner: "unknown-owner"
        case .unstatedToken: "unstated-token"
        case .transferFee: "transfer-fee"
        case .transferHook: "transfer-hook"
        case .permanentDelegate: "permanent-delegate"
        case .scaledDisplay: "scaled-display"
        case .delegates: "delegates"
        case .givesAway: "gives-away"
        case .burns: "burns"
        case .closes: "closes"
        }
    }

    /// The values of the warning's sentence.
    fileprivate func values(on network: Network) -> [String: SendReview.Warning.Value] {
        func amount(_ lamports: Lamports) -> SendReview.Warning.Value {
            .amount(CoinAmount(UInt256(lamports.units), network.unit))
        }
        func address(_ address: Address) -> SendReview.Warning.Value { .text(address.text) }
        return switch self {
        case .feeAboveQuarter(let fee, let sent): ["fee": amount(fee), "amount": amount(sent)]
        case .largeFee(let fee): ["fee": amount(fee)]
        case .unknownProgram(let program), .unknownCall(let program): ["program": address(program)]
        case .unknownTable(let table): ["table": address(table)]
        case .accountCreation(let deposit): ["amount": amount(deposit)]
        case .offCurveRecipient(let to), .notAWallet(let to): ["address": address(to)]
        case .unknownOwner(let account), .unstatedToken(let account): ["account": address(account)]
        case .transferFee(let mint, let units): ["token": address(mint), "units": .number(units)]
        case .transferHook(let mint, let program): ["token": address(mint), "program": address(program)]
        case .permanentDelegate(let mint), .scaledDisplay(let mint): ["token": address(mint)]
        case .delegates(let account, let to, let units):
            ["account": address(account), "address": address(to), "units": .number(units)]
        case .givesAway(let account, let to):
            to.map { ["account": address(account), "address": address($0)] } ?? ["account": address(account)]
        case .burns(let account, let units): ["account": address(account), "units": .number(units)]
        case .closes(let account, let to): ["account": address(account), "address": address(to)]
        }
    }
}
