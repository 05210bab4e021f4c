// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// A hub that speaks TLS with its own keys, which are replaced while it serves.
struct ProtectedHubTests {
    @Test func keysAreReplacedWhileTheHubServesAndWalletsFollow() throws {
        let network = try TestNetwork(protection: ["--tls"])
        try network.makeHub()
        #expect(network.link.contains("hub=https://") && network.link.hasSuffix("&proof=root"))
        let alice = try network.person("alice", cents: 10_00)
        let bob = try network.person("bob")
        try alice.succeed("send", "--yes", "bob", "1.00")
        for round in 1...2 {
            try network.rotateKeys()
            try network.waitForComplaint("New connections use the key", times: round)
        }
        // Alice's wallet has seen neither of the fresh keys.
        try alice.succeed("send", "--yes", "bob", "2.00")
        try bob.succeed("sync")
        #expect(try bob.balance()["hub"]?["balance"]?.value == "3.00")
    }

    /// As in the folder of a standby, to which nobody has brought the file yet.
    @Test func keysThatAreNotInTheFolderAreRefusedOnceAndTakenWhenTheyAre() throws {
        let network = try TestNetwork(protection: ["--tls"])
        try network.makeHub()
        let (file, older) = ("hub/working.keys", try network.bytes("hub/working.keys"))
        let pid = try #require(network.server).pid
        var isRotated = false
        while !isRotated {
            // It would take the keys before the file is exchanged; stopped in the middle of a change it keeps the database.
            kill(pid, SIGSTOP)
            isRotated = try network.hub("rotate-keys", "--passphrase-file", network.file("hub.passphrase")).status == 0
            if !isRotated { kill(pid, SIGCONT) }
        }
        let newer = try network.bytes(file)
        try File.write(older, to: network.file(file))
        kill(pid, SIGCONT)
        try network.waitForComplaint("Keys were announced that are not in", times: 1)
        // Some looks more.
        for _ in 0..<3 {
            network.hangUp()
            usleep(500_000)
        }
        try File.write(newer, to: network.file(file))
        network.hangUp()
        try network.waitForComplaint("Now using the new working keys", times: 1)
        let log = String(decoding: try network.bytes("hub.log"), as: UTF8.self)
        #expect(log.split(separator: "\n").count { $0.contains("Keys were announced that are not in") } == 1, "\(log)")
    }

    @Test func anotherServerAtTheSameAddressIsNotBelieved() throws {
        let network = try TestNetwork(protection: ["--tls"])
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00)
        _ = try network.person("bob")
        #expect(network.closeHub() == 0)
        let other = try TestNetwork(protection: ["--tls"], port: network.port)
        try other.makeHub()
        let sent = try alice.satchel("send", "--yes", "bob", "1.00")
        #expect(sent.all.contains("another root key"), "\(sent.all)")
        other.closeHub()
        try network.openHub()
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "9.00")
    }

    /// Even the very same hub is refused when it shows a certificate that an authority vouches for and no key that its root
    /// key has announced: an authority's word is nothing here.
    @Test func aCertificateThatAnAuthorityHasSignedIsNotBelieved() throws {
        let network = try TestNetwork(protection: ["--tls"])
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00)
        _ = try network.person("bob")
        #expect(network.closeHub() == 0)
        let authority = try TestAuthority()
        let other = try authority.issue("other")
        try network.openHub(protection: ["--certificate", other.certificate, "--private-key", other.key])
        try authority.requireTrusted(port: network.port)
        let queued = try alice.satchel("send", "--yes", "bob", "1.00")
        #expect(queued.status == 9, "\(queued.all)")
        let sync = try alice.satchel("sync")
        #expect(sync.status != 0, "\(sync.all)")
        #expect(network.closeHub() == 0)
        try network.openHub()
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "9.00")
    }

    @Test func aCertificateIsShownOnceItsKeyIsAnnouncedAndNotBefore() throws {
        let network = try TestNetwork()
        try network.makeHub()
        #expect(network.closeHub() == 0)
        let authority = try TestAuthority()
        func place(_ pair: (certificate: String, key: String)) throws {
            try network.write("key.pem", try File.read(pair.key))
            try network.write("certificate.pem", try File.read(pair.certificate))
        }
        try place(try authority.issue("first"))
        let words = [
            "--tls", "--certificate", network.file("certificate.pem"), "--private-key", network.file("key.pem"),
        ]
        // One that served all the same would never end by itself.
        let refused = try run(
            "/usr/bin/timeout",
            ["120", Programs.hub, "serve", "--port", "0", "--directory", network.file("hub")] + words,
            environment: ["HOME": network.folder])
        #expect(refused.status == 1 && refused.complaint.contains("satchel-hub announce-certificate"), "\(refused.all)")
        try network.announce(network.file("certificate.pem"))
        try network.openHub(protection: words)
        #expect(network.link.hasSuffix("&proof=root"))
        let alice = try network.person("alice", cents: 10_00)
        try authority.requireTrusted(port: network.port)

        try place(try authority.issue("second"))
        network.hangUp()
        try network.waitForComplaint("is not announced", times: 1)
        try alice.succeed("sync")
        try network.announce(network.file("certificate.pem"))
        network.hangUp()
        try network.waitForComplaint("New connections use the key", times: 1)
        // Alice's wallet has not seen it.
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "10.00")

        // Renewed for the same key.
        try place(try authority.renew("second"))
        network.hangUp()
        try network.waitForComplaint("New connections use the key", times: 2)
        #expect(try network.hub("announce-certificate", network.file("certificate.pem"), "--check").status == 0)
        try authority.requireTrusted(port: network.port)
    }

    /// As before certbot's hook has run for the first time: a proxy's certificate is no reason not to serve.
    @Test func aProxysCertificateThatIsNotThereYetIsASentenceAndLookedForAgain() throws {
        let network = try TestNetwork()
        try network.makeHub()
        #expect(network.closeHub() == 0)
        let place = network.file("hub/proxy.pem")
        try network.write("hub/hub.toml", "[server]\nproxy_certificate = \"\(place)\"\n")
        try network.openHub()
        try network.waitForComplaint("wallets are shown is missing", times: 1)
        try network.waitForComplaint("\(place) could not be read: No such file or directory.", times: 1)
        try network.write("hub/proxy.pem", try certificate())
        network.hangUp()
        try network.waitForComplaint("is not announced", times: 1)
        network.remove("hub/proxy.pem")
        network.hangUp()
        try network.waitForComplaint("Kept the present certificate: \(place) could not be read", times: 1)
    }

    /// A certificate whose key nobody has announced.
    private func certificate() throws -> [UInt8] {
        try withExtendedLifetime(try TestAuthority()) { try File.read(try $0.issue("first").certificate) }
    }

    /// What certbot runs after each renewal, as Documentation/Operating.md has it; here one user is root and the hub's.
    private func writeHook(in network: TestNetwork) throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let page = String(
            decoding: try File.read(root.joined(separator: "/") + "/Documentation/Operating.md"), as: UTF8.self)
        let start = try #require(page.firstRange(of: "    #!/bin/sh -e\n")).lowerBound
        var hook = page[start...].split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) + "\n" }.joined()
        for (words, others) in [
            ("/etc/letsencrypt/live/hub.example", network.file("live")), ("/usr/local/bin/satchel-hub", Programs.hub),
            ("/var/lib/satchel-hub", network.file("hub")), ("runuser -u satchel -- ", ""),
            (" -o satchel -g satchel", ""),
        ] {
            try #require(hook.contains(words), "\(words)")
            hook = hook.replacing(words, with: others)
        }
        try network.write("hook", hook, mode: 0o755)
        try network.write("systemctl", "#!/bin/sh\necho \"$*\" >> '\(network.file("calls"))'\n", mode: 0o755)
    }

    @Test func certbotsHookTakesACertificateOnlyWhenItsKeyIsAnnounced() throws {
        let network = try TestNetwork()
        try network.makeHub()
        try writeHook(in: network)
        func renew(_ name: String) throws -> Run {
            try run(
                network.file("hook"), [],
                environment: ["RENEWED_LINEAGE": network.file(name), "PATH": "\(network.folder):/usr/bin:/bin"])
        }
        let chain = try certificate()
        mkdir(network.file("live"), 0o700)
        try network.write("live/fullchain.pem", chain)
        try network.write("calls", "")
        try network.write("hub/proxy.pem", "the one before")
        let refused = try renew("live")
        #expect(refused.status == 1 && refused.complaint.contains("is not announced"), "\(refused.all)")
        #expect(try network.bytes("hub/proxy.pem") == Array("the one before".utf8))
        #expect(try network.bytes("calls") == [])
        // The file that the refusal names.
        try network.announce(network.file("hub/proxy.new"))
        let other = try renew("other")
        #expect(try other.status == 0 && network.bytes("calls") == [], "\(other.all)")
        let taken = try renew("live")
        #expect(taken.status == 0, "\(taken.all)")
        #expect(try network.bytes("hub/proxy.pem") == chain)
        #expect(try network.bytes("calls") == Array("reload nginx\n".utf8))
    }

    @Test func whatCannotBeAnnouncedIsASentence() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let authority = try TestAuthority()
        func announce(_ words: String...) throws -> Run {
            try network.hub(["announce-certificate"] + words)
        }
        let (rsa, p384) = (try authority.issue("rsa", for: .rsa), try authority.issue("p384", for: .p384))
        try network.write("empty", "")
        for (file, sentence) in [
            (rsa.certificate, "--key-type ecdsa"), (p384.certificate, "--elliptic-curve secp256r1"),
            (rsa.key, "holds a private key. Name the certificate"), (network.file("empty"), "holds no certificate"),
            (network.file("nowhere"), "nowhere"),
        ] {
            let refused = try announce(file)
            #expect(refused.status != 0 && refused.complaint.contains(sentence), "\(refused.all)")
        }
        let unnamed = try announce()
        #expect(unnamed.status == 2 && unnamed.complaint.contains("server.proxy_certificate"), "\(unnamed.all)")
        let own = try authority.issue("own").certificate
        let unknown = try announce(own, "--check")
        #expect(unknown.status == 1 && unknown.complaint.contains("is not announced"), "\(unknown.all)")
        try network.announce(own)
        // Without the root key, because there is nothing to sign.
        for words in [[own], [own, "--check"]] {
            let known = try network.hub(["announce-certificate", "--json"] + words)
            #expect(try known.status == 0 && known.json()["fresh"] == .bool(false), "\(known.all)")
        }
        let log = try network.hub("audit", "log", "--event", "keys.certificate-announced", "--json").json()["items"]
        #expect(log?[0] != nil && log?[1] == nil)
    }

    @Test func certificateFilesAreTakenAndReplaced() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let one = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        func make(_ name: String) throws {
            let made = try run(
                "/usr/bin/env",
                one + [
                    "-subj", "/CN=\(name)", "-keyout", network.file("key.pem"), "-out", network.file("certificate.pem"),
                ],
                environment: ["PATH": "/usr/bin:/bin"])
            try #require(made.status == 0, "\(made.all)")
        }
        try make("first")
        #expect(network.closeHub() == 0)
        try network.openHub(
            protection: ["--certificate", network.file("certificate.pem"), "--private-key", network.file("key.pem")])
        #expect(!network.link.contains("proof"))
        #expect(try shown(by: network, trusting: "certificate.pem") == "first")
        try network.copy("certificate.pem", to: "first.pem")
        try make("second")
        network.hangUp()
        try network.waitForComplaint("New connections use the key", times: 1)
        #expect(try shown(by: network, trusting: "certificate.pem") == "second")
        #expect(try shown(by: network, trusting: "first.pem") == nil)
    }

    /// Whose certificate a new connection is shown; nil when it is not the one that is trusted.
    private func shown(by network: TestNetwork, trusting file: String) throws -> String? {
        let words = ["s_client", "-connect", "127.0.0.1:\(network.port)", "-tls1_3", "-verify_return_error"]
        let done = try run(
            "/usr/bin/env", ["openssl"] + words + ["-CAfile", network.file(file)],
            environment: ["PATH": "/usr/bin:/bin"])
        guard done.status == 0, done.output.contains("Verify return code: 0 (ok)") else { return nil }
        let subject = try #require(done.output.split(separator: "\n").first { $0.hasPrefix("subject=") }, "\(done.all)")
        return subject.split(separator: "=").last.map { $0.filter { $0 != " " } }
    }

    @Test func halfOfACertificateIsASentence() throws {
        let network = try TestNetwork()
        try network.makeHub()
        #expect(network.closeHub() == 0)
        for words in [["--certificate", "a.pem"], ["--tls", "--private-key", "a.pem"]] {
            let refused = try network.hub(["serve", "--port", "0"] + words)
            #expect(refused.status == 2 && refused.complaint.contains("--certificate and --private-key"))
        }
        let plain = try network.hub("link", "--tls")
        #expect(plain.status == 2 && plain.complaint.contains("https"))
    }
}
