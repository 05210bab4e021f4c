// SPDX-License-Identifier: MIT
import TestSupport
import Testing

/// `make cards`, which the README tells newcomers to type.
struct CardsDemoTests {
    @Test func theDemonstrationImportsScansShowsAndHandsOver() throws {
        let root = String(#filePath.dropLast("/Tests/ProgramTests/CardsDemoTests.swift".count))
        let folder = String(Programs.wallet.dropLast("/satchel".count))
        let run = try run(
            "\(root)/Scripts/cards-demo", [folder],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
        #expect(run.status == 0 && run.complaint == "", "\(run.all)")
        for sentence in [
            "Cards: 2 added.", "Cards: 2 already present. Nothing was changed.", "EAN-13  4006381333931",
            "Added the card 'Grocer' (4006381333931)", "Cards: 3 added.", "https://catima.app/share#", "Done.",
        ] { #expect(run.output.contains(sentence), "'\(sentence)' is not in: \(run.all)") }
    }
}
