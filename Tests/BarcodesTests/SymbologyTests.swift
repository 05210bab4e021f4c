// SPDX-License-Identifier: MIT
import Barcodes
import Testing

struct SymbologyTests {
    @Test func everyKindHasANameOfItsOwn() {
        #expect(Set(Symbology.allCases.map(\.name)).count == Symbology.allCases.count)
    }
}
