// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import Testing

struct ReplacementTests {
    private func plan(_ coins: inout TestCoins, _ value: UInt64, _ amount: UInt64?, _ rate: String = "2") throws
        -> TransactionPlan
    {
        try TransactionPlan(coins.order([coins.coin(value)], amount, rate), network: .bitcoinRegtest)
    }

    /// BIP-0125, rules 3 and 4, and Core's rule of the higher rate.
    private func keepsTheRules(_ new: TransactionPlan, _ replacement: Replacement) throws -> Bool {
        let evicted = try Satoshis.sum([replacement.original.fee] + replacement.descendants.map(\.fee))
        let onTop = try FeeRate.incrementalRelay.fee(virtualSize: new.virtualSize)
        // In whole satoshis for 1,000 bytes, which is how nodes before Core 30 compare.
        let isHigher = try new.feeRate > replacement.original.feeRate
        return try new.fee >= evicted.adding(onTop) && isHigher
    }

    @Test(arguments: AccountKind.allCases)
    func theChangePaysForAHigherRate(_ kind: AccountKind) throws {
        var coins = try TestCoins(kind)
        let original = try plan(&coins, 1_000_000, 400_000)
        let replacement = try Replacement(of: original)
        let new = try replacement.bump(to: .exactly(FeeRate(parsing: "20")))
        #expect(new.inputs == original.inputs)
        #expect(try new.paid == original.paid)
        #expect(new.fee == (try FeeRate(parsing: "20").fee(virtualSize: new.virtualSize)))
        #expect(try keepsTheRules(new, replacement))
        #expect(new.isReplaceable)
    }

    @Test func theLeastRateIsEnoughAndAnyLowerOneIsRefused() throws {
        var coins = try TestCoins()
        for rate in ["1", "1.001", "2", "3.7", "99.999"] {
            let replacement = try Replacement(of: plan(&coins, 1_000_000, 400_000, rate))
            let new = try replacement.bump(to: .atLeast(.lowestRelay))
            #expect(try keepsTheRules(new, replacement), "\(rate)")
            let least = try new.feeRate
            #expect(try replacement.bump(to: .exactly(least)) == new)
            let lower = try FeeRate(satoshisPerKilobyte: least.satoshisPerKilobyte - 10)
            #expect(throws: BitcoinError.self, "\(rate)") { try replacement.bump(to: .exactly(lower)) }
        }
    }

    /// N1: the replacement is of another size than the original, and its own size decides.
    @Test(arguments: AccountKind.allCases)
    func aLevelIsRaisedToWhatTheReplacementsOwnSizeTakes(_ kind: AccountKind) throws {
        for count in 1...5 {
            for rate in ["1", "1.013", "3", "200"] {
                for hasChange in [true, false] {
                    var coins = try TestCoins(kind)
                    let given = try (0..<count).map { _ in try coins.coin(300_000) }
                    var order = try coins.order(given, hasChange ? 100_000 : nil, rate)
                    order.spendsAllCoins = true
                    let replacement = try Replacement(of: TransactionPlan(order, network: .bitcoinRegtest))
                    let own = try coins.account.spending(.change, 9)
                    for offer in try [FeeRate.lowestRelay, .minimumRelay, FeeRate(parsing: "2.5")] {
                        let cancelled = try replacement.cancel(to: own, at: .atLeast(offer))
                        #expect(try keepsTheRules(cancelled, replacement), "\(count) inputs at \(rate)")
                        #expect(cancelled.outputs.count == 1 && cancelled.inputs == replacement.original.inputs)
                        let bumped =
                            hasChange
                            ? try replacement.bump(to: .atLeast(offer))
                            : try replacement.bump(to: .atLeast(offer), paidBy: .recipient(0))
                        #expect(try keepsTheRules(bumped, replacement), "\(count) inputs at \(rate)")
                        #expect(try bumped.feeRate <= max(offer, replacement.original.feeRate).plus(1_001))
                    }
                }
            }
        }
    }

    @Test func aCancellationThatThePaymentCannotPayForTakesAnotherCoin() throws {
        var coins = try TestCoins()
        let replacement = try Replacement(
            of: plan(&coins, 10_000, nil), descendants: [SentTransaction(fee: 50_000, virtualSize: 200)])
        let own = try coins.account.spending(.change, 9)
        #expect(throws: BitcoinError.self) { try replacement.cancel(to: own, at: .atLeast(.minimumRelay)) }
        let new = try replacement.cancel(to: own, at: .atLeast(.minimumRelay), coins: [coins.coin(200_000)])
        #expect(try new.inputs.count == 2 && keepsTheRules(new, replacement))
    }

    @Test func whateverFallsOutIsPaidForToo() throws {
        var coins = try TestCoins()
        let original = try plan(&coins, 1_000_000, 400_000)
        let replacement = try Replacement(
            of: original, descendants: [SentTransaction(fee: 9_000, virtualSize: 200)])
        #expect(throws: BitcoinError.self) { try replacement.bump(to: .exactly(FeeRate(parsing: "20"))) }
        let new = try replacement.bump(to: .atLeast(FeeRate(parsing: "20")))
        #expect(try keepsTheRules(new, replacement) && new.fee.value >= 9_000 + original.fee.value)
        let crowd = [SentTransaction](repeating: SentTransaction(fee: 1, virtualSize: 100), count: 100)
        #expect(throws: BitcoinError.self) { try Replacement(of: original, descendants: crowd) }
    }

    @Test func confirmedCoinsAreAddedWhenTheChangeDoesNotSuffice() throws {
        var coins = try TestCoins()
        let original = try plan(&coins, 402_000, 400_000)
        let replacement = try Replacement(of: original)
        let rate = try FeeRate(parsing: "50")
        let further = try [
            coins.coin(900_000, .unconfirmedForeign), coins.coin(800_000, .unconfirmedOwn),
            coins.coin(700_000, isFrozen: true),
            coins.coin(50_000), coins.coin(60_000),
        ]
        #expect(throws: BitcoinError.self) { try replacement.bump(to: .exactly(rate)) }
        #expect(throws: BitcoinError.self) { try replacement.bump(to: .exactly(rate), coins: Array(further[..<3])) }
        let new = try replacement.bump(to: .exactly(rate), coins: further, change: coins.account.spending(.change, 1))
        #expect(Set(new.inputs.map(\.outPoint)) == [original.inputs[0].outPoint, further[4].outPoint])
        #expect(try new.paid == original.paid && keepsTheRules(new, replacement))
        #expect(try new.fee == rate.fee(virtualSize: new.virtualSize) && new.changeValue != nil)
    }

    @Test func theRecipientPaysWhereEverythingWasSent() throws {
        var coins = try TestCoins(.taproot)
        let original = try plan(&coins, 500_000, nil)
        let replacement = try Replacement(of: original)
        let new = try replacement.bump(to: .exactly(FeeRate(parsing: "30")), paidBy: .recipient(0))
        #expect(try new.outputs.count == 1 && new.fee == FeeRate(parsing: "30").fee(virtualSize: new.virtualSize))
        #expect(try keepsTheRules(new, replacement))
        #expect(throws: BitcoinError.self) {
            try replacement.bump(to: .exactly(FeeRate(parsing: "5000")), paidBy: .recipient(0))
        }
        #expect(throws: BitcoinError.self) {
            try replacement.bump(to: .exactly(FeeRate(parsing: "30")), paidBy: .recipient(1))
        }
    }

    @Test func aCancelledPaymentComesBackWhole() throws {
        var coins = try TestCoins()
        let original = try plan(&coins, 1_000_000, 400_000)
        let replacement = try Replacement(of: original)
        let own = try coins.account.spending(.change, 9)
        let new = try replacement.cancel(to: own, at: .exactly(FeeRate(parsing: "10")))
        #expect(new.outputs.count == 1 && new.change == [0] && new.inputs == original.inputs)
        #expect(try new.outputs[0].script == own.lockingScript)
        #expect(try keepsTheRules(new, replacement))
        // A smaller transaction at the old rate would pay less than what falls out.
        #expect(throws: BitcoinError.self) { try replacement.cancel(to: own, at: .exactly(FeeRate(parsing: "2"))) }
    }

    @Test func whatDidNotOfferToBeReplacedIsNotReplaced() throws {
        var coins = try TestCoins()
        var order = try coins.order([coins.coin(1_000_000)], 400_000)
        order.isReplaceable = false
        let original = try TransactionPlan(order, network: .bitcoinRegtest)
        #expect(throws: BitcoinError.self) { try Replacement(of: original) }
        _ = try Replacement(of: original, isSignalIgnored: true)
    }

    @Test(arguments: AccountKind.allCases)
    func aChildLiftsItsParentToTheRate(_ kind: AccountKind) throws {
        var coins = try TestCoins(kind)
        let received = try coins.coin(100_000, .unconfirmedForeign)
        let parent = SentTransaction(fee: 200, virtualSize: 200)
        let rate = try FeeRate(parsing: "12.5")
        let child = try TransactionPlan(
            childSpending: [received], ancestors: [parent], to: coins.account.spending(.change, 2), rate: rate,
            height: 1_000, network: .bitcoinRegtest)
        #expect(
            child.fee.value + parent.fee.value
                == (try rate.fee(virtualSize: child.virtualSize + parent.virtualSize)).value)
        #expect(child.outputs.count == 1 && child.change == [0])
        #expect(throws: BitcoinError.self) {
            try TransactionPlan(
                childSpending: [coins.coin(2_000, .unconfirmedForeign)], ancestors: [parent],
                to: coins.account.spending(.change, 2), rate: rate, height: 1_000, network: .bitcoinRegtest)
        }
        #expect(throws: BitcoinError.self) {
            try TransactionPlan(
                childSpending: [received], ancestors: [SentTransaction(fee: 50_000, virtualSize: 200)],
                to: coins.account.spending(.change, 2), rate: rate, height: 1_000, network: .bitcoinRegtest)
        }
    }
}

extension FeeRate {
    /// This rate and so many satoshis more for 1,000 virtual bytes.
    fileprivate func plus(_ more: UInt64) throws -> FeeRate {
        try FeeRate(satoshisPerKilobyte: satoshisPerKilobyte + more)
    }
}
