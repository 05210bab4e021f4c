// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

/// The attacks of the protocol that the hub has to answer.
@Suite struct AttackTests {
    /// A redemption put together from parts that no honest wallet would join.
    private func redemption(
        _ account: TestAccount, nonce: Nonce, root: Root, transfers: [Transfer], certificates: [[UInt8]],
        version: UInt64 = 1
    ) throws -> [UInt8] {
        var writer = CBORWriter()
        writer.array(6)
        writer.uint(version)
        writer.bytes(try account.id.bytes)
        writer.bytes(nonce.bytes)
        writer.raw(root.encoded)
        writer.array(transfers.count)
        for transfer in transfers { writer.raw(transfer.encoded) }
        writer.array(certificates.count)
        for certificate in certificates { writer.raw(certificate) }
        return writer.encoded
    }

    private func reason(_ bytes: [UInt8], as account: TestAccount) throws -> String? {
        let problem = try account.upload([bytes]).items[0].problem
        return problem?.details["reason"] ?? problem?.code.rawValue
    }

    /// Signs a transfer of any body, honest or not.
    private func sign(_ body: [UInt8], parent: RecordID, key: P256.PrivateKey, hub: TestHub) throws -> Transfer {
        try Transfer(
            body: body, signature: key.sign(SignatureContext.transfer.input(hub: hub.hub.id, parent.bytes, body)))
    }

    @Test func aTokenOfAStolenIssuingKeyIsWorthNothing() throws {
        let hub = try TestHub(seed: 7)
        let alice = try hub.account("alice", cents: 1_000)
        _ = try alice.buy(500)
        // The thief has the hub's issuing key: the first one drawn after the root key.
        let random = seeded(7)
        _ = P256.PrivateKey(random: random)
        let stolen = WorkingKey(P256.PrivateKey(random: random))
        let key = hub.freshKey()
        let root = try Root.issue(
            serial: Serial(random: hub.random), amount: 50_000, unit: usd, policyID: 1, owner: key.publicKey,
            issuedAt: hub.clock.now, acceptUntil: hub.clock.now.adding(days: 30), signer: stolen, hub: hub.hub.id)
        let forged = Held(token: try OfflineToken(root: root), key: key, certificate: nil)
        #expect(try alice.redeem(forged).problem?.code == .unknownRoot)
        let bob = try hub.account("bob")
        let paid = try bob.receive(try units(0, 100), from: forged)
        #expect(try bob.upload([paid.token.encoded]).items[0].problem?.code == .unknownRoot)
        #expect(try alice.balance().balance == dollars(500))
        try hub.requireSoundLedger()
    }

    @Test func aSpenderWithoutACertificateIsRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let eve = try hub.account("eve")
        let root = try alice.buy(400)
        let key = hub.freshKey()
        let paid = try root.spend(
            try units(0, 400), to: key.publicKey, hub: hub, hash: RequestHash(random: hub.random))
        let nonce = Nonce(random: hub.random)
        let binding = Redemption.binding(account: try eve.id, nonce: nonce, hub: hub.hub.id)
        let body = Transfer.body(
            range: try units(0, 400), to: hub.hub.rootKey, requestHash: binding, time: hub.clock.now)
        let leaf = try sign(body, parent: paid.id(hub: hub.hub.id), key: key, hub: hub)
        let transfers = paid.transfers + [leaf]
        let missing = try redemption(eve, nonce: nonce, root: root.token.root, transfers: transfers, certificates: [])
        #expect(try reason(missing, as: eve) == "uncertified")
        // A certificate that another hub, or nobody, has signed.
        let self0 = try Certificate.issue(
            to: key.publicKey, from: hub.clock.now, until: hub.clock.now.adding(days: 1), keyClass: .software,
            cap: 50_000,
            signer: WorkingKey(key), hub: hub.hub.id)
        let forged = try redemption(
            eve, nonce: nonce, root: root.token.root, transfers: transfers, certificates: [self0.encodedShort])
        #expect(try reason(forged, as: eve) == "unknownKey")
        // Another key's certificate says nothing about this one.
        let other = try eve.pseudonym().certificate
        let borrowed = try redemption(
            eve, nonce: nonce, root: root.token.root, transfers: transfers, certificates: [other.encodedShort])
        #expect(try reason(borrowed, as: eve) == "badSignature")
        #expect(try eve.balance().balance == dollars(0))
    }

    @Test(arguments: [
        (0, 401, "outOfRange"), (400, 1, "outOfRange"), (UInt64.max, 2, "overflow"), (1, UInt64.max, "overflow"),
        (0, 0, "zeroLength"), (399, 2, "outOfRange"),
    ])
    func unitsThatTheSpenderNeverHadAreRefused(lower: UInt64, length: UInt64, expected: String) throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let root = try alice.buy(400)
        let nonce = Nonce(random: hub.random)
        var body = CBORWriter()
        body.array(5)
        body.uint(lower)
        body.uint(length)
        body.bytes(hub.hub.rootKey.compressed)
        body.bytes(Redemption.binding(account: try alice.id, nonce: nonce, hub: hub.hub.id).bytes)
        body.uint(hub.clock.now.seconds)
        let parent = root.token.id(hub: hub.hub.id)
        let signature = try root.key.sign(SignatureContext.transfer.input(hub: hub.hub.id, parent.bytes, body.encoded))
        var writer = CBORWriter()
        writer.array(6)
        writer.uint(1)
        writer.bytes(try alice.id.bytes)
        writer.bytes(nonce.bytes)
        writer.raw(root.token.root.encoded)
        writer.array(1)
        writer.array(2)
        writer.bytes(body.encoded)
        writer.bytes(signature.raw)
        writer.array(0)
        #expect(try reason(writer.encoded, as: alice) == expected)
        #expect(try alice.balance().balance == dollars(600))
    }

    @Test func aTokenOfAnotherHubIsRefused() throws {
        let here = try TestHub(seed: 1)
        let there = try TestHub(seed: 2)
        let alice = try here.account("alice", cents: 1_000)
        let away = try there.account("alice", cents: 1_000)
        let held = try away.buy(400)
        #expect(try reason(try away.redemption(held.token.range, of: held), as: alice) != nil)
        // The owner may sign anything, but not make the other hub's root this hub's.
        #expect(try reason(try alice.redemption(held.token.range, of: held), as: alice) == "unknownKey")
    }

    @Test func aRedemptionThatGoesToSomebodyElseThanTheHubIsRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let root = try alice.buy(400)
        let nonce = Nonce(random: hub.random)
        let binding = Redemption.binding(account: try alice.id, nonce: nonce, hub: hub.hub.id)
        let token = try root.spend(root.token.range, to: hub.freshKey().publicKey, hub: hub, hash: binding)
        let bytes = try Redemption(account: try alice.id, nonce: nonce, token: token).encoded
        #expect(try reason(bytes, as: alice) == "wrongPayee")
    }

    @Test func aRedemptionOfAnotherVersionIsRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let root = try alice.buy(400)
        let good = try Redemption(decoding: try alice.redemption(root.token.range, of: root))
        for (version, expected) in [(UInt64(0), "oldVersion"), (2, "newerVersion")] {
            let bytes = try redemption(
                alice, nonce: good.nonce, root: good.token.root, transfers: good.token.transfers, certificates: [],
                version: version)
            #expect(try reason(bytes, as: alice) == expected)
        }
    }

    @Test func aMalleatedSignatureIsRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let root = try alice.buy(400)
        var bytes = try alice.redemption(root.token.range, of: root)
        // s becomes n - s, which verifies just as well for those who do not insist on the low form.
        let order = try Hex.decode("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        let at = bytes.count - 1 - 32
        var borrow = 0
        for index in (0..<32).reversed() {
            let difference = Int(order[index]) - Int(bytes[at + index]) - borrow
            borrow = difference < 0 ? 1 : 0
            bytes[at + index] = UInt8(truncatingIfNeeded: difference)
        }
        #expect(try reason(bytes, as: alice) == "badSignature")
    }

    @Test func bytesThatAreNotTheOneEncodingAreRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let root = try alice.buy(400)
        let good = try alice.redemption(root.token.range, of: root)
        #expect(try reason(good + [0], as: alice) != nil)
        #expect(try reason(Array(good.dropLast()), as: alice) != nil)
        // The version 1 in two bytes, and an array without a length.
        #expect(try reason([0x86, 0x18, 0x01] + good.dropFirst(2), as: alice) != nil)
        #expect(try reason([0x9f] + good.dropFirst() + [0xff], as: alice) != nil)
        #expect(try alice.upload([good]).items[0].credited == 400)
    }

    @Test func aChainDeeperThanTheLimitIsRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        var held = try alice.buy(400)
        for _ in 0..<5 { held = try bob.receive(held.token.range, from: held) }
        let deepest = held
        #expect(throws: TokensError.self) {
            // The wallet's own types refuse to redeem what has been through six hands.
            let sixth = try bob.receive(deepest.token.range, from: deepest)
            _ = try bob.redeem(sixth)
        }
        #expect(try bob.redeem(deepest).credited == 400)
        try hub.requireSoundLedger()
    }

    @Test func aBodyOfRandomBytesNeverDoesMoreThanBeRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let root = try alice.buy(400)
        let good = try alice.redemption(root.token.range, of: root)
        for index in stride(from: 0, to: good.count, by: 3) {
            var bad = good
            bad[index] ^= 0x55
            let item = try alice.upload([bad]).items[0]
            #expect(item.receipt == nil)
        }
        #expect(try alice.balance().balance == dollars(600))
        try hub.requireSoundLedger()
    }
}
