// SPDX-License-Identifier: MIT
import Bytes
import Testing
import WireGuard

struct ConfigurationReadingTests {
    static let privateKey = "yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk="
    static let publicKey = "xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg="
    static let otherKey = "TrMvSoP4jYQlY6RIzBgbssQqY3vxI2Pi+y71lOWWXX0="
    static let secret = "FpCyhws9cxwWoV4xELtfJvjJN+zQVRPISllRWgeopVE="

    static let whole = """
        [Interface]
        PrivateKey = \(privateKey)
        ListenPort = 51820
        Address = 10.8.0.2/24, fd00:8::2/64
        DNS = 192.168.178.1, fritz.box
        MTU = 1380

        [Peer]
        # Müller's router
        PublicKey = \(publicKey)
        PresharedKey = \(secret)
        AllowedIPs = 192.168.178.7/24
        AllowedIPs = 10.8.0.0/24,fd00:8::/64
        Endpoint = home.example:51820
        PersistentKeepalive = 25
        """

    static func read(_ text: String) throws -> TunnelConfiguration {
        try TunnelConfiguration(reading: Array(text.utf8))
    }

    @Test func allTenKeysAreRead() throws {
        let configuration = try Self.read(Self.whole)
        #expect(configuration.listenPort == 51_820)
        #expect(configuration.addresses.map(\.description) == ["10.8.0.2/24", "fd00:8::2/64"])
        #expect(configuration.maximumTransmissionUnit == 1_380)
        let peer = try #require(configuration.peers.first)
        #expect(peer.publicKey.description == Self.publicKey)
        #expect(peer.presharedKey == (try PresharedKey(Self.secret)))
        #expect(peer.routes.map(\.description) == ["192.168.178.0/24", "10.8.0.0/24", "fd00:8::/64"])
        #expect(peer.endpoint?.host == "home.example")
        #expect(peer.keepaliveSeconds == 25)
    }

    @Test func whatIsWrittenReadsTheSame() throws {
        let configuration = try Self.read(Self.whole)
        let written = configuration.written.withUnsafeBytes { Array($0) }
        #expect(try TunnelConfiguration(reading: written) == configuration)
        #expect(try TunnelConfiguration(reading: written).written == configuration.written)
    }

    @Test func editorsOfOtherSystemsAndOtherCasesAreTaken() throws {
        let lines = Self.whole.replacing("\n", with: "\r\n").replacing("PrivateKey", with: "privatekey")
            .replacing("[Peer]", with: "[PEER]").replacing(" = ", with: "\t=")
        #expect(try Self.read("\u{FEFF}" + lines) == Self.read(Self.whole))
        #expect(try Self.read(Self.whole.replacing("= 25", with: "= off")).peers[0].keepaliveSeconds == nil)
    }

    /// Each line, put in place of another, is refused with its number.
    @Test(arguments: [
        ("MTU = 1380", "PostUp = iptables -A FORWARD -j ACCEPT", WireGuardError.Code.notAllowed, 6),
        ("MTU = 1380", "preup = true", .notAllowed, 6), ("MTU = 1380", "Table = off", .notAllowed, 6),
        ("MTU = 1380", "FwMark = 51820", .notAllowed, 6), ("MTU = 1380", "SaveConfig = true", .notAllowed, 6),
        ("MTU = 1380", "\u{1B}[2J = 1", .malformed, 6), ("MTU = 1380", "Nonsense = 1", .notAllowed, 6),
        ("MTU = 1380", "MTU = 576", .malformed, 6), ("MTU = 1380", "MTU =", .malformed, 6),
        ("MTU = 1380", "MTU", .malformed, 6), ("MTU = 1380", "[Else]", .notAllowed, 6),
        ("MTU = 1380", "[Interface]", .repeated, 6), ("MTU = 1380", "ListenPort = 1", .repeated, 6),
        ("MTU = 1380", "Address = 8.8.8.8/32", .wideRoute, 6), ("MTU = 1380", "Address = 10.8.0.2/33", .malformed, 6),
        ("MTU = 1380", "DNS = 1.1.1.1,,", .malformed, 6), ("MTU = 1380", "MTU = 1\u{0}380", .malformed, 6),
        ("AllowedIPs = 192.168.178.7/24", "AllowedIPs = 0.0.0.0/0", .wideRoute, 12),
        ("AllowedIPs = 192.168.178.7/24", "AllowedIPs = ::/0", .wideRoute, 12),
        ("AllowedIPs = 192.168.178.7/24", "AllowedIPs = 203.0.113.7/32", .wideRoute, 12),
        ("AllowedIPs = 192.168.178.7/24", "AllowedIPs = 10.0.0.0/7", .wideRoute, 12),
        ("AllowedIPs = 192.168.178.7/24", "AllowedIPs = 172.16.0.0/11", .wideRoute, 12),
        ("AllowedIPs = 192.168.178.7/24", "AllowedIPs = 2000::/3", .wideRoute, 12),
        ("AllowedIPs = 192.168.178.7/24", "AllowedIPs = 010.0.0.0/8", .malformed, 12),
        ("AllowedIPs = 192.168.178.7/24", "AllowedIPs = home.example", .malformed, 12),
        ("Endpoint = home.example:51820", "Endpoint = home.example", .malformed, 14),
        ("Endpoint = home.example:51820", "Endpoint = home.example:0", .malformed, 14),
        ("Endpoint = home.example:51820", "Endpoint = -rf.example:51820", .malformed, 14),
        ("Endpoint = home.example:51820", "Endpoint = 300.1.1.1:51820", .malformed, 14),
        ("Endpoint = home.example:51820", "Endpoint = [::1:51820", .malformed, 14),
        ("PersistentKeepalive = 25", "PersistentKeepalive = 65536", .malformed, 15),
        ("PublicKey = \(publicKey)", "PublicKey = \(publicKey.dropLast(2))=", .malformed, 10),
        ("PublicKey = \(publicKey)", "PublicKey = AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", .malformed, 10),
        ("PublicKey = \(publicKey)", "PublicKey = \(publicKey.dropLast(2))h=", .malformed, 10),
    ])
    func aLineThatIsNotOfTheFormIsRefused(_ old: String, _ new: String, _ code: WireGuardError.Code, _ line: Int) {
        let error = #expect(throws: WireGuardError.self) { try Self.read(Self.whole.replacing(old, with: new)) }
        #expect(error?.code == code, "\(error?.message ?? "")")
        #expect(error?.configurationLine == line, "\(error?.message ?? "")")
        #expect(error?.message.hasPrefix("Line \(line): ") == true)
    }

    /// The line of the section is named where a key is missing in it.
    @Test(arguments: [
        ("PrivateKey = \(privateKey)\n", 1), ("PublicKey = \(publicKey)\n", 8),
        ("AllowedIPs = 192.168.178.7/24\nAllowedIPs = 10.8.0.0/24,fd00:8::/64\n", 8),
    ])
    func whatIsMissingIsNamed(_ line: String, _ section: Int) {
        let error = #expect(throws: WireGuardError.self) { try Self.read(Self.whole.replacing(line, with: "")) }
        #expect(error?.code == .missing)
        #expect(error?.configurationLine == section)
    }

    @Test func aTunnelToNowhereAndKeysThatAreSharedAreRefused() {
        func code(_ text: String) -> WireGuardError.Code? {
            #expect(throws: WireGuardError.self) { try Self.read(text) }?.code
        }
        let interface = "[Interface]\nPrivateKey = \(Self.privateKey)\nAddress = 10.8.0.2\n"
        func peer(_ key: String, _ route: String) -> String { "[Peer]\nPublicKey = \(key)\nAllowedIPs = \(route)\n" }
        #expect(code("") == .missing)
        #expect(code(interface) == .missing)
        #expect(code("PrivateKey = \(Self.privateKey)") == .malformed)
        #expect(
            code(interface + peer(Self.publicKey, "10.1.0.0/16") + peer(Self.publicKey, "10.2.0.0/16")) == .repeated)
        #expect(code(interface + peer(Self.publicKey, "10.1.0.0/16") + peer(Self.otherKey, "10.1.2.3/16")) == .repeated)
        let own = try? TunnelPrivateKey(Self.privateKey).publicKey.description
        #expect(code(interface + peer(own ?? "", "10.1.0.0/16")) == .repeated)
    }

    @Test func limitsAreLimits() {
        let many = (0...TunnelConfiguration.maximumPeers).map { _ in "[Peer]\n" }.joined()
        #expect(#expect(throws: WireGuardError.self) { try Self.read(many) }?.code == .tooLarge)
        let routes = (0...TunnelConfiguration.maximumBlocks).map { "10.\($0).0.0/16" }.joined(separator: ",")
        let text = Self.whole.replacing("192.168.178.7/24", with: routes)
        #expect(#expect(throws: WireGuardError.self) { try Self.read(text) }?.code == .tooLarge)
        let long = Self.whole + String(repeating: "#", count: TunnelConfiguration.maximumBytes)
        #expect(#expect(throws: WireGuardError.self) { try Self.read(long) }?.code == .tooLarge)
    }

    @Test func noMessageAndNoDescriptionShowsASecret() throws {
        let configuration = try Self.read(Self.whole)
        for text in ["\(configuration)", String(reflecting: configuration)] {
            #expect(!text.contains(Self.privateKey) && !text.contains(Self.secret))
        }
        for broken in [
            Self.whole.replacing("PrivateKey = ", with: "PrivateKey = x"),
            Self.whole.replacing("PresharedKey", with: "Key"),
            Self.whole.replacing("PrivateKey = ", with: ""), Self.whole.replacing("[Interface]\n", with: ""),
        ] {
            let error = #expect(throws: WireGuardError.self) { try Self.read(broken) }
            let said = "\(error.map { "\($0)" } ?? "")"
            #expect(
                !said.contains(String(Self.privateKey.prefix(12))) && !said.contains(String(Self.secret.prefix(12))))
        }
    }
}
