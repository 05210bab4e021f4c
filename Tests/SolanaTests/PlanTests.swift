// SPDX-License-Identifier: MIT
import Chains
import Solana
import Testing

/// What is planned, and what is refused before the chain would.
struct PlanTests {
    private func actions(_ plan: TransactionPlan) throws -> [Action] {
        try plan.message().instructions().map(Action.init)
    }

    @Test func aTransferMovesExactlyTheAmount() throws {
        let plan = try Fixture.nativeTransfer(.exactly(Lamports(2_000_000))).plan(
            lifetime: Fixture.lifetime, unitPrice: 0)
        #expect(
            try actions(plan) == [.transfer(from: Fixture.address(1), to: Fixture.address(2), Lamports(2_000_000))])
        #expect(try plan.fee.total == Lamports(5_000))
    }

    @Test func everythingLeavesNothing() throws {
        let plan = try Fixture.nativeTransfer(.everything, balance: 3_000_000).plan(
            lifetime: Fixture.lifetime, unitPrice: 1_000_000)
        let fee = try plan.fee.total
        #expect(fee == Lamports(6_000))
        #expect(
            try actions(plan).last == .transfer(from: Fixture.address(1), to: Fixture.address(2), Lamports(2_994_000)))
    }

    @Test(
        arguments: [
            // The rest would be below the deposit and above nothing.
            (995_000_000 - 890_880 + 1, SolanaError.Code.insufficientFunds), (995_000_001, .insufficientFunds),
            (.max, .badAmount), (0, .badAmount),
        ] as [(UInt64, SolanaError.Code)])
    func whatTheChainWouldRefuseIsRefused(units: UInt64, code: SolanaError.Code) throws {
        let transfer = try Fixture.nativeTransfer(.exactly(Lamports(units)), balance: 995_005_000)
        #expect(refusal { try transfer.plan(lifetime: Fixture.lifetime, unitPrice: 0) } == code)
    }

    @Test func exactlyEverythingOrTheDepositMayStay() throws {
        for units: UInt64 in [995_000_000, 995_000_000 - 890_880] {
            _ = try Fixture.nativeTransfer(.exactly(Lamports(units)), balance: 995_005_000).plan(
                lifetime: Fixture.lifetime, unitPrice: 0)
        }
    }

    @Test func aNewAccountGetsAtLeastItsDeposit() throws {
        let small = try Fixture.nativeTransfer(.exactly(Lamports(890_879)), recipientBalance: 0)
        #expect(refusal { try small.plan(lifetime: Fixture.lifetime, unitPrice: 0) } == .badAmount)
        _ = try Fixture.nativeTransfer(.exactly(Lamports(890_880)), recipientBalance: 0).plan(
            lifetime: Fixture.lifetime, unitPrice: 0)
    }

    @Test func aBalanceBelowTheFeeSendsNothing() throws {
        let poor = try Fixture.nativeTransfer(.everything, balance: 5_000)
        #expect(refusal { try poor.plan(lifetime: Fixture.lifetime, unitPrice: 0) } == .insufficientFunds)
    }

    @Test func aNonceIsAdvancedFirst() throws {
        let nonce = try Fixture.nonce(authority: Fixture.address(1))
        let plan = try Fixture.nativeTransfer(.exactly(Lamports(2_000_000)), memo: "rent").plan(
            lifetime: .nonce(nonce), unitPrice: 1_000)
        let message = try plan.message()
        #expect(message.blockhash == nonce.value)
        #expect(try actions(plan).first == .advanceNonce(nonce.address, authority: Fixture.address(1)))
        #expect(try actions(plan).contains(.memo("rent")))
        #expect(try Review(message, on: .solana, knowing: Fixture.facts()).nonce == nonce.address)
    }

    @Test func anotherAuthoritysNonceCostsASecondSignature() throws {
        let nonce = try Fixture.nonce(authority: Fixture.address(3))
        let plan = try Fixture.nativeTransfer(.exactly(Lamports(2_000_000))).plan(
            lifetime: .nonce(nonce), unitPrice: 0)
        #expect(try plan.fee.total == Lamports(10_000))
        #expect(try Review(plan.message(), on: .solana, knowing: Fixture.facts()).fee == Lamports(10_000))
    }

    @Test func referencesRideAlongWithoutRights() throws {
        var transfer = try Fixture.nativeTransfer(.exactly(Lamports(2_000_000)))
        transfer.references = [try Fixture.address(7), try Fixture.address(8)]
        let message = try transfer.plan(lifetime: Fixture.lifetime, unitPrice: 0).message()
        let accounts = try #require(message.instructions().last).accounts
        #expect(accounts.suffix(2).allSatisfy { !$0.isSigner && !$0.isWritable })
        #expect(accounts.count == 4)
    }

    // MARK: - Tokens

    @Test func aMissingTokenAccountIsMadeFirst() throws {
        let plan = try Fixture.tokenTransfer(.exactly(1_500_000)).plan(lifetime: Fixture.lifetime, unitPrice: 0)
        let target = try Fixture.account(of: Fixture.address(2)).address
        #expect(
            try actions(plan) == [
                .createTokenAccount(
                    payer: Fixture.address(1), account: target, owner: Fixture.address(2), mint: Fixture.mint,
                    program: .tokenProgram),
                .transferTokens(
                    .init(
                        program: .tokenProgram, source: Fixture.account(of: Fixture.address(1)).address,
                        mint: Fixture.mint, destination: target, authority: Fixture.address(1), units: 1_500_000,
                        decimals: 6)),
            ])
    }

    @Test func everyTokenAlsoClosesTheAccount() throws {
        let there = TokenTransfer.RecipientAccount.there(try Fixture.account(of: Fixture.address(2)))
        let plan = try Fixture.tokenTransfer(.everything, recipientAccount: there).plan(
            lifetime: Fixture.lifetime, unitPrice: 0)
        let source = try Fixture.account(of: Fixture.address(1)).address
        #expect(try actions(plan).count == 2)
        #expect(
            try actions(plan).last
                == .closeTokenAccount(
                    program: .tokenProgram, account: source, to: Fixture.address(1), owner: Fixture.address(1)))
    }

    @Test func tokensThatCannotMoveAreRefused() throws {
        for extensions: [TokenExtension] in [
            [.nonTransferable], [.paused(true)], [.transferHook(program: .memoProgram)],
        ] {
            let mint = Fixture.mint(program: .token2022Program, extensions: extensions)
            let transfer = try Fixture.tokenTransfer(.exactly(1), mint: mint)
            #expect(refusal { try transfer.plan(lifetime: Fixture.lifetime, unitPrice: 0) } == .unsupported)
        }
        let unhooked = Fixture.mint(program: .token2022Program, extensions: [.transferHook(program: nil)])
        _ = try Fixture.tokenTransfer(.exactly(1), mint: unhooked).plan(lifetime: Fixture.lifetime, unitPrice: 0)
    }

    @Test func aFrozenTokenAccountOnEitherSideIsRefused() throws {
        func frozen(_ owner: Address) throws -> TokenAccount {
            let account = try Fixture.account(of: owner)
            return TokenAccount(
                address: account.address, program: account.program, mint: account.mint, owner: owner, units: 5_000_000,
                isFrozen: true)
        }
        let own = TokenTransfer(
            sender: try Fixture.address(1), balance: Lamports(1_000_000_000), source: try frozen(Fixture.address(1)),
            mint: Fixture.mint(), recipient: try Fixture.address(2), recipientAccount: .missing, amount: .exactly(1),
            memo: nil)
        #expect(refusal { try own.plan(lifetime: Fixture.lifetime, unitPrice: 0) } == .frozen)
        let theirs = try Fixture.tokenTransfer(
            .exactly(1), recipientAccount: .there(try frozen(Fixture.address(2))))
        #expect(refusal { try theirs.plan(lifetime: Fixture.lifetime, unitPrice: 0) } == .frozen)
    }

    @Test func aRecipientWhoWantsAMemoGetsOneOrNothing() throws {
        let there = TokenTransfer.RecipientAccount.there(
            try Fixture.account(of: Fixture.address(2), extensions: [.memoRequired(true)]))
        #expect(
            refusal {
                try Fixture.tokenTransfer(.exactly(1), recipientAccount: there).plan(
                    lifetime: Fixture.lifetime, unitPrice: 0)
            } == .unsupported)
        _ = try Fixture.tokenTransfer(.exactly(1), recipientAccount: there, memo: "x").plan(
            lifetime: Fixture.lifetime, unitPrice: 0)
    }

    @Test func tokensNeedCoinsForTheFeeAndTheDeposit() throws {
        let poor = try Fixture.tokenTransfer(.exactly(1), balance: 2_039_280)
        #expect(refusal { try poor.plan(lifetime: Fixture.lifetime, unitPrice: 0) } == .insufficientFunds)
        let exact = try Fixture.tokenTransfer(.exactly(1), balance: 2_044_280)
        _ = try exact.plan(lifetime: Fixture.lifetime, unitPrice: 0)
    }

    @Test func anotherWalletsAccountOrAnotherMintIsRefused() throws {
        var transfer = try Fixture.tokenTransfer(.exactly(1))
        transfer.source = try Fixture.account(of: Fixture.address(3), units: 10)
        #expect(refusal { try transfer.plan(lifetime: Fixture.lifetime, unitPrice: 0) } == .badAddress)
        transfer = try Fixture.tokenTransfer(
            .exactly(1), recipientAccount: .there(Fixture.account(of: Fixture.address(3))))
        #expect(refusal { try transfer.plan(lifetime: Fixture.lifetime, unitPrice: 0) } == .badAddress)
        #expect(
            refusal {
                try Fixture.tokenTransfer(.exactly(5_000_001)).plan(lifetime: Fixture.lifetime, unitPrice: 0)
            } == .insufficientFunds)
    }

    // MARK: - Fees

    @Test func thePriorityFeeIsRoundedUp() throws {
        #expect(try Fee(unitLimit: 200_000, unitPrice: 5_000).total == Lamports(6_000))
        #expect(try Fee(unitLimit: 1, unitPrice: 1).total == Lamports(5_001))
        #expect(try Fee(unitLimit: 0, unitPrice: .max).total == Lamports(5_000))
        #expect(refusal { try Fee(unitLimit: .max, unitPrice: .max).total } == .absurdFee)
    }

    @Test func theSuggestedPriceFollowsTheBlocksAndHasALimit() {
        let recent = (0..<100).map { UInt64($0) * 100 }
        #expect(Fee.suggestedPrice(recent: recent, .slow) == 2_400)
        #expect(Fee.suggestedPrice(recent: recent, .normal) == 5_900)
        #expect(Fee.suggestedPrice(recent: recent, .fast) == 9_400)
        #expect(Fee.suggestedPrice(recent: [.max], .fast) == Fee.maximumSuggestedPrice)
        #expect(Fee.suggestedPrice(recent: [], .normal) == 0)
    }

    @Test func amountsArePrintedAndReadExactly() throws {
        #expect("\(Lamports(1))" == "0.000000001 SOL")
        #expect("\(Lamports(1_500_000_000))" == "1.5 SOL")
        #expect("\(TokenAmount(units: 100, decimals: 2))" == "1")
        #expect(try TokenAmount(parsing: "18446744073709.551615", decimals: 6).units == .max)
        #expect(try TokenAmount(parsing: "1.50", decimals: 1).units == 15)
        for text in ["", ".", "1.", ".5", "-1", "1e3", "18446744073709.551616", "0.0000001", "1.2.3", " 1"] {
            #expect(refusal { try TokenAmount(parsing: text, decimals: 6) } == .badAmount, "\(text)")
        }
    }
}
