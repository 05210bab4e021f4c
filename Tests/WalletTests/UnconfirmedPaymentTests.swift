// SPDX-License-Identifier: MIT
import HubAPI
import Money
import TestSupport
import Testing
import Tokens
import Wallet

/// A payment by code is done when its payee has signed a receipt or redeemed it, and not before. Decision 0095
struct UnconfirmedPaymentTests {
    let economy: TestEconomy
    let anna: Person
    let ben: Person
    let payment: OutgoingPayment

    init() throws {
        economy = try TestEconomy()
        anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        ben = try economy.person("ben")
        payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
    }

    @Test func whatOnlyTheHubKnowsOfIsPending() throws {
        for _ in 0..<2 {
            try anna.sync()
            let line = try anna.line("p1")
            #expect(line?.status == .open && line?.event == .recorded)
            #expect(try anna.wallet.balances().unacknowledged == economy.amount(300))
        }
        // It is still shown to a payee who did not receive it.
        #expect(try anna.wallet.showPayment(1).text == payment.text)
        try anna.reopen()
        #expect(try anna.line("p1")?.status == .open)
    }

    @Test func theReceiptMakesItDone() throws {
        try anna.sync()
        try anna.wallet.acknowledge(try ben.wallet.receive(payment.text).receipt)
        #expect(try anna.line("p1")?.status == .done && anna.line("p1")?.event == .acknowledged)
        try anna.sync()
        #expect(try anna.line("p1")?.status == .done)
    }

    @Test func theRedemptionMakesItDoneWithoutAReceipt() throws {
        try anna.sync()
        _ = try ben.wallet.receive(payment.text)
        try ben.sync()
        try anna.sync()
        #expect(try anna.line("p1")?.status == .done && anna.line("p1")?.event == .redeemedByPayee)
        #expect(try anna.wallet.balances().unacknowledged.isZero)
    }

    @Test func aPaymentThatIsRedeemedBeforeThePayersSyncIsDone() throws {
        _ = try ben.wallet.receive(payment.text)
        try ben.sync()
        try anna.sync()
        #expect(try anna.line("p1")?.status == .done && anna.line("p1")?.event == .redeemedByPayee)
    }

    @Test func aDeclineAfterTheUploadBringsTheMoneyBack() throws {
        try anna.sync()
        try anna.wallet.cancel(try ben.wallet.decline(payment.text))
        try anna.sync()
        #expect(try anna.line("p1")?.status == .cancelled && anna.line("p1")?.event == .returnedAfterDecline)
        #expect(try economy.balance(anna) == 300)
    }
}

extension Person {
    /// The newest line of the history about a payment.
    fileprivate func line(_ subject: String) throws -> Activity? {
        try wallet.activity().first { $0.subject?.description == subject }
    }
}
