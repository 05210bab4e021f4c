// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import TestSupport
import Testing

struct PlanTests {
    /// Many wallets with many coins: whatever is planned keeps every promise.
    @Test(arguments: AccountKind.allCases)
    func everyPlanPaysExactlyAndMakesNoDust(_ kind: AccountKind) throws {
        var coins = try TestCoins(kind, seed: 7)
        var planned = 0
        var withoutChange = 0
        for round in 0..<200 {
            let count = Int.random(in: 1...24, using: &coins.random)
            let wallet = try (0..<count).map { _ in
                let size = UInt64(1) << UInt64.random(in: 8...28, using: &coins.random)
                return try coins.coin(UInt64.random(in: size..<size * 2, using: &coins.random))
            }
            let total = wallet.reduce(0) { $0 + $1.value.value }
            var amount = UInt64.random(in: 330...max(331, total), using: &coins.random)
            let rate = try FeeRate(satoshisPerKilobyte: UInt64.random(in: 1_000...200_000, using: &coins.random))
            if round.isMultiple(of: 4), wallet.count > 3 {
                // What a few coins pay without change, or a little less.
                var few = try coins.order(Array(wallet.prefix(3)), nil)
                few.feeRate = rate
                let slack = UInt64.random(in: 0..<20, using: &coins.random)
                // Safe: small coins at a high rate pay nobody, and the random amount stays.
                amount =
                    (try? TransactionPlan(few, network: .bitcoinRegtest).paid.value).map {
                        max(330, $0 - min($0, slack))
                    } ?? amount
            }
            var order = try coins.order(wallet, amount)
            order.feeRate = rate
            let plan: TransactionPlan
            do {
                plan = try TransactionPlan(order, network: .bitcoinRegtest)
            } catch let error as BitcoinError where error.code == .insufficientFunds {
                // Refused only when the whole wallet could not pay.
                order.spendsAllCoins = true
                order.coins = wallet.filter {
                    $0.value > (try? rate.fee(virtualSize: ($0.spending.inputWeight + 3) / 4)) ?? 0
                }
                #expect(throws: BitcoinError.self, "round \(round)") {
                    try TransactionPlan(order, network: .bitcoinRegtest)
                }
                continue
            }
            planned += 1
            let exact = try rate.fee(virtualSize: plan.virtualSize)
            #expect(try plan.paid.value == amount)
            #expect(try Satoshis.sum(plan.spent.map(\.value)) == Satoshis.sum(plan.outputs.map(\.value) + [plan.fee]))
            #expect(plan.outputs.allSatisfy { !$0.output.isDust })
            #expect(Set(plan.inputs.map(\.outPoint)).count == plan.inputs.count)
            if plan.changeValue != nil {
                #expect(plan.fee == exact, "round \(round)")
            } else {
                withoutChange += 1
                // What is given away is less than change would have cost and held.
                let most = try exact.adding(rate.fee(virtualSize: 44)).adding(1_500)
                #expect(plan.fee >= exact && plan.fee <= most, "round \(round)")
            }
        }
        #expect(planned > 100 && withoutChange > 0)
    }

    @Test func theSameWishGetsTheSamePlanInWhateverOrderTheCoinsCome() throws {
        var coins = try TestCoins(seed: 3)
        var wallet = try (0..<40).map { _ in try coins.coin(UInt64.random(in: 1_000...1_000_000, using: &coins.random))
        }
        let plan = try TransactionPlan(coins.order(wallet, 2_000_000), network: .bitcoinRegtest)
        for _ in 0..<5 {
            wallet.shuffle(using: &coins.random)
            #expect(try TransactionPlan(coins.order(wallet, 2_000_000), network: .bitcoinRegtest) == plan)
        }
    }

    @Test func coinsThatSumUpExactlyNeedNoChange() throws {
        var coins = try TestCoins()
        let wallet = try [10_000, 20_000, 40_000, 80_000, 160_000, 1_000_000].map { try coins.coin($0) }
        // Two P2WPKH inputs and a P2TR output: 189 virtual bytes at 5 sat.
        let probe = try TransactionPlan(coins.order([wallet[2], wallet[4]], nil), network: .bitcoinRegtest)
        let plan = try TransactionPlan(
            coins.order(wallet, 200_000 - probe.fee.value), network: .bitcoinRegtest)
        #expect(plan.changeValue == nil)
        #expect(Set(plan.inputs.map(\.outPoint)) == [wallet[2].outPoint, wallet[4].outPoint])
        #expect(plan.fee == probe.fee)
    }

    @Test func everythingLeavesWhenEverythingIsSent() throws {
        var coins = try TestCoins(.taproot)
        // The last one costs more than it holds.
        let wallet = try [50_000, 70_000, 200].map { try coins.coin($0) }
        let plan = try TransactionPlan(coins.order(wallet, nil, "7.5"), network: .bitcoinRegtest)
        #expect(plan.inputs.count == 2 && plan.outputs.count == 1 && plan.changeValue == nil)
        #expect(plan.fee == (try FeeRate(parsing: "7.5").fee(virtualSize: plan.virtualSize)))
        #expect(try plan.paid.value + plan.fee.value == 120_000)
    }

    @Test func severalRecipientsAndANoteShareOneTransaction() throws {
        var coins = try TestCoins()
        var order = try coins.order([coins.coin(1_000_000)], 10_000)
        order.recipients.append(.init(try TestCoins.stranger(), 20_000))
        order.data = Array("thanks".utf8)
        let plan = try TransactionPlan(order, network: .bitcoinRegtest)
        #expect(plan.outputs.count == 4)
        #expect(try plan.paid.value == 30_000)
        let review = try Review(plan, isOwn: { $0 == plan.outputs[plan.change[0]].script })
        #expect(review.data == [Array("thanks".utf8)])
        #expect(review.recipients.count == 2 && review.change.count == 1)
        #expect(review.leaving.value == 30_000 + plan.fee.value)
    }

    @Test func coinsOfOthersAreSpentLastAndFrozenOnesNever() throws {
        var coins = try TestCoins()
        let frozen = try coins.coin(10_000_000, isFrozen: true)
        let foreign = try coins.coin(9_000_000, .unconfirmedForeign)
        let own = try coins.coin(500_000, .unconfirmedOwn)
        let confirmed = try coins.coin(100_000)
        let wallet = [frozen, foreign, own, confirmed]
        func spent(_ amount: UInt64) throws -> Set<OutPoint> {
            Set(try TransactionPlan(coins.order(wallet, amount), network: .bitcoinRegtest).inputs.map(\.outPoint))
        }
        #expect(try spent(50_000) == [confirmed.outPoint])
        #expect(try spent(400_000).isSubset(of: [own.outPoint, confirmed.outPoint]))
        #expect(try spent(5_000_000).contains(foreign.outPoint))
        #expect(throws: BitcoinError.self) { try spent(9_700_000) }
        let all = try TransactionPlan(coins.order(wallet, nil), network: .bitcoinRegtest)
        #expect(all.inputs.count == 3 && !all.inputs.contains { $0.outPoint == frozen.outPoint })
    }

    @Test func newCoinsOfABlockRest() throws {
        var coins = try TestCoins()
        let young = try coins.coin(100_000, .confirmed(height: 902), isCoinbase: true)
        let old = try coins.coin(100_000, .confirmed(height: 901), isCoinbase: true)
        let plan = try TransactionPlan(coins.order([young, old], nil), network: .bitcoinRegtest)
        #expect(plan.inputs.map(\.outPoint) == [old.outPoint])
    }

    @Test func aPlanMayBeReplacedAndIsNotValidInThePast() throws {
        var coins = try TestCoins()
        var order = try coins.order([coins.coin(100_000)], 10_000)
        let plan = try TransactionPlan(order, network: .bitcoinRegtest)
        #expect(plan.unsigned.isReplaceable && plan.lockTime == 1_000 && plan.version == 2)
        order.isReplaceable = false
        let other = try TransactionPlan(order, network: .bitcoinRegtest)
        #expect(!other.unsigned.isReplaceable && other.inputs[0].sequence == 0xffff_fffe)
        #expect(try Review(other, isOwn: { _ in true }).warnings.contains(.notReplaceable))
    }

    @Test func aRefusalSaysHowMuchIsMissing() throws {
        var coins = try TestCoins()
        let wallet = [try coins.coin(10_000)]
        do {
            _ = try TransactionPlan(coins.order(wallet, 10_000, "1"), network: .bitcoinRegtest)
            Issue.record("It was planned.")
        } catch let error as BitcoinError {
            // One P2WPKH input and one P2TR output: 122 virtual bytes.
            #expect(
                error.code == .insufficientFunds && error.message.contains("0.00000122 BTC are missing"),
                "\(error.message)")
        }
        _ = try TransactionPlan(coins.order(wallet, 10_000 - 122, "1"), network: .bitcoinRegtest)
        #expect(throws: BitcoinError.self) {
            try TransactionPlan(coins.order(wallet, 10_000 - 121, "1"), network: .bitcoinRegtest)
        }
    }

    @Test func whatNobodyRelaysIsRefused() throws {
        var coins = try TestCoins()
        let wallet = [try coins.coin(1_000_000)]
        func code(_ change: (inout PaymentIntent) throws -> Void) throws -> BitcoinError.Code? {
            var order = try coins.order(wallet, 10_000)
            try change(&order)
            do {
                _ = try TransactionPlan(order, network: .bitcoinRegtest)
                return nil
            } catch let error as BitcoinError { return error.code }
        }
        let stranger = try TestCoins.stranger()
        #expect(try code { _ in } == nil)
        #expect(try code { $0.recipients = [.init(stranger, 329)] } == .dust)
        #expect(try code { $0.recipients = [.init(stranger, 330)] } == nil)
        #expect(try code { $0.recipients = [.init(stranger, .zero)] } == .badAmount)
        #expect(try code { $0.recipients = [] } == .malformed)
        #expect(try code { $0.recipients = [.init(stranger, nil), .init(stranger, nil)] } == .malformed)
        #expect(try code { $0.feeRate = try FeeRate(parsing: "0.999") } == .absurdFee)
        #expect(try code { $0.data = [UInt8](repeating: 1, count: 81) } == .tooLarge)
        #expect(try code { $0.coins = [] } == .insufficientFunds)
        #expect(try code { $0.coins += $0.coins } == .malformed)
        #expect(try code { $0.recipients = [.init(stranger, 2_099_999_999_000_000)] } == .insufficientFunds)
        let main = try Address(stranger.script, network: .bitcoin)
        #expect(try code { $0.recipients = [.init(main, 10_000)] } == .otherNetwork)
    }

    @Test func aServerThatClaimsMoreThanExistsIsRefused() throws {
        var coins = try TestCoins()
        let wallet = try (0..<3).map { _ in try coins.coin(Satoshis.maximum.value) }
        #expect(throws: BitcoinError.self) {
            try TransactionPlan(coins.order(wallet, 10_000), network: .bitcoinRegtest)
        }
        var order = try coins.order([coins.coin(100_000)], 10_000)
        order.height = 500_000_000
        #expect(throws: BitcoinError.self) { try TransactionPlan(order, network: .bitcoinRegtest) }
    }

    @Test func aThousandCoinsAreChosenFromQuickly() throws {
        var coins = try TestCoins(seed: 11)
        let wallet = try (0..<1_000).map { _ in try coins.coin(UInt64.random(in: 1_000...100_000, using: &coins.random))
        }
        let time = try processorTime {
            _ = try TransactionPlan(coins.order(wallet, 20_000_000), network: .bitcoinRegtest)
        }
        // Generous: a debug build.
        #expect(time < .seconds(20))
    }
}
