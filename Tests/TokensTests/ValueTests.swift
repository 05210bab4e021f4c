// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import Tokens

@Suite struct ValueTests {
    @Test func aRangeOfNothingIsRefused() {
        #expect(refusal { try UnitRange(lower: 5, length: 0) } == .zeroLength)
    }

    @Test func aRangeThatWrapsAroundIsRefused() {
        #expect(refusal { try UnitRange(lower: .max, length: 1) } == .overflow)
        #expect(refusal { try UnitRange(lower: .max - 4, length: 4) } == nil)
    }

    @Test(arguments: 0..<200) func aRangeSetBehavesLikeASetOfUnits(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var set = RangeSet()
        var model = Set<UInt64>()
        for _ in 0..<30 {
            let range = try UnitRange(
                lower: .random(in: 0..<60, using: &random), length: .random(in: 1...20, using: &random))
            let units = range.lower..<range.upper
            if Bool.random(using: &random) {
                set.insert(range)
                model.formUnion(units)
            } else {
                set.subtract(range)
                model.subtract(units)
            }
            #expect(set.total == UInt64(model.count))
            #expect(set.intersection(range).total == UInt64(model.intersection(units).count))
            #expect(zip(set.pieces, set.pieces.dropFirst()).allSatisfy { $0.upper < $1.lower })
        }
    }

    @Test func timeIsWrittenAsACivilDateInUTC() {
        #expect(Timestamp(seconds: 0).iso8601 == "1970-01-01T00:00:00Z")
        #expect(Timestamp(seconds: 951_868_799).iso8601 == "2000-02-29T23:59:59Z")
        #expect(TestHub.now.iso8601 == "2026-11-20T13:06:40Z")
        #expect(Timestamp.maximum.iso8601 == "9999-12-31T23:59:59Z")
    }

    @Test func timeNeverWraps() {
        #expect(Timestamp.maximum.adding(days: .max) == .maximum)
        #expect(Timestamp(seconds: 5).subtracting(seconds: 9).seconds == 0)
    }

    @Test func theFloorHoldsAgainstASlowClock() {
        let slow = Clock { Timestamp(seconds: 100) }
        #expect(slow.now(notBefore: Timestamp(seconds: 500)).seconds == 500)
        #expect(slow.now(notBefore: Timestamp(seconds: 50)).seconds == 100)
    }
}
