// SPDX-License-Identifier: MIT
import Money
import Testing

struct SharingTests {
    private let usd: Currency

    init() throws { usd = try Currency(code: "USD") }

    @Test func everyShareIsExactAndTheRestGoesToTheFirst() throws {
        for total in Int64(1)...60 {
            for weights in [[1], [1, 1], [1, 1, 1], [2, 1], [3, 5, 7], [1, 1_000], [4, 4, 4, 4, 4, 4, 4]] as [[UInt32]]
            {
                let shares = try Amount(minorUnits: total, currency: usd).shared(by: weights).map(\.minorUnits)
                #expect(shares.reduce(0, +) == total)
                let sum = weights.reduce(0) { $0 + Int64($1) }
                for (share, weight) in zip(shares, weights) {
                    let floor = total * Int64(weight) / sum
                    #expect(share == floor || share == floor + 1)
                }
                // Whoever has one more than the floor comes before whoever has not.
                let extras = zip(shares, weights).map { $0 - total * Int64($1) / sum }
                #expect(extras == extras.sorted(by: >))
            }
        }
    }

    @Test func theLargestAmountIsSharedWithoutOverflow() throws {
        let shares = try Amount(minorUnits: .max, currency: usd).shared(by: [.max, .max, 1])
        #expect(try shares.reduce(Amount.zero(usd)) { try $0.adding($1) }.minorUnits == .max)
    }

    @Test func nothingAndNobodyCannotBeShared() throws {
        #expect(throws: MoneyError.self) { try Amount.zero(usd).shared(by: [1]) }
        #expect(throws: MoneyError.self) { try Amount(minorUnits: 5, currency: usd).shared(by: []) }
        #expect(throws: MoneyError.self) { try Amount(minorUnits: 5, currency: usd).shared(by: [1, 0]) }
        #expect(throws: MoneyError.self) { try Amount(minorUnits: -5, currency: usd).shared(by: [1]) }
    }
}
