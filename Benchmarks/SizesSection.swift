// SPDX-License-Identifier: MIT
import Crypto
import Tokens

/// Bytes of payments as they are encoded; the largest of many, with amounts drawn within the policy.
enum SizesSection {
    static func run(_ options: Options) throws -> [Finding] {
        let issuer = try Issuer()
        let repetitions = options.repetitions(200, quick: 20)
        let firsts = try [(1, 280), (3, 720), (5, 1_160)].map { hops, limit in
            let largest = try largest(hops, .first, repetitions, issuer)
            let what = "payment of one coin, \(hops) \(hops == 1 ? "hop" : "hops")"
            return finding(what, largest, limit: limit, note: ", the largest of \(repetitions)")
        }
        let twentyFirst = finding("the 21st payment from one root", try twentyFirst(issuer), limit: 285)
        let later = try [1, 3, 5].map { Text.count(try largest($0, .later, repetitions, issuer)) }
        return firsts + [
            twentyFirst,
            Finding(
                .sizes, "1, 3, 5 hops when every holder has paid before", later.joined(separator: ", ") + " B"),
        ]
    }

    private static func largest(
        _ hops: Int, _ start: Issuer.Start, _ repetitions: Int, _ issuer: Issuer
    ) throws -> Int {
        var random = SeededRandom(seed: UInt64(hops))
        return try (0..<repetitions).reduce(0) { largest, number in
            let label = "size \(hops) \(number)"
            let (_, payment) = try issuer.payment(label, hops: hops, start: start, random: &random)
            return max(largest, payment.encoded.count)
        }
    }

    private static func finding(_ what: String, _ size: Int, limit: Int, note: String = "") -> Finding {
        Finding(
            .sizes, what, "\(Text.count(size)) B\(note)", target: "<= \(Text.count(limit)) B",
            ratio: Double(limit) / Double(max(1, size)))
    }

    /// Twenty-one payments of one root, its units chosen by the wallet's own rules.
    private static func twentyFirst(_ issuer: Issuer) throws -> Int {
        let payer = Issuer.key("one root's owner")
        let token = try OfflineToken(root: try issuer.root("one root", owner: payer.publicKey, amount: 10_000))
        var free = RangeSet(token.range)
        var size = 0
        for number in 1...21 {
            let payee = Issuer.key("payee \(number)").publicKey
            let request = try issuer.request("payment \(number)", payee: payee, units: 400)
            let offer = Spendable(token, id: token.id(hub: issuer.hub), free: free, certificate: nil)
            for pick in try OfflineTokenChoice.choose(request.amount(), from: [offer], at: Issuer.now) {
                let paid = try issuer.hand(
                    token, from: payer, pick.range, to: payee, for: request.hash(hub: issuer.hub))
                free.subtract(pick.range)
                size = try UnverifiedPayment(tokens: [paid]).encoded.count
            }
        }
        return size
    }
}
