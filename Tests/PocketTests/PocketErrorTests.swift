// SPDX-License-Identifier: MIT
import Pocket
import Testing

struct PocketErrorTests {
    @Test func anErrorSaysItsCode() {
        #expect("\(PocketError(.noCard, "There is none."))" == "PocketError.noCard: There is none.")
    }
}
