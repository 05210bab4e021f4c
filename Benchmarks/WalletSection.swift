// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Hub
import HubAPI
import Money
import Tokens
import Wallet

/// Paying and receiving in two wallets on the disk, as the command line does them, without a network.
///
/// From the text of a request to the text of a payment, and from that to the text of a receipt: parsing, checks, coin
/// choice, signatures, sealing, the durable commits and the epoch file. The hub is in memory and used between rounds only.
enum WalletSection {
    /// Each durable, each within this time.
    private static let limit: UInt64 = 10_000_000

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let pair = try WalletPair(folder: try scratch.folder("wallet"))
        var own = Times()
        var onward = Times()
        for _ in 0..<options.repetitions(20, quick: 3) {
            try pair.renew()
            // Every payment takes a certified key of the payee's pool, which a sync fills.
            for _ in 0..<20 {
                try pair.pay(500, from: pair.alice, to: pair.bob, times: &own)
                try pair.pay(250, from: pair.bob, to: pair.alice, times: &onward)
            }
        }
        return findings("own tokens, 1 hop", own) + findings("received tokens, 2 or 3 hops", onward)
    }

    private static func findings(_ what: String, _ times: Times) -> [Finding] {
        [
            finding("pay with \(what)", times.pay),
            finding("receive \(what)", times.receive),
        ]
    }

    private static func finding(_ what: String, _ samples: Samples) -> Finding {
        let worst = samples.percentile(99)
        return Finding(
            .wallet, what,
            "\(Text.duration(samples.median)), 99 of 100 within \(Text.duration(worst)) (\(samples.count) times)",
            target: "<= \(Text.duration(limit))", ratio: Double(limit) / Double(max(1, worst)))
    }
}

private struct Times {
    var pay = Samples()
    var receive = Samples()
}

/// Two people with wallets in folders, and the hub that both belong to.
private final class WalletPair {
    let alice: Wallet
    let bob: Wallet
    private let hub: Hub
    private let currency: Currency

    init(folder: String) throws {
        currency = try Currency(code: "USD")
        let clock = Clock { Timestamp(seconds: Stopwatch.civilSeconds) }
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        let hub = try Hub.inMemory(currency: currency, configuration: configuration, clock: clock, random: .system)
        self.hub = hub
        let description = HubDescription(url: "http://127.0.0.1:1", rootKey: hub.rootKey)
        func wallet(_ name: String) throws -> Wallet {
            let environment = Wallet.Environment(
                place: .folder("\(folder)/\(name)"), epochs: .folder("\(folder)/epochs"), clock: clock,
                random: .system, connect: { _ in hub.pipe }, passphraseCost: .minimum)
            let wallet = try Wallet.create(environment, .passphrase(SecretBytes(Array("correct horse".utf8))))
            try wallet.join(description)
            try wallet.register(username: name, password: "correct horse battery")
            return wallet
        }
        alice = try wallet("alice")
        bob = try wallet("bob")
        _ = try hub.topUp(.account("alice"), Amount(minorUnits: 100_000_000, currency: currency))
        try renew()
    }

    /// Brings both wallets to the state after a sync: what was received is redeemed, the pool is full, alice has 200.00.
    func renew() throws {
        _ = try bob.sync(everything: true)
        _ = try alice.sync(everything: true)
        try alice.buy(Amount(minorUnits: 20_000, currency: currency))
    }

    func pay(_ units: Int64, from payer: Wallet, to payee: Wallet, times: inout Times) throws {
        let request = try payee.request(Amount(minorUnits: units, currency: currency))
        let (payment, paying) = try Stopwatch.measure { try payer.pay(request.text) }
        let (received, receiving) = try Stopwatch.measure { try payee.receive(payment.text) }
        guard received.amount == payment.amount, !received.isRepeat else {
            throw BenchError(.wrongResult, "A payment arrived as something else.")
        }
        try payer.acknowledge(received.receipt)
        times.pay.add(paying)
        times.receive.add(receiving)
    }
}
