// SPDX-License-Identifier: MIT
import Drive
import Testing

@Suite struct HubAddressTests {
    @Test(arguments: [
        ("https://hub.example", "hub.example", "443"), ("https://hub.example:8440/base", "hub.example", "8440"),
        ("http://127.0.0.1:8440", "127.0.0.1", "8440"), ("https://[::1]:8440", "::1", "8440"),
        ("http://[fd00::2]", "fd00::2", "80"),
    ]) func aHubHasAHostAndAPort(url: String, host: String, port: String) throws {
        let address = try #require(HubAddress.hostAndPort(of: url))
        #expect(address.host == host && address.port == port)
    }

    @Test(arguments: ["", "ftp://hub.example", "https://", "https://[::1", "https://a:b:c"])
    func anythingElseHasNone(url: String) { #expect(HubAddress.hostAndPort(of: url) == nil) }
}
