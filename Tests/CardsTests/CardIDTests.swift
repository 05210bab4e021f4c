// SPDX-License-Identifier: MIT
import Cards
import Testing

struct CardIDTests {
    @Test func twoCardsDiffer() {
        #expect(CardID([UInt8](repeating: 1, count: 16)) != CardID([UInt8](repeating: 2, count: 16)))
    }
}
