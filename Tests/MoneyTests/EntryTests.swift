// SPDX-License-Identifier: MIT
import Money
import TestSupport
import Testing

struct EntryTests {
    private static let cash = AccountName("cash")
    private static let user = AccountName("user:1")

    private static func posting(_ account: AccountName, _ minorUnits: Int64, _ code: String = "USD") throws -> Posting {
        Posting(account: account, amount: Amount(minorUnits: minorUnits, currency: try Currency(code: code)))
    }

    @Test func anEntryThatSumsToZeroIsKeptInOrder() throws {
        let postings = try [
            Self.posting(Self.cash, -5), Self.posting(Self.user, 3), Self.posting(AccountName("fee"), 2),
        ]
        #expect(try Entry(postings).postings == postings)
    }

    @Test func anEntryThatDoesNotSumToZeroIsRefused() throws {
        for postings in try [
            [Self.posting(Self.cash, -5), Self.posting(Self.user, 4)], [Self.posting(Self.cash, 0)], [],
            [Self.posting(Self.cash, -5), Self.posting(Self.user, 5, "EUR")],
            [Self.posting(Self.cash, -5), Self.posting(Self.user, 5), Self.posting(Self.user, 1, "EUR")],
        ] {
            let error = #expect(throws: MoneyError.self) { try Entry(postings) }
            #expect(error?.code == .unbalanced)
        }
    }

    @Test func eachCurrencyBalancesByItself() throws {
        let entry = try Entry([
            Self.posting(Self.cash, -5), Self.posting(Self.user, 5), Self.posting(Self.cash, 7, "EUR"),
            Self.posting(Self.user, -7, "EUR"),
        ])
        #expect(entry.postings.count == 4)
    }

    @Test func aSumThatWrapsToZeroIsAnOverflow() throws {
        let postings = try [Self.posting(Self.cash, .max), Self.posting(Self.user, .max), Self.posting(Self.user, 2)]
        let error = #expect(throws: MoneyError.self) { try Entry(postings) }
        #expect(error?.code == .overflow)
    }

    @Test func movingTakesFromOneAndGivesToTheOther() throws {
        let amount = Amount(minorUnits: 5, currency: try Currency(code: "USD"))
        let entry = try Entry(moving: amount, from: Self.cash, to: Self.user)
        #expect(try entry.postings == [Self.posting(Self.cash, -5), Self.posting(Self.user, 5)])
        #expect(throws: MoneyError.self) { try Entry(moving: amount.negated, from: Self.cash, to: Self.user) }
        #expect(throws: MoneyError.self) { try Entry(moving: .zero(amount.currency), from: Self.cash, to: Self.user) }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func changingOnePostingOfABalancedEntryUnbalancesIt(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        var units = (0..<Int.random(in: 1..<8, using: &generator)).map { _ in
            Int64.random(in: -1_000_000...1_000_000, using: &generator)
        }
        units.append(-units.reduce(0, +))
        _ = try Entry(units.map { try Self.posting(Self.user, $0) })
        units[Int.random(in: units.indices, using: &generator)] += Int64.random(in: 1...9, using: &generator)
        let error = try #require(throws: MoneyError.self) { try Entry(units.map { try Self.posting(Self.user, $0) }) }
        #expect(error.code == .unbalanced, "seed \(seed)")
    }
}
