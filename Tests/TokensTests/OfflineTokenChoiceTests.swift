// SPDX-License-Identifier: MIT

import Money
import TestSupport
import Testing
import Tokens

@Suite struct OfflineTokenChoiceTests {
    private func holding(
        _ name: String, _ pieces: [(UInt64, UInt64)], hops: Int = 0, days: UInt64 = 30, cap: UInt64 = 50_000
    ) throws -> Spendable {
        Spendable(
            id: Self.id(name), hops: hops,
            free: RangeSet(try pieces.map { try UnitRange(lower: $0.0, length: $0.1) }),
            spendableUntil: TestHub.now.adding(days: days), cap: cap, spentBytes: 277 + 219 * hops)
    }

    private static func id(_ name: String) -> RecordID {
        RecordID(known: TestHub.sixteen(name) + TestHub.sixteen(name + " again"))
    }

    private func choose(_ units: Int64, _ holdings: [Spendable]) throws -> [Pick] {
        try OfflineTokenChoice.choose(Amount(minorUnits: units, currency: TestHub.usd), from: holdings, at: TestHub.now)
    }

    private func pick(_ name: String, _ lower: UInt64, _ length: UInt64) throws -> Pick {
        Pick(id: Self.id(name), range: try UnitRange(lower: lower, length: length))
    }

    @Test func theOwnRootNearestItsExpiryPaysFirst() throws {
        let holdings = try [holding("late", [(0, 500)], days: 30), holding("soon", [(0, 900)], days: 10)]
        #expect(try choose(400, holdings) == [pick("soon", 0, 400)])
    }

    @Test func ofRootsThatExpireTogetherTheSmallestSufficientPays() throws {
        let holdings = try [holding("large", [(0, 5_000)]), holding("fit", [(100, 900)]), holding("small", [(0, 300)])]
        #expect(try choose(400, holdings) == [pick("fit", 100, 400)])
    }

    @Test func anOwnRootGoesBeforeWhatWasReceived() throws {
        let holdings = try [holding("received", [(0, 400)], hops: 1), holding("own", [(0, 5_000)])]
        #expect(try choose(400, holdings) == [pick("own", 0, 400)])
    }

    @Test func ofWhatWasReceivedTheFewestHopsPay() throws {
        let holdings = try [holding("deep", [(0, 400)], hops: 3), holding("shallow", [(0, 900)], hops: 1)]
        #expect(try choose(400, holdings) == [pick("shallow", 0, 400)])
    }

    @Test func aBundleTakesTheFewestCoinsLargestFirst() throws {
        let holdings = try [
            holding("a", [(0, 100)]), holding("b", [(0, 300)]), holding("c", [(0, 200)], hops: 2),
            holding("d", [(0, 250)]),
        ]
        #expect(try choose(540, holdings) == [pick("b", 0, 300), pick("d", 0, 240)])
    }

    @Test func theLastCoinOfABundleIsTheCheapestThatCovers() throws {
        let holdings = try [holding("a", [(0, 300)]), holding("deep", [(0, 250)], hops: 4), holding("own", [(0, 60)])]
        #expect(try choose(350, holdings) == [pick("a", 0, 300), pick("own", 0, 50)])
    }

    @Test func theFreePiecesOfOneHoldingAreCoinsOfTheirOwn() throws {
        let holdings = try [holding("a", [(10, 100), (500, 40)])]
        #expect(try choose(120, holdings) == [pick("a", 10, 100), pick("a", 500, 20)])
    }

    @Test func unitsAreSpentFromLowToHigh() throws {
        let first = try choose(100, [holding("a", [(0, 1_000)])])
        #expect(first == [try pick("a", 0, 100)])
    }

    @Test func moreThanEightCoinsAreTooMany() throws {
        let holdings = try (0..<9).map { try holding("\($0)", [(0, 100)]) }
        #expect(refusal { try choose(900, holdings) } == .tooManyCoins)
        #expect(try choose(800, holdings).count == 8)
    }

    @Test func aBundleOfDeepCoinsThatWouldNotFitIsRefused() throws {
        let holdings = try (0..<8).map { try holding("\($0)", [(0, 100)], hops: 4) }
        #expect(refusal { try choose(800, holdings) } == .tooLarge)
        #expect(try choose(300, holdings).count == 3)
    }

    @Test func aShortageSaysWhatThereIsAndWhyNotMore() throws {
        let holdings = try [
            holding("usable", [(0, 100)]), holding("deep", [(0, 200)], hops: 5),
            Spendable(
                id: Self.id("old"), hops: 0, free: RangeSet(UnitRange(lower: 0, length: 400)),
                spendableUntil: TestHub.now.subtracting(seconds: 1), cap: 50_000, spentBytes: 277),
            holding("capped", [(0, 900)], hops: 1, cap: 500),
        ]
        let error = #expect(throws: TokensError.self) { try choose(600, holdings) }
        #expect(
            error?.cause as? OfflineTokenChoice.Shortage
                == OfflineTokenChoice.Shortage(wanted: 600, available: 100, tooDeep: 200, expired: 400, overCap: 900))
        #expect(
            error?.message
                == "1.00 USD can be spent offline, 6.00 USD is wanted. Of the rest, 2.00 USD has passed through 5 hands, "
                + "4.00 USD is past its date, 9.00 USD belongs to a key with a lower limit for one payment."
                + " Sync with the hub to renew and buy more.")
    }

    @Test func nothingAndTooMuchAreRefused() throws {
        #expect(refusal { try choose(0, [holding("a", [(0, 100)])]) } == .wrongAmount)
        #expect(refusal { try choose(50_001, [holding("a", [(0, 100)])]) } == .overCap)
    }

    @Test(arguments: 0..<300) func aChoiceIsExactDisjointAndFromWhatIsFree(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let holdings = try (0..<Int.random(in: 1...12, using: &random)).map { index in
            let lower = UInt64.random(in: 0...50, using: &random)
            let length = UInt64.random(in: 1...400, using: &random)
            return try holding(
                "\(index)", [(lower, length), (lower + length + 5, UInt64.random(in: 1...90, using: &random))],
                hops: .random(in: 0...5, using: &random))
        }
        let wanted = Int64.random(in: 1...2_000, using: &random)
        guard let picks = try? choose(wanted, holdings) else { return }
        #expect(picks.reduce(0) { $0 + $1.range.length } == UInt64(wanted))
        for pick in picks {
            let holding = try #require(holdings.first { $0.id == pick.id })
            #expect(holding.free.contains(pick.range))
            #expect(holding.hops < 5)
        }
        #expect(Set(picks).count == picks.count && picks.count <= 8)
        // Enough in one piece means one coin.
        let usable = holdings.filter { $0.hops < 5 }.flatMap(\.free.pieces)
        #expect(usable.contains { $0.length >= UInt64(wanted) } == (picks.count == 1))
    }
}

@Suite struct WithdrawalPackTests {
    @Test func aPackIsFiftyTwentyFiveFifteenTen() throws {
        #expect(try WithdrawalPack.split(10_000) == [5_000, 2_500, 1_500, 1_000])
    }

    @Test func whatDividingLosesGoesToTheLargest() throws {
        #expect(try WithdrawalPack.split(999) == [502, 249, 149, 99])
        #expect(try WithdrawalPack.split(3) == [3])
        #expect(try WithdrawalPack.split(1) == [1])
    }

    @Test func noRootIsAboveTheLimit() throws {
        let parts = try WithdrawalPack.split(200_000)
        #expect(parts == [50_000, 50_000, 50_000, 30_000, 20_000])
        #expect(try WithdrawalPack.split(1_000, largest: 200) == [167, 167, 166, 125, 125, 150, 100])
    }

    @Test(arguments: 0..<200) func aPackAddsUpToTheUnit(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let amount = UInt64.random(in: 1...200_000, using: &random)
        let parts = try WithdrawalPack.split(amount)
        #expect(parts.reduce(0, +) == amount)
        #expect(parts.allSatisfy { (1...50_000).contains($0) })
    }

    @Test func nothingAndTooMuchAreRefused() {
        #expect(refusal { try WithdrawalPack.split(0) } == .wrongAmount)
        #expect(refusal { try WithdrawalPack.split(200_001) } == .limitExceeded)
        #expect(refusal { try WithdrawalPack.split(1_000, largest: 10) } == .limitExceeded)
        #expect(refusal { try WithdrawalPack.split(1_000, largest: 0) } == .limitExceeded)
    }
}
