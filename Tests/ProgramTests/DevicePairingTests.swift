// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// A second device joins an account by one code: real programs, a hub and its file service, kills in between.
struct DevicePairingTests {
    /// A device without a wallet, a password or a link.
    private final class NewDevice {
        let network: TestNetwork
        let name: String

        init(_ name: String, in network: TestNetwork) {
            self.network = network
            self.name = name
            mkdir(network.file(name), 0o700)
        }

        var environment: [String: String] {
            ["HOME": network.file(name), "PATH": "/usr/bin:/bin", "SATCHEL_WALLET": network.file("\(name)/wallet")]
        }

        func drive(_ words: String..., location: SourceLocation = #_sourceLocation) throws -> Run {
            let done = try run(Programs.wallet, ["drive"] + words, environment: environment)
            AnswerSchema.wallet.judge(done, of: ["drive"] + words, location)
            return done
        }

        /// Begins to pair and goes on waiting for the owner.
        func pair(_ words: String...) throws -> Running {
            unlink(network.file("\(name).notes"))
            return try Running(
                Programs.wallet, ["drive", "pair", "--device", name, "--json"] + words, environment: environment,
                complaints: network.file("\(name).notes"))
        }

        /// The six digits on its screen, once they are there.
        func digits() throws -> String {
            for _ in 0..<600 {
                let notes = String(decoding: (try? network.bytes("\(name).notes")) ?? [], as: UTF8.self)
                if let start = notes.firstRange(of: "Six digits: ") {
                    return notes[start.upperBound...].prefix(7).filter { $0 != " " }
                }
                usleep(100_000)
            }
            throw UnexpectedResult(
                "\(name) showed no digits: \(String(decoding: try network.bytes("\(name).notes"), as: UTF8.self))")
        }
    }

    private func scene() throws -> (network: TestNetwork, files: Running, alice: Person) {
        let network = try TestNetwork()
        let files = try network.openHubWithFiles()
        return (network, files, try network.person("alice"))
    }

    /// - Returns: the file with the code's text.
    private func makeCode(_ alice: Person) throws -> String {
        let code = try alice.succeed("devices", "pair", "--json").json()["code"]?.text
        return try alice.network.write("code.txt", try #require(code) + "\n")
    }

    @Test func aDeviceThatReadsTheCodesPictureHasTheFilesAndTheTunnel() throws {
        let (network, files, alice) = try scene()
        defer { withExtendedLifetime(files) {} }
        let on = try network.hub(
            "tunnel", "on", "--key", "aGVsbG8gdGhpcyBpcyBhIGtleSBvZiAzMiBieXRlISE=", "--endpoint", "home.example:51820",
            "--json")
        try #require(on.status == 0, "\(on.all)")
        try alice.succeed("drive", "login", "--password-file", network.file("alice.password"))
        try alice.succeed("drive", "mkdir", "/Papers")
        let picture = network.file("code.png")
        try alice.succeed("devices", "pair", "--png", picture, "--json")
        let phone = NewDevice("phone", in: network)
        let pairing = try phone.pair(picture)
        let digits = try phone.digits()
        #expect(try alice.succeed("devices", "pairing", "--json").json()["device"]?.text == "phone")
        // Two wrong tries are forgiven.
        let wrong = digits == "123456" ? "123457" : "123456"
        #expect(try alice.satchel("devices", "confirm", wrong).complaint.contains("Tries left: 2"))
        try alice.succeed("devices", "confirm", digits, "--json")
        let answer = try Run(output: pairing.line(), complaint: "", status: 0).json()
        #expect(pairing.wait() == 0)
        #expect(answer["username"]?.text == "alice" && answer["tunnel"] == .bool(true), "\(answer)")
        #expect(try phone.drive("ls", "--json").json().list?.compactMap { $0["name"]?.text } == ["Papers"])
        #expect(try phone.drive("tunnel", "export", network.file("home.conf"), "--json").status == 0)
        #expect(
            String(decoding: try network.bytes("home.conf"), as: UTF8.self).contains("Endpoint = home.example:51820"))
        #expect(try alice.succeed("devices", "pairing", "--json").json()["state"]?.text == "paired")
        // Nothing of the pairing stays on the device, and it is let out again as any other.
        #expect(access(network.file("phone/wallet/drive/pairing"), F_OK) != 0)
        try alice.succeed("devices", "revoke", "phone")
        #expect(try phone.drive("mkdir", "/More", "--json").status != 0)
        // The same code is good for nothing any more.
        let other = NewDevice("other", in: network)
        #expect(try other.drive("pair", picture).complaint.contains("Make another one"))
    }

    /// Killed after the claim, and again after the confirmation: the digits stay, and the session comes.
    @Test func aKilledDeviceGoesOnWithItsPairing() throws {
        let (network, files, alice) = try scene()
        defer { withExtendedLifetime(files) {} }
        let phone = NewDevice("phone", in: network)
        let first = try phone.pair(makeCode(alice))
        let digits = try phone.digits()
        kill(first.pid, SIGKILL)
        #expect(first.wait() == -SIGKILL)
        let second = try phone.pair()
        #expect(try phone.digits() == digits)
        kill(second.pid, SIGKILL)
        _ = second.wait()
        try alice.succeed("devices", "confirm", digits)
        try alice.succeed("devices", "confirm", digits)
        let done = try phone.drive("pair", "--json")
        #expect(done.status == 0, "\(done.all)")
        #expect(try phone.drive("ls", "--json").status == 0)
        #expect(try phone.drive("pair").complaint.contains("logged in already"))
    }

    @Test func aStrangerWhoHasSeenTheCodeIsNoticed() throws {
        let (network, files, alice) = try scene()
        defer { withExtendedLifetime(files) {} }
        let code = try makeCode(alice)
        let (phone, stranger) = (NewDevice("phone", in: network), NewDevice("stranger", in: network))
        let theirs = try stranger.pair(code)
        let digits = try stranger.digits()
        let mine = try phone.drive("pair", code)
        #expect(mine.status != 0 && mine.complaint.contains("Two devices have used this pairing code"), "\(mine.all)")
        #expect(theirs.wait() != 0)
        try alice.refused(["devices", "confirm", digits], 1, saying: ["Two devices"])
        #expect(try alice.succeed("devices", "pairing").output.contains("Another person may have seen it"))
        #expect(try phone.drive("ls").status != 0 && stranger.drive("ls").status != 0)
        // The code is in no log and in no file of the hub.
        let token = try #require(String(decoding: network.bytes("code.txt"), as: UTF8.self).split(separator: "=").last)
        for name in ["hub.log", "hub/hub.sqlite", "hub/hub.sqlite-wal"] {
            let bytes = try? network.bytes(name)
            #expect(!String(decoding: bytes ?? [], as: UTF8.self).contains(token.prefix(20)), "\(name)")
        }
    }

    @Test func aRefusedDeviceEndsAndForgetsTheCode() throws {
        let (network, files, alice) = try scene()
        defer { withExtendedLifetime(files) {} }
        let phone = NewDevice("phone", in: network)
        let pairing = try phone.pair(makeCode(alice))
        _ = try phone.digits()
        try alice.succeed("devices", "refuse", "--json")
        #expect(pairing.wait() != 0)
        #expect(access(network.file("phone/wallet/drive/pairing"), F_OK) != 0)
        #expect(try phone.drive("pair", "not-a-code").status != 0)
    }
}
