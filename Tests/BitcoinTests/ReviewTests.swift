// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import Testing

struct ReviewTests {
    private func plan(_ value: UInt64, _ amount: UInt64?, _ rate: String) throws -> TransactionPlan {
        var coins = try TestCoins()
        return try TransactionPlan(coins.order([coins.coin(value)], amount, rate), network: .bitcoinRegtest)
    }

    private func isChange(of plan: TransactionPlan) -> (Script) -> Bool {
        { script in plan.change.contains { plan.outputs[$0].script == script } }
    }

    @Test func anUsualPaymentIsApprovedWithoutQuestions() throws {
        let plan = try plan(1_000_000, 100_000, "5")
        let review = try Review(plan, isOwn: isChange(of: plan))
        #expect(review.warnings.isEmpty)
        #expect(review.recipients.map(\.amount) == [100_000])
        #expect(review.recipients[0].address == (try TestCoins.stranger()))
        #expect(review.change.count == 1 && review.fee == plan.fee)
        _ = try review.approve()
    }

    @Test func aFeeAboveAQuarterAsksAgain() throws {
        let plan = try plan(1_000_000, 3_000, "10")
        let review = try Review(plan, isOwn: isChange(of: plan))
        #expect(review.warnings == [.feeAboveQuarter])
        #expect(throws: BitcoinError.self) { try review.approve() }
        _ = try review.approve(acknowledging: [.feeAboveQuarter])
    }

    @Test func anAbsurdFeeRateAsksAgain() throws {
        let plan = try plan(100_000_000, 50_000_000, "1000.001")
        let review = try Review(plan, isOwn: isChange(of: plan))
        #expect(review.warnings == [.absurdFeeRate])
        #expect(throws: BitcoinError.self) { try review.approve(acknowledging: [.feeAboveQuarter]) }
        _ = try review.approve(acknowledging: [.absurdFeeRate])
    }

    @Test func payingOneselfOrAnAddressAgainAsksAgain() throws {
        let plan = try plan(1_000_000, 100_000, "5")
        #expect(try Review(plan, isOwn: { _ in true }).warnings == [.paysSelf])
        let stranger = try TestCoins.stranger().script
        let again = try Review(plan, isOwn: isChange(of: plan), isUsed: { $0 == stranger })
        #expect(again.warnings == [.addressPaidBefore(stranger)])
        let point = plan.inputs[0].outPoint
        #expect(try Review(plan, isOwn: isChange(of: plan), unconfirmed: [point]).warnings == [.spendsUnconfirmed])
    }

    @Test func changeThatTheWalletDoesNotKnowIsShownAsAPayment() throws {
        let plan = try plan(1_000_000, 100_000, "5")
        let review = try Review(plan, isOwn: { _ in false })
        #expect(review.change.isEmpty && review.recipients.count == 2)
        #expect(review.leaving == 1_000_000)
    }

    @Test func anAddressWithoutRulesAsksAgain() throws {
        var coins = try TestCoins()
        let future = Script.witness(version: 2, program: [UInt8](repeating: 1, count: 32))
        var order = try coins.order([coins.coin(1_000_000)], 100_000)
        order.recipients = [.init(try Address(future, network: .bitcoinRegtest), 100_000)]
        let plan = try TransactionPlan(order, network: .bitcoinRegtest)
        #expect(try Review(plan, isOwn: isChange(of: plan)).warnings == [.futureWitness(future)])
    }

    @Test func aPlanThatDestroysMoneyOrMakesDustIsNeverApproved() throws {
        let plan = try plan(1_000_000, 100_000, "5")
        for output in [
            TransactionOutput(value: 5_000, script: try Script.data([1])),
            TransactionOutput(value: 5_000, script: Script([0x6a, 0x4c])),
            TransactionOutput(value: 329, script: try TestCoins.stranger().script),
        ] {
            let bad = try TransactionPlan(
                network: plan.network, inputs: plan.inputs, outputs: [PlannedOutput(output, role: .recipient)],
                lockTime: 0)
            #expect(throws: BitcoinError.self) { try Review(bad, isOwn: { _ in false }) }
        }
    }

    @Test func takingAPaymentBackIsMeasuredByWhatComesBack() throws {
        let original = try plan(1_000_000, 400_000, "2")
        let own = try TestCoins().account.spending(.change, 3)
        let cancelled = try Replacement(of: original).cancel(to: own, at: .exactly(FeeRate(parsing: "10")))
        let review = try Review(cancelled, isOwn: { _ in true })
        #expect(review.warnings.isEmpty && review.recipients.isEmpty)
        #expect(review.leaving == cancelled.fee)
    }

    @Test func aPlanThatPaysMoreThanItSpendsIsNone() throws {
        let plan = try plan(1_000_000, 100_000, "5")
        let output = TransactionOutput(value: 1_000_001, script: try TestCoins.stranger().script)
        #expect(throws: BitcoinError.self) {
            try TransactionPlan(
                network: plan.network, inputs: plan.inputs, outputs: [PlannedOutput(output, role: .recipient)],
                lockTime: 0)
        }
    }
}
