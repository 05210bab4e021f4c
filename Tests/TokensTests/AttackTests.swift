// SPDX-License-Identifier: MIT

import Bytes
import Crypto
import Money
import Testing
import Tokens

/// One test for each attack of 02 that this layer can answer, under the attack's name.
@Suite struct AttackTests {
    let hub: TestHub
    /// Of 1,000 units, by frank.
    let request: PaymentRequest

    init() throws {
        hub = try TestHub()
        request = try hub.request("frank", units: 1_000)
    }

    private func payment(hops: Int) throws -> UnverifiedPayment {
        try UnverifiedPayment(tokens: [hub.token(hops: hops, for: request)])
    }

    @Test(arguments: 1...5) func anHonestPaymentPasses(hops: Int) throws {
        let verified = try hub.verify(payment(hops: hops), for: request)
        #expect(verified.amount == Amount(minorUnits: 1_000, currency: TestHub.usd))
        #expect(verified.tokens[0].records.count == hops)
    }

    @Test func sameRangeToTwoPayees() throws {
        let second = try hub.request("grace", units: 1_000)
        let tokens = try [hub.token(hops: 1, for: request), hub.token(hops: 1, for: second)]
        try hub.verify(UnverifiedPayment(tokens: [tokens[0]]), for: request)
        try hub.verify(UnverifiedPayment(tokens: [tokens[1]]), for: second)
        let proof = try #require(try FraudDetection.proof(tokens[0], tokens[1], announced: hub.announced))
        #expect(proof.culprit.key == TestHub.key("alice").publicKey)
        try FraudProof(decoding: proof.encoded).verify(by: hub.announced)
    }

    @Test func sameRangeTwiceInOnePayment() throws {
        let double = try hub.request("frank", units: 2_000)
        let token = try hub.hand(
            OfflineToken(root: hub.root()), from: "alice", 0, 1_000, to: double.payee, for: double.hash(hub: hub.id))
        let overlapping = try hub.hand(
            OfflineToken(root: hub.root()), from: "alice", 999, 1_000, to: double.payee, for: double.hash(hub: hub.id))
        for second in [token, overlapping] {
            let payment = try UnverifiedPayment(tokens: [token, second])
            #expect(refusal { try hub.verify(payment, for: double) } == .overlapping)
        }
    }

    @Test func rolledBackStoreIsConvictedOnlyByANewBody() throws {
        let token = try OfflineToken(root: hub.root())
        let again = try UnsignedTransfer(
            spending: token, certificate: nil, range: UnitRange(lower: 0, length: 1_000), to: request.payee,
            requestHash: request.hash(hub: hub.id), time: TestHub.now)
        let first = try again.signed(again.sign(with: TestHub.key("alice"), hub: hub.id), hub: hub.id)
        let second = try again.signed(again.sign(with: TestHub.key("alice"), hub: hub.id), hub: hub.id)
        #expect(try FraudDetection.proof(first, second, announced: hub.announced) == nil)
        let other = try hub.token(hops: 1, for: hub.request("grace", units: 10))
        #expect(try FraudDetection.proof(first, other, announced: hub.announced) != nil)
    }

    @Test func uncertifiedMiddleKey() throws {
        let token = try hub.token(hops: 3, for: request)
        let bytes = Forged.payment([
            (token.root.encoded, token.transfers.map(\.encoded), [token.certificates[0].encodedShort])
        ])
        #expect(refusal { try UnverifiedPayment(decoding: bytes) } == .uncertified)
    }

    @Test func middleKeyCertifiedByItself() throws {
        let mallory = WorkingKey(id: hub.certifying.id, key: TestHub.key("mallory"))
        let forged = try hub.certificate("bob", signer: mallory)
        let token = try hub.token(hops: 2, for: request, certificates: [1: forged])
        #expect(refusal { try hub.verify(UnverifiedPayment(tokens: [token]), for: request) } == .badSignature)
    }

    @Test func certificateOfAnotherKey() throws {
        let token = try hub.token(hops: 2, for: request)
        let other = try hub.certificate("carol")
        let bytes = Forged.payment([(token.root.encoded, token.transfers.map(\.encoded), [other.encodedShort])])
        #expect(refusal { try hub.verify(UnverifiedPayment(decoding: bytes), for: request) } == .badSignature)
    }

    @Test func expiredCertificate() throws {
        let short = try hub.certificate("bob", until: TestHub.now.adding(days: 4))
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 2, for: request, certificates: [1: short])])
        let verified = try hub.verify(payment, for: request, at: TestHub.now.adding(days: 4))
        #expect(verified.tokens[0].spendableUntil == TestHub.now.adding(days: 4))
        let late = TestHub.now.adding(days: 4).adding(seconds: 1)
        #expect(refusal { try hub.verify(payment, for: request, at: late) } == .certificateExpired)
    }

    @Test func childRangeLargerThanItsParent() throws {
        #expect(refusal { try hub.verify(forgedChild(lower: 500, length: 1_000), for: request) } == .outOfRange)
        #expect(refusal { try hub.verify(forgedChild(lower: 0, length: 1_000), for: request) } == .outOfRange)
    }

    @Test func wrapAround() throws {
        #expect(refusal { try forgedChild(lower: .max - 10, length: 1_010) } == .overflow)
    }

    @Test func zeroLength() throws {
        #expect(refusal { try forgedChild(lower: 100, length: 0) } == .zeroLength)
    }

    /// Bob holds 100..<1_100 and hands on what he likes.
    private func forgedChild(lower: UInt64, length: UInt64) throws -> UnverifiedPayment {
        let bob = TestHub.key("bob")
        let held = try hub.hand(
            OfflineToken(root: hub.root()), from: "alice", 100, 1_000, to: bob.publicKey,
            for: RequestHash(TestHub.sixteen("bob's request")))
        let child = try Forged.transfer(
            lower: lower, length: length, to: request.payee, hash: request.hash(hub: hub.id),
            parent: held.id(hub: hub.id), hub: hub.id, key: bob)
        let bytes = Forged.payment([
            (held.root.encoded, [held.transfers[0].encoded, child], [try hub.certificate("bob").encodedShort])
        ])
        return try UnverifiedPayment(decoding: bytes)
    }

    @Test func replayToTheSamePayee() throws {
        let payment = try payment(hops: 1)
        let ids = payment.recordIDs(hub: hub.id)
        #expect(refusal { try hub.verify(payment, for: request, held: Set(ids)) } == .alreadyHeld)
    }

    @Test func replayToAnotherRequest() throws {
        let second = try hub.request("frank", units: 1_000, nonce: "another nonce")
        #expect(refusal { try hub.verify(payment(hops: 2), for: second) } == .wrongRequest)
    }

    @Test func replayToAnotherPayee() throws {
        let second = try hub.request("grace", units: 1_000)
        #expect(refusal { try hub.verify(payment(hops: 2), for: second) } == .wrongPayee)
    }

    @Test func otherAmount() throws {
        let token = try hub.hand(
            OfflineToken(root: hub.root()), from: "alice", 0, 999, to: request.payee, for: request.hash(hub: hub.id))
        #expect(refusal { try hub.verify(UnverifiedPayment(tokens: [token]), for: request) } == .wrongAmount)
    }

    @Test func otherHub() throws {
        let other = try TestHub("another hub")
        let foreign = try other.request("frank", units: 1_000)
        let check = RequestCheck(foreign, announced: hub.announced, revocations: nil, at: TestHub.now)
        #expect(check.findings == [.otherHub, .unknownHubKey])
        let payment = try UnverifiedPayment(tokens: [other.token(hops: 1, for: foreign)])
        #expect(refusal { try hub.verify(payment, for: request) } == .unknownKey)
    }

    @Test func sameWorkingKeyUnderAnotherHub() throws {
        let other = try TestHub("another hub")
        let root = try Root.issue(
            serial: Serial(TestHub.sixteen("s")), amount: 10_000, unit: TestHub.usd, policyID: 1,
            owner: TestHub.key("alice").publicKey, issuedAt: TestHub.now, acceptUntil: TestHub.now.adding(days: 30),
            signer: hub.issuing, hub: other.id)
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 1, for: request, root: root)])
        #expect(refusal { try hub.verify(payment, for: request) } == .badSignature)
    }

    @Test func otherUnit() throws {
        let yen = try hub.root(unit: 392)
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 1, for: request, root: yen)])
        #expect(refusal { try hub.verify(payment, for: request) } == .otherUnit)
    }

    @Test func otherVersion() throws {
        let token = try hub.token(hops: 1, for: request)
        let items = [(token.root.encoded, token.transfers.map(\.encoded), [[UInt8]]())]
        let newer = Forged.payment(version: 2, items.map { (root: $0.0, transfers: $0.1, certificates: $0.2) })
        #expect(refusal { try UnverifiedPayment(decoding: newer) } == .newerVersion)
    }

    @Test func oldVersionDowngrade() throws {
        let token = try hub.token(hops: 1, for: request)
        let older = Forged.payment(version: 0, [(token.root.encoded, token.transfers.map(\.encoded), [])])
        #expect(refusal { try UnverifiedPayment(decoding: older) } == .oldVersion)
        var bytes = request.encoded
        bytes[1] = 0
        #expect(refusal { try PaymentRequest(decoding: bytes) } == .oldVersion)
        #expect(refusal { try Envelope(text: "OW0Q:000") } == .oldVersion)
        #expect(refusal { try Envelope(text: "OW2Q:000") } == .newerVersion)
    }

    /// One text has one form: a version that is written otherwise is none.
    @Test func aVersionThatIsWrittenOtherwiseIsNoVersion() throws {
        let text = Envelope.request(request).text
        #expect(try Envelope(text: text) == .request(request))
        #expect(Envelope.hasHead(text))
        for head in [
            "OW01Q:", "OW+1Q:", "OW001Q:", "OW-1Q:", "OW1 Q:", "OW\u{0661}Q:", "OWQ:", "ow1Q:", "OW1Q\u{0301}:",
        ] {
            let odd = head + text.dropFirst(5)
            #expect(
                refusal { try Envelope(text: odd) } != nil && refusal { try Envelope.kind(of: odd) } != nil, "\(head)")
            #expect(refusal { try Envelope.request(in: odd) } != nil, "\(head)")
            guard head != "OW1Q\u{0301}:" else { continue }
            #expect(!Envelope.hasHead(odd) && refusal { try Envelope(text: odd) } == .malformed, "\(head)")
        }
        // A number without end is a version that nobody knows yet, as long as the head is short.
        #expect(refusal { try Envelope(text: "OW999Q:000") } == .newerVersion)
    }

    @Test func otherPolicy() throws {
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 1, for: request, root: hub.root(policy: 2))])
        #expect(refusal { try hub.verify(payment, for: request) } == .otherPolicy)
    }

    /// What was sold under an earlier policy keeps its limits, whatever the present policy allows.
    @Test func eachCoinIsHeldToThePolicyUnderWhichItWasSold() throws {
        let strict = LimitPolicy(
            id: 2, tokens: 1, hops: 1, payloadBytes: 600, perPayment: 100, perRoot: 300, walletTotal: 2_000,
            unsettledTotal: 2_000, staleRequest: 300, futureTolerance: 86_400, acceptDays: 10, redeemDays: 2,
            refundDays: 1)
        func refused(_ tokens: [OfflineToken], _ request: PaymentRequest, _ policy: LimitPolicy) throws -> TokensError
            .Code?
        {
            let payment = try UnverifiedPayment(
                decoding: UnverifiedPayment(tokens: tokens).encoded, policy: policy)
            var cache = VerifiedRecordCache()
            do {
                _ = try PaymentVerifier(announced: hub.announced, revocations: nil, policy: policy).verify(
                    payment, for: request, at: TestHub.now, cache: &cache, isHeld: { _ in false })
                return nil
            } catch let error as TokensError {
                return error.code
            }
        }
        // Too deep, too long, too dear and of too large a root for the strict policy, and good under its own.
        let earlier = try hub.token(hops: 5, for: request)
        #expect(try refused([earlier], request, strict) == nil)
        #expect(try refused([earlier], request, .standard) == nil)
        // What the strict policy sold is held to it.
        let small = try hub.request("bob", units: 100)
        let sold = try hub.root(amount: 300, policy: 2)
        #expect(try refused([hub.token(hops: 1, for: small, root: sold)], small, strict) == nil)
        #expect(try refused([hub.token(hops: 1, for: small, root: hub.root(policy: 2))], small, strict) == .overCap)
        let large = try hub.request("bob", units: 101)
        #expect(try refused([hub.token(hops: 1, for: large, root: sold)], large, strict) == .overCap)
        let deep = try hub.token(hops: 2, for: small, root: hub.root(amount: 1_000, policy: 2))
        #expect(try refused([deep], small, strict) == .tooManyHops)
        // A policy that nobody knows is refused under either.
        let unknown = try hub.token(hops: 1, for: request, root: hub.root(policy: 3))
        #expect(try refused([unknown], request, strict) == .otherPolicy)
    }

    @Test func malleableSignature() throws {
        let token = try hub.token(hops: 1, for: request)
        let high = Forged.signed(token.transfers[0].body, try Forged.highS(token.transfers[0].signature))
        let bytes = Forged.payment([(token.root.encoded, [high], [])])
        #expect(refusal { try UnverifiedPayment(decoding: bytes) } == .badSignature)
    }

    @Test func nonCanonicalCBOR() throws {
        let bytes = try hub.token(hops: 1, for: request).encoded
        // The version 1 written in two bytes: same value, other bytes.
        let longer = [bytes[0], 0x18, 0x01] + bytes[2...]
        #expect(refusal { try UnverifiedPayment(decoding: longer) } == .notCanonical)
        #expect(refusal { try UnverifiedPayment(decoding: bytes + [0]) } == .malformed)
        #expect(refusal { try UnverifiedPayment(decoding: [0x9F] + bytes[1...] + [0xFF]) } == .malformed)
    }

    @Test func stolenIssuingKeyCannotPrintLargeRoots() throws {
        let root = try hub.root(amount: 50_001)
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 1, for: request, root: root)])
        #expect(refusal { try hub.verify(payment, for: request) } == .rootTooLarge)
    }

    @Test func stolenIssuingKeyAfterItsTime() throws {
        let late = TestHub.now.adding(days: 61)
        let root = try hub.root(issuedAt: late, acceptUntil: late.adding(days: 30))
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 1, for: request, root: root)])
        #expect(refusal { try hub.verify(payment, for: request, at: late) } == .keyNotValid)
        let short = try TestHub(acceptDays: 60)
        let old = try UnverifiedPayment(tokens: [
            short.token(hops: 1, for: request, root: short.root(acceptUntil: late.adding(days: 30)))
        ])
        #expect(refusal { try short.verify(old, for: request, at: TestHub.now.adding(days: 60)) } == nil)
        #expect(refusal { try short.verify(old, for: request, at: late) } == .keyNotValid)
    }

    @Test func stolenCertifyingKeyCannotIssue() throws {
        let root = try hub.root(signer: hub.certifying)
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 1, for: request, root: root)])
        #expect(refusal { try hub.verify(payment, for: request) } == .keyNotValid)
    }

    @Test(arguments: ["alice", "bob"]) func unlockedStolenPhone(owner: String) throws {
        let list = try RevocationList.issue(
            sequence: 1, time: TestHub.now, revoked: [TestHub.key(owner).publicKey], signer: hub.revoking, hub: hub.id)
        #expect(refusal { try hub.verify(payment(hops: 2), for: request, revocations: list) } == .revoked)
        let attached = try UnverifiedPayment(
            tokens: [hub.token(hops: 2, for: request)], attachments: Attachments(revocations: list))
        #expect(refusal { try hub.verify(attached, for: request) } == .revoked)
    }

    @Test func unlockedStolenPhoneIsLimitedByItsCap() throws {
        let small = try hub.certificate("bob", cap: 999)
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 2, for: request, certificates: [1: small])])
        #expect(refusal { try hub.verify(payment, for: request) } == .overCap)
        let exact = try hub.certificate("bob", cap: 1_000)
        let allowed = try UnverifiedPayment(tokens: [hub.token(hops: 2, for: request, certificates: [1: exact])])
        #expect(refusal { try hub.verify(allowed, for: request) } == nil)
    }

    @Test func payerDenies() throws {
        // The transfer itself is the payer's signature: whoever holds it shows it to anybody who knows the hub.
        let verified = try hub.verify(payment(hops: 2), for: request)
        let last = try #require(verified.tokens[0].token.transfers.last)
        #expect(
            last.isSigned(by: TestHub.key("bob").publicKey, parent: verified.tokens[0].records[1].parent, hub: hub.id))
    }

    @Test func payeeDenies() throws {
        let ids = try payment(hops: 1).recordIDs(hub: hub.id)
        let receipt = try Receipt.issue(for: ids, time: TestHub.now, key: TestHub.key("frank"), hub: hub.id)
        #expect(receipt.isSigned(by: request.payee, hub: hub.id))
        #expect(!receipt.isSigned(by: TestHub.key("grace").publicKey, hub: hub.id))
        let other = try TestHub("another hub")
        #expect(!receipt.isSigned(by: request.payee, hub: other.id))
    }

    @Test func aDeclineIsNoReceipt() throws {
        let ids = try payment(hops: 1).recordIDs(hub: hub.id)
        let decline = try Decline.issue(for: ids, key: TestHub.key("frank"), hub: hub.id)
        #expect(refusal { try Receipt(decoding: decline.encoded) } == .malformed)
    }

    @Test func withheldUpload() throws {
        // The payer uploads on the payee's behalf: nobody is credited, and the refund goes to the payee.
        let token = try hub.token(hops: 1, for: request)
        var cache = VerifiedRecordCache()
        let path = try RedemptionVerifier(announced: hub.announced).verify(
            upload: token, at: TestHub.now, cache: &cache)
        var tree = RootTree(root: token.root, id: path.rootID, hubKey: hub.rootKey.publicKey)
        #expect(try tree.insert(path.records).isEmpty)
        #expect(tree.credited.isEmpty)
        #expect(tree.lastOwners().first?.owner == request.payee)
        #expect(tree.lastOwners().first?.range == token.range)
    }

    @Test func iNeverGotItPayAgain() throws {
        let transfer = try UnsignedTransfer(
            spending: OfflineToken(root: hub.root()), certificate: nil, range: UnitRange(lower: 0, length: 1_000),
            to: request.payee, requestHash: request.hash(hub: hub.id), time: TestHub.now)
        var machine = try PayMachine(answering: request, with: [transfer], hub: hub.id)
        let first = try machine.signed([transfer.sign(with: TestHub.key("alice"), hub: hub.id)])
        #expect(try machine.showAgain() == first)
        #expect(try machine.signed([transfer.sign(with: TestHub.key("alice"), hub: hub.id)]) == first)
    }

    @Test func swappedQR() throws {
        // Mallory pastes her key over the payee's: without the hub's certificate for it the request is refused.
        let mallory = WorkingKey(id: hub.certifying.id, key: TestHub.key("mallory"))
        let swapped = try hub.request("mallory", units: 1_000, certificate: hub.certificate("mallory", signer: mallory))
        let check = RequestCheck(swapped, announced: hub.announced, revocations: nil, at: TestHub.now)
        #expect(check.findings == [.badCertificate])
        #expect(refusal { try check.requireAcceptable() } == .badSignature)
        // With another amount the request has another hash, so the true payee refuses what answers it.
        let dearer = try hub.request("frank", units: 2_000)
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 1, for: dearer)])
        #expect(refusal { try hub.verify(payment, for: request) } == .wrongRequest)
    }

    @Test func slowClocks() throws {
        // A device ten days behind sees records from the future; the time floor puts it right.
        let behind = TestHub.now.subtracting(seconds: 3 * Timestamp.secondsPerDay)
        #expect(refusal { try hub.verify(payment(hops: 1), for: request, at: behind) } == .fromFuture)
        #expect(refusal { try hub.verify(payment(hops: 2), for: request, at: behind) } == .certificateNotYetValid)
        let floored = Clock { behind }.now(notBefore: TestHub.now)
        #expect(refusal { try hub.verify(payment(hops: 2), for: request, at: floored) } == nil)
        let nearly = TestHub.now.subtracting(seconds: Timestamp.secondsPerDay)
        #expect(refusal { try hub.verify(payment(hops: 2), for: request, at: nearly) } == nil)
    }

    @Test func fastClocks() throws {
        let payment = try payment(hops: 1)
        #expect(refusal { try hub.verify(payment, for: request, at: TestHub.now.adding(days: 30)) } == nil)
        let late = TestHub.now.adding(days: 30).adding(seconds: 1)
        #expect(refusal { try hub.verify(payment, for: request, at: late) } == .expired)
        let dated = try hub.hand(
            OfflineToken(root: hub.root()), from: "alice", 0, 1_000, to: request.payee, for: request.hash(hub: hub.id),
            time: TestHub.now.adding(days: 2))
        #expect(refusal { try hub.verify(UnverifiedPayment(tokens: [dated]), for: request) } == .fromFuture)
    }

    @Test func deepChains() throws {
        #expect(refusal { try payment(hops: 6) } == .tooManyHops)
    }

    @Test func manyCoins() throws {
        let tokens = try (0..<9).map { index in
            try hub.hand(
                OfflineToken(root: hub.root(serial: "\(index)")), from: "alice", 0, 100, to: request.payee,
                for: request.hash(hub: hub.id))
        }
        #expect(refusal { try UnverifiedPayment(tokens: tokens) } == .tooManyCoins)
        #expect(refusal { try UnverifiedPayment(tokens: Array(tokens.prefix(8))) } == nil)
        #expect(refusal { try UnverifiedPayment(decoding: [UInt8](repeating: 0x81, count: 4_097)) } == .tooLarge)
    }

    @Test func endlessMultiPartCodes() {
        let endless = "OW1P:" + String(repeating: "0", count: 1_000_000)
        #expect(refusal { try Envelope(text: endless) } == .tooLarge)
    }

    @Test func parallelAndRepeatedRedemption() throws {
        let redemption = try redemption(account: "account of alice")
        var cache = VerifiedRecordCache()
        let path = try RedemptionVerifier(announced: hub.announced).verify(redemption, at: TestHub.now, cache: &cache)
        var tree = RootTree(root: path.root, id: path.rootID, hubKey: hub.rootKey.publicKey)
        #expect(try tree.insert(path.records).isEmpty)
        #expect(try tree.credit(path.leafID).total == 10_000)
        #expect(try tree.insert(path.records).isEmpty)
        #expect(try tree.credit(path.leafID).isEmpty)
    }

    @Test func relayedRecords() throws {
        let redemption = try redemption(account: "account of alice")
        let stolen = try Redemption(
            account: AccountID(TestHub.sixteen("account of mallory")), nonce: redemption.nonce, token: redemption.token)
        var cache = VerifiedRecordCache()
        let verifier = RedemptionVerifier(announced: hub.announced)
        #expect(refusal { try verifier.verify(stolen, at: TestHub.now, cache: &cache) } == .wrongAccount)
        let payment = try hub.token(hops: 1, for: request)
        let relayed = try Redemption(account: redemption.account, nonce: redemption.nonce, token: payment)
        #expect(refusal { try verifier.verify(relayed, at: TestHub.now, cache: &cache) } == .wrongPayee)
    }

    @Test func redemptionAfterItsDeadline() throws {
        let redemption = try redemption(account: "account of alice")
        var cache = VerifiedRecordCache()
        let verifier = RedemptionVerifier(announced: hub.announced)
        let deadline = TestHub.now.adding(days: 37)
        #expect(refusal { try verifier.verify(redemption, at: deadline, cache: &cache) } == nil)
        let late = deadline.adding(seconds: 1)
        #expect(refusal { try verifier.verify(redemption, at: late, cache: &cache) } == .expired)
        #expect(refusal { try verifier.verify(upload: redemption.token, at: late, cache: &cache) } == nil)
        let refund = TestHub.now.adding(days: 38)
        #expect(refusal { try verifier.verify(upload: redemption.token, at: refund, cache: &cache) } == .expired)
    }

    @Test func theHubDoesNotAskWhetherCertificatesAreAlive() throws {
        let short = try hub.certificate("bob", until: TestHub.now.adding(days: 4))
        let token = try hub.token(hops: 2, for: request, certificates: [1: short])
        var cache = VerifiedRecordCache()
        let verifier = RedemptionVerifier(announced: hub.announced)
        #expect(refusal { try verifier.verify(upload: token, at: TestHub.now.adding(days: 20), cache: &cache) } == nil)
    }

    @Test func theHubEnforcesCapsOnPaymentsAndNotOnRedemptions() throws {
        let small = try hub.certificate("bob", cap: 999)
        var cache = VerifiedRecordCache()
        let verifier = RedemptionVerifier(announced: hub.announced)
        let over = try hub.token(hops: 2, for: request, certificates: [1: small])
        #expect(refusal { try verifier.verify(upload: over, at: TestHub.now, cache: &cache) } == .overCap)
        let account = try AccountID(TestHub.sixteen("account of bob"))
        let nonce = try Nonce(TestHub.sixteen("redeem"))
        let held = try hub.token(hops: 1, for: hub.request("bob", units: 1_000))
        let whole = try hub.hand(
            held, from: "bob", 0, 1_000, to: hub.rootKey.publicKey,
            for: Redemption.binding(account: account, nonce: nonce, hub: hub.id), certificate: small)
        let redemption = try Redemption(account: account, nonce: nonce, token: whole)
        #expect(refusal { try verifier.verify(redemption, at: TestHub.now, cache: &cache) } == nil)
        let bare = try OfflineToken(root: hub.root())
        #expect(try verifier.verify(upload: bare, at: TestHub.now, cache: &cache).records.isEmpty)
    }

    private func redemption(account: String) throws -> Redemption {
        let account = try AccountID(TestHub.sixteen(account))
        let nonce = try Nonce(TestHub.sixteen("redeem"))
        let token = try hub.hand(
            OfflineToken(root: hub.root()), from: "alice", 0, 10_000, to: hub.rootKey.publicKey,
            for: Redemption.binding(account: account, nonce: nonce, hub: hub.id))
        return try Redemption(account: account, nonce: nonce, token: token)
    }

    @Test func hubLostItsDatabase() throws {
        // Devices upload their chains again, in whatever order: the tree is the same.
        let tokens = try [1, 2, 3].map { try hub.token(hops: $0, for: request, lower: UInt64($0) * 2_600) }
        let root = tokens[0].root
        func tree(_ order: [OfflineToken]) throws -> [UnitRange] {
            var tree = RootTree(root: root, id: root.id(hub: hub.id), hubKey: hub.rootKey.publicKey)
            for token in order { #expect(try tree.insert(token.records(hub: hub.id)).isEmpty) }
            return tree.lastOwners().map(\.range)
        }
        #expect(try tree(tokens) == tree(tokens.reversed()))
    }

    @Test func secondProcessSigning() throws {
        // Both sign the body that is on disk: one record, whoever was quicker.
        let body = try Transfer.body(
            range: UnitRange(lower: 0, length: 1_000), to: request.payee, requestHash: request.hash(hub: hub.id),
            time: TestHub.now)
        let root = try hub.root()
        let made = try (0..<2).map { _ in
            try OfflineToken(
                root: root,
                transfers: [
                    Transfer.sign(body: body, parent: root.id(hub: hub.id), hub: hub.id, key: TestHub.key("alice"))
                ])
        }
        #expect(made[0].id(hub: hub.id) == made[1].id(hub: hub.id))
        #expect(try FraudDetection.proof(made[0], made[1], announced: hub.announced) == nil)
    }

    @Test func poisonedBlacklist() throws {
        let honest = try RevocationList.issue(
            sequence: 5, time: TestHub.now, revoked: [TestHub.key("mallory").publicKey], signer: hub.revoking,
            hub: hub.id)
        let older = try RevocationList.issue(
            sequence: 4, time: TestHub.now, revoked: [], signer: hub.revoking, hub: hub.id)
        let unsigned = try RevocationList.issue(
            sequence: 6, time: TestHub.now, revoked: [TestHub.key("alice").publicKey],
            signer: WorkingKey(id: hub.revoking.id, key: TestHub.key("mallory")), hub: hub.id)
        #expect(try RevocationList.newer(honest, older, by: hub.announced) == honest)
        #expect(refusal { try RevocationList.newer(honest, unsigned, by: hub.announced) } == .badSignature)
        let attached = try UnverifiedPayment(
            tokens: [hub.token(hops: 1, for: request)], attachments: Attachments(revocations: unsigned))
        #expect(refusal { try hub.verify(attached, for: request, revocations: honest) } == .badSignature)
        let relayed = try UnverifiedPayment(
            tokens: [hub.token(hops: 1, for: request)], attachments: Attachments(revocations: older))
        #expect(try hub.verify(relayed, for: request, revocations: honest).revocations == nil)
    }

    /// M2: a thief of the key before has the highest number there is.
    @Test func aListOfAReplacedKeyLosesToOneOfTheKeyAfterIt() throws {
        let fresh = WorkingKey(TestHub.key("hub revoke again"))
        var announced = hub.announced
        try announced.add(try TestHub.announce(fresh, .revoke, sequence: 9, rootKey: hub.rootKey))
        func list(_ sequence: UInt64, _ signer: WorkingKey, at time: Timestamp = TestHub.now) throws -> RevocationList {
            try RevocationList.issue(sequence: sequence, time: time, revoked: [], signer: signer, hub: hub.id)
        }
        let (forged, own) = (try list(UInt64(Int64.max), hub.revoking), try list(1, fresh))
        #expect(try RevocationList.newer(forged, own, by: announced) == own)
        #expect(try RevocationList.newer(own, forged, by: announced) == own)
        #expect(try RevocationList.newer(own, try list(2, fresh), by: announced).sequence == 2)
        // Whoever knows of the replacement passes the former key's lists on no more.
        let asked = try hub.request("frank", units: 100, sequence: 9)
        #expect(Attachments(for: asked, from: announced, revocations: forged, room: 2_000).revocations == nil)
        #expect(Attachments(for: asked, from: announced, revocations: own, room: 2_000).revocations == own)
        #expect(Attachments(for: asked, from: hub.announced, revocations: forged, room: 2_000).revocations == forged)
        // From the future it is as good as none, and the payment is judged without it.
        let tokens = [try hub.token(hops: 1, for: request)]
        for (ahead, isUsed) in [(UInt64(86_400), true), (86_401, false)] {
            let late = try list(9, hub.revoking, at: TestHub.now.adding(seconds: ahead))
            let payment = try UnverifiedPayment(tokens: tokens, attachments: Attachments(revocations: late))
            #expect(try hub.verify(payment, for: request).revocations == (isUsed ? late : nil))
        }
    }
}
