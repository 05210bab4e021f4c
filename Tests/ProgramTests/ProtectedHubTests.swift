// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// A hub that speaks TLS with its own keys, which are replaced while it serves.
struct ProtectedHubTests {
    @Test func keysAreReplacedWhileTheHubServesAndWalletsFollow() throws {
        let town = try Town(protection: ["--tls"])
        try town.makeHub()
        #expect(town.link.contains("hub=https://") && town.link.hasSuffix("&proof=root"))
        let alice = try town.person("alice", cents: 10_00)
        let bob = try town.person("bob")
        try alice.succeed("send", "--yes", "bob", "1.00")
        for round in 1...2 {
            try town.rotateKeys()
            try town.waitForComplaint("New connections use the key", times: round)
        }
        // Alice's wallet has seen neither of the fresh keys.
        try alice.succeed("send", "--yes", "bob", "2.00")
        try bob.succeed("sync")
        #expect(try bob.balance()["hub"]?["balance"]?.value == "3.00")
    }

    /// As in the folder of a standby, to which nobody has brought the file yet.
    @Test func keysThatAreNotInTheFolderAreRefusedOnceAndTakenWhenTheyAre() throws {
        let town = try Town(protection: ["--tls"])
        try town.makeHub()
        let (file, older) = ("hub/working.keys", try town.bytes("hub/working.keys"))
        let pid = try #require(town.server).pid
        var isRotated = false
        while !isRotated {
            // It would take the keys before the file is exchanged; stopped in the middle of a change it keeps the books.
            kill(pid, SIGSTOP)
            isRotated = try town.hub("rotate-keys", "--passphrase-file", town.file("hub.passphrase")).status == 0
            if !isRotated { kill(pid, SIGCONT) }
        }
        let newer = try town.bytes(file)
        try File.write(older, to: town.file(file))
        kill(pid, SIGCONT)
        try town.waitForComplaint("Keys were announced that are not in", times: 1)
        // Some looks more.
        for _ in 0..<3 {
            town.hangUp()
            usleep(500_000)
        }
        try File.write(newer, to: town.file(file))
        town.hangUp()
        try town.waitForComplaint("Now using the new working keys", times: 1)
        let log = String(decoding: try town.bytes("hub.log"), as: UTF8.self)
        #expect(log.split(separator: "\n").count { $0.contains("Keys were announced that are not in") } == 1, "\(log)")
    }

    @Test func anotherServerAtTheSameAddressIsNotBelieved() throws {
        let town = try Town(protection: ["--tls"])
        try town.makeHub()
        let alice = try town.person("alice", cents: 10_00)
        _ = try town.person("bob")
        #expect(town.closeHub() == 0)
        let other = try Town(protection: ["--tls"], port: town.port)
        try other.makeHub()
        let sent = try alice.satchel("send", "--yes", "bob", "1.00")
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
        let authority = try TestAuthority()
        let other = try authority.issue("other")
        try town.openHub(protection: ["--certificate", other.certificate, "--private-key", other.key])
        try authority.requireTrusted(port: town.port)
        let queued = try alice.satchel("send", "--yes", "bob", "1.00")
        #expect(queued.status == 9, "\(queued.all)")
        let sync = try alice.satchel("sync")
        #expect(sync.status != 0, "\(sync.all)")
        #expect(town.closeHub() == 0)
        try town.openHub()
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "9.00")
    }

    @Test func aCertificateIsShownOnceItsKeyIsAnnouncedAndNotBefore() throws {
        let town = try Town()
        try town.makeHub()
        #expect(town.closeHub() == 0)
        let authority = try TestAuthority()
        func place(_ pair: (certificate: String, key: String)) throws {
            try town.write("key.pem", try File.read(pair.key))
            try town.write("certificate.pem", try File.read(pair.certificate))
        }
        try place(try authority.issue("first"))
        let words = ["--tls", "--certificate", town.file("certificate.pem"), "--private-key", town.file("key.pem")]
        // One that served all the same would never end by itself.
        let refused = try run(
            "/usr/bin/timeout", ["120", Programs.hub, "serve", "--port", "0", "--directory", town.file("hub")] + words,
            environment: ["HOME": town.folder])
        #expect(refused.status == 1 && refused.complaint.contains("satchel-hub announce-certificate"), "\(refused.all)")
        try town.announce(town.file("certificate.pem"))
        try town.openHub(protection: words)
        #expect(town.link.hasSuffix("&proof=root"))
        let alice = try town.person("alice", cents: 10_00)
        try authority.requireTrusted(port: town.port)

        try place(try authority.issue("second"))
        town.hangUp()
        try town.waitForComplaint("is not announced", times: 1)
        try alice.succeed("sync")
        try town.announce(town.file("certificate.pem"))
        town.hangUp()
        try town.waitForComplaint("New connections use the key", times: 1)
        // Alice's wallet has not seen it.
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "10.00")

        // Renewed for the same key.
        try place(try authority.renew("second"))
        town.hangUp()
        try town.waitForComplaint("New connections use the key", times: 2)
        #expect(try town.hub("announce-certificate", town.file("certificate.pem"), "--check").status == 0)
        try authority.requireTrusted(port: town.port)
    }

    /// As before certbot's hook has run for the first time: a proxy's certificate is no reason not to serve.
    @Test func aProxysCertificateThatIsNotThereYetIsASentenceAndLookedForAgain() throws {
        let town = try Town()
        try town.makeHub()
        #expect(town.closeHub() == 0)
        let place = town.file("hub/proxy.pem")
        try town.write("hub/hub.toml", "[server]\nproxy_certificate = \"\(place)\"\n")
        try town.openHub()
        try town.waitForComplaint("wallets are shown is missing", times: 1)
        try town.waitForComplaint("\(place) could not be read: No such file or directory.", times: 1)
        try town.write("hub/proxy.pem", try certificate())
        town.hangUp()
        try town.waitForComplaint("is not announced", times: 1)
        town.remove("hub/proxy.pem")
        town.hangUp()
        try town.waitForComplaint("Kept the present certificate: \(place) could not be read", times: 1)
    }

    /// A certificate whose key nobody has announced.
    private func certificate() throws -> [UInt8] {
        try withExtendedLifetime(try TestAuthority()) { try File.read(try $0.issue("first").certificate) }
    }

    /// What certbot runs after each renewal, as Documentation/Operating.md has it; here one user is root and the hub's.
    private func writeHook(in town: Town) throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let page = String(
            decoding: try File.read(root.joined(separator: "/") + "/Documentation/Operating.md"), as: UTF8.self)
        let start = try #require(page.firstRange(of: "    #!/bin/sh -e\n")).lowerBound
        var hook = page[start...].split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) + "\n" }.joined()
        for (words, others) in [
            ("/etc/letsencrypt/live/hub.example", town.file("live")), ("/usr/local/bin/satchel-hub", Programs.hub),
            ("/var/lib/satchel-hub", town.file("hub")), ("runuser -u satchel -- ", ""), (" -o satchel -g satchel", ""),
        ] {
            try #require(hook.contains(words), "\(words)")
            hook = hook.replacing(words, with: others)
        }
        try town.write("hook", hook, mode: 0o755)
        try town.write("systemctl", "#!/bin/sh\necho \"$*\" >> '\(town.file("calls"))'\n", mode: 0o755)
    }

    @Test func certbotsHookTakesACertificateOnlyWhenItsKeyIsAnnounced() throws {
        let town = try Town()
        try town.makeHub()
        try writeHook(in: town)
        func renew(_ name: String) throws -> Run {
            try run(
                town.file("hook"), [],
                environment: ["RENEWED_LINEAGE": town.file(name), "PATH": "\(town.folder):/usr/bin:/bin"])
        }
        let chain = try certificate()
        mkdir(town.file("live"), 0o700)
        try town.write("live/fullchain.pem", chain)
        try town.write("calls", "")
        try town.write("hub/proxy.pem", "the one before")
        let refused = try renew("live")
        #expect(refused.status == 1 && refused.complaint.contains("is not announced"), "\(refused.all)")
        #expect(try town.bytes("hub/proxy.pem") == Array("the one before".utf8))
        #expect(try town.bytes("calls") == [])
        // The file that the refusal names.
        try town.announce(town.file("hub/proxy.new"))
        let other = try renew("other")
        #expect(try other.status == 0 && town.bytes("calls") == [], "\(other.all)")
        let taken = try renew("live")
        #expect(taken.status == 0, "\(taken.all)")
        #expect(try town.bytes("hub/proxy.pem") == chain)
        #expect(try town.bytes("calls") == Array("reload nginx\n".utf8))
    }

    @Test func whatCannotBeAnnouncedIsASentence() throws {
        let town = try Town()
        try town.makeHub()
        let authority = try TestAuthority()
        func announce(_ words: String...) throws -> Run {
            try town.hub(["announce-certificate"] + words)
        }
        let (rsa, p384) = (try authority.issue("rsa", for: .rsa), try authority.issue("p384", for: .p384))
        try town.write("empty", "")
        for (file, sentence) in [
            (rsa.certificate, "--key-type ecdsa"), (p384.certificate, "--elliptic-curve secp256r1"),
            (rsa.key, "holds a private key. Name the certificate"), (town.file("empty"), "holds no certificate"),
            (town.file("nowhere"), "nowhere"),
        ] {
            let refused = try announce(file)
            #expect(refused.status != 0 && refused.complaint.contains(sentence), "\(refused.all)")
        }
        let unnamed = try announce()
        #expect(unnamed.status == 2 && unnamed.complaint.contains("server.proxy_certificate"), "\(unnamed.all)")
        let own = try authority.issue("own").certificate
        let unknown = try announce(own, "--check")
        #expect(unknown.status == 1 && unknown.complaint.contains("is not announced"), "\(unknown.all)")
        try town.announce(own)
        // Without the root key, because there is nothing to sign.
        for words in [[own], [own, "--check"]] {
            let known = try town.hub(["announce-certificate", "--json"] + words)
            #expect(try known.status == 0 && known.json()["fresh"] == .bool(false), "\(known.all)")
        }
        let log = try town.hub("audit", "log", "--event", "keys.certificate-announced", "--json").json()["items"]
        #expect(log?[0] != nil && log?[1] == nil)
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
        #expect(try shown(by: town, trusting: "certificate.pem") == "first")
        try town.copy("certificate.pem", to: "first.pem")
        try make("second")
        town.hangUp()
        try town.waitForComplaint("New connections use the key", times: 1)
        #expect(try shown(by: town, trusting: "certificate.pem") == "second")
        #expect(try shown(by: town, trusting: "first.pem") == nil)
    }

    /// Whose certificate a new connection is shown; nil when it is not the one that is trusted.
    private func shown(by town: Town, trusting file: String) throws -> String? {
        let words = ["s_client", "-connect", "127.0.0.1:\(town.port)", "-tls1_3", "-verify_return_error"]
        let done = try run(
            "/usr/bin/env", ["openssl"] + words + ["-CAfile", town.file(file)], environment: ["PATH": "/usr/bin:/bin"])
        guard done.status == 0, done.output.contains("Verify return code: 0 (ok)") else { return nil }
        let subject = try #require(done.output.split(separator: "\n").first { $0.hasPrefix("subject=") }, "\(done.all)")
        return subject.split(separator: "=").last.map { $0.filter { $0 != " " } }
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
