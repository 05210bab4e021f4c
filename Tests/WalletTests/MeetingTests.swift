// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import NearbyProtocol
import Testing
import Tokens
import Wallet

/// Payments over a link between two wallets, while links, programs and people fail.
struct MeetingTests {
    /// The steps that a payment passes, of either side.
    static let steps: [WalletStep] = [
        .payCommitting, .payCommitted, .payEpochAdvanced, .paySigned, .payHandingOver, .payHandedOver, .acknowledging,
        .acknowledged, .receiveVerified, .receiving, .received, .receiptSigned, .receiptKept,
    ]

    private struct Scene {
        let economy: TestEconomy
        let anna: Person
        let ben: Person

        init() throws {
            economy = try TestEconomy(seed: 11)
            anna = try economy.person("anna", funds: 10_000, offline: 6_000)
            ben = try economy.person("ben")
            economy.network.isDown = true
        }

        /// Whatever happened, the money was paid once, and the hub agrees.
        func settle(_ meeting: Meeting, _ minorUnits: Int64) throws {
            #expect(Set(meeting.receipts).count == 1, "the same receipt every time")
            #expect(meeting.payments.count <= 2 && meeting.refusals.isEmpty)
            #expect(try anna.offline == 6_000 - minorUnits && ben.offline == minorUnits)
            #expect(try anna.wallet.activity().first { $0.kind == .paid }?.status == .done)
            #expect(try anna.wallet.activity().count { $0.kind == .paid } == 1)
            economy.network.isDown = false
            for person in [anna, ben] { try person.sync(everything: true) }
            #expect(try economy.balance(anna) == 10_000 - minorUnits && economy.balance(ben) == minorUnits)
            #expect(try economy.hub.audit().isSound && economy.hub.audit().cases.isEmpty)
        }
    }

    @Test(arguments: [false, true]) func aPaymentArrivesAndItsReceiptIsStored(isListed: Bool) throws {
        let scene = try Scene()
        let meeting = try Meeting(scene.anna, pays: scene.ben, 1_200, isListed: isListed)
        #expect(try meeting.meet() == .delivered)
        #expect(meeting.shown.payer == meeting.shown.payee && (meeting.shown.payer != nil) == isListed)
        try scene.settle(meeting, 1_200)
    }

    @Test(arguments: steps, [false, true]) func aProgramKilledAtAnyStepWithTheLinkUpPaysOnce(
        step: WalletStep, isListed: Bool
    ) throws {
        let scene = try Scene()
        let meeting = try Meeting(scene.anna, pays: scene.ben, 1_200, isListed: isListed)
        for person in [scene.anna, scene.ben] { person.killer.step = step }
        #expect(try meeting.meetWhateverDies() == .delivered)
        #expect(scene.anna.killer.step == nil || scene.ben.killer.step == nil, "the step was reached")
        for person in [scene.anna, scene.ben] { person.killer.step = nil }
        try scene.settle(meeting, 1_200)
    }

    /// Hello, answer, payment and bye are the payer's; message of the handshake and receipt the payee's.
    @Test(arguments: 0...3, 0...2) func aLinkCutAfterAnyMessagePaysOnce(payer: Int, payee: Int) throws {
        let scene = try Scene()
        let meeting = try Meeting(scene.anna, pays: scene.ben, 1_200)
        meeting.cut = (payer, payee)
        #expect(try meeting.meet() == .delivered)
        try scene.settle(meeting, 1_200)
    }

    @Test(arguments: 0...4, 0...3) func aLinkFromTheListCutAfterAnyMessagePaysAtMostOnce(payer: Int, payee: Int) throws
    {
        let scene = try Scene()
        let meeting = try Meeting(scene.anna, pays: scene.ben, 1_200, isListed: true)
        meeting.cut = (payer, payee)
        let outcome = try meeting.meet()
        if outcome == .delivered { return try scene.settle(meeting, 1_200) }
        // Cut before the person agreed: nothing was paid, and nothing is tried again by itself.
        #expect(outcome == .lost && meeting.receipts.isEmpty)
        #expect(try scene.anna.offline == 6_000 && scene.ben.offline == 0)
        #expect(try meeting.meet() == .delivered)
        try scene.settle(meeting, 1_200)
    }

    @Test func walletsThatAnotherProgramHasOpenAreWaitedFor() throws {
        let scene = try Scene()
        let meeting = try Meeting(scene.anna, pays: scene.ben, 1_200)
        meeting.busy = (8, 7)
        #expect(try meeting.meet() == .delivered)
        try scene.settle(meeting, 1_200)
    }

    @Test func theSamePaymentByTheLinkAndByItsCodeIsOnePayment() throws {
        let scene = try Scene()
        let meeting = try Meeting(scene.anna, pays: scene.ben, 1_200)
        let paid = try scene.anna.wallet.pay(meeting.request.text)
        let byCode = try scene.ben.wallet.receive(paid.text)
        #expect(try meeting.meet() == .delivered)
        #expect(meeting.receipts == [byCode.receipt])
        try scene.settle(meeting, 1_200)
    }

    @Test func aPayerWhoCannotPayLeavesTheRequestOpen() throws {
        let scene = try Scene()
        let meeting = try Meeting(scene.anna, pays: scene.ben, 6_001)
        refuses(.insufficient) { try meeting.meet() }
        #expect(try scene.anna.offline == 6_000 && scene.ben.offline == 0)
        #expect(meeting.receipts.isEmpty && meeting.payments.isEmpty)
    }

    /// A payee who asks by the air in another's name gains nothing: the request names the key that is paid.
    @Test func aRequestOfAnotherHubIsNotPaidFromTheList() throws {
        let scene = try Scene()
        let elsewhere = try TestEconomy(seed: 9)
        let carol = try elsewhere.person("carol")
        let meeting = try Meeting(scene.anna, pays: carol, 100)
        #expect(try scene.anna.wallet.inspect(requestText: meeting.request.text).findings.contains(.otherHub))
        refuses(.requestRefused) { try meeting.meet() }
        #expect(try scene.anna.offline == 6_000)
    }
}
