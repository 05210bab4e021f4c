// SPDX-License-Identifier: MIT

import Crypto
import Testing
import Tokens

@Suite struct ReceiveMachineTests {
    let hub: TestHub
    let request: PaymentRequest
    let frank = TestHub.key("frank")

    init() throws {
        hub = try TestHub()
        request = try hub.request("frank", units: 300)
    }

    private func payment(lower: UInt64 = 0) throws -> VerifiedPayment {
        try hub.verify(UnverifiedPayment(tokens: [hub.token(hops: 1, for: request, lower: lower)]), for: request)
    }

    private func receipt(_ payment: VerifiedPayment) throws -> Receipt {
        try Receipt.issue(for: payment.recordIDs, time: TestHub.now, key: frank, hub: hub.id)
    }

    private func persisted(_ machine: ReceiveMachine) throws -> ReceiveMachine {
        let again = try ReceiveMachine(decoding: machine.encoded)
        #expect(again == machine)
        return again
    }

    @Test func aRequestGoesFromRequestedToAcknowledged() throws {
        var machine = try persisted(ReceiveMachine(requesting: request, hub: hub.id))
        #expect(machine.state == .requested && machine.resume() == .nothing)
        let payment = try payment()
        #expect(try machine.received(payment) == .hold(payment))
        machine = try persisted(machine)
        #expect(machine.state == .held && machine.resume() == .signReceipt(payment.recordIDs))
        let receipt = try receipt(payment)
        #expect(try machine.receiptSigned(receipt) == .showReceipt(receipt))
        machine = try persisted(machine)
        #expect(machine.state == .acknowledged && machine.resume() == .nothing)
    }

    @Test func aRepeatIsAlreadyReceivedAndAcknowledgedAgain() throws {
        var machine = ReceiveMachine(requesting: request, hub: hub.id)
        let payment = try payment()
        #expect(machine.answer(toRepeated: payment.recordIDs) == nil)
        _ = try machine.received(payment)
        #expect(try machine.received(payment) == .signReceipt(payment.recordIDs))
        let receipt = try receipt(payment)
        _ = try machine.receiptSigned(receipt)
        #expect(try machine.received(payment) == .showReceipt(receipt))
        #expect(machine.answer(toRepeated: payment.recordIDs) == .showReceipt(receipt))
        #expect(try machine.receiptSigned(self.receipt(payment)) == .showReceipt(receipt))
        #expect(machine.payments.count == 1)
    }

    @Test func aSecondPaymentForAClosedRequestIsKept() throws {
        var machine = ReceiveMachine(requesting: request, hub: hub.id)
        let first = try payment()
        let second = try payment(lower: 1_000)
        _ = try machine.received(first)
        _ = try machine.receiptSigned(receipt(first))
        #expect(try machine.received(second) == .hold(second))
        machine = try persisted(machine)
        #expect(machine.resume() == .signReceipt(second.recordIDs))
        _ = try machine.receiptSigned(receipt(second))
        #expect(machine.payments.map(\.recordIDs) == [first.recordIDs, second.recordIDs])
    }

    @Test func whatWasDeclinedIsNeverHeld() throws {
        var machine = ReceiveMachine(requesting: request, hub: hub.id)
        let payment = try payment()
        let unverified = try UnverifiedPayment(decoding: payment.encoded)
        #expect(try machine.refuse(unverified) == .signDecline(payment.recordIDs))
        machine = try persisted(machine)
        #expect(machine.resume() == .signDecline(payment.recordIDs))
        #expect(refusal { try machine.received(payment) } == .declined)
        let decline = try Decline.issue(for: payment.recordIDs, key: frank, hub: hub.id)
        #expect(try machine.declineSigned(decline) == .showDecline(decline))
        #expect(try machine.refuse(unverified) == .showDecline(decline))
        #expect(machine.answer(toRepeated: payment.recordIDs) == .showDecline(decline))
        #expect(try persisted(machine).resume() == .nothing)
        let other = try self.payment(lower: 1_000)
        #expect(try machine.received(other) == .hold(other))
    }

    @Test func whatIsHeldCannotBeDeclined() throws {
        var machine = ReceiveMachine(requesting: request, hub: hub.id)
        let payment = try payment()
        _ = try machine.received(payment)
        #expect(refusal { try machine.refuse(UnverifiedPayment(decoding: payment.encoded)) } == .illegalState)
    }

    @Test func onlyPaymentsForThisRequestAreTaken() throws {
        let other = try hub.request("grace", units: 300)
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 1, for: other)])
        let verified = try hub.verify(payment, for: other)
        var machine = ReceiveMachine(requesting: request, hub: hub.id)
        #expect(refusal { try machine.received(verified) } == .wrongRequest)
        #expect(refusal { try machine.refuse(payment) } == .wrongPayee)
    }

    @Test func receiptsAndDeclinesOfOtherKeysOrCoinsAreRefused() throws {
        var machine = ReceiveMachine(requesting: request, hub: hub.id)
        let payment = try payment()
        #expect(refusal { try machine.receiptSigned(receipt(payment)) } == .illegalState)
        _ = try machine.received(payment)
        let forged = try Receipt.issue(
            for: payment.recordIDs, time: TestHub.now, key: TestHub.key("grace"), hub: hub.id)
        #expect(refusal { try machine.receiptSigned(forged) } == .badSignature)
        let decline = try Decline.issue(for: payment.recordIDs, key: frank, hub: hub.id)
        #expect(refusal { try machine.declineSigned(decline) } == .illegalState)
    }
}
