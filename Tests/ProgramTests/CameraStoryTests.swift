// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// The camera backup with the real programs, as a person sees it.
struct CameraStoryTests {
    private let network: TestNetwork
    private let files: Running
    private let alice: Person

    init() throws {
        network = try TestNetwork()
        files = try network.openHubWithFiles()
        alice = try network.person("alice")
        try alice.succeed("drive", "login", "--password-file", network.file("alice.password"), "--device", "phone")
        mkdir(network.file("camera"), 0o700)
    }

    /// Writes a photo that was taken in 2024.
    private func take(_ name: String, _ count: Int, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let path = try network.write("camera/\(name)", random.block(count))
        let time = timespec(tv_sec: 1_714_564_800, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    }

    /// Runs a round that may not read what its user may not.
    private func round(_ words: String...) throws -> Run {
        let line = alice.commandLine(["drive", "camera", "run"] + words)
        // The superuser may read everything. man 1 setpriv
        let drop = ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"]
        let all = geteuid() == 0 ? drop + line : line
        return try run(all[0], Array(all.dropFirst()), environment: alice.environment())
    }

    @Test func whatCannotBeReadIsSaidAndTheOthersAreSent() throws {
        #expect(try alice.succeed("drive", "camera", "status").output.hasPrefix("No folder is backed up."))
        try alice.succeed("drive", "camera", "add", network.file("camera"))
        #expect(try alice.succeed("drive", "camera", "status").output.contains("not looked at yet"))
        mkdir(network.file("camera/locked"), 0o700)
        try take("one.jpg", 400, seed: 1)
        try take("secret.jpg", 500, seed: 2)
        try take("locked/two.jpg", 600, seed: 3)
        chmod(network.file("camera/secret.jpg"), 0)
        chmod(network.file("camera/locked"), 0)
        let partly = try round()
        #expect(partly.status == 9, "\(partly.all)")
        #expect(partly.output.contains("1 of 2 at the hub, 1 waiting"), "\(partly.all)")
        #expect(partly.output.contains("Not all of the folder can be read."), "\(partly.all)")
        #expect(partly.output.contains("waiting: secret.jpg. The file cannot be read."), "\(partly.all)")
        chmod(network.file("camera/secret.jpg"), 0o600)
        chmod(network.file("camera/locked"), 0o700)
        let whole = try round()
        #expect(whole.status == 0 && whole.output.contains("3 of 3 at the hub, 0 waiting"), "\(whole.all)")
        // What was seen once is not given up because its folder cannot be looked into.
        chmod(network.file("camera/locked"), 0)
        #expect(try round().output.contains("3 of 3 at the hub"))
        chmod(network.file("camera/locked"), 0o700)
    }

    @Test func aFullSpaceHoldsTheRestUntilThereIsRoom() throws {
        try #require(try network.hub("files", "quota", "alice", "1MiB").status == 0)
        for number in 0..<8 { try take("\(number).jpg", 400_000, seed: UInt64(number)) }
        try alice.succeed("drive", "camera", "add", network.file("camera"))
        let full = try round()
        #expect(full.status == 9 && full.output.contains("2 of 8 at the hub, 6 waiting"), "\(full.all)")
        #expect(full.output.contains("waiting: 1 more, for the same reason."), "\(full.all)")
        #expect(full.complaint.contains("6 waiting. Your space at the hub is full."), "\(full.all)")
        // A photo that comes now is not even asked about.
        try take("later.jpg", 400_000, seed: 9)
        #expect(try round("--timer").output.contains("2 of 9 at the hub, 7 waiting"))
        try #require(try network.hub("files", "quota", "alice", "1GiB").status == 0)
        let roomy = try round()
        #expect(roomy.status == 0 && roomy.output.contains("9 of 9 at the hub"), "\(roomy.all)")
    }

    @Test func withoutANetworkPhotosWaitAndTheReasonIsSaid() throws {
        try alice.succeed("drive", "camera", "add", network.file("camera"))
        try take("one.jpg", 400, seed: 1)
        network.closeHub()
        let offline = try round()
        #expect(offline.status == 9 && offline.complaint.contains("1 waiting. Could not reach"), "\(offline.all)")
        let status = try alice.succeed("drive", "camera", "status")
        #expect(status.output.contains("waiting: one.jpg. The hub cannot be reached."), "\(status.all)")
    }
}
