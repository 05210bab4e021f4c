// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import Coins
import Testing

/// Bitcoin payments against a chain on paper.
struct BitcoinPaymentTests {
    private let shop = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

    private func funded(_ scheme: AccountScheme = .segwit, _ amounts: [UInt64] = [100_000]) throws -> (
        CoinFixture, CoinAccount
    ) {
        let fixture = try CoinFixture()
        let account = try fixture.begin(scheme: scheme)
        for amount in amounts {
            try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: account.id, fresh: true).address, amount)
        }
        try fixture.wallet.refresh(account.id)
        return (fixture, account)
    }

    private func draft(_ account: CoinAccount, _ amount: String, fee: FeeChoice = .custom("2")) -> SendDraft {
        SendDraft(account: account.id, recipients: [.init(to: shop, .exactly(amount))], fee: fee, label: "tea")
    }

    @Test(arguments: [AccountScheme.legacy, .nested, .segwit, .taproot])
    func aPaymentOfEveryScriptTypeArrivesOnce(scheme: AccountScheme) throws {
        let (fixture, account) = try funded(scheme)

        let plan = try fixture.wallet.plan(draft(account, "0.0005"))
        #expect(plan.review.payees.map(\.amount.value) == [50_000])
        let status = try fixture.wallet.send(plan.approved())

        #expect(status.state == .sent)
        #expect(try fixture.bitcoin.paid(to: shop) == 50_000)
        let fee = try #require(plan.review.fee.value.uint64)
        #expect(try fixture.balance(account) == [0, 50_000 - fee, 50_000 - fee])
        fixture.bitcoin.mine()
        #expect(try fixture.balance(account) == [50_000 - fee, 0, 50_000 - fee])
        #expect(try fixture.wallet.send(status.id).state == .confirmed)
        fixture.bitcoin.mine(6)
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(status.id).state == .final)
        let line = try #require(try fixture.wallet.history(of: account.id).first)
        #expect(line.direction == .outgoing && line.amount.value == 50_000 && line.label == "tea")
        #expect(line.counterpart == shop)
    }

    @Test func nothingIsContactedBeforeAServerIsAdded() throws {
        let fixture = try CoinFixture()
        _ = try fixture.wallet.makePhrase()
        let account = try fixture.wallet.addAccount(on: .bitcoinRegtest)
        _ = try fixture.wallet.receiveAddress(of: account.id)

        refuses(.noServer) { try fixture.wallet.refresh(account.id) }
        refuses(.noServer) { try fixture.wallet.plan(draft(account, "0.1", fee: .level(.normal))) }

        #expect(fixture.bitcoin.questions == 0)
    }

    @Test func aWarningMustBeAcknowledgedByName() throws {
        let (fixture, account) = try funded()

        let plan = try fixture.wallet.plan(draft(account, "0.000006"))
        #expect(plan.review.warnings.map(\.name) == ["fee-share"])
        refuses(.notAcknowledged) { try plan.approved() }

        #expect(try fixture.wallet.send(plan.approved(acknowledging: ["fee-share"])).state == .sent)
    }

    @Test func everythingCanBeSent() throws {
        let (fixture, account) = try funded(.segwit, [10_000, 20_000, 30_000])
        let plan = try fixture.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: shop, .everything)], fee: .custom("1")))

        try fixture.wallet.send(plan.approved())

        #expect(try fixture.balance(account) == [0, 0, 0])
        #expect(try fixture.bitcoin.paid(to: shop) == 60_000 - plan.review.fee.value.uint64!)
    }

    @Test(arguments: [AccountScheme.legacy, .nested, .segwit, .taproot])
    func aWaitingPaymentIsBumpedAndThenCancelled(scheme: AccountScheme) throws {
        let (fixture, account) = try funded(scheme)
        let first = try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.0005")).approved())

        let bump = try fixture.wallet.planBump(first.id, fee: .custom("10"))
        #expect(bump.review.payees.map(\.amount.value) == [50_000])
        let second = try fixture.wallet.send(bump.approved())
        #expect(try fixture.bitcoin.paid(to: shop) == 50_000)
        #expect(fixture.bitcoin.waiting.count == 1)
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(first.id).state == .replaced)

        let cancel = try fixture.wallet.planCancel(second.id, fee: .custom("30"))
        #expect(cancel.review.payees.isEmpty)
        let third = try fixture.wallet.send(cancel.approved())
        fixture.bitcoin.mine()
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.bitcoin.paid(to: shop) == 0)
        #expect(try fixture.wallet.send(second.id).state == .replaced)
        #expect(try fixture.wallet.send(third.id).state == .confirmed)
        #expect(try fixture.balance(account)[0] == 100_000 - cancel.review.fee.value.uint64!)
    }

    /// N12: what a link says is shown and kept, and another amount than it asks for is asked about.
    @Test func aLinkIsShownAndAnotherAmountIsAskedAbout() throws {
        let (fixture, account) = try funded()
        let link = "bitcoin:\(shop)?amount=0.0005&label=Bakery&message=Bread"
        let ask = try #require(try fixture.wallet.ask(in: link, account: account.id))
        var draft = draft(account, "0.0005")
        (draft.ask, draft.label) = (ask, nil)
        let same = try fixture.wallet.plan(draft)
        #expect(same.review.warnings.isEmpty && same.review.facts.first == .asked("Bakery: Bread"))
        draft.recipients[0].quantity = .exactly("0.0004")
        let other = try fixture.wallet.plan(draft)
        #expect(other.review.warnings.map(\.name) == ["other-amount"])
        refuses(.notAcknowledged) { try fixture.wallet.send(other.approved()) }
        let sent = try fixture.wallet.send(other.approved(acknowledging: ["other-amount"]))
        #expect(sent.label == "Bakery: Bread")
        #expect(try fixture.wallet.history(of: account.id).first?.label == "Bakery: Bread")
    }

    /// N12: what is too little for change goes to the fee, and is said.
    @Test func theFeeBeyondTheRateIsSaid() throws {
        let (fixture, account) = try funded()
        let plan = try fixture.wallet.plan(draft(account, "0.000995", fee: .custom("1")))
        #expect(plan.review.change == nil && plan.review.rate != .perVirtualByte("1"))
        let fact = plan.review.facts.first { if case .changeInFee = $0 { true } else { false } }
        let wanted = plan.review.fee.value
        #expect(fact?.description.contains("more than 1 sat/vB") == true && wanted == 500)
    }

    /// N12: among several networks, a PSBT is signed with the account whose key it names.
    @Test func aDocumentIsSignedByTheAccountThatItNames() throws {
        let (fixture, account) = try funded()
        _ = try fixture.wallet.addAccount(on: .bitcoin)
        _ = try fixture.wallet.addAccount(on: .bitcoin, scheme: .taproot)
        let (_, document) = try fixture.wallet.export(try fixture.wallet.plan(draft(account, "0.0005")).approved())
        let plan = try fixture.wallet.review(document, account: nil)
        #expect(plan.review.network == .bitcoinRegtest && plan.review.payees.map(\.address) == [shop])
    }

    @Test func aBumpBelowTheRulesIsRefusedWithTheLeastRate() throws {
        let (fixture, account) = try funded()
        let first = try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.0005")).approved())

        let sentence = refuses(.underpriced) { try fixture.wallet.planBump(first.id, fee: .custom("2")) }

        #expect(sentence.contains("at least 3"))
    }

    @Test func aChildLiftsWhatOthersSentTooSlowly() throws {
        let (fixture, account) = try funded(.segwit, [])
        let slow = try fixture.bitcoin.fund(
            try fixture.wallet.receiveAddress(of: account.id).address, 80_000, isConfirmed: false)
        #expect(try fixture.balance(account) == [0, 80_000, 0])
        refuses(.insufficient) { try fixture.wallet.plan(draft(account, "0.0005")) }

        let plan = try fixture.wallet.planChild(of: slow.description, account: account.id, fee: .custom("20"))
        let child = try fixture.wallet.send(plan.approved())

        #expect(child.state == .sent && child.purpose == .child)
        #expect(plan.review.fee.value > UInt256(20 * 110))
    }

    @Test func whatAnotherTransactionOfTheSameMoneyTookIsReplaced() throws {
        let (fixture, account) = try funded()
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.0005")).approved())
        let mine = try #require(fixture.bitcoin.waiting.first)
        var other = try #require(fixture.bitcoin.papers[mine]).transaction
        other.outputs.removeLast()
        fixture.bitcoin.papers[mine] = nil
        fixture.bitcoin.papers[other.id] = PaperBitcoin.Paper(transaction: other, height: fixture.bitcoin.height)

        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .replaced)
        refuses(.tooLate) { try fixture.wallet.planBump(status.id, fee: .custom("9")) }
    }

    @Test func aReorganisedPaymentIsPendingAgainAndComesBack() throws {
        let (fixture, account) = try funded()
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.0005")).approved())
        fixture.bitcoin.mine()
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(status.id).state == .confirmed)

        fixture.bitcoin.reorganise(1)
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(status.id).state == .sent)
        #expect(try fixture.wallet.history(of: account.id).first?.status == .pending)

        // The block is gone and so is what was in it: the same bytes go out again.
        fixture.bitcoin.mine()
        try fixture.wallet.refresh(account.id)
        let id = try TransactionID(parsing: try #require(status.transactionID))
        fixture.bitcoin.papers[id] = nil
        try fixture.wallet.refresh(account.id)
        #expect(fixture.bitcoin.waiting == [id])
        fixture.bitcoin.mine()
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(status.id).state == .confirmed)
        #expect(try fixture.bitcoin.paid(to: shop) == 50_000)
    }

    @Test func aRefusedPaymentIsKeptAndItsMoneyIsNotSpentByAnother() throws {
        let (fixture, account) = try funded()
        fixture.bitcoin.refusal = "min relay fee not met"
        let plan = try fixture.wallet.plan(draft(account, "0.0005"))
        let sentence = refuses(.refused) { try fixture.wallet.send(plan.approved()) }
        #expect(sentence.contains("min relay fee not met") && sentence.contains("bump"))
        let status = try #require(try fixture.wallet.sends().first)
        #expect(status.state == .refused)
        #expect(status.remark == .failed(.refused, message: "min relay fee not met"))

        fixture.bitcoin.refusal = nil
        let bumped = try fixture.wallet.send(try fixture.wallet.planBump(status.id, fee: .custom("5")).approved())

        #expect(bumped.state == .sent)
        #expect(try fixture.bitcoin.paid(to: shop) == 50_000)
    }

    @Test func aPaymentMadeWithoutANetworkIsSentAtTheNextRefresh() throws {
        let (fixture, account) = try funded()
        let plan = try fixture.wallet.plan(draft(account, "0.0005"))
        fixture.bitcoin.outage = CoinsError(.unreachable, "The network is down.")

        let status = try fixture.wallet.send(plan.approved())
        #expect(status.state == .signed && status.sentence.contains("The network is down."))
        fixture.bitcoin.outage = nil
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.sends().first?.state == .sent)
        #expect(try fixture.bitcoin.paid(to: shop) == 50_000)
    }

    @Test func twoPlansOfTheSameMoneyCannotBothBeSent() throws {
        let (fixture, account) = try funded()
        let one = try fixture.wallet.plan(draft(account, "0.0005"))
        let other = try fixture.wallet.plan(draft(account, "0.0004"))
        try fixture.wallet.send(one.approved())

        refuses(.tooLate) { try fixture.wallet.send(other.approved()) }
    }

    @Test func anAddressOfAnotherNetworkAndATypingMistakeAreRefused() throws {
        let (fixture, account) = try funded()
        func plan(_ to: String) throws -> SendPlan {
            try fixture.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: to, .exactly("0.0001"))], fee: .custom("1")))
        }

        refuses(.otherNetwork) { try plan("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4") }
        refuses(.badAddress) { try plan("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081") }
        refuses(.dust) { try fixture.wallet.plan(draft(account, "0.000001")) }
        refuses(.badFee) { try fixture.wallet.plan(draft(account, "0.0001", fee: .custom("2000000"))) }
        refuses(.insufficient) { try fixture.wallet.plan(draft(account, "1")) }
    }
}
