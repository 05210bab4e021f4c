// SPDX-License-Identifier: MIT
import Testing
import WireGuard

struct TunnelNetworkTests {
    @Test func theServerIsFirstAndDevicesFollowUpToTheLast() throws {
        let network = try TunnelNetwork("10.77.240.0/20")
        #expect(network.server.description == "10.77.240.1/20")
        #expect(network.deviceNumbers == 2..<4_095)
        #expect(network.device(2).description == "10.77.240.2/32")
        #expect(network.device(256).description == "10.77.241.0/32")
        #expect(network.device(4_094).description == "10.77.255.254/32")
        #expect(try TunnelNetwork("192.168.1.248/29").deviceNumbers == 2..<7)
        #expect(network.description == "10.77.240.0/20")
    }

    @Test(arguments: [
        "", "10.77.0.0", "10.77.0.0/19", "10.77.0.0/30", "10.77.0.1/24", "10.77.0.0/24 ", "fd00::/64", "192.0.2.0/24",
        "172.32.0.0/20", "100.64.0.0/20", "10.77.0.0/024",
    ])
    func anotherTextIsNoNetworkOfATunnel(_ text: String) {
        #expect(throws: WireGuardError.self) { try TunnelNetwork(text) }
    }
}
