// SPDX-License-Identifier: MIT
import Barcodes
import Testing

struct CapacityTests {
    @Test(
        arguments: [
            (.qr, "7", 7089), (.qr, "A", 4296), (.qr, "a", 2953), (.dataMatrix, "7", 3116), (.dataMatrix, "a", 2335),
            (.aztec, "7", 3835), (.aztec, "a", 3069), (.pdf417, "7", 2710), (.pdf417, "a", 1850), (.maxiCode, "A", 93),
        ] as [(Symbology, Character, Int)])
    func theLargestCodeIsKnown(symbology: Symbology, letter: Character, count: Int) throws {
        try Symbol(symbology, Array(String(repeating: letter, count: count).utf8)).check()
        let error = #expect(throws: SymbolsError.self) {
            try Symbol(symbology, Array(String(repeating: letter, count: count + 1).utf8)).check()
        }
        #expect(error?.code == .tooLong)
    }

    @Test func aMixtureHasRoomForWhatEachPartLeaves() throws {
        let digits = String(repeating: "7", count: 4000)
        try Symbol(.qr, Array((digits + "a").utf8)).check()
        #expect(throws: SymbolsError.self) {
            try Symbol(.qr, Array((digits + String(repeating: "a", count: 1300)).utf8)).check()
        }
    }

    @Test func aCharacterSetThatReadersLoseIsNotStated() throws {
        try Symbol(.pdf417, [1], eci: 899).check()
        #expect(throws: SymbolsError.self) { try Symbol(.pdf417, [1], eci: 900).check() }
        try Symbol(.qr, [1], eci: 900).check()
    }
}
