// SPDX-License-Identifier: MIT

import Bytes
import Crypto
import Testing
import Tokens

@Suite struct RecordTests {
    let hub: TestHub

    init() throws { hub = try TestHub() }

    @Test func everyRecordIsReadBackAsItWasWritten() throws {
        let request = try hub.request(
            "frank", units: 2_750, certificate: hub.certificate("frank", merchant: "Café Zoë"))
        let token = try hub.token(hops: 3, for: request)
        let payment = try UnverifiedPayment(tokens: [token])
        let ids = payment.recordIDs(hub: hub.id)
        let frank = TestHub.key("frank")
        let receipt = try Receipt.issue(for: ids, time: TestHub.now, key: frank, hub: hub.id)
        let decline = try Decline.issue(for: ids, key: frank, hub: hub.id)
        let list = try RevocationList.issue(
            sequence: 9, time: TestHub.now, revoked: [frank.publicKey, hub.rootKey.publicKey], signer: hub.revoking,
            hub: hub.id)
        let hubReceipt = try HubReceipt.issue(
            for: ids[0], outcome: .credited, units: 2_750, time: TestHub.now, signer: hub.receipting, hub: hub.id)

        #expect(try Announcement(decoding: hub.announcements[0].encoded) == hub.announcements[0])
        #expect(try Certificate(decoding: request.certificate.encoded) == request.certificate)
        #expect(try Root(decoding: token.root.encoded) == token.root)
        #expect(try Transfer(decoding: token.transfers[1].encoded) == token.transfers[1])
        #expect(try OfflineToken(decoding: token.encoded) == token)
        #expect(try UnverifiedPayment(decoding: payment.encoded) == payment)
        #expect(try PaymentRequest(decoding: request.encoded) == request)
        #expect(try Receipt(decoding: receipt.encoded) == receipt)
        #expect(try Decline(decoding: decline.encoded) == decline)
        #expect(try RevocationList(decoding: list.encoded) == list)
        #expect(try HubReceipt(decoding: hubReceipt.encoded) == hubReceipt)
        #expect(request.certificate.name == "Café Zoë")
    }

    @Test func aCoinOnItsOwnIsAPaymentOfOneCoin() throws {
        let token = try hub.token(hops: 2, for: hub.request("carol", units: 100))
        #expect(try UnverifiedPayment(tokens: [token]).encoded == token.encoded)
    }

    @Test func signingTheSameBodyAgainGivesTheSameId() throws {
        let root = try hub.root()
        let body = try Transfer.body(
            range: UnitRange(lower: 0, length: 5), to: TestHub.key("bob").publicKey,
            requestHash: RequestHash(TestHub.sixteen("r")), time: TestHub.now)
        let first = try Transfer.sign(body: body, parent: root.id(hub: hub.id), hub: hub.id, key: TestHub.key("alice"))
        let second = try Transfer.sign(body: body, parent: root.id(hub: hub.id), hub: hub.id, key: TestHub.key("alice"))
        let parent = root.id(hub: hub.id)
        #expect(first.id(parent: parent, hub: hub.id) == second.id(parent: parent, hub: hub.id))
        #expect(first.id(parent: parent, hub: hub.id) == Transfer.id(body: body, parent: parent, hub: hub.id))
    }

    @Test func idsBindTheHub() throws {
        let other = try TestHub("another hub")
        let root = try hub.root()
        #expect(root.id(hub: hub.id) != root.id(hub: other.id))
    }

    @Test func deadlinesFollowFromAcceptUntil() throws {
        let root = try hub.root()
        #expect(root.redeemUntil == TestHub.now.adding(days: 37))
        #expect(root.refundAt == TestHub.now.adding(days: 38))
    }

    @Test func noPrefixOfAPaymentIsAPayment() throws {
        let bytes = try hub.token(hops: 2, for: hub.request("carol", units: 100)).encoded
        for count in 0..<bytes.count {
            #expect(refusal { try UnverifiedPayment(decoding: Array(bytes.prefix(count))) } != nil)
        }
    }

    @Test func noPaymentWithAChangedByteIsAccepted() throws {
        let request = try hub.request("carol", units: 100)
        let bytes = try hub.token(hops: 2, for: request).encoded
        for index in bytes.indices {
            let changed = Forged.changed(bytes, at: index)
            #expect(
                refusal { try hub.verify(UnverifiedPayment(decoding: changed), for: request) } != nil, "byte \(index)")
        }
    }

    @Test func announcementsOfAnotherRootKeyStayOut() throws {
        let other = try TestHub("another hub")
        var announced = hub.announced
        #expect(refusal { try announced.add(other.announcements[0]) } == .badSignature)
        #expect(announced.all == hub.announcements)
    }

    @Test func anAnnouncementTwiceChangesNothingAndAContradictionIsRefused() throws {
        var announced = hub.announced
        try announced.add(hub.announcements[0])
        #expect(announced.all.count == 4)
        let contradiction = try TestHub.announce(hub.issuing, .certify, sequence: 9, rootKey: hub.rootKey)
        #expect(refusal { try announced.add(contradiction) } == .keyConflict)
        #expect(announced.highestSequence == 4)
        #expect(announced.since(2).map(\.sequence) == [3, 4])
    }

    @Test func aWorkingKeyServesItsPurposeAndTimeOnly() throws {
        let id = hub.issuing.id
        #expect(try hub.announced.key(id, for: .issue, at: TestHub.now) == hub.issuing.key.publicKey)
        #expect(refusal { try hub.announced.key(id, for: .receipt, at: TestHub.now) } == .keyNotValid)
        #expect(refusal { try hub.announced.key(id, for: .issue, at: TestHub.now.adding(days: 61)) } == .keyNotValid)
        #expect(refusal { try hub.announced.key(KeyID([1, 2, 3, 4]), for: .issue, at: TestHub.now) } == .unknownKey)
    }
}
