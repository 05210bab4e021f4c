// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Hub
import HubAPI
import Money
import Tokens
import Wallet

/// Two people with wallets in folders, and the hub that both belong to.
final class WalletPair {
    struct Times {
        var pay = Samples()
        var receive = Samples()
    }

    /// What opens both wallets.
    static let passphrase = "correct horse"

    let alice: Wallet
    let bob: Wallet
    private let hub: Hub
    private let currency: Currency

    /// Makes `alice` and `bob` in a folder; their counts of spends are in `state/satchel` beside them.
    ///
    /// - Parameter locksEpochs: false keeps the counts in memory, so that a payment locks and writes no file of its count.
    init(folder: String, passphraseCost: Argon2id.Cost, locksEpochs: Bool = true) throws {
        currency = try Currency(code: "USD")
        let clock = Clock { Timestamp(seconds: Stopwatch.civilSeconds) }
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        configuration.youngDays = 0
        let hub = try Hub.inMemory(currency: currency, configuration: configuration, clock: clock, random: .system)
        self.hub = hub
        let description = HubDescription(url: "http://127.0.0.1:1", rootKey: hub.rootKey)
        func wallet(_ name: String) throws -> Wallet {
            let epochs: any EpochStore = locksEpochs ? EpochFolder("\(folder)/state/satchel") : EpochMemory()
            let environment = Wallet.Environment(
                place: .folder("\(folder)/\(name)"), epochs: epochs, clock: clock, random: .system,
                connect: { _, _ in hub.pipe }, passphraseCost: passphraseCost)
            let wallet = try Wallet.create(environment, .passphrase(SecretBytes(Array(Self.passphrase.utf8))))
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

    /// Gives alice a history of so many lines: transfers that are written down and wait for the hub.
    func lengthenHistory(lines: Int) throws {
        for line in 0..<lines {
            _ = try alice.send(
                to: "bob", Amount(minorUnits: Int64(1 + line % 90), currency: currency), note: "coffee \(line)")
        }
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
