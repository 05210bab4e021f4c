// SPDX-License-Identifier: MIT
import Chains
import Ethereum
import Testing

struct FeeTests {
    @Test func suggestionsFollowTheLastBlocks() throws {
        let suggestion = try FeeSuggestion(
            baseFees: [90, 95, 100].map { try Fixture.gwei.multiplied(by: $0) },
            rewards: [[1_000_000_000, 2_000_000_000, 3_000_000_000], nil])
        #expect(suggestion.baseFee == 100_000_000_000)
        #expect(suggestion.slow == FeeSuggestion.Level(maximumFee: 126_000_000_000, tip: 1_000_000_000))
        #expect(suggestion.normal == FeeSuggestion.Level(maximumFee: 152_000_000_000, tip: 2_000_000_000))
        #expect(suggestion[.fast] == FeeSuggestion.Level(maximumFee: 203_000_000_000, tip: 3_000_000_000))
    }

    @Test func emptyBlocksGiveTheLeastTip() throws {
        let suggestion = try FeeSuggestion(baseFees: [7, 7], rewards: [nil])
        #expect(suggestion.normal.tip == FeeSuggestion.minimumTip)
        #expect(suggestion.normal.maximumFee == 1_000_011)
    }

    @Test func aLyingServersHistoryIsRefused() {
        let codes = [
            ([], []), ([1], [nil]), ([1, 2], [[1, 2]]), ([1, .max], [nil]), ([1, 1], [[1, 1, .max]]),
        ].map { (baseFees: [Wei], rewards: [[Wei]?]) in
            #expect(throws: EthereumError.self) { try FeeSuggestion(baseFees: baseFees, rewards: rewards) }?.code
        }
        #expect(codes == [.malformed, .malformed, .malformed, .absurdFee, .absurdFee])
    }

    @Test func replacingPaysATenthMoreInBothPricesRoundedUp() throws {
        let low = FeeSuggestion.Level(maximumFee: 1, tip: 1)
        for (old, new): (Wei, Wei) in [(0, 1), (1, 2), (9, 10), (10, 11), (11, 13), (100, 110), (101, 112)] {
            var waiting = try Fixture.payment()
            waiting.pricing = .market(maximumFee: old, tip: old)
            let faster = try Replacement.speedUp(waiting, suggestion: low)
            #expect(faster.pricing == .market(maximumFee: new, tip: new))
            #expect(try Replacement.isEnough(faster.pricing, over: waiting.pricing))
            #expect(try !Replacement.isEnough(waiting.pricing, over: waiting.pricing))
        }
    }

    @Test func replacingPaysNoLessThanIsSuggestedNow() throws {
        let now = FeeSuggestion.Level(maximumFee: 90_000_000_000, tip: 5_000_000_000)
        let waiting = try Fixture.payment()
        let faster = try Replacement.speedUp(waiting, suggestion: now)
        #expect(faster.pricing == now.pricing)
        #expect(faster.value == waiting.value && faster.nonce == waiting.nonce && faster.to == waiting.to)
        var old = waiting
        old.pricing = .legacy(gasPrice: 7)
        #expect(try Replacement.speedUp(old, suggestion: now).pricing == .legacy(gasPrice: 90_000_000_000))
    }

    @Test func cancellingSendsNothingToOneself() throws {
        let waiting = Fixture.call(TokenCall.transfer(to: Fixture.recipient, amount: 1).data)
        let cancel = try Replacement.cancel(
            waiting, sender: Fixture.sender, suggestion: FeeSuggestion.Level(maximumFee: 1, tip: 1))
        let review = try Review(cancel, from: Fixture.sender, on: .ethereum)
        #expect(review.effect == .nothing)
        #expect(review.warnings == [])
        #expect(cancel.nonce == waiting.nonce)
        #expect(try Replacement.isEnough(cancel.pricing, over: waiting.pricing))
    }

    @Test func replacingBeyondReasonIsRefused() throws {
        var waiting = try Fixture.payment()
        waiting.pricing = .market(maximumFee: .max, tip: 1)
        let error = #expect(throws: EthereumError.self) {
            try Replacement.speedUp(waiting, suggestion: FeeSuggestion.Level(maximumFee: 1, tip: 1))
        }
        #expect(error?.code == .absurdFee)
    }

    @Test func drainingLeavesNothingButWhatTheFeeDoesNotUse() throws {
        let fee: Wei = 420_000_000_000_000
        let drain = try Transaction.draining(
            Fixture.ether, to: Fixture.recipient, nonce: 0, pricing: Fixture.pricing, on: .ethereum)
        #expect(try drain.value == Fixture.ether.subtracting(fee))
        #expect(try drain.maximumCost == Fixture.ether)
        let kept = try Transaction.draining(
            Fixture.ether, to: Fixture.recipient, nonce: 0, pricing: Fixture.pricing, reserve: 5, on: .ethereum)
        #expect(try kept.value == drain.value.subtracting(5))
        let error = #expect(throws: EthereumError.self) {
            try Transaction.draining(
                fee, to: Fixture.recipient, nonce: 0, pricing: Fixture.pricing, on: .ethereum)
        }
        #expect(error?.code == .insufficientFunds)
    }

    @Test func estimatesGetAFifthMoreUnlessTheyAreAPayments() throws {
        #expect(try Gas.limit(forEstimate: 21_000) == 21_000)
        #expect(try Gas.limit(forEstimate: 21_001) == 25_202)
        #expect(throws: EthereumError.self) { try Gas.limit(forEstimate: 20_999) }
        #expect(throws: EthereumError.self) { try Gas.limit(forEstimate: .max) }
    }
}
