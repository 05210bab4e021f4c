// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// `make drive`, which the README tells newcomers to type, with a smaller film.
struct DriveDemoTests {
    @Test func theDemonstrationSendsThroughKillsKeepsBothAndRestores() throws {
        let root = String(#filePath.dropLast("/Tests/ProgramTests/DriveDemoTests.swift".count))
        let folder = String(Programs.wallet.dropLast("/satchel".count))
        let run = try run(
            "\(root)/Scripts/drive-demo", [folder],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "SATCHEL_DEMO_MIB": "48",
                "SATCHEL_DEMO_PORT": "\(20_000 + Int(getpid()) % 10_000)",
            ])
        #expect(run.status == 0, "\(run.all)")
        for sentence in [
            "the two files are equal", "Both versions are kept", "letter (conflict, phone, 1).txt", "waiting: put",
            "done: restore /letter.txt", "41 of 41 at the hub, 0 waiting", "40 photos at the hub", "Done.",
        ] { #expect(run.output.contains(sentence), "'\(sentence)' is not in: \(run.all)") }
    }
}
