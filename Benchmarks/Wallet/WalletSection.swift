// SPDX-License-Identifier: MIT
import Crypto
/// Paying and receiving in two wallets on the disk, as the command line does them, without a network.
///
/// From the text of a request to the text of a payment, and from that to the text of a receipt: parsing, checks, coin
/// choice, signatures, sealing, the durable commits and the epoch file. The hub is in memory and used between rounds only.
enum WalletSection {
    /// Each durable, each within this time.
    private static let limit: UInt64 = 10_000_000

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let pair = try WalletPair(folder: try scratch.folder("wallet"), passphraseCost: .minimum)
        var own = WalletPair.Times()
        var onward = WalletPair.Times()
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
