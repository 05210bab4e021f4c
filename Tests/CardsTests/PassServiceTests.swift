// SPDX-License-Identifier: MIT
import Cards
import Testing

/// K7: where the newest copy of a pass is.
struct PassServiceTests {
    private func service(
        _ url: String, token: String = "0123456789abcdef", serial: String = #""S 7/ü""#
    ) -> PassService? {
        let json = """
            {"passTypeIdentifier":"pass.example.club","serialNumber":\(serial),"webServiceURL":"\(url)",
            "authenticationToken":"\(token)",}
            """
        return PassService([FileEntry("pass.json", Array(json.utf8))])
    }

    @Test func theAddressHasTheTypeAndTheSerialNumber() throws {
        let found = try #require(service("https://Pass.example:8443/api/"))
        #expect(found.url == "https://Pass.example:8443/api/v1/passes/pass.example.club/S%207%2F%C3%BC")
        #expect(found.host == "pass.example:8443")
        #expect(found.authorization == "ApplePass 0123456789abcdef")
        #expect(service("https://a.example", serial: "17")?.url.hasSuffix("/pass.example.club/17") == true)
        // As an issuer has it whose service is one script.
        #expect(service("https://a.example/p.php?")?.url.hasPrefix("https://a.example/p.php?/v1/passes/") == true)
    }

    @Test(arguments: [
        "http://a.example", "ftp://a.example", "a.example", "", "https://", "https:///x", "https://me@a.example",
        "https://me:word@a.example/", "https://a.example#b", #"https://a.example\\@b.example"#, "https://ä.example",
        "https://a.example/ b", "https://a.example:0", "https://a.example:99999", "https://a.example:x",
        "https://a..example", "https://-a.example", "https://[::1", "https://[::1]x", "https://127.1",
        "https://2130706433", "https://0x7f000001", "https://a.example\\r\\nHost: b",
    ])
    func anAddressThatParsersReadInTwoWaysIsNone(url: String) {
        #expect(service(url) == nil)
    }

    @Test func withoutASecretOrAnIdentityThereIsNoService() {
        for host in ["127.0.0.1:4", "[::1]:4"] { #expect(service("https://\(host)/x")?.host == host) }
        for token in ["", "a b", #"a\r\nHost: b"#, "ü", String(repeating: "a", count: 1025)] {
            #expect(service("https://a.example", token: token) == nil, "\(token)")
        }
        for serial in [#""""#, "null", "[]", #"".."#, #""..""#, #"".""#, "\"\(String(repeating: "a", count: 513))\""] {
            #expect(service("https://a.example", serial: serial) == nil, "\(serial)")
        }
        #expect(PassService([FileEntry("pass.json", Array("{".utf8))]) == nil)
        #expect(PassService([]) == nil)
    }

    @Test func theSecretIsNotPrinted() throws {
        let found = try #require(service("https://a.example", token: "SECRET_MARKER_16"))
        var dumped = ""
        dump(found, to: &dumped)
        for text in ["\(found)", String(reflecting: found), dumped] {
            #expect(!text.contains("SECRET_MARKER") && text.contains("redacted"), "\(text)")
        }
    }
}
