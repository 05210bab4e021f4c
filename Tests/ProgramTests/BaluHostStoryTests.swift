// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import PeerSupport
import TestSupport
import Testing

/// What a person does with a BaluHost: real programs, a server with its known faults behind TLS, kills in between.
@Suite(.needsPeers) struct BaluHostStoryTests {
    /// A person without a wallet.
    private struct Owner {
        let scratch: ScratchFolder
        let authority: TestAuthority
        let host: LocalBaluHost

        init() throws {
            scratch = try ScratchFolder()
            authority = try TestAuthority()
            host = try LocalBaluHost(chunkBytes: 4 << 20, credentials: authority.issue("home"))
            try scratch.write(Array((LocalBaluHost.password + "\n").utf8), to: "password", mode: 0o600)
        }

        var environment: [String: String] {
            ["HOME": scratch.path, "PATH": "/usr/bin:/bin", "SATCHEL_WALLET": scratch.file("wallet")]
        }

        func drive(_ words: String..., location: SourceLocation = #_sourceLocation) throws -> Run {
            let words = ["drive"] + words
            let done = try run(Programs.wallet, words, environment: environment)
            if words.contains("--json") { AnswerSchema.wallet.judge(done, of: words, location) }
            return done
        }

        func logIn() throws {
            let done = try drive(
                "login", LocalBaluHost.username, "--baluhost", host.address, "--password-file",
                scratch.file("password"), "--yes", "--json")
            try #require(done.status == 0, "\(done.all)")
        }

        func stored(_ path: String) throws -> [UInt8] { try host.folder.bytes(of: "alice/\(path)") }
    }

    @Test func aDriveAtABaluHostDoesWhatOneAtAHubDoes() throws {
        let owner = try Owner()
        let password = owner.scratch.file("password")
        // Nothing is told to a server whose key was not confirmed.
        let stranger = try owner.drive(
            "login", "alice", "--baluhost", owner.host.address, "--password-file", password, "--json")
        #expect(stranger.status == 11 && stranger.complaint.contains("sha256//"), "\(stranger.all)")
        #expect(try owner.host.requests() == 0)
        try owner.logIn()
        let status = try owner.drive("status", "--json").json()
        #expect(status["hub"]?.text == owner.host.address && status["username"]?.text == "alice")
        let file = owner.scratch.file("plan.txt")
        try owner.scratch.write(Array("first".utf8), to: "plan.txt")
        #expect(try owner.drive("mkdir", "/Papers", "--json").status == 0)
        #expect(try owner.drive("put", file, "--to", "/Papers", "--json").status == 0)
        try owner.scratch.write(Array("second".utf8), to: "plan.txt")
        #expect(try owner.drive("put", file, "--to", "/Papers", "--json").status == 0)
        #expect(try owner.stored("Papers/plan.txt") == Array("second".utf8))
        #expect(try owner.drive("versions", "/Papers/plan.txt", "--json").json().count == 1)
        let back = try owner.drive("restore", "/Papers/plan.txt", "--number", "1", "--json")
        #expect(back.status == 0, "\(back.all)")
        #expect(try owner.stored("Papers/plan.txt") == Array("first".utf8))
        #expect(try owner.drive("mv", "/Papers/plan.txt", "/note.txt", "--json").status == 0)
        #expect(try owner.stored("note.txt") == Array("first".utf8))
        let target = owner.scratch.file("received")
        mkdir(target, 0o700)
        #expect(try owner.drive("get", "/note.txt", "--to", target, "--json").status == 0)
        #expect(try File.read(target + "/note.txt") == Array("first".utf8))
        #expect(try owner.drive("rm", "/note.txt", "--json").status == 0)
        #expect(try owner.drive("ls", "--json").json().list?.compactMap { $0["name"]?.text } == ["Papers"])
        #expect(try owner.drive("trash", "--json").json().count == 1)
        #expect(try owner.drive("restore", "note.txt", "--json").status == 0)
        #expect(try owner.stored("note.txt") == Array("first".utf8))
        // What it has not is said.
        for words in [["share", "/note.txt"], ["make-space", "Family"], ["app-password", "files"], ["links"]] {
            let done = try run(Programs.wallet, ["drive"] + words, environment: owner.environment)
            #expect(done.status == 1 && done.complaint.contains("at a BaluHost"), "\(words): \(done.all)")
        }
        let out = try owner.drive("logout", "--json")
        #expect(try out.status == 0 && out.json()["endedAtHub"] == .bool(true), "\(out.all)")
        #expect(try owner.drive("ls", "--json").status == 0, "what is known is shown")
    }

    @Test func aPairingCodeIsEnough() throws {
        let owner = try Owner()
        try owner.scratch.write(Array(try owner.host.pairingCode().utf8), to: "code.txt", mode: 0o600)
        let code = owner.scratch.file("code.txt")
        let done = try owner.drive("login", "--pairing", code, "--device", "laptop", "--yes", "--json")
        #expect(done.status == 0, "\(done.all)")
        #expect(try done.json()["username"]?.text == "alice")
        // The code is used up, and the drive stays logged in.
        let again = try owner.drive("login", "--pairing", code, "--yes", "--json")
        #expect(again.status == 1 && again.complaint.contains("Registration token already used"), "\(again.all)")
        #expect(try owner.drive("spaces", "--json").json().count == 1)
        let other = try owner.drive("login", "bob", "--baluhost", owner.host.address, "--password-file", code, "--json")
        #expect(other.status != 0 && other.complaint.contains("belongs to"), "\(other.all)")
        // The same picture may hold a tunnel.
        #expect(try owner.drive("tunnel", "import", code, "--json").status == 6)
        let tunnel = """
            [Interface]
            PrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=
            Address = 10.8.0.2/32
            DNS = 1.1.1.1

            [Peer]
            PublicKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=
            PresharedKey = FpCyhws9cxwWoV4xELtfJvjJN+zQVRPISllRWgeopVE=
            Endpoint = home.example:51820
            AllowedIPs = 10.8.0.0/24, 192.168.178.0/24
            PersistentKeepalive = 25

            """
        let text =
            #"{"token":"reg_a","server":"http://192.168.178.2:8000","expires_at":"2026-11-20T13:16:35.320218+00:00","#
            + #""vpn_config":"\#(Base64.encode(Array(tunnel.utf8)))","vpn_type":"wireguard"}"#
        try owner.scratch.write(Array(text.utf8), to: "code.txt")
        let imported = try owner.drive("tunnel", "import", code, "--json")
        #expect(try imported.json()["routes"]?.count == 2, "\(imported.all)")
        try owner.scratch.write(Array("satchel://join".utf8), to: "code.txt")
        #expect(try owner.drive("login", "--pairing", code, "--json").status == 6)
    }

    /// Killed after each number of requests: the file arrives once, and whole.
    @Test func killsInBetweenLoseAndDoubleNothing() throws {
        let owner = try Owner()
        try owner.logIn()
        var random = SeededRandom(seed: 11)
        let content = random.block(33 << 20)
        try owner.scratch.write(content, to: "film")
        let small = random.block(3_000)
        try owner.scratch.write(small, to: "letter")
        let words = ["drive", "put", owner.scratch.file("film"), owner.scratch.file("letter"), "--json"]
        var round = 0
        var command = words
        while true {
            let before = try owner.host.requests()
            let process = try Running(
                Programs.wallet, command, environment: owner.environment, complaints: owner.scratch.file("complaints"))
            // Each round lives longer than the one before, so the last one comes to its end.
            while try owner.host.requests() < before + 9 + 2 * round, kill(process.pid, 0) == 0, !isOver(process.pid) {
                usleep(2_000)
            }
            kill(process.pid, SIGKILL)
            _ = process.wait()
            round += 1
            // The command may have died before it wrote down what was ordered.
            let left = try owner.drive("status", "--json").json()
            let names = Folder.names(in: owner.host.folder.file("alice"))
            if left["waiting"] == .number(0), names.contains("film"), names.contains("letter") { break }
            command = left["waiting"] == .number(0) ? words : ["drive", "drain", "--json"]
            try #require(round < 60, "it never ends: \(names)")
        }
        #expect(try owner.drive("drain", "--json").status == 0)
        #expect(Folder.names(in: owner.host.folder.file("alice")).sorted() == ["film", "letter", "satchel-work"])
        #expect(try owner.stored("film") == content && owner.stored("letter") == small)
        #expect(round > 1, "a kill took place in between")
    }

    /// Whether it has ended, and waits to be asked for its status.
    private func isOver(_ pid: pid_t) -> Bool {
        var found = siginfo_t()
        return waitid(P_PID, id_t(pid), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_signo == SIGCHLD
    }
}
