// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// `satchel sync --every` on a machine whose network goes and comes.
struct RepeatedSyncTests {
    /// Whether this machine lets us make a network of our own.
    static let canMakeNetworks = system("unshare --net ip link set lo up 2>/dev/null") == 0

    @Test(.enabled(if: canMakeNetworks, "A network of our own needs root and iproute2."))
    func aQueuedTransferLeavesWhenTheNetworkComesBack() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00)
        let bob = try network.person("bob")
        network.closeHub()
        let queued = try alice.satchel("send", "--yes", "bob", "2.00", "--json")
        #expect(try queued.status == 9 && queued.json()["sent"] == .bool(false), "\(queued.all)")

        // The hub and the wallet in a network of their own, which is cut while the wallet looks for the first time. The
        // next round would be an hour away.
        try network.write(
            "story",
            """
            set -e
            ip link set lo up
            '\(Programs.hub)' serve --port \(network.port) --directory '\(network.file("hub"))' >ready 2>hub-again.log &
            hub=$!
            for i in $(seq 200); do [ -s ready ] && break; sleep 0.05; done
            ip link set lo down
            "$@" sync --every 3600 --rounds 2 --json >rounds &
            wallet=$!
            for i in $(seq 200); do [ -s rounds ] && break; sleep 0.05; done
            ip link set lo up
            wait $wallet
            kill $hub
            wait $hub
            """)
        let told = try run(
            "/usr/bin/env", ["-C", network.folder, "unshare", "--net", "bash", "story"] + alice.commandLine([]),
            environment: alice.environment().merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { $1 })
        #expect(told.status == 0, "\(told.all)")

        let rounds = String(decoding: try network.bytes("rounds"), as: UTF8.self).split(separator: "\n")
        #expect(rounds.count == 2, "\(rounds)")
        #expect(rounds.first?.contains("failed") == true, "\(rounds)")
        let sent = ##"{"part":"transfers","outcome":"done","values":{"count":1}}"##
        #expect(rounds.last?.contains(sent) == true, "\(rounds)")
        try network.openHub()
        try bob.succeed("sync")
        #expect(try bob.balance()["hub"]?["balance"]?.value == "2.00")
    }
}
