// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// M7: a wallet on a disk that cannot be written can be looked at.
struct ReadOnlyTests {
    static let canMount = system("unshare --mount true 2>/dev/null") == 0

    @Test(.enabled(if: canMount, "A read-only mount needs root."))
    func whatOnlyReadsWorksOnAReadOnlyDisk() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 50_00, buying: 20_00)
        let bob = try network.person("bob")
        let request = try #require(try bob.succeed("request", "1.00", "--json").json()["text"]?.text)
        try alice.succeed("cards", "list")
        let balance = try alice.succeed("balance").output
        let before = try network.bytes("\(alice.device)/wallet/wallet.sqlite")

        func frozen(_ words: [String]) throws -> Run {
            let story = "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && exec \"$@\""
            return try run(
                "/usr/bin/unshare",
                ["--mount", "bash", "-c", story, network.file(alice.device)] + alice.commandLine(words),
                environment: alice.environment().merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { $1 })
        }
        #expect(try frozen(["balance"]).output == balance)
        for words in [["activity"], ["activity", "list", "--account"], ["cards", "list"], ["payouts"]] {
            let seen = try frozen(words)
            #expect(seen.status == 0, "\(words): \(seen.all)")
        }
        for words in [
            ["pay", "--yes", request], ["request", "1"], ["send", "--yes", "bob", "1"], ["take-offline", "1"], ["sync"],
        ] {
            let refused = try frozen(words)
            #expect(refused.status == 8 && refused.complaint.contains("writable"), "\(words): \(refused.all)")
        }
        #expect(try network.bytes("\(alice.device)/wallet/wallet.sqlite") == before)
        try alice.succeed("pay", "--yes", request)
    }
}
