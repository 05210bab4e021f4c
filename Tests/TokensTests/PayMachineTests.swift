// SPDX-License-Identifier: MIT

import Bytes
import Crypto
import Testing
import Tokens

@Suite struct PayMachineTests {
    let hub: TestHub
    let request: PaymentRequest
    let transfers: [UnsignedTransfer]
    let alice = TestHub.key("alice")
    let frank = TestHub.key("frank")

    init() throws {
        hub = try TestHub()
        request = try hub.request("frank", units: 300)
        let (hub, request) = (hub, request)
        transfers = try [("a", 200 as UInt64), ("b", 100)].map { serial, length in
            try UnsignedTransfer(
                spending: OfflineToken(root: hub.root(serial: serial)), certificate: nil,
                range: UnitRange(lower: 0, length: length), to: request.payee, requestHash: request.hash(hub: hub.id),
                time: TestHub.now)
        }
    }

    private func signatures() throws -> [P256.Signature] { try transfers.map { try $0.sign(with: alice, hub: hub.id) } }

    private func committed() throws -> PayMachine {
        try PayMachine(answering: request, with: transfers, hub: hub.id)
    }

    private func handedOver() throws -> (PayMachine, UnverifiedPayment) {
        var machine = try committed()
        _ = try machine.signed(signatures())
        return (machine, try #require(machine.payment))
    }

    private func receipt(_ payment: UnverifiedPayment, by key: P256.PrivateKey? = nil) throws -> Receipt {
        try Receipt.issue(for: payment.recordIDs(hub: hub.id), time: TestHub.now, key: key ?? frank, hub: hub.id)
    }

    private func decline(_ payment: UnverifiedPayment) throws -> Decline {
        try Decline.issue(for: payment.recordIDs(hub: hub.id), key: frank, hub: hub.id)
    }

    private func word(
        _ id: RecordID, _ outcome: HubReceipt.Outcome, units: UInt64 = 100, signer: WorkingKey? = nil
    ) throws -> HubReceipt {
        try HubReceipt.issue(
            for: id, outcome: outcome, units: units, time: TestHub.now, signer: signer ?? hub.receipting, hub: hub.id)
    }

    private func persisted(_ machine: PayMachine) throws -> PayMachine {
        let again = try PayMachine(decoding: machine.encoded)
        #expect(again == machine)
        return again
    }

    @Test func aPaymentGoesFromCommittedToSettled() throws {
        var machine = try persisted(committed())
        #expect(machine.resume() == .sign(transfers))
        let action = try machine.signed(signatures())
        let payment = try #require(machine.payment)
        #expect(action == .show(payment))
        try hub.verify(payment, for: request)
        machine = try persisted(machine)
        #expect(machine.resume() == .nothing)
        let receipt = try receipt(payment)
        #expect(try machine.acknowledged(receipt) == .confirm(receipt))
        machine = try persisted(machine)
        let ids = payment.recordIDs(hub: hub.id)
        #expect(machine.coinsToUpload == payment.tokens)
        #expect(try machine.hubAnswered(word(ids[0], .credited), announced: hub.announced) == .nothing)
        machine = try persisted(machine)
        #expect(machine.coinsToUpload == [payment.tokens[1]])
        #expect(try machine.hubAnswered(word(ids[1], .recorded), announced: hub.announced) == .finish)
        #expect(machine.state == .settled(payment, receipt))
        #expect(try persisted(machine).coinsToUpload.isEmpty)
    }

    @Test func aCrashBeforeTheSignatureSignsTheSameBodies() throws {
        var first = try committed()
        var second = try PayMachine(decoding: first.encoded)
        _ = try first.signed(signatures())
        _ = try second.signed(signatures())
        #expect(first.payment?.recordIDs(hub: hub.id) == second.payment?.recordIDs(hub: hub.id))
    }

    @Test func onlyTheRequestsAnswerCanBeCommitted() throws {
        #expect(
            refusal { try PayMachine(answering: request, with: [transfers[0]], hub: hub.id) } == .wrongAmount)
        let other = try hub.request("frank", units: 300, nonce: "other")
        #expect(refusal { try PayMachine(answering: other, with: transfers, hub: hub.id) } == .wrongRequest)
        let stranger = try hub.request("grace", units: 300)
        #expect(refusal { try PayMachine(answering: stranger, with: transfers, hub: hub.id) } == .wrongPayee)
    }

    @Test func aBodyOutsideTheCoinIsNeverPersisted() throws {
        #expect(
            refusal {
                try UnsignedTransfer(
                    spending: OfflineToken(root: hub.root(amount: 50)), certificate: nil,
                    range: UnitRange(lower: 0, length: 51), to: request.payee,
                    requestHash: request.hash(hub: hub.id), time: TestHub.now)
            } == .outOfRange)
        let received = try hub.token(hops: 1, for: request)
        #expect(
            refusal {
                try UnsignedTransfer(
                    spending: received, certificate: nil, range: received.range, to: request.payee,
                    requestHash: request.hash(hub: hub.id), time: TestHub.now)
            } == .uncertified)
    }

    @Test func aStrangersSignatureIsRefused() throws {
        var machine = try committed()
        let mallory = TestHub.key("mallory")
        #expect(refusal { try transfers[0].sign(with: mallory, hub: hub.id) } == .badSignature)
        let foreign = try mallory.sign([[1, 2, 3]])
        #expect(refusal { try machine.signed([foreign, foreign]) } == .badSignature)
        #expect(refusal { try machine.signed([foreign]) } == .malformed)
        #expect(machine == (try committed()))
    }

    @Test func theSameReceiptTwiceConfirmsAgain() throws {
        var (machine, payment) = try handedOver()
        let receipt = try receipt(payment)
        _ = try machine.acknowledged(receipt)
        #expect(try machine.acknowledged(receipt) == .confirm(receipt))
    }

    @Test func aReceiptByAStrangerOrForAnotherPaymentChangesNothing() throws {
        var (machine, payment) = try handedOver()
        let before = machine
        #expect(refusal { try machine.acknowledged(receipt(payment, by: alice)) } == .badSignature)
        let other = try UnverifiedPayment(tokens: [payment.tokens[0]])
        #expect(refusal { try machine.acknowledged(receipt(other)) } == .wrongRequest)
        #expect(machine == before)
    }

    @Test func nothingIsShownAcknowledgedOrDeclinedBeforeItIsSigned() throws {
        var machine = try committed()
        let (_, payment) = try handedOver()
        #expect(refusal { try machine.showAgain() } == .illegalState)
        #expect(refusal { try machine.acknowledged(receipt(payment)) } == .illegalState)
        #expect(refusal { try machine.declined(decline(payment)) } == .illegalState)
        #expect(
            refusal {
                try machine.hubAnswered(word(payment.recordIDs(hub: hub.id)[0], .recorded), announced: hub.announced)
            }
                == .wrongRequest)
    }

    @Test func aDeclineFreezesTheUnitsUntilTheHubPaysThemBack() throws {
        var (machine, payment) = try handedOver()
        let ids = payment.recordIDs(hub: hub.id)
        #expect(try machine.declined(decline(payment)) == .nothing)
        machine = try persisted(machine)
        guard case .declined(payment, _) = machine.state else {
            Issue.record("The machine is not in its declined state: \(machine.state)")
            return
        }
        #expect(refusal { try machine.showAgain() } == .declined)
        #expect(refusal { try machine.acknowledged(receipt(payment)) } == .declined)
        #expect(machine.coinsToUpload == payment.tokens)
        #expect(try machine.hubAnswered(word(ids[0], .recorded), announced: hub.announced) == .nothing)
        #expect(try machine.hubAnswered(word(ids[1], .refunded), announced: hub.announced) == .nothing)
        // Noted is not enough: the hub is to have the decline too.
        #expect(machine.coinsToUpload == [payment.tokens[0]])
        #expect(
            try machine.hubAnswered(word(ids[0], .refunded, units: 200), announced: hub.announced)
                == .paidBack(units: 300))
        #expect(try persisted(machine).state == .reclaimed(payment))
    }

    @Test func onlyWhatTheHubPaidBackCountsAsPaidBack() throws {
        var (machine, payment) = try handedOver()
        let ids = payment.recordIDs(hub: hub.id)
        _ = try machine.declined(decline(payment))
        _ = try machine.hubAnswered(word(ids[0], .refunded, units: 0), announced: hub.announced)
        // A receipt over more than the coin counts as the coin.
        #expect(
            try machine.hubAnswered(word(ids[1], .refunded, units: 999), announced: hub.announced)
                == .paidBack(units: 100))
    }

    @Test func aDeclineByAStrangerOrAfterTheReceiptHasNoEffect() throws {
        var (machine, payment) = try handedOver()
        let forged = try Decline.issue(for: payment.recordIDs(hub: hub.id), key: alice, hub: hub.id)
        #expect(refusal { try machine.declined(forged) } == .badSignature)
        _ = try machine.acknowledged(receipt(payment))
        #expect(refusal { try machine.declined(decline(payment)) } == .illegalState)
    }

    @Test func aDeclineAfterTheHubCreditedHasNoEffect() throws {
        var (machine, payment) = try handedOver()
        let id = payment.recordIDs(hub: hub.id)[0]
        _ = try machine.hubAnswered(word(id, .credited), announced: hub.announced)
        #expect(refusal { try machine.declined(decline(payment)) } == .illegalState)
    }

    @Test func theRefundAtRefundAtReclaimsWhatNobodyRedeemed() throws {
        var (machine, payment) = try handedOver()
        let ids = payment.recordIDs(hub: hub.id)
        for id in ids { _ = try machine.hubAnswered(word(id, .recorded), announced: hub.announced) }
        #expect(machine.state == .settled(payment, nil))
        _ = try machine.hubAnswered(word(ids[0], .refunded, units: 200), announced: hub.announced)
        #expect(try machine.hubAnswered(word(ids[1], .refunded), announced: hub.announced) == .paidBack(units: 300))
        #expect(refusal { try machine.showAgain() } == .declined)
    }

    @Test func whatWasCreditedIsFinal() throws {
        var (machine, payment) = try handedOver()
        let id = payment.recordIDs(hub: hub.id)[0]
        _ = try machine.hubAnswered(word(id, .credited), announced: hub.announced)
        let before = machine
        #expect(try machine.hubAnswered(word(id, .refunded), announced: hub.announced) == .nothing)
        #expect(machine == before)
    }

    @Test func aLateReceiptIsKeptAfterTheHubSettled() throws {
        var (machine, payment) = try handedOver()
        for id in payment.recordIDs(hub: hub.id) {
            _ = try machine.hubAnswered(word(id, .recorded), announced: hub.announced)
        }
        #expect(try machine.showAgain() == .show(payment))
        let receipt = try receipt(payment)
        #expect(try machine.acknowledged(receipt) == .confirm(receipt))
        #expect(try persisted(machine).state == .settled(payment, receipt))
    }

    @Test func aHubReceiptThatTheHubDidNotSignIsRefused() throws {
        var (machine, payment) = try handedOver()
        let id = payment.recordIDs(hub: hub.id)[0]
        let forged = WorkingKey(id: hub.receipting.id, key: TestHub.key("mallory"))
        #expect(
            refusal { try machine.hubAnswered(word(id, .refunded, signer: forged), announced: hub.announced) }
                == .badSignature)
        #expect(
            refusal { try machine.hubAnswered(word(id, .refunded, signer: hub.issuing), announced: hub.announced) }
                == .keyNotValid)
    }

    @Test func aMachineOfANewerSatchelIsNotGuessed() throws {
        var bytes = try committed().encoded
        bytes[1] = 2
        #expect(refusal { try PayMachine(decoding: bytes) } == .newerVersion)
        #expect(refusal { try PayMachine(decoding: Array(bytes.dropLast())) } != nil)
    }

    // MARK: - One state, also past the refund date (Decision 0076)

    @Test func aPaymentThatTheHubReturnedIsNeverShownAgainAndNoReceiptChangesThat() throws {
        var (machine, payment) = try handedOver()
        _ = try machine.withhold()
        _ = machine.refundLearned(isTaken: false)
        machine = try persisted(machine)
        #expect(machine.state == .returned(.signed(payment), nil))
        let before = machine
        #expect(refusal { try machine.showAgain() } == .tooLate)
        #expect(refusal { try machine.acknowledged(receipt(payment)) } == .tooLate)
        #expect(refusal { try machine.acknowledged(receipt(payment, by: alice)) } == .badSignature)
        #expect(refusal { try machine.declined(decline(payment)) } == .illegalState)
        #expect(refusal { try machine.withhold() } == .illegalState)
        _ = machine.refundLearned(isTaken: true)
        #expect(machine == before && machine.coinsToUpload.isEmpty)
    }

    @Test func aReceiptAfterADeclineContradictsItAlsoPastTheRefundDate() throws {
        for isTaken in [false, true] {
            var (machine, payment) = try handedOver()
            let decline = try self.decline(payment)
            _ = try machine.declined(decline)
            _ = machine.refundLearned(isTaken: isTaken)
            machine = try persisted(machine)
            #expect(
                machine.state == (isTaken ? .taken(.signed(payment), decline) : .returned(.signed(payment), decline)))
            #expect(refusal { try machine.acknowledged(receipt(payment)) } == .declined)
            #expect(refusal { try machine.acknowledged(receipt(payment, by: alice)) } == .badSignature)
            #expect(refusal { try machine.showAgain() } == .declined)
        }
    }

    @Test func aWithheldPaymentIsNeitherShownNorUploadedAndTakesAReceiptOrADecline() throws {
        var (machine, payment) = try handedOver()
        _ = try machine.withhold()
        machine = try persisted(machine)
        let withheld = machine
        _ = try machine.withhold()
        #expect(machine == withheld && machine.state == .withheld(.signed(payment)))
        #expect(refusal { try machine.showAgain() } == .tooLate)
        #expect(machine.coinsToUpload.isEmpty && machine.resume() == .nothing)
        let receipt = try receipt(payment)
        #expect(try machine.acknowledged(receipt) == .confirm(receipt))
        #expect(machine.coinsToUpload == payment.tokens)
        machine = withheld
        #expect(try machine.declined(decline(payment)) == .nothing)
        #expect(machine.coinsToUpload == payment.tokens)
    }

    @Test func aPaymentThatWasNeverSignedHereIsNeverSignedAfterItIsWithheld() throws {
        for isTaken in [nil, false, true] {
            var machine = try committed()
            let ids = machine.recordIDs
            _ = try machine.withhold()
            if let isTaken { _ = machine.refundLearned(isTaken: isTaken) }
            machine = try persisted(machine)
            let before = machine
            #expect(machine.resume() == .nothing && machine.payment == nil && machine.recordIDs == ids)
            #expect(machine.transfers.map(\.units) == [200, 100])
            #expect(refusal { try machine.signed(signatures()) } == .tooLate)
            let (_, payment) = try handedOver()
            #expect(refusal { try machine.acknowledged(receipt(payment)) } == .illegalState)
            #expect(refusal { try machine.declined(decline(payment)) } == .illegalState)
            #expect(machine == before)
        }
    }

    @Test func whatThePayeeRedeemedAfterAllTakesALateReceipt() throws {
        var (machine, payment) = try handedOver()
        _ = try machine.withhold()
        _ = machine.refundLearned(isTaken: true)
        #expect(refusal { try machine.showAgain() } == .tooLate)
        let receipt = try receipt(payment)
        machine = try persisted(machine)
        #expect(try machine.acknowledged(receipt) == .confirm(receipt))
        #expect(machine.state == .settled(payment, receipt))
    }

    /// Stores keep these numbers for ever.
    @Test func statesKeepTheirNumbersAtRest() throws {
        let (handedOver, payment) = try handedOver()
        var machines = [try committed(), handedOver]
        func add(_ change: (inout PayMachine) throws -> Void) rethrows {
            var machine = handedOver
            try change(&machine)
            machines.append(machine)
        }
        let ids = payment.recordIDs(hub: hub.id)
        try add { _ = try $0.acknowledged(receipt(payment)) }
        try add { _ = try $0.declined(decline(payment)) }
        try add { machine in
            for id in ids { _ = try machine.hubAnswered(word(id, .recorded), announced: hub.announced) }
        }
        try add { machine in
            for id in ids { _ = try machine.hubAnswered(word(id, .refunded), announced: hub.announced) }
        }
        try add { _ = try $0.withhold() }
        add { _ = $0.refundLearned(isTaken: false) }
        add { _ = $0.refundLearned(isTaken: true) }
        let numbers = try machines.map { machine in
            var reader = try CBORReader(machine.encoded, maximumCount: 1 << 16)
            try reader.array(of: 6)
            for _ in 0..<3 { try reader.skip() }
            return try reader.uint()
        }
        #expect(numbers == Array(0...8))
    }

    @Test func aPaymentThatTheHubRefusesIsNotUploadedAgain() throws {
        var (machine, payment) = try handedOver()
        _ = machine.uploadRefused(isTooLate: false)
        #expect(machine.state == .settled(payment, nil) && machine.coinsToUpload.isEmpty)
        (machine, payment) = try handedOver()
        _ = machine.uploadRefused(isTooLate: true)
        #expect(machine.state == .withheld(.signed(payment)))
        (machine, payment) = try handedOver()
        let receipt = try receipt(payment)
        _ = try machine.acknowledged(receipt)
        let acknowledged = machine
        _ = machine.uploadRefused(isTooLate: false)
        #expect(machine.state == .settled(payment, receipt))
        // Past the refund date the payee's signature does not say who has the value.
        machine = acknowledged
        _ = machine.uploadRefused(isTooLate: true)
        #expect(machine.state == .acknowledged(payment, receipt))
        _ = machine.refundLearned(isTaken: false)
        #expect(machine.state == .returned(.signed(payment), nil))
        (machine, payment) = try handedOver()
        _ = try machine.declined(decline(payment))
        _ = machine.uploadRefused(isTooLate: true)
        #expect(machine.coinsToUpload == payment.tokens)
    }
}
