// SPDX-License-Identifier: MIT
import Scanner
import Testing
import TestSupport

struct CodewordBlockTests {
    /// ISO/IEC 18004, annex I: the code "01234567" in version 1-M, with its ten codewords of correction.
    private static let example: [UInt8] = [
        0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55,
    ]

    private func damaged(_ places: some Sequence<Int>) -> CodewordBlock {
        var codewords = Self.example
        for (index, place) in places.enumerated() { codewords[place] ^= UInt8(37 * index % 255 + 1) }
        return CodewordBlock(codewords, checkCodewords: 10)
    }

    @Test func theStandardsExampleIsFreeOfErrors() {
        var block = damaged([])
        let outcome = block.correct(certainty: 0)
        #expect(outcome?.errors == 0 && outcome?.erasures == 0)
    }

    @Test(arguments: 0...5)
    func errorsUpToHalfOfTheCheckAreCorrected(count: Int) {
        var block = damaged((0..<count).map { $0 * 5 })
        let outcome = block.correct(certainty: 0)
        #expect(block.codewords == Self.example)
        #expect(outcome?.errors == count)
    }

    @Test(arguments: 0...10)
    func lossesUpToTheWholeCheckAreMadeUp(count: Int) {
        let places = (0..<count).map { $0 * 2 + 3 }
        var block = damaged(places)
        let outcome = block.correct(erasing: places, certainty: 0)
        #expect(outcome != nil)
        #expect(block.codewords == Self.example)
    }

    @Test(arguments: [(1, 8), (2, 6), (3, 4), (4, 2)])
    func errorsAndLossesShareTheCheck(errors: Int, losses: Int) {
        let lost = (0..<losses).map { $0 * 2 }
        let wrong = (0..<errors).map { $0 * 2 + 1 }
        var block = damaged(lost + wrong)
        let outcome = block.correct(erasing: lost, certainty: 0)
        #expect(outcome != nil)
        #expect(block.codewords == Self.example)
    }

    @Test func beyondTheCheckNothingIsChanged() {
        for places in [[0, 3, 6, 9, 12, 15], [1, 2, 4, 8, 16, 20, 24]] {
            var block = damaged(places)
            let before = block.codewords
            if block.correct(certainty: 0) == nil { #expect(block.codewords == before) }
            let outcome = block.correct(erasing: Array(0..<11), certainty: 0)
            #expect(outcome == nil)
        }
    }

    /// Table 9 keeps two codewords of version 1-M's ten against misreading: four errors are corrected, five are not.
    @Test func theCertaintyThatIsAskedForBoundsTheCorrection() {
        var four = damaged([0, 5, 10, 15])
        let corrected = four.correct(certainty: 28)
        #expect(corrected != nil)
        var five = damaged([0, 5, 10, 15, 20])
        let refused = five.correct(certainty: 28)
        #expect(refused == nil)
        var lost = damaged(Array(0..<8))
        let outcome = lost.correct(erasing: Array(0..<8), certainty: 28)
        #expect(outcome == nil)
    }

    /// Blocks of chance look corrected as rarely as the certainty says.
    @Test func chanceIsRefused() {
        var random = SeededRandom(seed: 3)
        var hits = 0
        for _ in 0..<20_000 {
            var block = CodewordBlock(random.bytes(26), checkCodewords: 7)
            if block.correct(certainty: 24) != nil { hits += 1 }
        }
        #expect(hits == 0)
    }
}
