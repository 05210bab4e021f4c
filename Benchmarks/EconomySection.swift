// SPDX-License-Identifier: MIT
import Crypto
import Money
import Tokens

/// A hundred people who pay twenty times each without a sync, a tenth of them merchants who get most of it.
///
/// Everybody withdraws 100.00 and makes payments of 6.00 on average, 120.00 in all, so what is received is spent on. A second
/// row has payments of 8.26, 165.00 in all, as the first sketch of the protocol had: money changes hands more often before it
/// ends. Coins are chosen by the wallet's rules and encoded by the real encoder. The signatures are stand-ins: their value
/// changes no size.
enum EconomySection {
    private static let limit = 600

    static func run(_ options: Options) throws -> [Finding] {
        let issuer = try Issuer()
        let seeds = UInt64(1)...UInt64(options.repetitions(4, quick: 1))
        let usual = try Outcome(issuer, seeds, meanUnits: 600)
        let dense = try Outcome(issuer, seeds, meanUnits: 826)
        return [
            Finding(
                .economy, "payloads of at most \(limit) B, \(seeds.count) times 100 users x 20 payments", usual.text,
                target: ">= 90 %", ratio: usual.share / 0.9),
            Finding(.economy, "the same with payments of 8.26 on average instead of 6.00", dense.text),
        ]
    }

    private struct Outcome {
        private(set) var sizes: [Int] = []
        private(set) var refused = 0

        init(_ issuer: Issuer, _ seeds: ClosedRange<UInt64>, meanUnits: Int64) throws {
            for seed in seeds {
                var economy = try Economy(issuer: issuer, users: 100, seed: seed, meanUnits: meanUnits)
                try economy.run(paymentsEach: 20)
                sizes += economy.sizes
                refused += economy.refused
            }
            sizes.sort()
        }

        var share: Double { Double(sizes.filter { $0 <= limit }.count) / Double(max(1, sizes.count)) }

        var text: String {
            "\(Text.ratio(share * 100)) %, median \(sizes[sizes.count / 2]) B, largest \(Text.count(sizes.last ?? 0)) B, "
                + "\(refused) of \(Text.count(sizes.count + refused)) without funds"
        }
    }
}

private struct Economy {
    private struct Holding {
        let token: OfflineToken
        let id: RecordID
        var free: RangeSet
    }

    private(set) var sizes: [Int] = []
    private(set) var refused = 0
    private var wallets: [[Holding]] = []
    private var random: SeededRandom
    private let issuer: Issuer
    private let meanUnits: Int64
    /// One pseudonym stands for all: who pays whom is kept in the wallets, and every key has the same size.
    private let certificate: Certificate
    private let requestHash: RequestHash

    init(issuer: Issuer, users: Int, seed: UInt64, meanUnits: Int64) throws {
        self.issuer = issuer
        self.meanUnits = meanUnits
        random = SeededRandom(seed: seed)
        certificate = try issuer.certificate(Issuer.key("anybody").publicKey)
        requestHash = try RequestHash(Issuer.sixteen("request"))
        for user in 0..<users {
            wallets.append(
                try WithdrawalPack.split(10_000).enumerated().map { index, amount in
                    let root = try issuer.root("\(seed) \(user) \(index)", owner: certificate.key, amount: amount)
                    return Holding(
                        token: try OfflineToken(root: root), id: root.id(hub: issuer.hub), free: RangeSet(root.range))
                })
        }
    }

    mutating func run(paymentsEach: Int) throws {
        let order = wallets.indices.flatMap { user in Array(repeating: user, count: paymentsEach) }
        for payer in order.shuffled(using: &random) {
            let isToMerchant = Int.random(in: 0..<100, using: &random) < 60
            let payee = Int.random(in: 0..<(isToMerchant ? wallets.count / 10 : wallets.count), using: &random)
            if payee != payer { try pay(payer, payee, units: units()) }
        }
    }

    private mutating func pay(_ payer: Int, _ payee: Int, units: Int64) throws {
        let offers = wallets[payer].map { Spendable($0.token, id: $0.id, free: $0.free, certificate: certificate) }
        let picks: [Pick]
        do {
            let amount = Amount(minorUnits: units, currency: issuer.currency)
            picks = try OfflineTokenChoice.choose(amount, from: offers, at: Issuer.now)
        } catch is TokensError {
            refused += 1
            return
        }
        var tokens: [OfflineToken] = []
        for pick in picks {
            guard let index = wallets[payer].firstIndex(where: { $0.id == pick.id }) else { continue }
            wallets[payer][index].free.subtract(pick.range)
            let body = Transfer.body(
                range: pick.range, to: certificate.key, requestHash: requestHash, time: Issuer.now)
            let token = try wallets[payer][index].token.extended(
                by: Transfer(body: body, signature: certificate.signature), certificate: certificate)
            tokens.append(token)
            wallets[payee].append(Holding(token: token, id: token.id(hub: issuer.hub), free: RangeSet(token.range)))
        }
        wallets[payer].removeAll { $0.free.isEmpty }
        sizes.append(try UnverifiedPayment(tokens: tokens).encoded.count)
    }

    /// A payment like people's: log-normal with sigma 0.8, so most are small and a few are large; at least 0.20.
    private mutating func units() -> Int64 {
        max(20, meanUnits * (Self.perMille.randomElement(using: &random) ?? 1_000) / 1_000)
    }

    /// The 64 quantiles of that distribution in thousandths of its mean.
    private static let perMille: [Int64] = [
        106, 150, 179, 204, 226, 246, 265, 283, 301, 318, 335, 352, 369, 386, 403, 419,
        436, 453, 470, 487, 505, 523, 541, 559, 578, 597, 617, 637, 657, 678, 700, 722,
        745, 769, 793, 819, 845, 873, 901, 931, 962, 995, 1029, 1066, 1104, 1145, 1188, 1234,
        1283, 1337, 1395, 1458, 1527, 1604, 1690, 1787, 1899, 2031, 2188, 2384, 2640, 3003, 3597, 5074,
    ]
}
