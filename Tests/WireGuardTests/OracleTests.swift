// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import TestSupport
import Testing
import WireGuard

/// Debian's `wg` and `wg-quick` judge what we write and derive. man 8 wg
struct OracleTests {
    private static let tools = ["/usr/bin/wg", "/usr/bin/wg-quick"]
    private static let isHere = tools.allSatisfy { access($0, X_OK) == 0 }

    /// The last line that a command line of a shell prints, as a word of ``Child``.
    private static func said(_ line: String) throws -> String {
        guard
            case .shown(let text) = try Child("/bin/sh", ["-c", "printf 'shown %s\\n' \"$(\(line) | tr '\\n' '~')\""])
                .finish()
        else { throw UnexpectedResult("'\(line)' failed.") }
        return text
    }

    @Test func theyDeriveThePublicKeysThatWeDerive() throws {
        guard try Self.areHere() else { return }
        let folder = try ScratchFolder()
        for number in 0..<16 {
            let key = TunnelPrivateKey(random: .system)
            let configuration = try TunnelConfiguration(
                privateKey: key, addresses: [AddressBlock("10.8.0.2")],
                peers: [TunnelPeer(TunnelPrivateKey(random: .system).publicKey, routes: [AddressBlock("10.8.0.0/24")])])
            let path = try folder.write(configuration.written.withUnsafeBytes { Array($0) }, to: "\(number).conf")
            let derived = try Self.said("sed -n 's/^PrivateKey = //p' \(path) | wg pubkey")
            #expect(derived == key.publicKey.description + "~")
        }
    }

    @Test func theyTakeWhatWeWriteAndWeTakeWhatTheyStrip() throws {
        guard try Self.areHere() else { return }
        let folder = try ScratchFolder()
        let configuration = try ConfigurationReadingTests.read(ConfigurationReadingTests.whole)
        let path = try folder.write(configuration.written.withUnsafeBytes { Array($0) }, to: "home.conf")
        let stripped = try Self.said("wg-quick strip \(path)").replacing("~", with: "\n")
        // What `wg` itself knows is left: addresses and MTU are wg-quick's.
        let again = try ConfigurationReadingTests.read(
            stripped.replacing("[Interface]", with: "[Interface]\nAddress = 10.8.0.2/24, fd00:8::2/64\nMTU = 1380"))
        #expect(again == configuration)
    }

    private static func areHere() throws -> Bool {
        if isHere { return true }
        guard getenv("CI") == nil else { throw UnexpectedResult("The package wireguard-tools is missing.") }
        print("Not proved: keys and files against the package wireguard-tools, which is not installed.")
        return false
    }
}
