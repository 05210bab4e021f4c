// SPDX-License-Identifier: MIT
internal import Bytes

extension Action {
    /// Decodes an instruction. It never fails: an instruction that cannot be decoded in full is an unknown call.
    package init(_ instruction: Instruction) {
        let program = instruction.program
        // Safe: any fault in the data means that this call is unknown.
        self = (try? Self.decoded(instruction)) ?? .unknownCall(program: program)
    }

    private static func decoded(_ instruction: Instruction) throws -> Action? {
        var fields = Fields(instruction)
        switch instruction.program {
        case .systemProgram: return try system(&fields)
        case .tokenProgram, .token2022Program: return try token(&fields, instruction.program)
        case .associatedTokenProgram: return try associatedToken(&fields)
        case .computeBudgetProgram: return try computeBudget(&fields)
        case .memoProgram, .firstMemoProgram:
            guard let text = String(validating: instruction.data, as: UTF8.self) else { return nil }
            return .memo(text)
        default: return .unknownProgram(instruction.program)
        }
    }

    private static func system(_ fields: inout Fields) throws -> Action? {
        guard let tag = SystemProgram.Tag(rawValue: try fields.data.uint32LE()) else { return nil }
        switch tag {
        case .transfer:
            let amount = Lamports(try fields.data.uint64LE())
            return try fields.end(.transfer(from: fields.account(0), to: fields.account(1), amount))
        case .transferWithSeed:
            let amount = Lamports(try fields.data.uint64LE())
            try fields.seed()
            _ = try fields.address()
            return try fields.end(.transfer(from: fields.account(0), to: fields.account(2), amount))
        case .createAccount:
            let (balance, space) = (Lamports(try fields.data.uint64LE()), try fields.data.uint64LE())
            let owner = try fields.address()
            return try fields.end(
                .createAccount(
                    payer: fields.account(0), account: fields.account(1), balance, space: space, owner: owner))
        case .createAccountWithSeed:
            _ = try fields.address()
            try fields.seed()
            let (balance, space) = (Lamports(try fields.data.uint64LE()), try fields.data.uint64LE())
            let owner = try fields.address()
            return try fields.end(
                .createAccount(
                    payer: fields.account(0), account: fields.account(1), balance, space: space, owner: owner))
        case .assign:
            let owner = try fields.address()
            return try fields.end(.assign(account: fields.account(0), owner: owner))
        case .assignWithSeed:
            _ = try fields.address()
            try fields.seed()
            let owner = try fields.address()
            return try fields.end(.assign(account: fields.account(0), owner: owner))
        case .allocate:
            let space = try fields.data.uint64LE()
            return try fields.end(.allocate(account: fields.account(0), space: space))
        case .advanceNonce:
            return try fields.end(.advanceNonce(fields.account(0), authority: fields.account(2)))
        case .withdrawNonce:
            let amount = Lamports(try fields.data.uint64LE())
            return try fields.end(
                .withdrawNonce(fields.account(0), authority: fields.account(4), to: fields.account(1), amount))
        case .initializeNonce:
            let authority = try fields.address()
            return try fields.end(.initializeNonce(fields.account(0), authority: authority))
        case .authorizeNonce:
            let next = try fields.address()
            return try fields.end(.authorizeNonce(fields.account(0), authority: fields.account(1), next: next))
        case .allocateWithSeed, .upgradeNonce: return nil
        }
    }

    private static func token(_ fields: inout Fields, _ program: Address) throws -> Action? {
        let first = try fields.data.byte()
        if first == 26, program == .token2022Program { return try transferWithFee(&fields, program) }
        guard let tag = TokenProgram.Tag(rawValue: first) else { return nil }
        switch tag {
        case .transfer:
            let units = try fields.data.uint64LE()
            return try fields.end(
                .transferTokens(
                    TokenTransfer(
                        program: program, source: fields.account(0), mint: nil, destination: fields.account(1),
                        authority: fields.account(2), units: units, decimals: nil)))
        case .transferChecked:
            let (units, decimals) = (try fields.data.uint64LE(), try fields.data.byte())
            return try fields.end(
                .transferTokens(
                    TokenTransfer(
                        program: program, source: fields.account(0), mint: fields.account(1),
                        destination: fields.account(2), authority: fields.account(3), units: units,
                        decimals: decimals)))
        case .approve:
            let units = try fields.data.uint64LE()
            return try fields.end(
                .approve(
                    program: program, account: fields.account(0), delegate: fields.account(1),
                    owner: fields.account(2), units: units))
        case .approveChecked:
            let units = try fields.data.uint64LE()
            _ = try fields.data.byte()
            return try fields.end(
                .approve(
                    program: program, account: fields.account(0), delegate: fields.account(2),
                    owner: fields.account(3), units: units))
        case .revoke: return try fields.end(.revoke(program: program, account: fields.account(0)))
        case .setAuthority:
            let (kind, hasNext) = (try fields.data.byte(), try fields.data.byte())
            guard hasNext <= 1 else { return nil }
            let next = hasNext == 1 ? try fields.address() : nil
            return try fields.end(
                .setAuthority(
                    program: program, account: fields.account(0), kind: kind, current: fields.account(1), next: next))
        case .burn, .burnChecked:
            let units = try fields.data.uint64LE()
            if tag == .burnChecked { _ = try fields.data.byte() }
            return try fields.end(
                .burn(
                    program: program, account: fields.account(0), mint: fields.account(1), owner: fields.account(2),
                    units: units))
        case .closeAccount:
            return try fields.end(
                .closeTokenAccount(
                    program: program, account: fields.account(0), to: fields.account(1), owner: fields.account(2)))
        case .syncNative: return try fields.end(.syncNative(account: fields.account(0)))
        }
    }

    /// `TransferCheckedWithFee` of Token-2022: the transfer-fee tag, then 1.
    private static func transferWithFee(_ fields: inout Fields, _ program: Address) throws -> Action? {
        guard try fields.data.byte() == 1 else { return nil }
        let (units, decimals) = (try fields.data.uint64LE(), try fields.data.byte())
        let withheld = try fields.data.uint64LE()
        return try fields.end(
            .transferTokens(
                TokenTransfer(
                    program: program, source: fields.account(0), mint: fields.account(1),
                    destination: fields.account(2), authority: fields.account(3), units: units, decimals: decimals,
                    withheld: withheld)))
    }

    private static func associatedToken(_ fields: inout Fields) throws -> Action? {
        // The first form of `create` has no data.
        if !fields.data.isAtEnd, try fields.data.byte() > AssociatedTokenProgram.Tag.createIdempotent.rawValue {
            return nil
        }
        return try fields.end(
            .createTokenAccount(
                payer: fields.account(0), account: fields.account(1), owner: fields.account(2),
                mint: fields.account(3), program: fields.account(5)))
    }

    private static func computeBudget(_ fields: inout Fields) throws -> Action? {
        guard let tag = ComputeBudgetProgram.Tag(rawValue: try fields.data.byte()) else { return nil }
        switch tag {
        case .unitLimit:
            let units = try fields.data.uint32LE()
            return try fields.end(.unitLimit(units))
        case .unitPrice:
            let price = try fields.data.uint64LE()
            return try fields.end(.unitPrice(price))
        case .requestHeap, .dataSizeLimit:
            _ = try fields.data.uint32LE()
            return try fields.end(.otherBudget)
        }
    }
}

/// The unread parts of an instruction.
private struct Fields {
    var data: ByteReader
    private let accounts: [Instruction.Account]

    init(_ instruction: Instruction) {
        data = ByteReader(instruction.data)
        accounts = instruction.accounts
    }

    func account(_ index: Int) throws -> Address {
        guard index < accounts.count else {
            throw SolanaError(.malformed, "An instruction has \(accounts.count) accounts; number \(index) is missing.")
        }
        return accounts[index].address
    }

    mutating func address() throws -> Address { Address(try Bytes32(from: &data)) }

    /// Skips text with an eight-byte length.
    mutating func seed() throws {
        let count = try data.uint64LE()
        guard count <= UInt64(ProgramAddress.maximumSeedLength) else {
            throw SolanaError(.malformed, "A seed has at most 32 bytes.")
        }
        try data.skip(Int(count))
    }

    /// Requires that everything was consumed.
    func end(_ action: Action) throws -> Action {
        try data.finish()
        return action
    }
}
