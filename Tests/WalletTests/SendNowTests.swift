// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Testing
import Wallet

/// Sending at once returns what the hub answered to this order, whatever else the wallet does meanwhile. Decision 0076
struct SendNowTests {
    @Test func aSendAmongThreeHundredNewerLinesReturnsItsOwnAnswer() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000)
        let ben = try economy.person("ben")
        anna.killer.atNext(.sendQueued) {
            for _ in 1...300 { try anna.wallet.send(to: "ben", economy.amount(1)) }
        }

        let outcome = try anna.wallet.sendNow(to: "ben", economy.amount(100))

        #expect(outcome.state == .sent && outcome.subject == ReferenceID(.transfer, 1))
        #expect(try anna.wallet.activity(named: "s1")?.status == .done)
        #expect(try anna.wallet.balances().account?.balance == economy.amount(9_900))
        #expect(try economy.balance(ben) == 100)
    }

    @Test func ofTwoEqualSendsAtOnceEachReturnsItsOwnAnswer() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 150)
        let ben = try economy.person("ben")
        var inner: SendOutcome?
        anna.killer.atNext(.sendQueued) { inner = try anna.wallet.sendNow(to: "ben", economy.amount(100)) }

        let outer = try anna.wallet.sendNow(to: "ben", economy.amount(100))

        #expect(inner?.subject == ReferenceID(.transfer, 2) && inner?.state == .sent)
        #expect(outer.subject == ReferenceID(.transfer, 1) && outer.problem?.code == .insufficientBalance)
        guard case .refused = outer.state else { throw UnexpectedOutcome(state: outer.state) }
        #expect(try economy.balance(ben) == 100)
        #expect(try anna.wallet.activity(named: "s1")?.status == .failed)
        #expect(try anna.wallet.activity(named: "s2")?.status == .done)
    }

    @Test func aSendWithoutAnAnswerWaitsWhileAnEqualOneIsSent() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let ben = try economy.person("ben")
        economy.network.losesAnswers = true
        let first = try anna.wallet.sendNow(to: "ben", economy.amount(100))
        economy.network.losesAnswers = false
        let second = try anna.wallet.sendNow(to: "ben", economy.amount(100))

        guard case .waiting = first.state else { throw UnexpectedOutcome(state: first.state) }
        #expect(second.state == .sent)
        #expect(try anna.wallet.activity(named: first.subject.description)?.status == .open)
        try anna.sync()
        #expect(try anna.wallet.activity(named: first.subject.description)?.status == .done)
        #expect(try economy.balance(ben) == 200)
    }

    @Test func aSendThatCannotHaveLeftIsTakenBackWithoutANetwork() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let ben = try economy.person("ben")
        economy.network.isDown = true
        let outcome = try anna.wallet.sendNow(to: "ben", economy.amount(100))
        guard case .waiting = outcome.state else { throw UnexpectedOutcome(state: outcome.state) }

        try anna.wallet.cancelSend(1)

        economy.network.isDown = false
        try anna.sync()
        #expect(try anna.wallet.activity(named: "s1")?.status == .cancelled && economy.balance(ben) == 0)
    }

    private struct UnexpectedOutcome: Error { let state: SendOutcome.State }
}
