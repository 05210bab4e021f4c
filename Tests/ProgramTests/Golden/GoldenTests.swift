// SPDX-License-Identifier: MIT
import Glibc
import ServerSupport
import TestSupport
import Testing

/// What scripts read, and what old stores hold, as it was when it was recorded. Decision 0083
struct GoldenTests {
    /// Writes the answers of this version into the files, in place of a comparison.
    private static let isRecording = getenv("SATCHEL_WRITE_GOLDEN") != nil

    static let stories = ["account", "offline", "people", "exchange", "operator", "cards-and-coins", "tools"]

    @Test(arguments: stories)
    func everyCommandAnswersAsItWasRecorded(story: String) throws {
        try check(GoldenFile("Transcripts/\(story).txt"), .shape)
    }

    @Test(
        .enabled(if: PrivateServer.canBeAsked, "SKIPPED, NOTHING PROVED: there is no PostgreSQL server here."))
    func theStoresOfAHubCanBeMade() throws { try check(GoldenFile("Stores/make-hub.txt"), .shape) }

    @Test(
        .enabled(if: PrivateServer.canBeAsked, "SKIPPED, NOTHING PROVED: there is no PostgreSQL server here."),
        .enabled(
            if: GoldenPlay.clockLibrary != nil || getenv("CI") != nil,
            "SKIPPED, NOTHING PROVED: libfaketime is not here; run Scripts/setup --tests first."),
        arguments: ["hub", "wallet"])
    func anOldStoreSaysWhatItSaidWhenItWasWritten(store: String) throws {
        try check(GoldenFile("Stores/\(store).txt"), .exact)
    }

    private func check(_ file: GoldenFile, _ mask: GoldenMask) throws {
        let play = try GoldenPlay(try TestNetwork())
        defer { play.stop() }
        let now = file.text(try play.play(file, mask))
        guard !Self.isRecording else { return try file.write(now) }
        let recorded = try file.recorded().split(separator: "\n", omittingEmptySubsequences: false)
        let lines = now.split(separator: "\n", omittingEmptySubsequences: false)
        let difference = zip(recorded, lines).enumerated().first { $0.element.0 != $0.element.1 }
        if let (number, (before, after)) = difference {
            Issue.record("\(file.name):\(number + 1): it was\n\(before)\nand is now\n\(after)")
        }
        #expect(recorded.count == lines.count, "\(file.name)")
    }
}
