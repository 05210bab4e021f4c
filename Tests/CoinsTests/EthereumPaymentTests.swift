// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Ethereum
import Testing

/// Payments of ether and tokens against a chain on paper.
struct EthereumPaymentTests {
    private let shop = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"

    private func funded() throws -> (CoinFixture, CoinAccount, Address) {
        let fixture = try CoinFixture()
        let account = try fixture.begin(.sepolia)
        let address = try Address(parsing: try #require(account.address))
        fixture.ethereum.balances[address] = 1_000_000_000_000_000_000
        return (fixture, account, address)
    }

    private func draft(
        _ account: CoinAccount, _ amount: String, token: String? = nil, fee: FeeChoice = .level(.normal)
    ) -> SendDraft {
        SendDraft(account: account.id, recipients: [.init(to: shop, .exactly(amount))], token: token, fee: fee)
    }

    private func arrived(_ fixture: CoinFixture) throws -> Wei {
        try fixture.ethereum.balance(of: try Address(parsing: shop))
    }

    @Test func aPaymentArrivesOnceAndBecomesFinal() throws {
        let (fixture, account, _) = try funded()

        let plan = try fixture.wallet.plan(draft(account, "0.25"))
        #expect(plan.review.facts.first?.description == "Nonce 0, gas limit 21000")
        let status = try fixture.wallet.send(plan.approved())
        #expect(status.state == .sent && status.transactionID?.hasPrefix("0x") == true)
        fixture.ethereum.mine()
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(status.id).state == .confirmed)
        fixture.ethereum.mine(64)
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .final)
        #expect(try arrived(fixture) == 250_000_000_000_000_000)
        let line = try #require(try fixture.wallet.history(of: account.id).first)
        #expect(line.counterpart == shop && line.fee?.value == 210_000_000_000_000)
    }

    @Test func noncesCountWhatIsOpenAndAGapIsFilled() throws {
        let (fixture, account, address) = try funded()
        for index in 0..<3 {
            let plan = try fixture.wallet.plan(draft(account, "0.01"))
            #expect(plan.review.facts.first?.description.hasPrefix("Nonce \(index),") == true)
            try fixture.wallet.send(plan.approved())
        }
        fixture.ethereum.mine()
        try fixture.wallet.refresh(account.id)
        #expect(try arrived(fixture) == 30_000_000_000_000_000)

        // Another device has used two nonces: the next one is after them.
        fixture.ethereum.otherNonces[address] = 2
        #expect(
            try fixture.wallet.plan(draft(account, "0.01")).review.facts.first?.description.hasPrefix("Nonce 5,")
                == true)
        // The server lost the first of two: its nonce is taken by the same bytes, not by another payment.
        let first = try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.01")).approved())
        try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.01")).approved())
        fixture.ethereum.papers[try Hex.decode(String(try #require(first.transactionID).dropFirst(2)))] = nil
        #expect(
            try fixture.wallet.plan(draft(account, "0.01")).review.facts.first?.description.hasPrefix("Nonce 7,")
                == true)
        try fixture.wallet.refresh(account.id)
        fixture.ethereum.mine()
        fixture.ethereum.mine()
        #expect(try arrived(fixture) == 50_000_000_000_000_000)
    }

    @Test func aWaitingPaymentIsSpedUpThenCancelledWithoutRefreshing() throws {
        let (fixture, account, _) = try funded()
        let first = try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.25")).approved())
        let second = try fixture.wallet.send(try fixture.wallet.planBump(first.id, fee: .level(.fast)).approved())
        let third = try fixture.wallet.send(try fixture.wallet.planCancel(second.id, fee: .level(.fast)).approved())
        #expect(third.state == .sent && fixture.ethereum.papers.count == 1)

        fixture.ethereum.mine()
        try fixture.wallet.refresh(account.id)

        #expect(try arrived(fixture) == 0)
        #expect(
            try [first, second, third].map { try fixture.wallet.send($0.id).state } == [
                .replaced, .replaced, .confirmed,
            ])
    }

    @Test func aPaymentThatAnotherDeviceReplacedIsSaidToBe() throws {
        let (fixture, account, address) = try funded()
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.25")).approved())
        fixture.ethereum.papers = [:]
        fixture.ethereum.otherNonces[address] = 1

        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .replaced)
        #expect(try fixture.wallet.history(of: account.id).first?.status == .gone)
    }

    @Test func tokensAreSentWithTheDecimalsThatWereAccepted() throws {
        let (fixture, account, address) = try funded()
        fixture.ethereum.tokens[address] = 5_000_000
        refuses(.notFound) { try fixture.wallet.plan(draft(account, "1", token: "TST")) }
        try fixture.wallet.addToken(PaperEthereum.token.text, on: .sepolia, symbol: "TST", decimals: 6)

        let plan = try fixture.wallet.plan(draft(account, "1.5", token: "TST"))
        #expect(plan.review.payees.map(\.amount.description) == ["1.5 TST"])
        let status = try fixture.wallet.send(plan.approved())
        fixture.ethereum.mine()
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.ethereum.tokens[Address(parsing: shop)] == 1_500_000)
        #expect(try fixture.wallet.send(status.id).state == .confirmed)
        let balances = try fixture.wallet.balances(of: account.id).balances
        #expect(balances.map(\.confirmed.description).last == "3.5 TST")
        #expect(try fixture.wallet.history(of: account.id).map(\.token) == [PaperEthereum.token.text, nil])
        fixture.ethereum.tokenDecimals = 4
        refuses(.lyingServer) { try fixture.wallet.plan(draft(account, "1", token: "TST")) }
        refuses(.insufficient) {
            fixture.ethereum.tokenDecimals = 6
            return try fixture.wallet.plan(draft(account, "4", token: "TST"))
        }
    }

    /// An address without a contract answers with nothing; a stranger's contract answers as it likes.
    @Test func aTokenThatDoesNotAnswerIsUnknownAndTheRestIsRefreshed() throws {
        let (fixture, account, address) = try funded()
        fixture.ethereum.tokens[address] = 5_000_000
        let odd = try Address([UInt8](repeating: 0x22, count: 20))
        try fixture.wallet.addToken(PaperEthereum.token.text, on: .sepolia, symbol: "TST", decimals: 6)
        try fixture.wallet.addToken(odd.text, on: .sepolia, symbol: "ODD", decimals: 2)
        let odds: [Result<[UInt8], CoinsError>] = [
            .success([]), .success([7]), .success([UInt8](repeating: 0, count: 64)),
            .failure(CoinsError(.refused, "execution reverted")),
            .failure(CoinsError(.lyingServer, "no result")), .failure(CoinsError(.tooLarge, "too long")),
        ]
        for answer in odds {
            fixture.ethereum.contracts[odd] = answer
            fixture.time += 1
            let held = try fixture.wallet.balances(of: account.id)
            #expect(held.staleBecause == nil && held.balances.map(\.confirmed.description) == ["1 ETH", "5 TST"])
            #expect(held.balances.allSatisfy { $0.time == fixture.time })
            #expect(held.unknown.map(\.token) == [odd.text] && held.unknown.map(\.unit.symbol) == ["ODD"])
        }

        fixture.ethereum.contracts[odd] = .success(Wei(150).bigEndian32)
        let known = try fixture.wallet.balances(of: account.id)
        #expect(known.balances.map(\.confirmed.description) == ["1 ETH", "5 TST", "1.5 ODD"] && known.unknown.isEmpty)

        // What was known is known no more, and an outage says nothing about a token.
        fixture.ethereum.contracts[odd] = .success([])
        try fixture.wallet.refresh(account.id)
        fixture.ethereum.outage = CoinsError(.unreachable, "no answer")
        let stale = try fixture.wallet.balances(of: account.id)
        #expect(stale.staleBecause?.code == .unreachable && stale.unknown.map(\.token) == [odd.text])
        #expect(stale.balances.map(\.confirmed.description) == ["1 ETH", "5 TST"])
    }

    @Test func aContractThatLogsTooMuchHidesNoOtherTokensHistory() throws {
        let (fixture, account, address) = try funded()
        let flood = try Address([UInt8](repeating: 0x22, count: 20))
        try fixture.wallet.addToken(PaperEthereum.token.text, on: .sepolia, symbol: "TST", decimals: 6)
        try fixture.wallet.addToken(flood.text, on: .sepolia, symbol: "FLD", decimals: 2)
        fixture.ethereum.floods = [flood]
        fixture.ethereum.transfers = [
            EthereumTransfer(
                token: PaperEthereum.token, from: try Address(parsing: shop), to: address, amount: 3_000_000,
                block: fixture.ethereum.block, transaction: [UInt8](repeating: 7, count: 32))
        ]

        try fixture.wallet.refresh(account.id)

        let lines = try fixture.wallet.history(of: account.id)
        #expect(lines.contains { $0.amount.description == "3 TST" })
    }

    @Test func aRemovedTokenIsHiddenAndItsPaymentsKeepTheirUnit() throws {
        let (fixture, account, address) = try funded()
        fixture.ethereum.tokens[address] = 5_000_000
        try fixture.wallet.addToken(PaperEthereum.token.text, on: .sepolia, symbol: "TST", decimals: 6)
        let send = try fixture.wallet.send(try fixture.wallet.plan(draft(account, "2", token: "TST")).approved())

        refuses(.notFound) { try fixture.wallet.removeToken("ODD", on: .sepolia) }
        try fixture.wallet.removeToken("tst", on: .sepolia)

        #expect(try fixture.wallet.tokens().isEmpty)
        #expect(try fixture.wallet.balances(of: account.id).balances.map(\.confirmed.unit.symbol) == ["ETH"])
        #expect(try fixture.wallet.send(send.id).payees.map(\.amount.description) == ["2 TST"])
        refuses(.notFound) { try fixture.wallet.plan(draft(account, "1", token: "TST")) }

        try fixture.wallet.addToken(PaperEthereum.token.text, on: .sepolia, symbol: "TST", decimals: 6)
        #expect(try fixture.wallet.balances(of: account.id).balances.map(\.confirmed.unit.symbol) == ["ETH", "TST"])
    }

    @Test func moneyThatIsNotThereIsNamed() throws {
        let (fixture, account, address) = try funded()
        refuses(.insufficient) { try fixture.wallet.plan(draft(account, "2")) }
        refuses(.insufficientForFee) { try fixture.wallet.plan(draft(account, "1")) }
        fixture.ethereum.tokens[address] = 5_000_000
        fixture.ethereum.balances[address] = 1_000
        try fixture.wallet.addToken(PaperEthereum.token.text, on: .sepolia, symbol: "TST", decimals: 6)
        refuses(.insufficientForFee) { try fixture.wallet.plan(draft(account, "1", token: "TST")) }
    }

    @Test func aRefusedPaymentIsSettledBeforeAnotherIsMade() throws {
        let (fixture, account, _) = try funded()
        let plan = try fixture.wallet.plan(draft(account, "0.25"))
        fixture.ethereum.refusal = "insufficient funds for gas * price + value"
        refuses(.refused) { try fixture.wallet.send(plan.approved()) }
        fixture.ethereum.refusal = nil
        let refused = try #require(try fixture.wallet.sends().first)

        refuses(.nonceGap) { try fixture.wallet.plan(draft(account, "0.1")) }
        try fixture.wallet.send(try fixture.wallet.planCancel(refused.id, fee: .level(.normal)).approved())
        try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.1")).approved())
        fixture.ethereum.mine()
        fixture.ethereum.mine()
        try fixture.wallet.refresh(account.id)

        #expect(try arrived(fixture) == 100_000_000_000_000_000)
        #expect(try fixture.wallet.send(refused.id).state == .replaced)
    }

    @Test func everythingCanBeSent() throws {
        let (fixture, account, _) = try funded()
        let plan = try fixture.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: shop, .everything)], fee: .custom("20")))
        try fixture.wallet.send(plan.approved())
        fixture.ethereum.mine()

        #expect(try arrived(fixture) == 999_580_000_000_000_000)
    }

    @Test func aFailedTransactionTookItsFeeOnly() throws {
        let (fixture, account, _) = try funded()
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.25")).approved())
        for hash in fixture.ethereum.papers.keys { fixture.ethereum.papers[hash]?.hasSucceeded = false }
        fixture.ethereum.mine()
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .failed)
    }

    @Test func aReorganisedPaymentIsOnItsWayAgain() throws {
        let (fixture, account, _) = try funded()
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.25")).approved())
        fixture.ethereum.mine()
        try fixture.wallet.refresh(account.id)
        fixture.ethereum.papers = [:]

        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .sent)
        #expect(fixture.ethereum.papers.count == 1)
    }

    @Test(arguments: [CoinStep.sendSigning, .sendSigned, .sendBroadcast, .sendRecording, .sendRecorded])
    func aPaymentKilledAtAnyStepHappensOnceOrNotAtAll(step: CoinStep) throws {
        let (fixture, account, _) = try funded()
        let plan = try fixture.wallet.plan(draft(account, "0.25"))
        fixture.killer = step

        #expect(throws: CoinFixture.Killed.self) { try fixture.wallet.send(plan.approved()) }
        try fixture.reopen()
        try fixture.wallet.refresh(account.id)
        fixture.ethereum.mine()
        try fixture.wallet.refresh(account.id)

        let isKept = step != .sendSigning
        #expect(try fixture.wallet.sends().map(\.state) == (isKept ? [.confirmed] : []))
        #expect(try arrived(fixture) == (isKept ? 250_000_000_000_000_000 : 0))
    }

    @Test func anOfflineSignerSignsWhatWasAskedAndNothingElse() throws {
        let (fixture, account, _) = try funded()
        let plan = try fixture.wallet.plan(draft(account, "0.25"))
        let (status, document) = try fixture.wallet.export(plan.approved())
        let other = try fixture.wallet.export(try fixture.wallet.plan(draft(account, "0.1")).approved())

        let signature = try fixture.wallet.review(document, account: account.id).signed()
        #expect(signature.count == 65)
        refuses(.mismatch) { try fixture.wallet.complete(other.status.id, with: signature) }
        #expect(try fixture.wallet.complete(status.id, with: signature).state == .sent)
        fixture.ethereum.mine()

        #expect(try arrived(fixture) == 250_000_000_000_000_000)
    }

    /// Some tokens let their holder move them by the call that others need an approval for.
    @Test func aTokenThatTheAccountsOwnCallTakesIsShownWithItsRecipient() throws {
        let (fixture, account, address) = try funded()
        fixture.ethereum.tokens[address] = 9_000_000
        try fixture.wallet.addToken(PaperEthereum.token.text, on: .sepolia, symbol: "TST", decimals: 6)
        let thief = try Address(parsing: shop)
        func review(_ owner: Address) throws -> SendReview {
            var transaction = try Transaction.payment(
                of: .one, to: PaperEthereum.token, nonce: 0, pricing: .market(maximumFee: 30_000_000_000, tip: 1),
                gasLimit: 90_000, on: .sepolia)
            transaction.value = .zero
            transaction.data = TokenCall.transferFrom(owner: owner, to: thief, amount: 9_000_000).data
            let document = OfflineDocument(
                kind: .ethereum, bytes: transaction.unsigned, address: address.text, chainID: 11_155_111)
            return try fixture.wallet.review(document, account: account.id).review
        }
        let own = try review(address)
        #expect(own.payees.map(\.address) == [shop] && own.payees.first?.amount.description == "9 TST")
        #expect(try review(thief).warnings.map(\.name) == ["from-other-account"])
    }

    /// N11: nothing would notice a typo in an address of one case, wherever it comes from.
    @Test func anAddressWithoutAChecksumIsCautionedAbout() throws {
        let (fixture, account, address) = try funded()
        fixture.ethereum.tokens[address] = 9_000_000
        try fixture.wallet.addToken(PaperEthereum.token.text, on: .sepolia, symbol: "TST", decimals: 6)
        let caution = ReviewFact.noChecksum(shop)
        let capitals = "0x" + shop.dropFirst(2).uppercased()
        for (typed, isCautioned) in [(shop, false), (shop.lowercased(), true), (capitals, true)] {
            let links = [
                "ethereum:\(typed)@11155111?value=1e17",
                "ethereum:\(PaperEthereum.token.text)@11155111/transfer?address=\(typed)&uint256=1500000",
            ]
            for link in links {
                let ask = try #require(try fixture.wallet.ask(in: link, account: account.id))
                var draft = SendDraft(
                    account: account.id, recipients: [.init(to: ask.to, .exactly(try #require(ask.amount)))],
                    token: ask.token)
                draft.ask = ask
                let review = try fixture.wallet.plan(draft).review
                #expect(review.facts.contains(caution) == isCautioned, "\(link)")
                #expect(review.payees.map(\.address) == [shop])
            }
            let plan = try fixture.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: typed, .exactly("0.1"))]))
            #expect(plan.review.facts.contains(caution) == isCautioned)
            #expect((CoinWallet.caution(about: typed, on: .sepolia) == caution) == isCautioned)
            // It is said when the address is kept, and then no more.
            try fixture.wallet.addContact("shop", on: .sepolia, address: typed)
            let named = try fixture.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: "shop", .exactly("0.1"))]))
            #expect(!named.review.facts.contains(caution))
        }
        #expect(CoinWallet.caution(about: "[73c5da0a/44'/60'/0'/0/0]\(shop.lowercased())", on: .sepolia) == caution)
        #expect(CoinWallet.caution(about: shop.replacing("fB69", with: "Fb69"), on: .sepolia) == nil)
        refuses(.badAddress) {
            try fixture.wallet.ask(in: "ethereum:\(shop.replacing("fB69", with: "Fb69"))", account: account.id)
        }
    }

    @Test func accountsOnEveryKnownPathAreFound() throws {
        let fixture = try CoinFixture()
        try fixture.wallet.restorePhrase(CoinFixture.phrase)
        try fixture.wallet.addServer(try fixture.server(of: .sepolia))
        let root = try PrivateExtendedKey(seed: try Phrase(parsing: CoinFixture.phrase).seed())
        let paths = ["m/44'/60'/0'/0/0", "m/44'/60'/0'/0/2", "m/44'/60'/1'/0/0", "m/44'/60'/0'/1"]
        for path in paths {
            fixture.ethereum.balances[Address(try root.derived(try DerivationPath(path)).publicKey.key)] = 7
        }

        let found = try fixture.wallet.discover(on: [.sepolia])

        #expect(Set(found.compactMap(\.path)) == Set(paths))
    }

    @Test func aBlockNumberThatNoChainHasIsALie() throws {
        let fixture = try CoinFixture()
        let account = try fixture.begin(.sepolia)
        try fixture.wallet.addToken(PaperEthereum.token.text, on: .sepolia, symbol: "USDX", decimals: 6)
        for block in [UInt64.max, 1 << 50] {
            fixture.ethereum.block = block

            refuses(.lyingServer) { try fixture.wallet.refresh(account.id) }
        }
    }

    @Test func aPriceOfGasThatNobodyPaysIsWarnedOfWhoeverNamesIt() throws {
        let (fixture, account, address) = try funded()
        fixture.ethereum.tokens[address] = 9_000_000
        try fixture.wallet.addToken(PaperEthereum.token.text, on: .sepolia, symbol: "USDX", decimals: 6)
        fixture.ethereum.baseFee = 2_000_000_000_000

        #expect(try fixture.wallet.plan(draft(account, "0.5")).review.warnings.map(\.name) == ["fee-rate"])
        let token = try fixture.wallet.plan(draft(account, "5", token: "USDX"))
        #expect(token.review.warnings.map(\.name) == ["fee-rate"])
    }
}
