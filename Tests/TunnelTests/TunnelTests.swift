// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import TestSupport
import Testing
import WireGuard

@Suite(.serialized)
struct TunnelTests {
    private let key = TunnelPrivateKey(random: .system)

    /// Packets go both ways, to the network that was named and nowhere else, and nothing is left afterwards.
    @Test func aDeviceReachesHomeAndHomeReachesIt() throws {
        guard try TwoEnds.arePossible() else { return }
        let ends = try TwoEnds()
        try ends.startHome(knowing: [key.publicKey])
        try ends.startService()
        let before = try ends.run(.away, "ip -4 route show table all; ip -4 rule; ip -6 rule; cat /etc/resolv.conf")
            .output
        let imported = try ends.satchel("import \(ends.configuration(of: key))")
        #expect(imported.status == 0, "\(imported.output)")
        #expect(imported.output.contains(key.publicKey.description))
        try connect(ends)
        #expect(try ends.run(.away, "ping -c 1 -W 20 10.9.0.1").status == 0)
        #expect(try ends.run(.home, "ping -c 1 -W 20 10.9.0.2").status == 0)
        #expect(try ends.run(.away, "ip route show dev satchel0").output.contains("10.9.0.0/24"))
        #expect(try ends.run(.away, "ip route show default").output == "")
        #expect(try ends.state(after: "status") == "connected")
        #expect(try ends.state(after: "down") == "off")
        #expect(try ends.run(.away, "ip link show satchel0").status != 0)
        #expect(
            try ends.run(.away, "ip -4 route show table all; ip -4 rule; ip -6 rule; cat /etc/resolv.conf").output
                == before)
    }

    @Test func theKeyIsTheOwnersAloneAndIsNeverShown() throws {
        guard try TwoEnds.arePossible() else { return }
        let ends = try TwoEnds()
        let path = try ends.configuration(of: key)
        let secret = try #require(
            try ends.run(.home, "sed -n s/^PrivateKey.=.//p \(path)").output.split(separator: "\n").first)
        let said = try ends.satchel("import \(path)").output + ends.satchel("import \(path) --yes --json").output
        #expect(!said.contains(secret))
        let kept = ends.folder.file("people/root/.local/share/satchel/drive/tunnel.conf")
        #expect(try ends.run(.home, "stat -c %a \(kept)").output == "600\n")
        #expect(try ends.satchel("import \(path) --json").status == 11)
        #expect(try ends.satchel("export \(ends.folder.file("other.conf"))").status == 0)
        #expect(
            try ends.run(
                .home, "cmp \(kept) \(ends.folder.file("other.conf")) && stat -c %a \(ends.folder.file("other.conf"))"
            ).output == "600\n")
        #expect(try ends.satchel("export \(ends.folder.file("other.conf"))").status == 7)
        // Without the service the key is forgotten too.
        #expect(try ends.satchel("up").output.contains("systemctl enable"))
        #expect(try ends.satchel("forget --yes").status == 0)
        #expect(access(kept, F_OK) != 0)
    }

    /// A server that does not know the key does not answer; once its owner adds the key it does, and then no more.
    @Test func aStrangersKeyIsNotAnsweredAndARevokedOneNoMore() throws {
        guard try TwoEnds.arePossible() else { return }
        let ends = try TwoEnds()
        try ends.startHome(knowing: [])
        try ends.startService()
        let made = try ends.satchel(
            "create --address 10.9.0.2 --peer \(ends.homeKey.publicKey) --endpoint 198.51.100.1:51820 --route 10.9.0.0/24 --json"
        )
        let word = String(try #require(made.output.split(separator: "\"").first { $0.count == 44 }, "\(made.output)"))
        #expect(try ends.state(after: "up") == "waiting")
        #expect(try ends.run(.away, "ping -c 1 -W 1 10.9.0.1").status != 0)
        try ends.mustRun(.home, "wg set wg0 peer \(word) allowed-ips 10.9.0.2/32")
        // WireGuard tries again every five seconds.
        #expect(try eventually { try ends.state(after: "status") == "connected" })
        #expect(try ends.run(.away, "ping -c 1 -W 20 10.9.0.1").status == 0)
        try ends.mustRun(.home, "wg set wg0 peer \(word) remove")
        #expect(try ends.run(.away, "ping -c 1 -W 1 10.9.0.1").status != 0)
        #expect(try ends.state(after: "up") == "waiting")
    }

    /// Neither the wrong key of home nor a host that does not answer makes a connection.
    @Test func anotherServerIsNotHome() throws {
        guard try TwoEnds.arePossible() else { return }
        let ends = try TwoEnds()
        try ends.startHome(knowing: [key.publicKey])
        try ends.startService()
        let other = TunnelPrivateKey(random: .system).publicKey
        _ = try ends.satchel("import \(ends.configuration(of: key, to: other))")
        #expect(try ends.state(after: "up") == "waiting")
        _ = try ends.satchel("import --yes \(ends.configuration(of: key, endpoint: "198.51.100.77:51820"))")
        #expect(try ends.state(after: "up") == "waiting")
    }

    @Test func aDeviceThatMovesStaysConnected() throws {
        guard try TwoEnds.arePossible() else { return }
        let ends = try TwoEnds()
        try ends.startHome(knowing: [key.publicKey])
        try ends.startService()
        _ = try ends.satchel("import \(ends.configuration(of: key))")
        try connect(ends)
        try ends.mustRun(
            .away,
            "ip address add 198.51.100.9/24 dev cable && ip address del 198.51.100.2/24 dev cable && ip address add 198.51.100.9/24 dev cable 2>/dev/null || true"
        )
        #expect(try eventually { try ends.run(.away, "ping -c 1 -W 2 10.9.0.1").status == 0 })
        #expect(try ends.run(.home, "wg show wg0 endpoints").output.contains("198.51.100.9:"))
    }

    @Test func aTunnelThatWouldTakeTheWayOfOthersIsRefused() throws {
        guard try TwoEnds.arePossible() else { return }
        let ends = try TwoEnds()
        try ends.startHome(knowing: [key.publicKey])
        try ends.startService()
        try ends.mustRun(.away, "ip address add 192.168.50.2/24 dev cable")
        func refusal(_ routes: [String], endpoint: String = "198.51.100.1:51820") throws -> String {
            _ = try ends.satchel("import --yes \(ends.configuration(of: key, routes: routes, endpoint: endpoint))")
            return try ends.satchel("up").output
        }
        #expect(try refusal(["192.168.50.0/24"]).contains("192.168.50.0/24"))
        #expect(try refusal(["192.168.50.7/32"]).contains("192.168.50.0/24"))
        // The packets of the tunnel would go into the tunnel.
        #expect(try refusal(["10.0.0.0/8"], endpoint: "10.1.2.3:51820").contains("10.1.2.3"))
        #expect(try ends.run(.away, "ip link show satchel0").status != 0)
        // A wider network leaves the narrower one to the machine.
        _ = try refusal(["192.168.0.0/16"])
        #expect(try ends.run(.away, "ip route get 192.168.50.7").output.contains("dev cable"))
        #expect(try ends.run(.away, "ip route get 192.168.51.7").output.contains("dev satchel0"))
    }

    @Test func oneUsersTunnelIsNotAnothers() throws {
        guard try TwoEnds.arePossible() else { return }
        let ends = try TwoEnds()
        try ends.startHome(knowing: [key.publicKey])
        try ends.startService()
        let path = try ends.configuration(of: key)
        try ends.mustRun(.away, "chmod 644 \(path)")
        _ = try ends.satchel("import \(path)")
        _ = try ends.satchel("import \(path)", as: "games")
        try connect(ends)
        #expect(try ends.state(after: "status", as: "games") == "others")
        #expect(try ends.satchel("down", as: "games").output.contains("Another user"))
        #expect(try ends.satchel("up", as: "games").output.contains("Another user"))
        #expect(try ends.state(after: "status") == "connected")
        #expect(try ends.state(after: "down") == "off")
        try connect(ends, as: "games")
    }

    /// What is killed leaves nothing that a new start does not remove.
    @Test func killsLeaveNothingBehind() throws {
        guard try TwoEnds.arePossible() else { return }
        let ends = try TwoEnds()
        try ends.startHome(knowing: [key.publicKey])
        try ends.startService()
        _ = try ends.satchel("import \(ends.configuration(of: key))")
        try connect(ends)
        try ends.mustRun(.away, "pkill -KILL -x wireguard-go")
        #expect(try eventually { try ends.state(after: "status") == "off" })
        try connect(ends)
        try ends.endService("KILL")
        try ends.mustRun(.away, "rm -f /run/satchel-tunnel/socket")
        try ends.startService()
        #expect(try ends.state(after: "status") == "off")
        try connect(ends)
        try ends.endService("TERM")
        #expect(try ends.run(.away, "ip link show satchel0").status != 0)
    }

    /// Switches the tunnel on, and waits until home has answered.
    private func connect(_ ends: TwoEnds, as user: String = "root") throws {
        let first = try ends.state(after: "up", as: user)
        #expect(first == "connected" || first == "waiting")
        #expect(try eventually { try ends.state(after: "status", as: user) == "connected" })
    }

    /// Repeats until it holds; a loaded machine gets the time that it needs.
    private func eventually(_ holds: () throws -> Bool) throws -> Bool {
        for _ in 0..<60 {
            if try holds() { return true }
            usleep(200_000)
        }
        return false
    }
}
