// SPDX-License-Identifier: MIT

import Bytes
import Crypto
import Money
import TestSupport
import Testing
import Tokens

/// A hundred people who pay twenty times each without a sync, a tenth of them merchants who get most of it.
///
/// Ported from the design's `econ.py`. The sizes are those of the real encoder; the signatures are stand-ins, because no
/// signature is checked here and its value changes no size.
@Suite struct EconomyTests {
    /// Everybody withdraws 100.00 and makes twenty payments of 6.00 on average: 120.00, so what is received is spent on.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func mostPayloadsStaySmallWithoutASync(seed: UInt64) throws {
        let economy = try Economy.after(paymentsEach: 20, mean: 600, seed: seed)
        #expect(economy.perMilleUpTo600Bytes >= 900)
        #expect(economy.sizes.allSatisfy { $0 <= LimitPolicy.standard.payloadBytes })
        #expect(economy.refused * 20 <= economy.sizes.count)
    }

    /// The prototype's dice had a *median* of 6.00, which makes the mean 8.26 and the demand 165.00 on 100.00 withdrawn: one
    /// payment in ten finds no money at all, and the rest scrape it together.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func payloadsStaySmallEvenWhenMoneyRunsOut(seed: UInt64) throws {
        let economy = try Economy.after(paymentsEach: 20, mean: 826, seed: seed)
        #expect(economy.perMilleUpTo600Bytes >= 850)
        #expect(economy.sizes.allSatisfy { $0 <= LimitPolicy.standard.payloadBytes })
    }
}

private struct Economy {
    private struct Holding {
        let token: OfflineToken
        let certificate: Certificate
        let id: RecordID
        var free: RangeSet
    }

    private(set) var sizes: [Int] = []
    private(set) var refused = 0
    private var wallets: [[Holding]] = []
    private var random: SeededRandom
    private let mean: Int64
    private let hub: TestHub
    private let certificate: Certificate
    private let signature: P256.Signature

    init(users: Int, mean: Int64, seed: UInt64) throws {
        self.mean = mean
        random = SeededRandom(seed: seed)
        hub = try TestHub()
        // One pseudonym stands for all: who pays whom is kept in the wallets, and every key has the same size.
        certificate = try hub.certificate("anybody", cap: 50_000)
        signature = certificate.signature
        for user in 0..<users {
            wallets.append(
                try WithdrawalPack.split(10_000).enumerated().map { index, amount in
                    let root = try Root.issue(
                        serial: Serial(TestHub.sixteen("\(seed) \(user) \(index)")), amount: amount, unit: TestHub.usd,
                        policyID: 1, owner: certificate.key, issuedAt: TestHub.now,
                        acceptUntil: TestHub.now.adding(days: 30), signer: hub.issuing, hub: hub.id)
                    return Holding(
                        token: try OfflineToken(root: root), certificate: certificate, id: root.id(hub: hub.id),
                        free: RangeSet(root.range))
                })
        }
    }

    static func after(paymentsEach: Int, mean: Int64, seed: UInt64) throws -> Economy {
        var economy = try Economy(users: 100, mean: mean, seed: seed)
        try economy.run(paymentsEach: paymentsEach)
        let sorted = economy.sizes.sorted()
        print(
            "economy \(seed), mean \(mean): \(sorted.count) payments, \(economy.refused) refused,",
            "\(economy.perMilleUpTo600Bytes) of 1000 at most 600 bytes, median \(sorted[sorted.count / 2]), largest \(sorted.last ?? 0)"
        )
        return economy
    }

    var perMilleUpTo600Bytes: Int { sizes.filter { $0 <= 600 }.count * 1_000 / max(1, sizes.count) }

    private mutating func run(paymentsEach: Int) throws {
        var order = wallets.indices.flatMap { user in (0..<paymentsEach).map { _ in user } }
        order.shuffle(using: &random)
        for payer in order {
            let merchants = wallets.count / 10
            let payee =
                Int.random(in: 0..<100, using: &random) < 60
                ? Int.random(in: 0..<merchants, using: &random) : Int.random(in: wallets.indices, using: &random)
            if payee != payer { try pay(payer, payee, units: amount()) }
        }
    }

    private mutating func pay(_ payer: Int, _ payee: Int, units: Int64) throws {
        let offers = wallets[payer].map {
            Spendable($0.token, id: $0.id, free: $0.free, certificate: $0.certificate)
        }
        let picks: [Pick]
        do {
            picks = try OfflineTokenChoice.choose(
                Amount(minorUnits: units, currency: TestHub.usd), from: offers, at: TestHub.now)
        } catch is TokensError {
            refused += 1
            return
        }
        var tokens: [OfflineToken] = []
        for pick in picks {
            guard let index = wallets[payer].firstIndex(where: { $0.id == pick.id }) else { continue }
            wallets[payer][index].free.subtract(pick.range)
            let holding = wallets[payer][index]
            let body = Transfer.body(
                range: pick.range, to: certificate.key, requestHash: try RequestHash(TestHub.sixteen("request")),
                time: TestHub.now)
            let token = try holding.token.extended(
                by: Transfer(body: body, signature: signature), certificate: holding.certificate)
            tokens.append(token)
            wallets[payee].append(
                Holding(token: token, certificate: certificate, id: token.id(hub: hub.id), free: RangeSet(token.range)))
        }
        wallets[payer].removeAll { $0.free.isEmpty }
        sizes.append(try UnverifiedPayment(tokens: tokens).encoded.count)
    }

    /// A payment like people's: log-normal with sigma 0.8, so most are small and a few are large; at least 0.20.
    private mutating func amount() -> Int64 {
        max(20, mean * (Self.perMille.randomElement(using: &random) ?? 1_000) / 1_000)
    }

    /// The 64 quantiles of that distribution in thousandths of its mean: dice without floating point.
    private static let perMille: [Int64] = [
        106, 150, 179, 204, 226, 246, 265, 283, 301, 318, 335, 352, 369, 386, 403, 419,
        436, 453, 470, 487, 505, 523, 541, 559, 578, 597, 617, 637, 657, 678, 700, 722,
        745, 769, 793, 819, 845, 873, 901, 931, 962, 995, 1029, 1066, 1104, 1145, 1188, 1234,
        1283, 1337, 1395, 1458, 1527, 1604, 1690, 1787, 1899, 2031, 2188, 2384, 2640, 3003, 3597, 5074,
    ]
}
