// SPDX-License-Identifier: MIT
import PeerSupport
import TestSupport
import Testing

/// `make coins`, which the README tells newcomers to type.
@Suite(.needsPeers) struct CoinsDemoTests {
    @Test func theDemonstrationPaysOnEachChain() throws {
        let root = String(#filePath.dropLast("/Tests/ProgramTests/CoinsDemoTests.swift".count))
        let folder = String(Programs.wallet.dropLast("/satchel".count))
        let run = try run(
            "\(root)/Scripts/coins-demo", [folder],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "SATCHEL_PYTHON": Peers.python])
        #expect(run.status == 0 && run.complaint == "", "\(run.all)")
        for sentence in [
            "Nothing was signed or sent. To continue, give --yes instead of --dry-run.", "out        0.004 BTC",
            "out        0.5 ETH", "out        0.25 SOL", "Done.",
        ] { #expect(run.output.contains(sentence), "'\(sentence)' is not in: \(run.all)") }
    }
}
