// SPDX-License-Identifier: MIT

import Bytes
import Crypto
import Tokens

/// Makes the golden vectors. Expectations come from the module; that they are right is for the independent verifier to say.
struct VectorWriter {
    private let hub: TestHub
    private let check: VectorCheck
    private let people = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "mallory"]

    init() throws {
        hub = try TestHub()
        check = VectorCheck(announced: hub.announced)
    }

    func file() throws -> VectorFile {
        let names = people + ["hub root", "hub issue", "hub certify", "hub receipt", "hub revoke"]
        return VectorFile(
            about:
                "Golden vectors of Satchel's offline tokens, version 1. The keys are for tests and worth nothing. MIT.",
            hubRootKey: "\(hub.rootKey.publicKey)", hubId: "\(hub.id)",
            announcements: hub.announcements.map { Hex.encode($0.encoded) },
            keys: names.map { name in
                let key = TestHub.key(name)
                return .init(
                    name: name, scalar: key.scalar.withUnsafeBytes { Hex.encode(Array($0)) }, key: "\(key.publicKey)")
            },
            positive: try records() + payments() + settlement(),
            negative: try badBytes() + badSignatures() + badRanges() + badAnswers() + badTimes() + badSettlement())
    }

    private func good(
        _ name: String, _ kind: String, _ bytes: [UInt8], _ context: [String: String] = [:]
    ) throws -> VectorFile.Vector {
        .init(
            name: name, kind: kind, bytes: Hex.encode(bytes), context: context,
            expect: try check.yield(kind: kind, bytes: bytes, context: context), refusal: nil)
    }

    private func bad(
        _ name: String, _ refusal: TokensError.Code, _ kind: String, _ bytes: [UInt8], _ context: [String: String] = [:]
    ) -> VectorFile.Vector {
        .init(
            name: name, kind: kind, bytes: Hex.encode(bytes), context: context, expect: [:], refusal: refusal.rawValue)
    }

    private func at(_ seconds: UInt64) -> [String: String] {
        ["now": "\(TestHub.now.adding(seconds: seconds).seconds)"]
    }

    private func answering(
        _ request: PaymentRequest, now: Timestamp = TestHub.now, _ more: [String: String] = [:]
    ) -> [String: String] {
        ["request": Hex.encode(request.encoded), "now": "\(now.seconds)"].merging(more) { $1 }
    }

    private func revoking(_ names: [String], sequence: UInt64 = 3, signer: WorkingKey? = nil) throws -> RevocationList {
        try RevocationList.issue(
            sequence: sequence, time: TestHub.now, revoked: names.map { TestHub.key($0).publicKey },
            signer: signer ?? hub.revoking, hub: hub.id)
    }

    /// What mallory signs under the name of the hub's certifying key.
    private var impostor: WorkingKey { WorkingKey(id: hub.certifying.id, key: TestHub.key("mallory")) }
}

// MARK: - Positives

extension VectorWriter {
    private func records() throws -> [VectorFile.Vector] {
        let request = try hub.request("frank", units: 746)
        let token = try hub.token(hops: 3, for: request)
        let chain = token.records(hub: hub.id)
        let merchant = try hub.certificate("grace", keyClass: .software, cap: 50_000, merchant: "Café Zoë")
        let list = try revoking(["mallory", "erin"])
        var vectors = try hub.announcements.map { try good("announcement \($0.sequence)", "announcement", $0.encoded) }
        vectors += try [
            good("certificate of a hardware key", "certificate", hub.certificate("bob").encoded),
            good("certificate of a merchant", "certificate", merchant.encoded),
            good("root", "root", token.root.encoded),
            good("root in yen", "root", hub.root("bob", amount: 1, serial: "yen", unit: 392).encoded),
        ]
        for (index, transfer) in token.transfers.enumerated() {
            let context = ["parent": "\(chain[index].parent)", "signer": "\(chain[index].spender)"]
            vectors.append(try good("transfer \(index + 1)", "transfer", transfer.encoded, context))
        }
        vectors += try [
            good("request", "request", request.encoded, at(0)),
            good("request five minutes old", "request", request.encoded, at(300)),
            good(
                "request of a merchant", "request", hub.request("grace", units: 50_000, certificate: merchant).encoded,
                at(0)),
            good(
                "request that knows a revocation list", "request",
                hub.request("frank", units: 1, sequence: 2, revocations: list).encoded, at(0)),
            good("revocation list", "revocations", list.encoded),
            good("empty revocation list", "revocations", revoking([], sequence: 1).encoded),
        ]
        return vectors
    }

    private func payments() throws -> [VectorFile.Vector] {
        let request = try hub.request("grace", units: 746)
        let list = try revoking(["mallory"])
        var vectors = try [1, 3, 5].map { hops in
            try good(
                "payment at \(hops) hops", "payment", hub.token(hops: hops, for: request).encoded, answering(request))
        }
        let bundled = try hub.request("grace", units: 2_238)
        let tokens = try (1...3).map { hops in
            try hub.hand(
                hops == 1
                    ? OfflineToken(root: hub.root(serial: "bundle 1"))
                    : hub.token(
                        hops: hops - 1, for: hub.request(TestHub.person(hops - 1), units: 800),
                        root: hub.root(serial: "bundle \(hops)")),
                from: TestHub.person(hops - 1), 10, 746, to: bundled.payee, for: bundled.hash(hub: hub.id))
        }
        vectors += try [
            good(
                "21st payment from one root", "payment", hub.token(hops: 1, for: request, lower: 20 * 137).encoded,
                answering(request)),
            good("bundle of three coins", "payment", UnverifiedPayment(tokens: tokens).encoded, answering(bundled)),
            good(
                "payment with news of the hub", "payment",
                UnverifiedPayment(
                    tokens: [hub.token(hops: 2, for: request)],
                    attachments: Attachments(announcements: [hub.announcements[1], newKey()], revocations: list)
                ).encoded, answering(request)),
            good(
                "payment with an older revocation list", "payment",
                UnverifiedPayment(
                    tokens: [hub.token(hops: 2, for: request)], attachments: Attachments(revocations: list)
                )
                .encoded,
                answering(request, ["revocations": Hex.encode(revoking(["erin"], sequence: 4).encoded)])),
        ]
        return vectors
    }

    private func newKey() throws -> Announcement {
        try TestHub.announce(WorkingKey(TestHub.key("hub issue 2")), .issue, sequence: 5, rootKey: hub.rootKey)
    }

    private func settlement() throws -> [VectorFile.Vector] {
        let request = try hub.request("frank", units: 746)
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 2, for: request)])
        let ids = payment.recordIDs(hub: hub.id)
        let frank = TestHub.key("frank")
        let payee = ["payee": "\(frank.publicKey)"]
        let receipt = try Receipt.issue(for: ids, time: TestHub.now, key: frank, hub: hub.id)
        let decline = try Decline.issue(for: ids + ids, key: frank, hub: hub.id)
        let proof = try proof(hops: 2)
        let redemption = try redemption()
        var vectors = try [
            good("receipt", "receipt", receipt.encoded, payee), good("decline", "decline", decline.encoded, payee),
            good("redemption of a root", "redemption", redemption.encoded, at(0)),
            good("redemption on the last day", "redemption", redemption.encoded, at(37 * 86_400)),
            good("redemption of a coin at five hops", "redemption", deepRedemption().encoded, at(0)),
            good("fraud proof against a certified key", "fraudProof", proof.encoded),
            good("fraud proof against the owner of a root", "fraudProof", self.proof(hops: 1).encoded),
        ]
        for outcome in [HubReceipt.Outcome.recorded, .credited, .refunded] {
            let word = try HubReceipt.issue(
                for: ids[0], outcome: outcome, units: outcome == .recorded ? 0 : 746, time: TestHub.now,
                signer: hub.receipting, hub: hub.id)
            vectors.append(try good("hub receipt: \(outcome)", "hubReceipt", word.encoded))
        }
        let envelopes: [Envelope] = [
            .request(request), .payment(payment), .receipt(receipt), .decline(decline), .fraudProof(proof),
        ]
        vectors += try envelopes.map { try good("text of \($0.kind.noun)", "text", Array($0.text.utf8)) }
        return vectors
    }

    private func proof(hops: Int) throws -> FraudProof {
        let tokens = try ["frank", "grace"].map { try hub.token(hops: hops, for: hub.request($0, units: 500)) }
        guard let proof = try FraudDetection.proof(tokens[0], tokens[1], announced: hub.announced) else {
            throw TokensError(.internalFault, "The two coins of the vector do not conflict.")
        }
        return proof
    }

    private func redemption(to key: P256.PublicKey? = nil, account: String = "account") throws -> Redemption {
        let nonce = try Nonce(TestHub.sixteen("redemption"))
        let bound = try AccountID(TestHub.sixteen("account"))
        let token = try hub.hand(
            OfflineToken(root: hub.root()), from: "alice", 4_000, 6_000, to: key ?? hub.rootKey.publicKey,
            for: Redemption.binding(account: bound, nonce: nonce, hub: hub.id))
        return try Redemption(account: AccountID(TestHub.sixteen(account)), nonce: nonce, token: token)
    }

    private func deepRedemption() throws -> Redemption {
        let account = try AccountID(TestHub.sixteen("account"))
        let nonce = try Nonce(TestHub.sixteen("deep"))
        let held = try hub.token(hops: 5, for: hub.request("frank", units: 746))
        return try Redemption(
            account: account, nonce: nonce,
            token: hub.hand(
                held, from: "frank", held.range.lower, 746, to: hub.rootKey.publicKey,
                for: Redemption.binding(account: account, nonce: nonce, hub: hub.id)))
    }
}

// MARK: - Negatives

extension VectorWriter {
    private func badBytes() throws -> [VectorFile.Vector] {
        let request = try hub.request("frank", units: 1_000)
        let answer = answering(request)
        let token = try hub.token(hops: 1, for: request)
        let bytes = token.encoded
        let parts = (root: token.root.encoded, transfers: token.transfers.map(\.encoded), certificates: [[UInt8]]())
        let many = try (0..<9).map { index in
            let one = try hub.hand(
                OfflineToken(root: hub.root(serial: "\(index)")), from: "alice", 0, 100, to: request.payee,
                for: request.hash(hub: hub.id))
            return (root: one.root.encoded, transfers: one.transfers.map(\.encoded), certificates: [[UInt8]]())
        }
        let deep = try hub.token(hops: 6, for: request)
        var oldRequest = request.encoded
        oldRequest[1] = 0
        var newRequest = request.encoded
        newRequest[1] = 2
        return [
            bad("old version downgrade", .oldVersion, "payment", Forged.payment(version: 0, [parts]), answer),
            bad("newer version", .newerVersion, "payment", Forged.payment(version: 2, [parts]), answer),
            bad("old request", .oldVersion, "request", oldRequest, at(0)),
            bad("newer request", .newerVersion, "request", newRequest, at(0)),
            bad("non-canonical integer", .notCanonical, "payment", [bytes[0], 0x18, 0x01] + bytes[2...], answer),
            bad("indefinite length", .malformed, "payment", [0x9F] + bytes[1...] + [0xFF], answer),
            bad("trailing byte", .malformed, "payment", bytes + [0], answer),
            bad("cut short", .malformed, "payment", Array(bytes.dropLast()), answer),
            bad("item missing", .malformed, "payment", [0x83] + bytes[1...].dropLast(), answer),
            bad("no coin", .malformed, "payment", [0x81, 0x01], answer),
            bad("empty", .malformed, "payment", [], answer),
            bad("over four kibibytes", .tooLarge, "payment", [UInt8](repeating: 0x81, count: 4_097), answer),
            bad("many coins", .tooManyCoins, "payment", Forged.payment(many), answer),
            bad("deep chain", .tooManyHops, "payment", deep.encoded, answer),
            bad(
                "coin that is not transferred", .malformed, "payment", try OfflineToken(root: token.root).encoded,
                answer),
            bad("text that is not ours", .malformed, "text", Array("HELLO".utf8)),
            bad("text with a damaged letter", .malformed, "text", Array("OW1P:::::".utf8)),
            bad("text of a newer version", .newerVersion, "text", Array("OW2P:00".utf8)),
            bad("text of an older version", .oldVersion, "text", Array("OW0P:00".utf8)),
            bad("text of an unknown kind", .newerVersion, "text", Array("OW1Z:00".utf8)),
            bad("text without end", .tooLarge, "text", Array("OW1P:".utf8) + [UInt8](repeating: 0x30, count: 8_192)),
        ]
    }

    private func badSignatures() throws -> [VectorFile.Vector] {
        let request = try hub.request("frank", units: 1_000)
        let answer = answering(request)
        let other = try TestHub("another hub")
        let token = try hub.token(hops: 3, for: request)
        let transfers = token.transfers.map(\.encoded)
        let certificates = token.certificates.map(\.encodedShort)
        func forged(_ transfers: [[UInt8]], _ certificates: [[UInt8]]) -> [UInt8] {
            Forged.payment([(token.root.encoded, transfers, certificates)])
        }
        let last = token.transfers[2]
        let high = Forged.signed(last.body, try Forged.highS(last.signature))
        let swapped = Forged.signed(last.body, token.transfers[1].signature.raw)
        let foreignRoot = try Root.issue(
            serial: Serial(TestHub.sixteen("serial")), amount: 10_000, unit: TestHub.usd, policyID: 1,
            owner: TestHub.key("alice").publicKey, issuedAt: TestHub.now, acceptUntil: TestHub.now.adding(days: 30),
            signer: hub.issuing, hub: other.id)
        let selfMade = try hub.token(hops: 2, for: request, certificates: [1: hub.certificate("bob", signer: impostor)])
        let poisoned = try revoking(
            ["alice"], sequence: 9, signer: WorkingKey(id: hub.revoking.id, key: TestHub.key("mallory")))
        let relayed = Attachments(announcements: [other.announcements[0]])
        return try [
            bad(
                "malleable signature", .badSignature, "payment", forged(transfers.dropLast() + [high], certificates),
                answer),
            bad(
                "signature of another record", .badSignature, "payment",
                forged(transfers.dropLast() + [swapped], certificates), answer),
            bad("uncertified middle key", .uncertified, "payment", forged(transfers, [certificates[0]]), answer),
            bad(
                "certificates in the wrong order", .badSignature, "payment", forged(transfers, certificates.reversed()),
                answer),
            bad("middle key certified by itself", .badSignature, "payment", selfMade.encoded, answer),
            bad("coin of another hub", .unknownKey, "payment", other.token(hops: 1, for: request).encoded, answer),
            bad(
                "same working key under another hub", .badSignature, "payment",
                hub.token(hops: 1, for: request, root: foreignRoot).encoded, answer),
            bad(
                "root signed by the certifying key", .keyNotValid, "payment",
                hub.token(hops: 1, for: request, root: hub.root(signer: hub.certifying)).encoded, answer),
            bad(
                "root above what its key may issue", .rootTooLarge, "payment",
                hub.token(hops: 1, for: request, root: hub.root(amount: 50_001)).encoded, answer),
            bad(
                "poisoned blacklist in a payment", .badSignature, "payment",
                UnverifiedPayment(
                    tokens: [hub.token(hops: 1, for: request)], attachments: Attachments(revocations: poisoned)
                ).encoded, answer),
            bad(
                "announcement of another hub in a payment", .badSignature, "payment",
                UnverifiedPayment(tokens: [hub.token(hops: 1, for: request)], attachments: relayed).encoded, answer),
            bad("poisoned blacklist", .badSignature, "revocations", poisoned.encoded),
            bad("blacklist out of order", .notCanonical, "revocations", unsortedList()),
            bad("announcement of another hub", .badSignature, "announcement", other.announcements[0].encoded),
            bad(
                "contradicting announcement", .keyConflict, "announcement",
                TestHub.announce(hub.issuing, .certify, sequence: 9, rootKey: hub.rootKey).encoded),
            bad(
                "certificate by an impostor", .badSignature, "certificate",
                hub.certificate("bob", signer: impostor).encoded),
            bad(
                "certificate by the issuing key", .keyNotValid, "certificate",
                hub.certificate("bob", signer: hub.issuing).encoded),
            bad(
                "request with a swapped key", .badSignature, "request",
                hub.request("mallory", units: 5, certificate: hub.certificate("mallory", signer: impostor)).encoded,
                at(0)),
        ]
    }

    private func unsortedList() throws -> [UInt8] {
        var body = CBORWriter()
        body.array(3)
        body.uint(9)
        body.uint(TestHub.now.seconds)
        body.array(2)
        body.bytes([UInt8](repeating: 2, count: 8))
        body.bytes([UInt8](repeating: 1, count: 8))
        var writer = CBORWriter()
        writer.array(3)
        writer.bytes(body.encoded)
        writer.bytes(hub.revoking.id.bytes)
        writer.bytes(try hub.revoking.key.sign(SignatureContext.revocation.input(hub: hub.id, body.encoded)).raw)
        return writer.encoded
    }

    private func badRanges() throws -> [VectorFile.Vector] {
        let request = try hub.request("frank", units: 1_000)
        let answer = answering(request)
        let bob = TestHub.key("bob")
        let held = try hub.hand(
            OfflineToken(root: hub.root()), from: "alice", 100, 1_000, to: bob.publicKey,
            for: RequestHash(TestHub.sixteen("bob's request")))
        func child(_ lower: UInt64, _ length: UInt64) throws -> [UInt8] {
            let transfer = try Forged.transfer(
                lower: lower, length: length, to: request.payee, hash: request.hash(hub: hub.id),
                parent: held.id(hub: hub.id), hub: hub.id, key: bob)
            return Forged.payment([
                (held.root.encoded, [held.transfers[0].encoded, transfer], [try hub.certificate("bob").encodedShort])
            ])
        }
        let double = try hub.request("frank", units: 2_000)
        let pair = try [0 as UInt64, 999].map {
            try hub.hand(
                OfflineToken(root: hub.root()), from: "alice", $0, 1_000, to: double.payee,
                for: double.hash(hub: hub.id))
        }
        return try [
            bad("child range that starts before its parent", .outOfRange, "payment", child(0, 1_000), answer),
            bad("child range larger than its parent", .outOfRange, "payment", child(500, 1_000), answer),
            bad("wrap-around", .overflow, "payment", child(.max - 10, 1_010), answer),
            bad("zero length", .zeroLength, "payment", child(100, 0), answer),
            bad(
                "same range twice in one payment", .overlapping, "payment",
                UnverifiedPayment(tokens: [pair[0], pair[0]]).encoded, answering(double)),
            bad(
                "overlapping ranges in one payment", .overlapping, "payment", UnverifiedPayment(tokens: pair).encoded,
                answering(double)),
            bad("less than was asked for", .wrongAmount, "payment", pair[0].encoded, answering(double)),
        ]
    }

    private func badAnswers() throws -> [VectorFile.Vector] {
        let request = try hub.request("frank", units: 1_000)
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 2, for: request)])
        let list = try revoking(["bob"])
        let small = try hub.certificate("bob", cap: 999)
        let large = try hub.request("frank", units: 50_001)
        let largeCoins = try [("a", 50_000 as UInt64), ("b", 1)].map { serial, length in
            try hub.hand(
                OfflineToken(root: hub.root(amount: 50_000, serial: serial)), from: "alice", 0, length, to: large.payee,
                for: large.hash(hub: hub.id))
        }
        let foreign = try TestHub("another hub").request("frank", units: 1_000, certificate: hub.certificate("frank"))
        return try [
            bad(
                "replay to the same payee", .alreadyHeld, "payment", payment.encoded,
                answering(request, ["held": "\(payment.recordIDs(hub: hub.id)[0])"])),
            bad(
                "replay to another request", .wrongRequest, "payment", payment.encoded,
                answering(hub.request("frank", units: 1_000, nonce: "another", certificate: request.certificate))),
            bad(
                "replay to another payee", .wrongPayee, "payment", payment.encoded,
                answering(hub.request("grace", units: 1_000))),
            bad(
                "other unit", .otherUnit, "payment",
                hub.token(hops: 1, for: request, root: hub.root(unit: 392)).encoded,
                answering(request)),
            bad(
                "other policy", .otherPolicy, "payment",
                hub.token(hops: 1, for: request, root: hub.root(policy: 2)).encoded, answering(request)),
            bad(
                "revoked spender", .revoked, "payment", payment.encoded,
                answering(request, ["revocations": Hex.encode(list.encoded)])),
            bad(
                "revoked owner of the root", .revoked, "payment", payment.encoded,
                answering(request, ["revocations": Hex.encode(revoking(["alice"]).encoded)])),
            bad(
                "spender revoked by the attached list", .revoked, "payment",
                UnverifiedPayment(tokens: payment.tokens, attachments: Attachments(revocations: list)).encoded,
                answering(request)),
            bad(
                "above the spender's cap", .overCap, "payment",
                hub.token(hops: 2, for: request, certificates: [1: small]).encoded, answering(request)),
            bad(
                "above the policy's cap", .overCap, "payment", UnverifiedPayment(tokens: largeCoins).encoded,
                answering(large)),
            bad("request of another hub", .otherHub, "request", foreign.encoded, at(0)),
            bad("request above the cap", .overCap, "request", large.encoded, at(0)),
            bad(
                "request by a revoked key", .revoked, "request", hub.request("bob", units: 1).encoded,
                at(0).merging(["revocations": Hex.encode(list.encoded)]) { $1 }),
        ]
    }

    private func badTimes() throws -> [VectorFile.Vector] {
        let request = try hub.request("frank", units: 1_000)
        let day = Timestamp.secondsPerDay
        let one = try hub.token(hops: 1, for: request).encoded
        let short = try hub.certificate("bob", until: TestHub.now.adding(days: 4))
        let dated = try hub.hand(
            OfflineToken(root: hub.root()), from: "alice", 0, 1_000, to: request.payee, for: request.hash(hub: hub.id),
            time: TestHub.now.adding(seconds: day + 1))
        let late = TestHub.now.adding(days: 61)
        let stolen = try hub.token(
            hops: 1, for: request, root: hub.root(issuedAt: late, acceptUntil: late.adding(days: 30)))
        let early = TestHub.now.subtracting(seconds: day + 1)
        return try [
            bad(
                "after acceptUntil", .expired, "payment", one,
                answering(request, now: TestHub.now.adding(seconds: 30 * day + 1))),
            bad("record from the future", .fromFuture, "payment", dated.encoded, answering(request)),
            bad("slow clock", .fromFuture, "payment", one, answering(request, now: early)),
            bad(
                "slow clock and a certificate", .certificateNotYetValid, "payment",
                hub.token(hops: 2, for: request).encoded, answering(request, now: early)),
            bad(
                "expired certificate", .certificateExpired, "payment",
                hub.token(hops: 2, for: request, certificates: [1: short]).encoded,
                answering(request, now: TestHub.now.adding(seconds: 4 * day + 1))),
            bad(
                "stolen issuing key after its time", .keyNotValid, "payment", stolen.encoded,
                answering(request, now: late)),
            bad(
                "issuing key no longer accepted", .keyNotValid, "payment", one,
                answering(request, now: TestHub.now.adding(seconds: 120 * day + 1))),
            bad("stale request", .stale, "request", request.encoded, at(301)),
            bad(
                "request from the future", .fromFuture, "request",
                hub.request("frank", units: 1, time: TestHub.now.adding(seconds: day + 1)).encoded, at(0)),
            bad(
                "request under an expired certificate", .certificateExpired, "request",
                hub.request("frank", units: 1, time: TestHub.now.adding(days: 15)).encoded, at(15 * day)),
        ]
    }

    private func badSettlement() throws -> [VectorFile.Vector] {
        let frank = ["payee": "\(TestHub.key("frank").publicKey)"]
        let grace = ["payee": "\(TestHub.key("grace").publicKey)"]
        let tokens = try ["frank", "grace"].map { try hub.token(hops: 2, for: hub.request($0, units: 500)) }
        let ids = [tokens[0].id(hub: hub.id)]
        let receipt = try Receipt.issue(for: ids, time: TestHub.now, key: TestHub.key("frank"), hub: hub.id)
        let decline = try Decline.issue(for: ids, key: TestHub.key("frank"), hub: hub.id)
        let proof = try proof(hops: 2)
        let word = try HubReceipt.issue(
            for: ids[0], outcome: .refunded, units: 5, time: TestHub.now,
            signer: WorkingKey(id: hub.receipting.id, key: TestHub.key("mallory")), hub: hub.id)
        let account = try AccountID(TestHub.sixteen("account"))
        let relayed = try Redemption(account: account, nonce: Nonce(TestHub.sixteen("redemption")), token: tokens[0])
        let apart = try [0 as UInt64, 500].map {
            try hub.token(hops: 1, for: hub.request("frank", units: 500), lower: $0)
        }
        return try [
            bad("receipt by another key", .badSignature, "receipt", receipt.encoded, grace),
            bad("decline passed off as a receipt", .malformed, "receipt", decline.encoded, frank),
            bad("receipt passed off as a decline", .malformed, "decline", receipt.encoded, frank),
            bad("decline by another key", .badSignature, "decline", decline.encoded, grace),
            bad(
                "redemption for another account", .wrongAccount, "redemption", redemption(account: "mallory's").encoded,
                at(0)),
            bad(
                "redemption to another key", .wrongPayee, "redemption",
                redemption(to: TestHub.key("mallory").publicKey).encoded, at(0)),
            bad("payment passed off as a redemption", .wrongPayee, "redemption", relayed.encoded, at(0)),
            bad("redemption after redeemUntil", .expired, "redemption", redemption().encoded, at(37 * 86_400 + 1)),
            bad("hub receipt by an impostor", .badSignature, "hubReceipt", word.encoded),
            bad(
                "accusation without overlap", .notFraud, "fraudProof",
                accusation(apart[0].root.id(hub: hub.id), apart.map { $0.transfers[0] }, apart[0].root.encoded)),
            bad(
                "accusation from one transfer", .notFraud, "fraudProof",
                accusation(proof.parent, [proof.first, proof.first], hub.certificate("bob").encoded)),
            bad(
                "accusation of an innocent key", .badSignature, "fraudProof",
                accusation(proof.parent, [proof.first, proof.second], hub.certificate("carol").encoded)),
            bad(
                "accusation of an innocent owner of a root", .notFraud, "fraudProof",
                accusation(proof.parent, [proof.first, proof.second], hub.root("carol").encoded)),
            bad(
                "accusation under a forged certificate", .badSignature, "fraudProof",
                accusation(proof.parent, [proof.first, proof.second], hub.certificate("bob", signer: impostor).encoded)),
            bad(
                "accusation that names nobody", .malformed, "fraudProof",
                accusation(proof.parent, [proof.first, proof.second], proof.first.encoded)),
        ]
    }

    private func accusation(_ parent: RecordID, _ transfers: [Transfer], _ culprit: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(6)
        writer.bytes(parent.bytes)
        for transfer in transfers.sorted(by: { $0.body.lexicographicallyPrecedes($1.body) }) {
            writer.bytes(transfer.body)
            writer.bytes(transfer.signature.raw)
        }
        writer.raw(culprit)
        return writer.encoded
    }
}
