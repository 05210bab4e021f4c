// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Coins
import PeerSupport
import TestSupport
import Testing

/// Payments on chains of implementations that nobody here wrote; see Tests/Peers.
@Suite(.serialized, .needsPeers)
struct LocalChainTests {
    private func fixture(_ address: ServerAddress) throws -> CoinFixture {
        let fixture = try CoinFixture()
        fixture.isOnPaper = false
        try fixture.reopen()
        try fixture.wallet.restorePhrase(CoinFixture.phrase)
        try fixture.wallet.addServer(address)
        return fixture
    }

    @Test(arguments: [ServerAddress.Kind.electrum, .esplora, .core])
    func bitcoinIsReceivedSentBumpedLiftedAndReorganised(kind: ServerAddress.Kind) throws {
        let chain = try LocalBitcoin()
        let fixture = try fixture(try server(kind, of: chain))
        let shop = try fixture.wallet.addAccount(on: .bitcoinRegtest, scheme: .taproot, index: 7)
        var spent: UInt64 = 0
        for scheme in [AccountScheme.legacy, .nested, .segwit, .taproot] {
            let account = try fixture.wallet.addAccount(on: .bitcoinRegtest, scheme: scheme)
            try chain.fund([(try fixture.wallet.receiveAddress(of: account.id).address, 1_000_000)])
            let to = try fixture.wallet.receiveAddress(of: shop.id, fresh: true).address
            #expect(try fixture.balance(account) == [1_000_000, 0, 1_000_000])

            let first = try fixture.wallet.send(
                try fixture.wallet.plan(
                    SendDraft(account: account.id, recipients: [.init(to: to, .exactly("0.005"))], fee: .custom("2"))
                ).approved())
            #expect(first.state == .sent, "\(first.sentence)")
            try chain.settle()
            let second = try fixture.wallet.send(try fixture.wallet.planBump(first.id, fee: .custom("6")).approved())
            #expect(try chain.mempool() == [try #require(second.transactionID)])
            try chain.mine()
            try fixture.wallet.refresh(account.id)
            #expect(try fixture.wallet.send(first.id).state == .replaced)
            #expect(try fixture.wallet.send(second.id).state == .confirmed)
            #expect(try fixture.balance(account)[0] == 500_000 - second.fee.value.uint64!)
            spent += 500_000
        }
        #expect(try fixture.balance(shop)[0] == spent)

        try chain.reorganise(depth: 1)
        try fixture.wallet.refresh(shop.id)
        #expect(try fixture.balance(shop, refreshing: false) == [spent - 500_000, 500_000, spent - 500_000])
        try chain.mine(6)
        #expect(try fixture.balance(shop)[0] == spent)
    }

    /// N1: by the default fee, of one to four inputs, with and without change, at the least rate and above.
    @Test(arguments: [ServerAddress.Kind.electrum, .esplora, .core])
    func aWaitingPaymentIsRaisedAndTakenBackByTheDefaultFee(kind: ServerAddress.Kind) throws {
        let chain = try LocalBitcoin()
        _ = try chain.call("setfeerate", 1_000)
        let fixture = try fixture(try server(kind, of: chain))
        let account = try fixture.wallet.addAccount(on: .bitcoinRegtest)
        let shop = try fixture.wallet.addAccount(on: .bitcoinRegtest, scheme: .taproot, index: 7)
        let to = try fixture.wallet.receiveAddress(of: shop.id).address
        for (inputs, rate, isWhole) in [(1, "1", false), (1, "3.7", true), (4, "1", false), (3, "21", true)] {
            try chain.fund(
                try (0..<inputs).map { _ in
                    (try fixture.wallet.receiveAddress(of: account.id, fresh: true).address, 100_000)
                })
            try fixture.wallet.refresh(account.id)
            let amount = isWhole ? SendDraft.Quantity.everything : .exactly("0.000\(inputs)5")
            let first = try fixture.wallet.send(
                try fixture.wallet.plan(
                    SendDraft(account: account.id, recipients: [.init(to: to, amount)], fee: .custom(rate))
                ).approved(acknowledging: ["paid-before"]))
            try chain.settle()
            let bump = try fixture.wallet.planBump(first.id, fee: .level(.normal))
            // N4: nothing is left for the fee but what the recipient gets, which is asked about.
            #expect(bump.review.warnings.map(\.name).contains("recipient-pays") == isWhole)
            let second = try fixture.wallet.send(bump.approved(acknowledging: ["paid-before", "recipient-pays"]))
            #expect(try chain.mempool() == [second.transactionID], "\(inputs) inputs at \(rate)")
            try chain.settle()
            // What the recipient has built on it falls out too, and is paid for.
            try fixture.wallet.refresh(shop.id)
            let lift = try fixture.wallet.planChild(
                of: try #require(second.transactionID), account: shop.id, fee: .custom("40"))
            let child = try fixture.wallet.send(lift.approved())
            try chain.settle()
            let cancel = try fixture.wallet.planCancel(second.id, fee: .level(.normal))
            #expect(cancel.review.fee.value > child.fee.value)
            #expect(cancel.review.facts.contains(.evicts(1, fees: child.fee)))
            let third = try fixture.wallet.send(
                cancel.approved(acknowledging: Set(cancel.review.warnings.map(\.name))))
            #expect(third.state == .sent, "\(third.sentence)")
            #expect(try chain.mempool() == [third.transactionID], "\(inputs) inputs at \(rate)")
            try chain.mine()
            try fixture.wallet.refresh(account.id)
            // Emptied, so that the next round spends its own coins alone.
            let back = try fixture.wallet.send(
                try fixture.wallet.plan(
                    SendDraft(account: account.id, recipients: [.init(to: to, .everything)], fee: .custom("1"))
                ).approved(acknowledging: ["paid-before"]))
            #expect(back.state == .sent)
            try chain.mine()
            try fixture.wallet.refresh(account.id)
            #expect(try fixture.balance(account)[0] == 0)
        }
    }

    /// N10: a node that relays less than the usual is asked for its own rate.
    @Test func aNodeThatRelaysLessIsPaidLess() throws {
        let chain = try LocalBitcoin()
        _ = try chain.call("setfeerate", 250)
        let fixture = try fixture(try server(.core, of: chain))
        let account = try fixture.wallet.addAccount(on: .bitcoinRegtest)
        try chain.fund([(try fixture.wallet.receiveAddress(of: account.id).address, 1_000_000)])
        try fixture.wallet.refresh(account.id)
        let to = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
        func plan(_ fee: FeeChoice) throws -> SendPlan {
            try fixture.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: to, .exactly("0.005"))], fee: fee))
        }
        refuses(.badFee) { try plan(.custom("0.5")) }
        #expect(try plan(.level(.normal)).review.rate == .perVirtualByte("1"))
        _ = try chain.call("setrelayfee", 100)
        refuses(.badFee) { try plan(.custom("0.05")) }
        #expect(try plan(.level(.normal)).review.rate == .perVirtualByte("0.255"))
        let first = try fixture.wallet.send(plan(.custom("0.2")).approved())
        #expect(first.state == .sent, "\(first.sentence)")
        let second = try fixture.wallet.send(try fixture.wallet.planCancel(first.id, fee: .level(.slow)).approved())
        #expect(second.state == .sent && second.fee.value < 60, "\(second.sentence)")
        #expect(try chain.mempool() == [second.transactionID])
    }

    private func server(_ kind: ServerAddress.Kind, of chain: LocalBitcoin) throws -> ServerAddress {
        let url =
            switch kind {
            case .electrum: "tcp://127.0.0.1:\(try chain.electrumPort())"
            case .esplora: chain.esploraURL
            default: "http://\(chain.user):\(chain.password)@" + chain.rpcURL.dropFirst("http://".count)
            }
        return try ServerAddress(network: .bitcoinRegtest, kind: kind, url: url)
    }

    @Test func aThousandUsedAddressesComeBackOverElectrum() throws {
        let chain = try LocalBitcoin()
        let root = try PrivateExtendedKey(seed: try Phrase(parsing: CoinFixture.phrase).seed())
        let keys = try Account(network: .bitcoinRegtest, kind: .segwit, master: root)
        for start in stride(from: UInt32(0), to: 1_000, by: 250) {
            try chain.fund(try (start..<start + 250).map { (try keys.address(.receive, $0).text, 10_000) })
        }
        let url = "tcp://127.0.0.1:\(try chain.electrumPort())"
        try chain.settle()
        let fixture = try fixture(try ServerAddress(network: .bitcoinRegtest, kind: .electrum, url: url))

        let account = try #require(try fixture.wallet.discover(on: [.bitcoinRegtest]).first)

        #expect(try fixture.balance(account) == [10_000_000, 0, 10_000_000])
        #expect(try fixture.wallet.receiveAddress(of: account.id).path == "0/1000")
    }

    @Test func etherAndATokenAreSentAndReplaced() throws {
        let chain = try LocalEthereum()
        let network = try Network.ethereum(chainID: chain.chainID)
        let fixture = try fixture(try ServerAddress(network: network, kind: .ethereum, url: chain.url))
        let account = try fixture.wallet.addAccount(on: network)
        let other = try fixture.wallet.addAccount(on: network, index: 1)
        let to = try #require(other.address)
        try chain.fund(try #require(account.address), wei: 2_000_000_000_000_000_000)
        let token = try chain.deployToken()
        try chain.giveTokens(token, to: try #require(account.address), amount: 9_000_000)
        try fixture.wallet.addToken(token, on: network, symbol: "TST", decimals: 6)
        try chain.setAutoMine(false)

        let first = try fixture.wallet.send(
            try fixture.wallet.plan(SendDraft(account: account.id, recipients: [.init(to: to, .exactly("0.5"))]))
                .approved())
        #expect(first.state == .sent, "\(first.sentence)")
        let second = try fixture.wallet.send(try fixture.wallet.planBump(first.id, fee: .level(.fast)).approved())
        #expect(second.state == .sent, "\(second.sentence)")
        try chain.mine()
        try chain.setAutoMine(true)
        let third = try fixture.wallet.send(
            try fixture.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: to, .exactly("2.5"))], token: "TST")
            ).approved())
        try chain.mine()
        try fixture.wallet.refresh(account.id)

        #expect(
            try [first, second, third].map { try fixture.wallet.send($0.id).state } == [
                .replaced, .confirmed, .confirmed,
            ])
        #expect(
            try fixture.wallet.balances(of: other.id).balances.map(\.confirmed.description) == ["0.5 ETH", "2.5 TST"])
        #expect(try fixture.wallet.history(of: other.id).map(\.amount.description) == ["2.5 TST", "0.5 ETH"])
        try chain.mine(70)
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(third.id).state == .final)
    }

    /// Coins that came in, by a chain that py-evm executes: read from an archive, and from a node that forgets.
    @Test func etherThatCameInIsFound() throws {
        let chain = try LocalEthereum()
        let network = try Network.ethereum(chainID: chain.chainID)
        let fixture = try fixture(try ServerAddress(network: network, kind: .ethereum, url: chain.url))
        let account = try fixture.wallet.addAccount(on: network)
        let own = try #require(account.address)
        try chain.mine(20)
        try chain.fund(own, wei: 2_000_000_000_000_000_000)
        try chain.mine(9)
        try chain.fundByContract(own, wei: 30_000_000_000_000_000)
        try chain.mine(3)
        try fixture.wallet.refresh(account.id)
        let found = try fixture.wallet.history(of: account.id)
        #expect(found.map(\.amount.description) == ["0.03 ETH", "2 ETH"] && found[1].origin == .transaction)
        #expect(found[1].counterpart?.hasPrefix("0x") == true && found[1].id.count == 66)
        guard case .block(let number) = found[0].origin else { throw UnexpectedResult("\(found[0])") }
        #expect(found[0].status == .settling(number) && found[0].counterpart == nil)

        let payment = try fixture.wallet.send(
            try fixture.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: own, .exactly("0.5"))])
            ).approved(acknowledging: ["fee-share"]))
        #expect(payment.state == .sent, "\(payment.sentence)")
        try chain.mine(100)
        try fixture.wallet.refresh(account.id)
        let settled = try fixture.wallet.history(of: account.id)
        #expect(settled.map(\.direction) == [.own, .incoming, .incoming])
        #expect(settled[1].status == .confirmed(number))
        var (gained, fees) = (UInt256.zero, UInt256.zero)
        for line in settled {
            if line.direction == .incoming { gained = try gained.adding(line.amount.value) }
            if let fee = line.fee { fees = try fees.adding(fee.value) }
        }
        let held = try fixture.wallet.balances(of: account.id, refreshing: false).balances[0].confirmed.value
        #expect(gained == (try held.adding(fees)))

        // Another wallet of the same phrase, when the node keeps the newest states alone.
        try chain.keepStates(20)
        let late = try self.fixture(try ServerAddress(network: network, kind: .ethereum, url: chain.url))
        let same = try late.wallet.addAccount(on: network)
        try chain.fund(own, wei: 7)
        try late.wallet.refresh(same.id)
        let sum = try late.wallet.history(of: same.id)
        #expect(sum.count == 2 && sum[0].amount.value == 7 && sum[0].origin == .transaction, "\(sum)")
        guard case .between(nil, _) = sum[1].origin else { throw UnexpectedResult("\(sum)") }
        #expect(sum[1].amount.value == held)
    }

    /// Networks above Ethereum take a fee for the data beside the gas; it is in the fee that is shown.
    @Test func theFeeForDataIsInTheFeeThatIsShown() throws {
        let chain = try LocalEthereum()
        let network = try Network.ethereum(chainID: chain.chainID)
        let fixture = try fixture(try ServerAddress(network: network, kind: .ethereum, url: chain.url))
        let account = try fixture.wallet.addAccount(on: network)
        try chain.fund(try #require(account.address), wei: 2_000_000_000_000_000_000)
        let shop = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
        func review(_ quantity: SendDraft.Quantity) throws -> SendReview {
            try fixture.wallet.plan(SendDraft(account: account.id, recipients: [.init(to: shop, quantity)])).review
        }
        let plain = try review(.exactly("0.5"))
        let usual = try fixture.wallet.fees(for: account.id)[1].cost.value
        #expect(!plain.facts.contains { if case .dataFee = $0 { true } else { false } })

        try chain.takeDataFee(weiPerByte: 1_000_000_000_000)

        let dear = try review(.exactly("0.5"))
        let stated = dear.facts.compactMap { if case .dataFee(let amount) = $0 { amount.value } else { nil } }
        let data = try #require(stated.first)
        // A transaction of some 50 bytes, and a quarter more.
        #expect(data > 50_000_000_000_000 && data < 100_000_000_000_000)
        #expect(dear.fee.value == (try plain.fee.value.adding(data)))
        #expect(try fixture.wallet.fees(for: account.id)[1].cost.value > usual)
        let all = try review(.everything)
        #expect(try all.payees[0].amount.value.adding(all.fee.value) == 2_000_000_000_000_000_000)
        // What covers the gas alone is not enough.
        try chain.takeDataFee(weiPerByte: 100_000_000_000_000_000)
        refuses(.insufficientForFee) { try review(.exactly("0.5")) }
        refuses(.insufficientForFee) { try review(.everything) }
        // The share of the fee is judged with it.
        try chain.takeDataFee(weiPerByte: 1_000_000_000_000_000)
        #expect(try review(.exactly("0.1")).warnings.map(\.name) == ["fee-share"])
    }

    @Test func lamportsAreSentAndFound() throws {
        let chain = try LocalSolana()
        let fixture = try fixture(try ServerAddress(network: .solanaLocal, kind: .solana, url: chain.url))
        let account = try fixture.wallet.addAccount(on: .solanaLocal)
        let other = try fixture.wallet.addAccount(on: .solanaLocal, index: 1)
        try chain.fund(try #require(account.address), lamports: 3_000_000_000)

        let status = try fixture.wallet.send(
            try fixture.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: try #require(other.address), .exactly("1.25"))])
            ).approved())
        #expect(status.state == .sent, "\(status.sentence)")
        try fixture.wallet.refresh(account.id)
        #expect([.confirmed, .final].contains(try fixture.wallet.send(status.id).state))
        #expect(try fixture.balance(other)[0] == 1_250_000_000)
        #expect(try fixture.wallet.history(of: account.id).first?.counterpart == other.address)
    }

    @Test(arguments: LocalSolana.TokenProgram.allCases)
    func tokensOfBothProgramsAreSent(program: LocalSolana.TokenProgram) throws {
        let chain = try LocalSolana()
        let fixture = try fixture(try ServerAddress(network: .solanaLocal, kind: .solana, url: chain.url))
        let account = try fixture.wallet.addAccount(on: .solanaLocal)
        let other = try fixture.wallet.addAccount(on: .solanaLocal, index: 1)
        try chain.fund(try #require(account.address), lamports: 3_000_000_000)
        let mint = try chain.createMint(program: program)
        _ = try chain.giveTokens(mint, to: try #require(account.address), amount: 7_000_000)
        try fixture.wallet.addToken(mint, on: .solanaLocal, symbol: "TST", decimals: 6)

        let plan = try fixture.wallet.plan(
            SendDraft(
                account: account.id, recipients: [.init(to: try #require(other.address), .exactly("2.5"))], token: "TST"
            ))
        let status = try fixture.wallet.send(plan.approved(acknowledging: ["new-account"]))
        #expect(status.state == .sent, "\(status.sentence)")

        #expect(try fixture.wallet.balances(of: other.id).balances.map(\.confirmed.description).contains("2.5 TST"))
        #expect(try fixture.wallet.history(of: other.id).map(\.amount.description).contains("2.5 TST"))
    }

    @Test func aLostTransactionExpiresAndIsSentAgain() throws {
        let chain = try LocalSolana()
        let fixture = try fixture(try ServerAddress(network: .solanaLocal, kind: .solana, url: chain.url))
        let account = try fixture.wallet.addAccount(on: .solanaLocal)
        let other = try fixture.wallet.addAccount(on: .solanaLocal, index: 1)
        try chain.fund(try #require(account.address), lamports: 3_000_000_000)
        try chain.lose(2)

        let first = try fixture.wallet.send(
            try fixture.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: try #require(other.address), .exactly("1.25"))])
            ).approved())
        try chain.expireBlockhash()
        fixture.time += 300
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(first.id).state == .expired)
        let second = try fixture.wallet.send(try fixture.wallet.planAgain(first.id, fee: .level(.normal)).approved())
        if second.state == .sent { try fixture.wallet.refresh(account.id) }
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.balance(other)[0] == 1_250_000_000)
    }

    @Test func aPaymentOnADurableNonceOutlivesItsBlockhash() throws {
        let chain = try LocalSolana()
        let fixture = try fixture(try ServerAddress(network: .solanaLocal, kind: .solana, url: chain.url))
        let account = try fixture.wallet.addAccount(on: .solanaLocal)
        let other = try fixture.wallet.addAccount(on: .solanaLocal, index: 1)
        try chain.fund(try #require(account.address), lamports: 3_000_000_000)
        let shown = try fixture.wallet.planNonceAccount(for: account.id, fee: .level(.slow))
        let making = try fixture.wallet.planNonceAccount(for: account.id, fee: .level(.slow))
        // N12: the account that was shown is the one that is made.
        #expect(
            making.review.facts.contains {
                if case .makesNonceAccount = $0 { shown.review.facts.contains($0) } else { false }
            })
        let made = try fixture.wallet.send(making.approved(acknowledging: Set(making.review.warnings.map(\.name))))
        #expect(made.state == .sent, "\(made.sentence)")
        let nonce = try #require(made.label?.split(separator: " ").last)
        try chain.expireBlockhash()

        let (status, document) = try fixture.wallet.export(
            try fixture.wallet.plan(
                SendDraft(
                    account: account.id, recipients: [.init(to: try #require(other.address), .exactly("1.25"))],
                    nonceAccount: String(nonce))
            ).approved())
        try chain.expireBlockhash()
        fixture.time += 86_400
        let signature = try fixture.wallet.review(document, account: account.id).signed()
        #expect(try fixture.wallet.complete(status.id, with: signature).state == .sent)

        #expect(try fixture.balance(other)[0] == 1_250_000_000)
    }
}
