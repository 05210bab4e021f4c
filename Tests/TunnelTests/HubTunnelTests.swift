// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing
import WireGuard

/// The tunnel of a real hub: the programs, the script of the unit, and two networks between which only the tunnel leads.
@Suite(.serialized)
struct HubTunnelTests {
    @Test func aDeviceJoinsReachesTheHubAndIsRevoked() throws {
        guard try TwoEnds.arePossible() else { return }
        let ends = try TwoEnds()
        try ends.startService()
        let home = try HubAtHome(ends)
        try home.logInFromAway()
        #expect(try ends.satchel("join").output.contains("has no tunnel"))
        let key = try home.makeKey()
        #expect(try home.makeKey() == key)
        _ = try home.operate("tunnel on --key \(key) --endpoint 198.51.100.1:51820")
        let joined = try ends.satchel("join --json")
        #expect(joined.status == 0 && joined.output.contains("10.77.0.2/32"), "\(joined.output)")
        let device = try HubAtHome.text("publicKey", of: joined.output)
        #expect(try home.operate("tunnel list").contains(device))
        // The serving hub looks every few seconds.
        #expect(try eventually { try home.list().contains("PublicKey = \(device)\nAllowedIPs = 10.77.0.2/32") })
        #expect(try home.operate("tunnel export") == home.list())
        #expect(try home.operate("tunnel show").contains("\"network\":\"10.77.0.0/24\""))
        try expectApplied(home)
        #expect(try eventually { try ends.state(after: "up") == "connected" })
        #expect(try ends.run(.away, "ping -c 1 -W 20 10.77.0.1").status == 0)
        #expect(try ends.run(.home, "ping -c 1 -W 20 10.77.0.2").status == 0)
        #expect(try ends.run(.away, "ip route show dev satchel0").output.contains("10.77.0.1"))
        #expect(try !ends.run(.away, "ip route show dev satchel0").output.contains("10.77.0.0/24"))
        // The same list again breaks no connection.
        try expectApplied(home)
        #expect(try !ends.run(.home, "wg show satchel-hub latest-handshakes").output.contains("\t0\n"))
        #expect(try ends.run(.home, "ip -o -4 address show dev satchel-hub | wc -l").output == "1\n")

        _ = try home.alice("devices revoke laptop")
        #expect(try !home.operate("tunnel list").contains(device))
        #expect(try eventually { try !home.list().contains("[Peer]") })
        try expectApplied(home)
        #expect(try ends.run(.home, "wg show satchel-hub peers").output == "")
        #expect(try ends.run(.away, "ping -c 1 -W 1 10.77.0.1").status != 0)
        #expect(try ends.state(after: "up") == "waiting")
        #expect(try ends.satchel("join --yes").output.contains("logged out"))
        // Off: the interface goes too.
        _ = try home.operate("tunnel off --yes")
        #expect(try eventually { try home.list().contains("# Off") })
        try expectApplied(home)
        #expect(try ends.run(.home, "ip link show satchel-hub").status != 0)
    }

    /// A hub that others have taken over writes what it likes. The unit takes peers with one address each, and nothing else.
    @Test func theUnitTakesNoOtherLines() throws {
        guard try TwoEnds.arePossible() else { return }
        let ends = try TwoEnds()
        let home = try HubAtHome(ends)
        let key = try home.makeKey()
        let device = ends.homeKey.publicKey
        func list(_ more: String, address: String = "10.77.0.1/24", key: String) -> String {
            "# Key = \(key)\n# Address = \(address)\n[Interface]\nListenPort = 51820\n\(more)"
        }
        for line in [
            "PostUp = touch /tmp/x", "FwMark = 1", "PrivateKey = \(device)", "Table = off", "Address = 10.1.1.1/8",
            "[Peer]\nPublicKey = \(device)\nAllowedIPs = 0.0.0.0/0", "[Peer]\nPublicKey = \(device)\nAllowedIPs = ::/0",
            "[Peer]\nPublicKey = \(device)\nEndpoint = 192.0.2.1:1", "[Peer]\r", " [Peer]", "ListenPort = 51820 #",
        ] {
            let (output, status) = try home.apply(list(line + "\n", key: key))
            #expect(status == 1 && output.contains("Nothing was changed"), "\(line): \(output)")
        }
        // Addresses that would lead other networks of this machine into the tunnel.
        for address in [
            "198.51.100.77/24", "10.77.0.1/8", "10.77.0.1/1", "10.77.0.1", "10.77.0.300/24", "172.32.0.1/24",
        ] {
            #expect(try home.apply(list("", address: address, key: key)).output.contains("not private"), "\(address)")
        }
        for other in ["192.168.1.1", "10.77.0.0", "10.77.0.1", "10.77.0.255", "10.77.1.2", "999.77.0.2"] {
            let peer = "[Peer]\nPublicKey = \(device)\nAllowedIPs = \(other)/32\n"
            #expect(try home.apply(list(peer, key: key)).output.contains("outside of the network"), "\(other)")
        }
        // What is in the place of the list may be a secret: no line of it is shown.
        #expect(try !home.apply("a secret\n").output.contains("secret"))
        #expect(try home.apply(list("", key: device.description)).output.contains("another public key"))
        #expect(try home.apply("").status == 1)
        #expect(try ends.run(.home, "ip link show satchel-hub").status != 0)
        #expect(try home.apply(list("", key: key)).status == 0)
        // What is refused later leaves what is there.
        #expect(try home.apply(list("FwMark = 1\n", key: key)).status == 1)
        #expect(try ends.run(.home, "ip link show satchel-hub && wg show satchel-hub listen-port").status == 0)
    }

    private func expectApplied(_ home: HubAtHome) throws {
        let (output, status) = try home.apply()
        #expect(status == 0 && output == "", "\(output)")
    }

    /// Repeats until it holds; a loaded machine gets the time that it needs.
    private func eventually(_ holds: () throws -> Bool) throws -> Bool {
        for _ in 0..<150 {
            if try holds() { return true }
            usleep(200_000)
        }
        return false
    }
}
