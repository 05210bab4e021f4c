// SPDX-License-Identifier: MIT

import Crypto
import Money
import Testing
import Tokens

@Suite struct VerificationTests {
    let hub: TestHub

    init() throws { hub = try TestHub() }

    @Test func aBundleIsVerifiedAsAWhole() throws {
        let request = try hub.request("frank", units: 300)
        let tokens = try (0..<3).map { index in
            try hub.hand(
                OfflineToken(root: hub.root(serial: "\(index)")), from: "alice", 0, 100, to: request.payee,
                for: request.hash(hub: hub.id))
        }
        let verified = try hub.verify(UnverifiedPayment(tokens: tokens), for: request)
        #expect(verified.recordIDs == tokens.map { $0.id(hub: hub.id) })
        #expect(
            refusal { try hub.verify(UnverifiedPayment(tokens: Array(tokens.dropLast())), for: request) }
                == .wrongAmount)
    }

    @Test func sharedPrefixesAreRememberedAndBrokenSignaturesAreNot() throws {
        let request = try hub.request("frank", units: 100)
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 3, for: request)])
        var cache = VerifiedRecordCache()
        _ = try hub.verifier().verify(payment, for: request, at: TestHub.now, cache: &cache, isHeld: { _ in false })
        #expect(cache.count == 6)
        _ = try hub.verifier().verify(payment, for: request, at: TestHub.now, cache: &cache, isHeld: { _ in false })
        #expect(cache.count == 6)
        // The same body, so the same id, under a signature that is good for another body.
        let token = payment.tokens[0]
        let swapped = try Transfer(body: token.transfers[2].body, signature: token.transfers[1].signature)
        let broken = try UnverifiedPayment(
            tokens: [
                OfflineToken(
                    root: token.root, transfers: token.transfers.dropLast() + [swapped],
                    certificates: token.certificates)
            ])
        #expect(broken.recordIDs(hub: hub.id) == payment.recordIDs(hub: hub.id))
        #expect(
            refusal {
                try hub.verifier().verify(broken, for: request, at: TestHub.now, cache: &cache, isHeld: { _ in false })
            } == .badSignature)
    }

    @Test func theCacheStaysWithinItsBound() throws {
        var cache = VerifiedRecordCache(capacity: 8)
        for index in 0..<10 {
            let request = try hub.request("frank", units: 100, nonce: "\(index)")
            let payment = try UnverifiedPayment(tokens: [hub.token(hops: 1, for: request)])
            _ = try hub.verifier().verify(payment, for: request, at: TestHub.now, cache: &cache, isHeld: { _ in false })
            #expect(cache.count <= 8)
        }
    }

    @Test func whatThePayeeLacksIsAttachedAndLearned() throws {
        // The payee knows nothing above announcement 1, which is the issuing key; bob's certifying key is number 2.
        let list = try RevocationList.issue(
            sequence: 1, time: TestHub.now, revoked: [TestHub.key("mallory").publicKey], signer: hub.revoking,
            hub: hub.id)
        let request = try hub.request("frank", units: 100, sequence: 1)
        let token = try hub.token(hops: 2, for: request)
        let attachments = Attachments(for: request, from: hub.announced, revocations: list, room: 2_000)
        #expect(attachments.announcements.map(\.sequence) == [2, 3, 4])
        let payment = try UnverifiedPayment(tokens: [token], attachments: attachments)
        #expect(try UnverifiedPayment(decoding: payment.encoded) == payment)
        var announced = AnnouncementSet(rootKey: hub.rootKey.publicKey)
        try announced.add(hub.announcements[0])
        let verifier = PaymentVerifier(announced: announced, revocations: nil)
        var cache = VerifiedRecordCache()
        let bare = try UnverifiedPayment(tokens: [token])
        #expect(
            refusal { try verifier.verify(bare, for: request, at: TestHub.now, cache: &cache, isHeld: { _ in false }) }
                == .unknownKey)
        let verified = try verifier.verify(
            payment, for: request, at: TestHub.now, cache: &cache, isHeld: { _ in false })
        #expect(verified.news.map(\.sequence) == [2, 3, 4])
        #expect(verified.revocations == list)
    }

    @Test func attachmentsKeepToTheRoomThereIs() throws {
        let request = try hub.request("frank", units: 100, sequence: 0)
        let one = Attachments(
            for: request, from: hub.announced, revocations: nil, room: hub.announcements[0].encoded.count + 4)
        #expect(one.announcements.map(\.sequence) == [1])
        #expect(Attachments(for: request, from: hub.announced, revocations: nil, room: 0).isEmpty)
    }

    @Test func anAttachedAnnouncementOfAnotherHubIsRefused() throws {
        let other = try TestHub("another hub")
        let request = try hub.request("frank", units: 100)
        let payment = try UnverifiedPayment(
            tokens: [hub.token(hops: 1, for: request)],
            attachments: Attachments(announcements: [other.announcements[0]]))
        #expect(refusal { try hub.verify(payment, for: request) } == .badSignature)
    }

    @Test func aPaymentAboveThePolicyIsRefused() throws {
        let request = try hub.request("frank", units: 50_001)
        let tokens = try [("a", 50_000 as UInt64), ("b", 1)].map { serial, length in
            try hub.hand(
                OfflineToken(root: hub.root(amount: 50_000, serial: serial)), from: "alice", 0, length,
                to: request.payee,
                for: request.hash(hub: hub.id))
        }
        #expect(refusal { try hub.verify(UnverifiedPayment(tokens: tokens), for: request) } == .overCap)
    }
}

@Suite struct RequestCheckTests {
    let hub: TestHub

    init() throws { hub = try TestHub() }

    @Test func aGoodRequestHasNoFindings() throws {
        let request = try hub.request("frank", units: 100)
        let check = RequestCheck(
            request, announced: hub.announced, revocations: nil, unit: TestHub.usd, at: TestHub.now)
        #expect(check.findings.isEmpty)
        try check.requireAcceptable()
    }

    @Test func everyFindingIsCollectedAtOnce() throws {
        let other = try TestHub("another hub")
        let expired = try hub.certificate("frank", from: TestHub.now.subtracting(seconds: 86_400), until: TestHub.now)
        let request = try PaymentRequest(
            hub: other.id, amount: Amount(minorUnits: 60_000, currency: TestHub.currency(978)), certificate: expired,
            nonce: Nonce(TestHub.sixteen("n")), time: TestHub.now, announcementSequence: 4, revocations: nil)
        let list = try RevocationList.issue(
            sequence: 1, time: TestHub.now, revoked: [request.payee], signer: hub.revoking, hub: hub.id)
        let later = TestHub.now.adding(seconds: 301)
        let check = RequestCheck(
            request, announced: hub.announced, revocations: list, unit: TestHub.usd, at: later, isOwn: true)
        #expect(
            check.findings == [
                .otherHub, .otherUnit(978), .overCap(limit: 50_000), .stale(ageSeconds: 301),
                .certificateExpired(TestHub.now), .revoked, .ownRequest,
            ])
        let error = #expect(throws: TokensError.self) { try check.requireAcceptable(allowing: [.stale]) }
        let left = check.findings.filter { $0 != .stale(ageSeconds: 301) }
        #expect(error?.code == .otherHub && error?.cause as? RefusedRequest == RefusedRequest(findings: left))
    }

    @Test func onlyAnOldRequestMayBeOverlooked() throws {
        let request = try hub.request("frank", units: 100)
        let fresh = RequestCheck(
            request, announced: hub.announced, revocations: nil, at: TestHub.now.adding(seconds: 300))
        #expect(fresh.findings.isEmpty)
        let old = RequestCheck(
            request, announced: hub.announced, revocations: nil, at: TestHub.now.adding(seconds: 301))
        #expect(refusal { try old.requireAcceptable() } == .stale)
        #expect(refusal { try old.requireAcceptable(allowing: [.stale]) } == nil)
    }

    @Test func aRequestFromTheFutureIsAFinding() throws {
        let request = try hub.request("frank", units: 100, time: TestHub.now.adding(seconds: 86_401))
        let check = RequestCheck(request, announced: hub.announced, revocations: nil, at: TestHub.now)
        #expect(check.findings == [.fromFuture(request.time)])
    }

    @Test func aRequestForNothingCannotBeMadeAndIsAFindingWhenItArrives() throws {
        #expect(refusal { try hub.request("frank", units: 0) } == .wrongAmount)
        // The amount 1 stands after version, hub id and unit: one byte, which is set to zero.
        var bytes = try hub.request("frank", units: 1).encoded
        bytes[2 + 9 + 3] = 0
        let check = RequestCheck(
            try PaymentRequest(decoding: bytes), announced: hub.announced, revocations: nil, at: TestHub.now)
        #expect(check.findings == [.zeroAmount])
    }
}
