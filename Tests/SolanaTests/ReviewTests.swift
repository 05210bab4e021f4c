// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Solana
import Testing

/// What a person is told before anything is signed.
struct ReviewTests {
    private func review(_ instructions: [Instruction], _ facts: AccountFacts? = nil) throws -> Review {
        let message = try Message.legacy(instructions, payer: Fixture.address(1), blockhash: .zero)
        return try Review(message, on: .solana, knowing: facts ?? Fixture.facts())
    }

    private func transfer(_ units: UInt64, to: Address? = nil) throws -> Instruction {
        SystemProgram.transfer(from: try Fixture.address(1), to: try to ?? Fixture.address(2), Lamports(units))
    }

    @Test func aPlainTransferHasNoWarnings() throws {
        let review = try review([transfer(2_000_000)])
        #expect(review.warnings == [])
        #expect(review.fee == Lamports(5_000))
        #expect(review.movements.map(\.amountText) == ["0.002 SOL"])
        #expect(try review.movements.map(\.to) == [Fixture.address(2)])
    }

    @Test func aFeeAboveAQuarterMustBeAcknowledged() throws {
        let review = try review([transfer(19_999)])
        #expect(review.warnings == [.feeAboveQuarter(fee: Lamports(5_000), amount: Lamports(19_999))])
        #expect(throws: SolanaError.self) { try review.approve(acknowledging: []) }
        #expect(throws: SolanaError.self) { try review.approve(acknowledging: [.largeFee(Lamports(5_000))]) }
        _ = try review.approve(acknowledging: Set(review.warnings))
        #expect(try self.review([transfer(20_000)]).warnings == [])
    }

    @Test func theFeeIsTheMostThatTheNetworkCanTake() throws {
        let price = ComputeBudgetProgram.unitPrice(1_000_000)
        #expect(try review([price, transfer(2_000_000_000)]).fee == Lamports(205_000))
        let limit = ComputeBudgetProgram.unitLimit(1_000)
        #expect(try review([price, limit, transfer(2_000_000_000)]).fee == Lamports(6_000))
        let greedy = try review([ComputeBudgetProgram.unitPrice(100_000_000), transfer(2_000_000_000)])
        #expect(greedy.warnings == [.largeFee(Lamports(20_005_000))])
    }

    @Test func recipientsThatAreNoWalletsAreWarnedAbout() throws {
        let token = try Fixture.account(of: Fixture.address(2)).address
        #expect(try review([transfer(2_000_000, to: token)]).warnings == [.offCurveRecipient(token)])
        #expect(
            try review([transfer(2_000_000, to: token)], Fixture.facts(kinds: [token: .tokenAccount])).warnings
                == [.notAWallet(token)])
        #expect(
            try review([transfer(2_000_000, to: .tokenProgram)]).warnings == [.notAWallet(.tokenProgram)])
        let other = try Fixture.address(2)
        #expect(
            try review([transfer(2_000_000)], Fixture.facts(kinds: [other: .program])).warnings
                == [.notAWallet(other)])
    }

    @Test func unknownProgramsAndCallsAreWarnedAbout() throws {
        let program = try Fixture.address(9)
        let foreign = Instruction(program: program, accounts: [.signerWritable(try Fixture.address(1))], data: [1])
        let strange = Instruction(program: .tokenProgram, accounts: [], data: [200])
        let longer = Instruction(
            program: .systemProgram, accounts: [.signerWritable(try Fixture.address(1))],
            data: try transfer(5).data + [0])
        #expect(
            try review([foreign, strange, longer]).warnings
                == [
                    .unknownProgram(program), .unknownCall(program: .tokenProgram),
                    .unknownCall(program: .systemProgram),
                ])
    }

    @Test func rightsThatAreGivenAwayAreWarnedAbout() throws {
        let me = try Fixture.address(1)
        let thief = try Fixture.address(6)
        let account = try Fixture.account(of: me).address
        func token(_ data: [UInt8], _ accounts: [Address]) -> Instruction {
            Instruction(program: .tokenProgram, accounts: accounts.map { .writable($0) }, data: data)
        }
        let amount: [UInt8] = [5, 0, 0, 0, 0, 0, 0, 0]
        let cases: [(Instruction, ReviewWarning)] = [
            (token([4] + amount, [account, thief, me]), .delegates(account: account, to: thief, units: 5)),
            (
                token([13] + amount + [6], [account, Fixture.mint, thief, me]),
                .delegates(account: account, to: thief, units: 5)
            ),
            (token([6, 2, 1] + thief.bytes, [account, me]), .givesAway(account: account, to: thief)),
            (token([6, 2, 0], [account, me]), .givesAway(account: account, to: nil)),
            (token([8] + amount, [account, Fixture.mint, me]), .burns(account: account, units: 5)),
            (token([9], [account, thief, me]), .closes(account: account, to: thief)),
            (SystemProgram.assign(me, to: thief), .givesAway(account: me, to: thief)),
        ]
        for (instruction, warning) in cases { #expect(try review([instruction]).warnings == [warning]) }
        #expect(try review([token([9], [account, me, me])]).warnings == [])
    }

    /// Another party's transaction may present a payment as a new account.
    @Test func whatANewAccountGetsBeyondItsDepositIsAPayment() throws {
        let (me, new, thief) = try (Fixture.address(1), Fixture.address(2), Fixture.address(6))
        func create(_ units: UInt64, space: UInt64, owner: Address) -> Instruction {
            SystemProgram.createAccount(payer: me, new: new, Lamports(units), space: space, owner: owner)
        }
        let nonce = UInt64(1_447_680)
        let token = UInt64(2_039_280)
        let cases: [([Instruction], paid: [UInt64], deposit: UInt64, [ReviewWarning])] = [
            ([create(5_000_000_000, space: 0, owner: .systemProgram)], [5_000_000_000], 0, []),
            ([create(nonce, space: 80, owner: .systemProgram)], [nonce], 0, []),
            (
                [create(nonce, space: 80, owner: .systemProgram), SystemProgram.initializeNonce(new, authority: me)],
                [], nonce, [.accountCreation(deposit: Lamports(nonce))]
            ),
            (
                [
                    create(nonce, space: 80, owner: .systemProgram),
                    SystemProgram.initializeNonce(new, authority: thief),
                ],
                [], nonce, [.accountCreation(deposit: Lamports(nonce)), .givesAway(account: new, to: thief)]
            ),
            (
                [create(token + 7_000_000, space: 165, owner: .tokenProgram)], [7_000_000], token,
                [.accountCreation(deposit: Lamports(token))]
            ),
            (
                [create(token, space: 165, owner: thief)], [], token,
                [.accountCreation(deposit: Lamports(token)), .givesAway(account: new, to: thief)]
            ),
            ([create(3_000_000_000, space: .max, owner: .systemProgram)], [3_000_000_000], 0, []),
        ]
        for (instructions, paid, deposit, warnings) in cases {
            let review = try review(instructions)
            #expect(review.movements.map(\.units) == paid && review.movements.allSatisfy { $0.to == new })
            #expect(review.deposits == Lamports(deposit) && review.warnings == warnings)
        }
    }

    @Test func aTokenTransferIsReadBackFromItsMessage() throws {
        let plan = try Fixture.tokenTransfer(.exactly(1_500_000)).plan(lifetime: Fixture.lifetime, unitPrice: 0)
        let review = try Review(plan.message(), on: .solana, knowing: Fixture.facts(mint: Fixture.mint()))
        #expect(review.warnings == [.accountCreation(deposit: Lamports(2_039_280))])
        #expect(review.deposits == Lamports(2_039_280))
        let movement = try #require(review.movements.first)
        #expect(movement.amountText == "1.5")
        #expect(try movement.to == Fixture.address(2))
        #expect(movement.asset == .token(mint: Fixture.mint))
    }

    @Test func theRecipientOfATokenAccountIsProvedByItsAddress() throws {
        let there = try Fixture.account(of: Fixture.address(2))
        let plan = try Fixture.tokenTransfer(.exactly(5), recipientAccount: .there(there)).plan(
            lifetime: Fixture.lifetime, unitPrice: 0)
        var facts = try Fixture.facts(mint: Fixture.mint())
        #expect(
            try Review(plan.message(), on: .solana, knowing: facts).warnings == [.unknownOwner(account: there.address)])
        facts.recipients = [try Fixture.address(2)]
        #expect(try Review(plan.message(), on: .solana, knowing: facts).warnings == [])
        facts.recipients = []
        facts.tokenAccounts[there.address] = there
        #expect(try Review(plan.message(), on: .solana, knowing: facts).warnings == [])
        // A server that names another owner is not believed.
        facts.tokenAccounts[there.address] = TokenAccount(
            address: there.address, program: there.program, mint: there.mint, owner: try Fixture.address(1), units: 0)
        #expect(
            try Review(plan.message(), on: .solana, knowing: facts).warnings == [.unknownOwner(account: there.address)])
    }

    @Test func feesHooksAndDelegatesOfAMintAreWarnedAbout() throws {
        let rate = TransferFee.Rate(fromEpoch: 0, maximum: 1_000, basisPoints: 100)
        let mint = Fixture.mint(
            program: .token2022Program,
            extensions: [
                .transferFee(TransferFee(older: rate, newer: rate)), .transferHook(program: .memoProgram),
                .permanentDelegate(try Fixture.address(5)), .scaledDisplay,
            ])
        let source = try Fixture.account(of: Fixture.address(1), program: .token2022Program).address
        let move = TokenProgram.transferChecked(
            from: source, mint: mint.address, to: source, owner: try Fixture.address(1),
            TokenAmount(units: 5_000, decimals: 6), program: .token2022Program)
        #expect(
            try review([move], Fixture.facts(mint: mint)).warnings
                == [
                    .transferFee(mint: mint.address, units: 50),
                    .transferHook(mint: mint.address, program: .memoProgram),
                    .permanentDelegate(mint: mint.address), .scaledDisplay(mint: mint.address),
                ])
    }

    @Test func aTransferThatNamesNoTokenIsWarnedAbout() throws {
        let source = try Fixture.account(of: Fixture.address(1)).address
        let bare = Instruction(
            program: .tokenProgram,
            accounts: [.writable(source), .writable(source), .signer(try Fixture.address(1))],
            data: [3, 9, 0, 0, 0, 0, 0, 0, 0])
        let review = try review([bare])
        #expect(review.warnings == [.unstatedToken(account: source), .unknownOwner(account: source)])
        #expect(review.movements.first?.amountText == "9 smallest units")
    }

    @Test func accountsFromATableThatWasNotReadAreWarnedAbout() throws {
        let table = LookupTable(address: try Fixture.address(20), addresses: [try Fixture.address(2)])
        let message = try Message.version0(
            [transfer(2_000_000)], payer: Fixture.address(1), blockhash: .zero, tables: [table])
        let blind = try Review(message, on: .solana, knowing: Fixture.facts())
        #expect(blind.warnings == [.unknownTable(table.address), .unknownCall(program: .systemProgram)])
        var facts = try Fixture.facts()
        facts.tables = [table]
        #expect(try Review(message, on: .solana, knowing: facts).movements.first?.to == Fixture.address(2))
    }

    @Test func aFeeThatSomebodyElsePaysIsNoConcern() throws {
        let message = try Message.legacy([transfer(100)], payer: Fixture.address(3), blockhash: .zero)
        #expect(try Review(message, on: .solana, knowing: Fixture.facts()).warnings == [])
    }

    @Test func onlyTheKeysThatAreAskedForSign() throws {
        let review = try review([transfer(2_000_000)])
        let approved = try review.approve(acknowledging: [])
        #expect(refusal { try approved.signed(by: []) } == .badSignature)
        #expect(refusal { try approved.signed(by: Fixture.key(2)) } == .badSignature)
        let signed = try approved.signed(by: Fixture.key(1))
        #expect(try signed.isValid)
        #expect(try Transaction(parsing: signed.encoded) == signed)
    }

    @Test func signaturesOfOthersAreKeptAndChecked() throws {
        let message = try Message.legacy(
            [SystemProgram.transfer(from: Fixture.address(3), to: Fixture.address(2), Lamports(2_000_000))],
            payer: Fixture.address(1), blockhash: .zero)
        let mine = try Review(message, on: .solana, knowing: Fixture.facts()).approve(acknowledging: [])
            .signed(by: Fixture.key(1))
        #expect(try mine.missingSigners == [Fixture.address(3)])
        let whole = try Review(mine, on: .solana, knowing: Fixture.facts()).approve(acknowledging: [])
            .signed(by: Fixture.key(3))
        #expect(try whole.isValid)
        var placed = mine
        let signature = try #require(whole.signatures[1])
        #expect(throws: SolanaError.self) { try placed.add(signature, of: Fixture.address(1)) }
        #expect(throws: SolanaError.self) { try placed.add(signature, of: Fixture.address(2)) }
        try placed.add(signature, of: Fixture.address(3))
        #expect(placed == whole)
    }

    @Test func aNetworkOfAnotherChainIsRefused() throws {
        let message = try Message.legacy([transfer(5)], payer: Fixture.address(1), blockhash: .zero)
        #expect(refusal { try Review(message, on: .bitcoin, knowing: Fixture.facts()) } == .otherNetwork)
    }

    @Test func everyInstructionOfTheVectorsIsReadOrCalledUnknown() throws {
        let vectors = try SoldersVectors.read()
        for row in vectors.messages {
            let message = try vectors.message(row)
            let facts = AccountFacts(own: [], tables: try vectors.tables(row))
            #expect(try Review(message, on: .solana, knowing: facts).actions.count == row.instructions.count)
        }
    }
}
