// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// A hub that speaks TLS with its own keys, which are replaced while it serves.
struct ProtectedHubTests {
    @Test func keysAreReplacedWhileTheHubServesAndWalletsFollow() throws {
        let town = try Town(protection: ["--tls"])
        try town.makeHub()
        #expect(town.link.contains("hub=https://") && town.link.hasSuffix("&proof=root"))
        let alice = try town.person("alice", cents: 10_00)
        let bob = try town.person("bob")
        try alice.succeed("send", "bob", "1.00")
        for round in 1...2 {
            try town.rotateKeys()
            try town.waitForComplaint("New connections are shown the key", times: round)
        }
        // Alice's wallet has seen neither of the fresh keys.
        try alice.succeed("send", "bob", "2.00")
        try bob.succeed("sync")
        #expect(try bob.balance()["hub"]?["balance"]?.value == "3.00")
    }

    @Test func anotherServerAtTheSameAddressIsNotBelieved() throws {
        let town = try Town(protection: ["--tls"])
        try town.makeHub()
        let alice = try town.person("alice", cents: 10_00)
        _ = try town.person("bob")
        #expect(town.closeHub() == 0)
        let other = try Town(protection: ["--tls"], port: town.port)
        try other.makeHub()
        let sent = try alice.satchel("send", "bob", "1.00")
        #expect(sent.all.contains("another root key"), "\(sent.all)")
        other.closeHub()
        try town.openHub()
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "9.00")
    }

    /// Even the very same hub is refused when it shows a certificate that an authority vouches for and no key that its root
    /// key has announced: an authority's word is nothing here.
    @Test func aCertificateThatAnAuthorityHasSignedIsNotBelieved() throws {
        let town = try Town(protection: ["--tls"])
        try town.makeHub()
        let alice = try town.person("alice", cents: 10_00)
        _ = try town.person("bob")
        #expect(town.closeHub() == 0)
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        try town.write("names", "subjectAltName=IP:127.0.0.1\n")
        for words in [
            ["req", "-x509"] + key
                + ["-subj", "/CN=Authority", "-keyout", town.file("ca.key"), "-out", town.file("ca.pem")],
            ["req"] + key
                + ["-subj", "/CN=127.0.0.1", "-keyout", town.file("key.pem"), "-out", town.file("request.pem")],
            [
                "x509", "-req", "-in", town.file("request.pem"), "-CA", town.file("ca.pem"), "-CAkey",
                town.file("ca.key"), "-CAcreateserial", "-extfile", town.file("names"), "-out",
                town.file("certificate.pem"),
            ],
        ] { try openSSL(words) }
        try town.openHub(
            protection: ["--certificate", town.file("certificate.pem"), "--private-key", town.file("key.pem")])
        // Whoever trusts authorities is content with it.
        try openSSL([
            "s_client", "-connect", "127.0.0.1:\(town.port)", "-CAfile", town.file("ca.pem"), "-verify_ip", "127.0.0.1",
            "-verify_return_error",
        ])
        try alice.succeed("send", "bob", "1.00")
        let sync = try alice.satchel("sync")
        #expect(sync.status != 0, "\(sync.all)")
        #expect(town.closeHub() == 0)
        try town.openHub()
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "9.00")
    }

    private func openSSL(_ words: [String]) throws {
        let done = try run("/usr/bin/env", ["openssl"] + words, environment: ["PATH": "/usr/bin:/bin"])
        try #require(done.status == 0, "openssl \(words): \(done.all)")
    }

    @Test func certificateFilesAreTakenAndReplaced() throws {
        let town = try Town()
        try town.makeHub()
        let one = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        func make(_ name: String) throws {
            let made = try run(
                "/usr/bin/env",
                one + ["-subj", "/CN=\(name)", "-keyout", town.file("key.pem"), "-out", town.file("certificate.pem")],
                environment: ["PATH": "/usr/bin:/bin"])
            try #require(made.status == 0, "\(made.all)")
        }
        try make("first")
        #expect(town.closeHub() == 0)
        try town.openHub(
            protection: ["--certificate", town.file("certificate.pem"), "--private-key", town.file("key.pem")])
        #expect(!town.link.contains("proof"))
        try make("second")
        town.hangUp()
        try town.waitForComplaint("New connections are shown the key", times: 1)
    }

    @Test func halfOfACertificateIsASentence() throws {
        let town = try Town()
        try town.makeHub()
        #expect(town.closeHub() == 0)
        for words in [["--certificate", "a.pem"], ["--tls", "--private-key", "a.pem"]] {
            let refused = try town.hub(["serve", "--port", "0"] + words)
            #expect(refused.status == 2 && refused.complaint.contains("--certificate and --private-key"))
        }
        let plain = try town.hub("link", "--tls")
        #expect(plain.status == 2 && plain.complaint.contains("https"))
    }
}
