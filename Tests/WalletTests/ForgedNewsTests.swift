// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Hub
import HubAPI
import Money
import SQLite
import TestSupport
import Testing
import Tokens
import Wallet

/// M2: what a thief of the hub's working keys can make wallets believe offline, and what ends it.
struct ForgedNewsTests {
    /// Has read `working.keys`.
    private struct Thief {
        let keys: [WorkingKey]
        let hub: HubID

        init(_ directory: HubDirectory, _ hub: HubID) throws {
            var reader = try CBORReader(try File.read(directory.workingKeys), maximumCount: 64 << 10)
            try reader.array(of: 3)
            _ = try reader.uint()
            try reader.array(of: 2)
            for _ in 0..<2 { _ = try reader.bytes(count: 32) }
            var keys: [WorkingKey] = []
            for _ in 0..<(try reader.array(maximum: 64)) {
                try reader.array(of: 2)
                let id = try KeyID(try reader.bytes(count: KeyID.byteCount))
                keys.append(
                    WorkingKey(id: id, key: try P256.PrivateKey(scalar: SecretBytes(try reader.bytes(count: 32)))))
            }
            self.keys = keys
            self.hub = hub
        }

        private func key(_ purpose: Announcement.Purpose) -> WorkingKey {
            keys[Announcement.Purpose.allCases.firstIndex(of: purpose) ?? 0]
        }

        func list(_ time: Timestamp, sequence: UInt64 = UInt64(Int64.max)) throws -> RevocationList {
            try RevocationList.issue(
                sequence: sequence, time: time, revoked: [P256.PrivateKey(random: .system).publicKey],
                signer: key(.revoke), hub: hub)
        }

        /// A payment of made-up money that answers a request.
        func payment(_ request: PaymentRequest, issuedAt: Timestamp) throws -> String {
            let owner = P256.PrivateKey(random: .system)
            let root = try Root.issue(
                serial: Serial(RandomSource.system.bytes(16)), amount: request.units, unit: Currency(code: "USD"),
                policyID: LimitPolicy.standard.id, owner: owner.publicKey, issuedAt: issuedAt,
                acceptUntil: issuedAt.adding(days: 30), signer: key(.issue), hub: hub)
            let body = Transfer.body(
                range: root.range, to: request.payee, requestHash: request.hash(hub: hub), time: issuedAt)
            let token = try OfflineToken(
                root: root,
                transfers: [Transfer.sign(body: body, parent: root.id(hub: hub), hub: hub, key: owner)])
            return Envelope.text(.payment, try UnverifiedPayment(tokens: [token]).encoded)
        }
    }

    /// The same payment with other attachments: a payer may attach what it likes.
    private static func attaching(_ list: RevocationList, to payment: String) throws -> String {
        let plain = try Envelope.payment(in: payment)
        return Envelope.text(
            .payment,
            try UnverifiedPayment(
                tokens: plain.tokens,
                attachments: Attachments(announcements: plain.attachments.announcements, revocations: list)
            ).encoded)
    }

    private struct Scene {
        let folder: ScratchFolder
        let directory: HubDirectory
        let rootKey = P256.PrivateKey(random: .system)
        let economy: TestEconomy
        let (anna, ben, carl): (Person, Person, Person)
        let thief: Thief

        init() throws {
            folder = try ScratchFolder()
            directory = HubDirectory(folder.file("hub"))
            economy = try TestEconomy(in: directory, rootKey: rootKey)
            anna = try economy.person("anna", funds: 10_000, offline: 5_000)
            ben = try economy.person("ben", funds: 10_000, offline: 1_000)
            carl = try economy.person("carl")
            thief = try Thief(directory, HubID(rootKey: rootKey.publicKey))
        }

        /// What a person's next request says of it.
        func request(_ person: Person) throws -> PaymentRequest {
            try Envelope.request(in: try person.wallet.request(economy.amount(1)).text)
        }

        /// Pays with a list attached; the payment itself is good.
        func poison(_ person: Person, _ list: RevocationList) throws {
            let asked = try person.wallet.request(economy.amount(10))
            let payment = try anna.wallet.pay(asked.text)
            _ = try person.wallet.receive(try ForgedNewsTests.attaching(list, to: payment.text))
        }

        func rotate() throws {
            try HubSetup.rotateKeys(in: directory, rootKey: rootKey, clock: economy.time.clock)
            #expect(try economy.hub.takeFreshKeys())
        }
    }

    @Test func theHubsOwnListReplacesAForgedOneAtTheNextSync() throws {
        let scene = try Scene()
        defer { scene.economy.hub.close() }
        let forged = try scene.thief.list(scene.economy.time.now)
        try scene.poison(scene.ben, forged)
        #expect(try scene.request(scene.ben).revocationHash == forged.shortHash)
        try scene.ben.sync()
        #expect(try scene.request(scene.ben).revocationHash == RevocationList.noList)
        // So it is passed on no more.
        let asked = try scene.carl.wallet.request(scene.economy.amount(10))
        let paid = try scene.ben.wallet.pay(asked.text)
        #expect(try Envelope.payment(in: paid.text).attachments.revocations == nil)
    }

    @Test func aRotationEndsWhatTheThiefCanForge() throws {
        let scene = try Scene()
        defer { scene.economy.hub.close() }
        let forged = try scene.thief.list(scene.economy.time.now)
        try scene.poison(scene.ben, forged)
        try scene.rotate()
        try scene.ben.sync()
        let own = try scene.request(scene.ben).revocationHash
        #expect(own != forged.shortHash && own != RevocationList.noList)
        // What poisoned wallets still pass on, and what the thief signs now, comes before it in the order.
        for list in [forged, try scene.thief.list(scene.economy.time.now.adding(seconds: 60))] {
            try scene.poison(scene.ben, list)
            #expect(try scene.request(scene.ben).revocationHash == own)
        }
        // A payee who is poisoned and offline is healed by what the healed one attaches.
        try scene.poison(scene.carl, forged)
        #expect(try scene.request(scene.carl).revocationHash == forged.shortHash)
        try scene.carl.isPaid(20, by: scene.ben)
        #expect(try scene.request(scene.carl).revocationHash == own)
    }

    @Test func aListFromTheFutureIsNotUsedAndNoAttachmentMovesTheClock() throws {
        let scene = try Scene()
        defer { scene.economy.hub.close() }
        let now = scene.economy.time.now
        let before = try scene.request(scene.ben)
        for ahead: UInt64 in [86_401, 30 * 86_400] {
            try scene.poison(scene.ben, try scene.thief.list(now.adding(seconds: ahead)))
            let after = try scene.request(scene.ben)
            #expect(after.revocationHash == before.revocationHash && after.time == now)
        }
        // Within the tolerance it is used, and moves no clock either.
        let near = try scene.thief.list(now.adding(seconds: 86_400))
        try scene.poison(scene.ben, near)
        #expect(try scene.request(scene.ben).revocationHash == near.shortHash)
        #expect(try scene.request(scene.ben).time == now)
    }

    /// A sibling: the date of a root in a payment, each of which could move the clock on by another day.
    @Test func theDatesOfMadeUpMoneyMoveNoClock() throws {
        let scene = try Scene()
        defer { scene.economy.hub.close() }
        let now = scene.economy.time.now
        for round in 1...3 {
            let asked = try scene.ben.wallet.request(scene.economy.amount(10))
            let payment = try scene.thief.payment(
                try Envelope.request(in: asked.text), issuedAt: now.adding(seconds: 86_000))
            _ = try scene.ben.wallet.receive(payment)
            #expect(try scene.request(scene.ben).time == now, "payment \(round)")
        }
    }

    /// What an older program has believed.
    @Test func aClockThatWasMovedIsPutRightByTheHubAtTheNextSync() throws {
        let scene = try Scene()
        defer { scene.economy.hub.close() }
        let now = scene.economy.time.now
        _ = try scene.ben.database.execute("UPDATE wallet SET time_floor = \(now.adding(days: 60).seconds)")
        #expect(try scene.ben.offline == 0, "too old to be spent, by that clock")
        try scene.ben.sync()
        #expect(try scene.request(scene.ben).time == now)
        #expect(try scene.ben.wallet.balances().held.isEmpty)
    }
}
