// SPDX-License-Identifier: MIT
import Crypto
/// Paying and receiving in two wallets on the disk, as the command line does them, without a network.
///
/// From the text of a request to the text of a payment, and from that to the text of a receipt: parsing, checks, coin
/// choice, signatures, sealing, the durable commits and the epoch file. The hub is in memory and used between rounds only.
enum WalletSection {
    /// Each durable, each within this time.
    private static let limit: UInt64 = 10_000_000

    /// What the lock on the count of spends may add to a payment, its durable write included.
    private static let limitOfLock: UInt64 = 1_000_000

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let pair = try WalletPair(folder: try scratch.folder("wallet"), passphraseCost: .minimum)
        let unlocked = try WalletPair(
            folder: try scratch.folder("unlocked"), passphraseCost: .minimum, locksEpochs: false)
        var own = WalletPair.Times()
        var onward = WalletPair.Times()
        var withoutLock = WalletPair.Times()
        for _ in 0..<options.repetitions(20, quick: 3) {
            try pair.renew()
            try unlocked.renew()
            // Every payment takes a certified key of the payee's pool, which a sync fills.
            for _ in 0..<20 {
                try pair.pay(500, from: pair.alice, to: pair.bob, times: &own)
                try unlocked.pay(500, from: unlocked.alice, to: unlocked.bob, times: &withoutLock)
                try pair.pay(250, from: pair.bob, to: pair.alice, times: &onward)
            }
        }
        return findings("own tokens, 1 hop", own) + findings("received tokens, 2 or 3 hops", onward) + [
            lock(own.pay.median, withoutLock.pay.median)
        ]
    }

    private static func lock(_ with: UInt64, _ without: UInt64) -> Finding {
        let added = with - min(with, without)
        return Finding(
            .wallet, "the lock on the count of spends, in a payment",
            "\(Text.duration(added)): \(Text.duration(with)) beside \(Text.duration(without))",
            target: "<= \(Text.duration(limitOfLock))", ratio: Double(limitOfLock) / Double(max(1, added)))
    }

    private static func findings(_ what: String, _ times: WalletPair.Times) -> [Finding] {
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
