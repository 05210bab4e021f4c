// SPDX-License-Identifier: MIT

/// Derives transfers and warnings from actions.
struct ReviewJudge {
    /// The most bytes that the chain gives an account. `MAX_PERMITTED_DATA_LENGTH` of the system program
    private static let largestAccount: UInt64 = 10 << 20

    private let facts: AccountFacts
    /// All of the transaction, because what becomes of a new account stands behind its creation.
    private let actions: [Action]
    private(set) var movements: [Movement] = []
    private(set) var warnings: [ReviewWarning] = []
    private(set) var deposits = Lamports.zero
    /// Token accounts that this transaction creates, with their owners.
    private var created: [Address: (owner: Address, mint: Address)] = [:]

    init(facts: AccountFacts, actions: [Action]) {
        self.facts = facts
        self.actions = actions
    }

    mutating func warn(_ warning: ReviewWarning) {
        if !warnings.contains(warning) { warnings.append(warning) }
    }

    mutating func consider(_ action: Action) throws {
        switch action {
        case .transfer(let from, let to, let amount), .withdrawNonce(_, let from, let to, let amount):
            move(from: from, to: to, amount)
        case .createAccount(let payer, let account, let balance, let space, let owner):
            try create(account, payer: payer, balance, space: space, owner: owner)
        case .createTokenAccount(_, let account, let owner, let mint, let program):
            try create(account, owner: owner, mint: mint, program: program)
        case .assign(let account, let owner): warn(.givesAway(account: account, to: owner))
        case .initializeNonce(let nonce, let next), .authorizeNonce(let nonce, _, let next):
            if !facts.own.contains(next) { warn(.givesAway(account: nonce, to: next)) }
        case .transferTokens(let transfer): considerTransfer(transfer)
        case .approve(_, let account, let delegate, _, let units):
            warn(.delegates(account: account, to: delegate, units: units))
        case .setAuthority(_, let account, _, _, let next):
            if next.map({ !facts.own.contains($0) }) ?? true { warn(.givesAway(account: account, to: next)) }
        case .burn(_, let account, _, _, let units): warn(.burns(account: account, units: units))
        case .closeTokenAccount(_, let account, let to, let owner):
            if to != owner, !facts.own.contains(to) { warn(.closes(account: account, to: to)) }
        case .unknownCall(let program): warn(.unknownCall(program: program))
        case .unknownProgram(let program): warn(.unknownProgram(program))
        case .allocate, .advanceNonce, .revoke, .syncNative, .memo, .unitLimit, .unitPrice,
            .otherBudget:
            break
        }
    }

    /// Compares the fee with the amount of native coins, and any fee with the usual one.
    mutating func considerFee(_ fee: Lamports) throws {
        var sent = Lamports.zero
        for movement in movements where movement.asset == .native && !movement.isInternal {
            sent = try sent.adding(Lamports(movement.units))
        }
        if !sent.isZero, fee.units > sent.units / 4 { warn(.feeAboveQuarter(fee: fee, amount: sent)) }
        if fee > Review.largeFee { warn(.largeFee(fee)) }
    }

    private mutating func move(from: Address, to: Address, _ amount: Lamports) {
        let isInternal = facts.own.contains(to)
        movements.append(
            Movement(
                asset: .native, from: from, to: to, units: amount.units, decimals: 9, account: nil,
                isInternal: isInternal))
        if !isInternal { judgeRecipient(to) }
    }

    /// A wallet is on the curve, and its address holds no other kind of account.
    private mutating func judgeRecipient(_ address: Address) {
        if Address.knownNonWallets.contains(address) || facts.mints[address] != nil
            || facts.tokenAccounts[address] != nil
        {
            return warn(.notAWallet(address))
        }
        switch facts.kinds[address] {
        case .tokenAccount?, .mint?, .program?, .other?: warn(.notAWallet(address))
        case .nothing?, .wallet?, .nonce?, nil: if !address.isOnCurve { warn(.offCurveRecipient(address)) }
        }
    }

    /// A deposit is what the chain asks for the account's bytes, and stays with a program. Whatever is beyond it, and all
    /// of it where no program takes the account, belongs to the holder of the new account's key: that is a payment.
    private mutating func create(
        _ account: Address, payer: Address, _ balance: Lamports, space: UInt64, owner: Address
    ) throws {
        let least = try facts.rent.minimum(for: Int(min(space, Self.largestAccount)))
        let isKept = owner != .systemProgram || isNonce(account)
        let deposit = isKept ? min(balance, least) : .zero
        if !deposit.isZero {
            deposits = try deposits.adding(deposit)
            warn(.accountCreation(deposit: deposit))
        }
        if let rest = balance.subtracting(deposit), !rest.isZero { move(from: payer, to: account, rest) }
        switch owner {
        // What these do with an account they say themselves, in calls of their own.
        case .systemProgram, .tokenProgram, .token2022Program: break
        default: warn(.givesAway(account: account, to: owner))
        }
    }

    private func isNonce(_ account: Address) -> Bool {
        actions.contains { if case .initializeNonce(account, _) = $0 { true } else { false } }
    }

    private mutating func create(_ account: Address, owner: Address, mint: Address, program: Address) throws {
        created[account] = (owner, mint)
        let count = facts.mints[mint]?.associatedAccountCount ?? TokenAccount.count
        guard facts.kinds[account] != .tokenAccount, facts.tokenAccounts[account] == nil else { return }
        let deposit = try facts.rent.minimum(for: count)
        deposits = try deposits.adding(deposit)
        warn(.accountCreation(deposit: deposit))
    }

    private mutating func considerTransfer(_ transfer: Action.TokenTransfer) {
        let source = facts.tokenAccounts[transfer.source]
        let mint = transfer.mint ?? source?.mint
        let known = mint.flatMap { facts.mints[$0] }
        let owner = owner(of: transfer.destination, mint: mint, program: transfer.program)
        let isInternal = owner.map(facts.own.contains) ?? false
        movements.append(
            Movement(
                asset: .token(mint: mint), from: transfer.authority, to: owner ?? transfer.destination,
                units: transfer.units, decimals: transfer.decimals ?? known?.decimals, account: transfer.destination,
                isInternal: isInternal))
        if transfer.mint == nil, known == nil { warn(.unstatedToken(account: transfer.source)) }
        if let owner {
            if !isInternal { judgeRecipient(owner) }
        } else {
            warn(.unknownOwner(account: transfer.destination))
        }
        if let known { judgeMint(known, transfer) }
    }

    private mutating func judgeMint(_ mint: Mint, _ transfer: Action.TokenTransfer) {
        if let fee = mint.transferFee, fee.most(on: transfer.units) > 0 {
            warn(.transferFee(mint: mint.address, units: fee.most(on: transfer.units)))
        }
        if let hook = mint.transferHook { warn(.transferHook(mint: mint.address, program: hook)) }
        if mint.permanentDelegate != nil { warn(.permanentDelegate(mint: mint.address)) }
        if mint.extensions.contains(.scaledDisplay) { warn(.scaledDisplay(mint: mint.address)) }
    }

    /// The owner of a receiving token account, when the account is that owner's associated account.
    ///
    /// The owner comes from the transaction, from a server, or is an own address or an intended recipient.
    private func owner(of account: Address, mint: Address?, program: Address) -> Address? {
        if let made = created[account], isAssociated(account, made.owner, made.mint, program) { return made.owner }
        guard let mint else { return nil }
        if let read = facts.tokenAccounts[account], isAssociated(account, read.owner, mint, program) {
            return read.owner
        }
        let isHolder = { (owner: Address) in isAssociated(account, owner, mint, program) }
        return facts.own.first(where: isHolder) ?? facts.recipients.first(where: isHolder)
    }

    private func isAssociated(_ account: Address, _ owner: Address, _ mint: Address, _ program: Address) -> Bool {
        // Safe: a program that is not a token program has no associated accounts.
        (try? ProgramAddress.associatedTokenAccount(owner: owner, mint: mint, program: program)) == account
    }
}
