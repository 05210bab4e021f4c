// SPDX-License-Identifier: MIT
import Scanner
import Testing

struct GreyImageTests {
    @Test func anImageKeepsItsRows() {
        let image = GreyImage(width: 2, height: 1, pixels: [0, 255])
        #expect(image.pixels == [0, 255])
    }
}
