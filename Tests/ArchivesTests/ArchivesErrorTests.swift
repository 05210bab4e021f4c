// SPDX-License-Identifier: MIT
import Archives
import Testing

struct ArchivesErrorTests {
    @Test func anErrorSaysItsCode() {
        #expect("\(ArchivesError(.damaged, "It ends early."))" == "ArchivesError.damaged: It ends early.")
    }
}
