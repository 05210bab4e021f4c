// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import Testing
import Tokens
import Wallet

struct PayingTests {
    @Test func threeOfflineWalletsPayOnwardsWithChangeAndTheHubSettlesToTheCent() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000, offline: 6_000)
        let ben = try economy.person("ben", funds: 5_000, offline: 2_000)
        let cleo = try economy.person("cleo")
        economy.network.isDown = true

        try ben.isPaid(1_234, by: anna)
        try anna.isPaid(450, by: ben)
        try cleo.isPaid(1_000, by: ben)
        try anna.isPaid(999, by: cleo)

        #expect(try anna.offline == 6_000 - 1_234 + 450 + 999)
        #expect(try ben.offline == 2_000 + 1_234 - 450 - 1_000)
        #expect(try cleo.offline == 1)
        economy.network.isDown = false
        for person in [anna, ben, cleo] { try person.sync(everything: true) }
        #expect(try economy.balance(anna) == 10_000 - 1_234 + 450 + 999)
        #expect(try economy.balance(ben) == 5_000 + 1_234 - 450 - 1_000)
        #expect(try economy.balance(cleo) == 1)
        #expect(try economy.hub.audit().isSound)
    }

    /// Both programs know a newer policy than the one under which the money was sold, and neither has a network.
    @Test func moneyThatWasSoldUnderAnEarlierPolicyIsPaidOffline() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 6_000, offline: 5_000)
        let (ben, cleo) = (try economy.person("ben"), try economy.person("cleo"))
        economy.policy = LimitPolicy(
            id: 2, tokens: 8, hops: 1, payloadBytes: 4_096, perPayment: 50_000, perRoot: 50_000, walletTotal: 200_000,
            unsettledTotal: 200_000, staleRequest: 300, futureTolerance: 86_400, acceptDays: 10, redeemDays: 2,
            refundDays: 1)
        for person in [anna, ben, cleo] { try person.reopen() }
        economy.network.isDown = true

        try ben.isPaid(4_000, by: anna)
        try cleo.isPaid(3_500, by: ben)

        #expect(try anna.offline == 1_000 && ben.offline == 500 && cleo.offline == 3_500)
        economy.network.isDown = false
        #expect(try economy.balance(cleo) == 3_500 && economy.balance(ben) == 500)
        // The hub still sells under its own, earlier policy.
        try anna.wallet.buy(economy.amount(1_000))
        #expect(try anna.offline == 2_000 && economy.hub.audit().isSound)
    }

    @Test func theSameRequestIsAnsweredWithTheSamePaymentAndNeverASecondOne() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let request = try ben.wallet.request(economy.amount(300))

        let first = try anna.wallet.pay(request.text)
        let again = try anna.wallet.pay(request.text)

        #expect(again.text == first.text && again.isRepeat && !first.isRepeat)
        #expect(try anna.offline == 700)
    }

    @Test func aRepeatedPaymentIsAlreadyReceivedAndAcknowledgedAgain() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)

        let first = try ben.wallet.receive(payment.text)
        let again = try ben.wallet.receive(payment.text)

        #expect(again.isRepeat && again.receipt == first.receipt)
        #expect(try ben.offline == 300)
    }

    @Test func aSecondPaymentForAPaidRequestIsKeptAndShown() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben", funds: 1_000, offline: 1_000)
        let cleo = try economy.person("cleo")
        let request = try cleo.wallet.request(economy.amount(300))
        _ = try cleo.wallet.receive(try anna.wallet.pay(request.text).text)

        let extra = try cleo.wallet.receive(try ben.wallet.pay(request.text).text)

        #expect(extra.isExtra && !extra.isRepeat)
        #expect(try cleo.offline == 600)
        #expect(try cleo.wallet.activity().contains { $0.kind == .received && $0.event == .receivedAgain })
    }

    @Test func paymentsBySeveralCoinsAddUpAndStayWithinTheirSize() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000, offline: 10_000)
        let ben = try economy.person("ben")

        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(9_500)).text)

        #expect(payment.tokens > 1 && payment.payloadBytes <= 4_096)
        _ = try ben.wallet.receive(payment.text)
        #expect(try ben.offline == 9_500)
    }

    @Test func theTwentyFirstPaymentFromOneRootIsAsShortAsTheFirst() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 20_000, offline: 20_000)
        let ben = try economy.person("ben")
        var sizes: [Int] = []
        for _ in 0..<21 {
            let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(25)).text)
            _ = try ben.wallet.receive(payment.text)
            sizes.append(payment.payloadBytes)
        }
        #expect(sizes[0] <= 280 && sizes[20] <= 285)
    }

    @Test func amountsOutOfReachAreRefusedWithWhatCanBeSpent() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 500)
        let ben = try economy.person("ben")
        let request = try ben.wallet.request(economy.amount(501))

        let sentence = refuses(.insufficient) { try anna.wallet.pay(request.text) }

        #expect(sentence.contains("5.00 USD") && sentence.contains("5.01 USD"))
        #expect(try anna.offline == 500)
    }

    @Test func aStaleRequestIsPaidOnlyWhenThePayerSaysSo() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 500)
        let ben = try economy.person("ben")
        let request = try ben.wallet.request(economy.amount(100))
        economy.time.advance(seconds: 301)

        refuses(.requestRefused) { try anna.wallet.pay(request.text) }
        #expect(try anna.wallet.inspect(requestText: request.text).isOnlyStale)
        let payment = try anna.wallet.pay(request.text, allowing: [.stale])

        #expect(try ben.wallet.receive(payment.text).amount.minorUnits == 100)
    }

    @Test func aMixedUpDocumentIsNamedForWhatItIs() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 500)
        let ben = try economy.person("ben")
        let request = try ben.wallet.request(economy.amount(100))

        #expect(refuses(.badDocument) { try anna.wallet.receive(request.text) }.contains("payment request"))
        refuses(.badDocument) { try anna.wallet.pay("hello") }
        refuses(.requestRefused) { try ben.wallet.pay(request.text) }
    }

    @Test func aPaymentTakenBackIsRefundedByTheHubWhenNobodyRedeemsIt() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)

        let until = try anna.wallet.withhold(1).until
        #expect(try anna.wallet.withhold(1).until == until)
        refuses(.tooLate) { try anna.wallet.showPayment(1) }
        try anna.sync(everything: true)
        #expect(try anna.held == 300)
        #expect(payment.subject == ReferenceID(.payment, 1))
        economy.time.set(until.adding(days: 1))
        try economy.hub.sweep(economy.time.now)

        #expect(try economy.balance(anna) == 1_000)
        #expect(try anna.held == 0)
    }

    @Test func aPayeeWhoHadATakenBackPaymentAfterAllIsPaid() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        let received = try ben.wallet.receive(payment.text)
        let until = try anna.wallet.withhold(1).until

        try anna.wallet.acknowledge(received.receipt)
        try anna.sync()

        #expect(try economy.balance(ben) == 300)
        refuses(.tooLate) { try anna.wallet.withhold(1) }
        economy.time.set(until.adding(days: 1))
        try economy.hub.sweep(economy.time.now)
        #expect(try economy.balance(anna) == 700)
    }

    @Test func whatWasReceivedCannotBeDeclined() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        _ = try ben.wallet.receive(payment.text)

        refuses(.paymentRefused) { try ben.wallet.decline(payment.text) }
    }

    @Test func aForgedOrForeignReceiptAcknowledgesNothing() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let cleo = try economy.person("cleo")
        _ = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        let other = try anna.wallet.pay(try cleo.wallet.request(economy.amount(100)).text)
        let receipt = try cleo.wallet.receive(other.text).receipt

        refuses(.notOurs) { try ben.wallet.acknowledge(receipt) }
        try anna.wallet.acknowledge(receipt)

        let open = try anna.wallet.activity().filter { $0.kind == .paid && $0.status == .open }
        #expect(open.map(\.subject) == [ReferenceID(.payment, 1)])
    }
}
