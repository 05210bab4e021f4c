// SPDX-License-Identifier: MIT
import CrashRig
import Crypto
import Glibc
import Hub
import HubAPI
import HubStorage
import Money
import SQLite
import TestSupport
import Tokens
import Wallet

/// A state of the world in which something is about to be done by a process that will be killed.
struct Situation: Sendable {
    let name: String
    /// The operation whose process dies, and whose it is; ``Operation/serve`` for the hub.
    let victim: Operation
    /// Brings the world from the common start to the moment before; returns the documents on the table.
    let prepare: @Sendable (Round) throws -> [String]
    /// Does it, as often as it takes.
    let act: @Sendable (Round, [String]) throws -> Void
}

extension Situation {
    static let all: [Situation] = wallets + hubs

    /// Each operation of payer and payee.
    static let wallets: [Situation] = [
        Situation(name: "enrol", victim: .enrol, prepare: { [try $0.hubClient()] }) { round, papers in
            try round.insist(.enrol, "dora") { $0.text = papers[0] }
            try round.transfer("alice", to: "dora", 700)
        },
        Situation(name: "request", victim: .request, prepare: { _ in [] }) { round, _ in
            try round.transfer("alice", to: "bob", 1_250)
        },
        Situation(name: "pay", victim: .pay, prepare: { [try $0.request("bob", 1_250)] }) { round, papers in
            try round.complete("alice", "bob", 1_250, papers[0])
        },
        Situation(name: "pay with many coins", victim: .pay, prepare: { [try $0.request("carol", 7_500)] }) {
            try $0.complete("alice", "carol", 7_500, $1[0])
        },
        Situation(
            name: "pay from a store without tags", victim: .pay,
            prepare: { round in
                try round.forgetTags("alice")
                return [try round.request("bob", 1_250)]
            }
        ) { try $0.complete("alice", "bob", 1_250, $1[0]) },
        Situation(
            name: "pay onwards", victim: .pay,
            prepare: { round in
                try round.transfer("alice", to: "carol", 2_000)
                return [try round.request("bob", 900)]
            }
        ) { try $0.complete("carol", "bob", 900, $1[0]) },
        Situation(
            name: "receive", victim: .receive,
            prepare: { round in
                let request = try round.request("bob", 1_250)
                return [request, try round.handOver("alice", 1_250, request)]
            }
        ) { round, papers in
            let receipt = try round.receive("bob", 1_250, papers[1])
            round.move(1_250, from: "alice", to: "bob")
            try round.acknowledge("alice", receipt)
        },
        Situation(
            name: "acknowledge", victim: .acknowledge,
            prepare: { round in
                let request = try round.request("bob", 1_250)
                let payment = try round.handOver("alice", 1_250, request)
                let receipt = try round.receive("bob", 1_250, payment)
                round.move(1_250, from: "alice", to: "bob")
                return [receipt]
            }
        ) { try $0.acknowledge("alice", $1[0]) },
        Situation(
            name: "decline", victim: .decline,
            prepare: { [try $0.handOver("alice", 1_250, try $0.request("bob", 1_250))] }
        ) { round, papers in try round.refuse("bob", "alice", 1_250, papers[0]) },
        Situation(
            name: "cancel", victim: .cancel,
            prepare: { [try $0.handOver("alice", 1_250, try $0.request("bob", 1_250))] }
        ) { round, papers in try round.refuse("bob", "alice", 1_250, papers[0]) },
        Situation(
            name: "withhold", victim: .withhold,
            prepare: { [try $0.handOver("alice", 1_250, try $0.request("bob", 1_250))] }
        ) { round, _ in
            try round.withhold("alice", 1_250, row: 1)
            try round.transfer("alice", to: "bob", 300)
        },
        Situation(name: "buy", victim: .buy, prepare: { _ in [] }) { try $0.buy("alice", 3_000, $1) },
        Situation(name: "send", victim: .send, prepare: { _ in [] }) { round, _ in
            try round.send("alice", to: "bob", 1_700)
            try round.sync("alice")
        },
        Situation(name: "sync with everything to do", victim: .sync, prepare: { try $0.pile() }) { round, _ in
            try round.sync("bob")
            try round.transfer("bob", to: "carol", 400)
        },
        Situation(name: "redeem everything", victim: .redeem, prepare: { try $0.pile() }) { round, _ in
            try round.sync("bob", everything: true)
        },
        Situation(name: "open a store that was rolled back", victim: .open, prepare: { try $0.rollBack("bob") }) {
            round, _ in
            try round.insist(.open, "bob")
            try round.sync("bob")
            try round.transfer("alice", to: "bob", 500)
        },
        Situation(name: "sync a store that was rolled back", victim: .sync, prepare: { try $0.rollBack("bob") }) {
            round, _ in
            try round.sync("bob")
            try round.transfer("alice", to: "bob", 500)
        },
        Situation(name: "sync after the refund date", victim: .sync, prepare: { try $0.takeBack() }) { round, _ in
            try round.sync("alice")
        },
        Situation(name: "backup", victim: .backup, prepare: { _ in [] }) { round, _ in
            try round.insist(.backup, "alice")
            try round.loseDevice("alice")
            try round.insist(.restore, "alice")
        },
        Situation(
            name: "restore", victim: .restore,
            prepare: { round in
                try round.insist(.backup, "alice")
                try round.transfer("alice", to: "bob", 800)
                try round.loseDevice("alice")
                return []
            }
        ) { round, _ in try round.insist(.restore, "alice") },
    ]

    /// The hub, while wallets want something of it.
    static let hubs: [Situation] = [
        Situation(name: "hub while enrolling", victim: .serve, prepare: { [try $0.hubClient()] }) { round, papers in
            try round.insist(.enrol, "dora") { $0.text = papers[0] }
            try round.transfer("alice", to: "dora", 700)
        },
        Situation(name: "hub while selling tokens", victim: .serve, prepare: { _ in [] }) {
            try $0.buy("alice", 3_000, $1)
        },
        Situation(name: "hub while a wallet syncs", victim: .serve, prepare: { try $0.pile() }) { round, _ in
            try round.sync("bob")
        },
        Situation(name: "hub while a wallet redeems", victim: .serve, prepare: { try $0.pile() }) { round, _ in
            try round.sync("bob", everything: true)
        },
        Situation(name: "hub while a restored wallet syncs", victim: .serve, prepare: { try $0.rollBack("bob") }) {
            round, _ in
            try round.sync("bob")
        },
    ]
}

/// Steps of a story that several situations share.
extension Round {
    func hubClient() throws -> String {
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(time))
        defer { hub.close() }
        return HubDescription(url: "http://127.0.0.1:1", rootKey: hub.rootKey).link
    }

    func handOver(_ payer: String, _ cents: Int64, _ request: String) throws -> String {
        guard let payment = try pay(payer, cents, request) else { throw UnexpectedResult("\(payer) has not \(cents).") }
        return payment
    }

    /// The rest of a payment whose request is on the table, and one more that would be a second spend if it went wrong.
    func complete(_ payer: String, _ payee: String, _ cents: Int64, _ request: String) throws {
        let payment = try handOver(payer, cents, request)
        let receipt = try receive(payee, cents, payment)
        move(cents, from: payer, to: payee)
        try acknowledge(payer, receipt)
        try transfer(payer, to: payee, 100)
    }

    func refuse(_ payee: String, _ payer: String, _ cents: Int64, _ payment: String) throws {
        awaitsRefund = true
        guard let decline = try insist(.decline, payee, { $0.text = payment }) else {
            throw UnexpectedResult("No decline.")
        }
        try insist(.cancel, payer, changing: cents) { $0.text = decline }
        try transfer(payer, to: payee, 300)
    }

    func withhold(_ payer: String, _ cents: Int64, row: UInt64) throws {
        awaitsRefund = true
        try insist(.withhold, payer, changing: cents) { $0.cents = row }
    }

    func buy(_ person: String, _ cents: Int64, _ papers: [String]) throws {
        try buy(person, cents)
        let bought = try look(person).activity.filter {
            $0.kind == .bought && $0.amount == Scene.amount(UInt64(cents))
        }
        try require(bought.count == 1 && bought[0].status == .done, "Bought \(bought.count) times: \(bought)")
        try transfer(person, to: "carol", 200)
    }

    /// Everything that a sync can find to do, for bob: a payment received, one made and acknowledged, one made and not,
    /// transfers queued, a session past its access token, certificates that end soon.
    func pile() throws -> [String] {
        try transfer("alice", to: "bob", 2_100)
        try transfer("bob", to: "carol", 350)
        let request = try request("alice", 150)
        let payment = try handOver("bob", 150, request)
        try receive("alice", 150, payment)
        move(150, from: "bob", to: "alice")
        try send("bob", to: "alice", 220)
        try send("bob", to: "carol", 130)
        try pass(seconds: 11 * Timestamp.secondsPerDay)
        return []
    }

    /// Makes of a person's files what a program left behind whose epochs had no tags: 32 bytes a slot.
    func forgetTags(_ person: String) throws {
        let store = try Database(path: scene.wallet(person) + "/wallet.sqlite")
        let number = try store.row("SELECT epoch FROM wallet", [])?.unsigned(0) ?? 0
        for column in ["tag", "previous_tag", "count_file"] {
            try store.execute("ALTER TABLE wallet DROP COLUMN \(column)")
        }
        try store.execute("DROP TABLE account_entry; PRAGMA user_version = 3")
        let body = Array("SATEPOC1".utf8) + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        let slot = body + SHA256.hash(body).bytes.prefix(16)
        for name in Folder.names(in: scene.epochs(person)) where name.hasSuffix(".epoch") {
            try File.write(
                slot + [UInt8](repeating: 0, count: 4_096), to: scene.epochs(person) + "/" + name)
        }
    }

    func keepForTomorrow(_ person: String) throws {
        Folder.remove(scene.folder + "/yesterday")
        try Folder.copy(scene.wallet(person), to: scene.folder + "/yesterday")
    }

    func bringBackYesterday(of person: String) throws {
        awaitsRefund = true
        Folder.remove(scene.wallet(person))
        try Folder.copy(scene.folder + "/yesterday", to: scene.wallet(person))
    }

    /// Yesterday's files come back, and yesterday there was less spent.
    func rollBack(_ person: String) throws -> [String] {
        try transfer("alice", to: person, 1_100)
        try keepForTomorrow(person)
        try transfer(person, to: "carol", 600)
        try transfer("alice", to: person, 200)
        try bringBackYesterday(of: person)
        // Whoever paid or was paid meanwhile tells the hub.
        for other in people where other != person { try sync(other) }
        return []
    }

    /// A payment taken back, and the date on which the hub returns it.
    func takeBack() throws -> [String] {
        let request = try request("bob", 1_250)
        _ = try handOver("alice", 1_250, request)
        try withhold("alice", 1_250, row: 1)
        try killHub()
        try pass(seconds: 40 * Timestamp.secondsPerDay)
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(time))
        defer { hub.close() }
        try hub.sweep(Timestamp(seconds: time))
        return []
    }

    func loseDevice(_ person: String) throws {
        awaitsRefund = true
        Folder.remove(scene.wallet(person))
        Folder.remove(scene.epochs(person))
    }
}
