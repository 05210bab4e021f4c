// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// A wallet with a security chip, as people use it, and machines that are copied with everything on their disk.
@Suite(.enabled(if: SoftChip.isWanted, "\(SoftChip.absence)"), .serialized) struct ChipTests {
    private let network: TestNetwork
    private let alice: Person
    private let bob: Person
    private let chip: SoftChip

    init() throws {
        network = try TestNetwork()
        try network.makeHub()
        alice = try network.person("alice", cents: 80_00, buying: 30_00)
        bob = try network.person("bob")
        chip = try SoftChip(at: network.file("chip"), state: network.file("chip state"))
    }

    private func turnOn() throws {
        try alice.succeed("device", "chip", "on", "--at", chip.socket, "--yes")
    }

    /// All that a disk holds, on another disk, where the count's file cannot show that it is a copy.
    private func image(_ name: String) throws -> ScratchFolder {
        let disk = try ScratchFolder(in: .memory)
        symlink(disk.path, network.file(name))
        try network.copy(alice.device, to: name)
        return disk
    }

    private func pay(_ amount: String, device: String? = nil) throws -> Run {
        try bob.succeed("request", amount, "--text", network.file("request"))
        return try alice.satchel(
            ["pay", "--yes", network.file("request"), "--text", "-"], device: device)
    }

    private func paid(_ amount: String, device: String? = nil) throws {
        let run = try pay(amount, device: device)
        try #require(run.status == 0, "\(run.all)")
        try bob.succeed("receive", try network.write("payment", run.output))
    }

    private func requireNobodyAccused() throws {
        try bob.succeed("sync", "--everything")
        let audit = try network.hub("audit", "--json")
        #expect(try audit.status == 0 && audit.json()["cases"] == .array([]), "\(audit.all)")
    }

    @Test func ofACopiedMachineOneWalletPaysAndTheOtherSaysWhy() throws {
        try turnOn()
        let clone = try image("clone")
        try paid("20.00", device: "clone")

        let refused = try pay("21.00")

        #expect(refused.status == 7 && refused.complaint.contains("another copy has paid since"), "\(refused.all)")
        try paid("4.00", device: "clone")
        try requireNobodyAccused()
        withExtendedLifetime(clone) {}
    }

    @Test func aMachineFromAnImagePaysWithNothingOfBeforeAndGoesOnAfterASync() throws {
        try turnOn()
        let image = try image("image")
        try paid("25.00")

        let refused = try pay("26.00", device: "image")

        #expect(refused.status == 7 && refused.complaint.contains("out of date"), "\(refused.all)")
        for words in [
            ["sync"], ["take-offline", "10.00"], ["device", "chip", "on", "--at", chip.socket, "--yes"],
        ] {
            let run = try alice.satchel(words, device: "image")
            #expect(run.status == 0, "\(words): \(run.all)")
        }
        try paid("4.00", device: "image")
        try requireNobodyAccused()
        withExtendedLifetime(image) {}
    }

    @Test func theCommandsSayWhatTheChipSays() throws {
        #expect(try alice.succeed("device", "chip", "--json").json()["state"]?.text == "off")
        try alice.refused(
            ["device", "chip", "on", "--at", network.file("none"), "--yes"], 10, saying: ["no security chip"])
        try alice.refused(["device", "chip", "on", "--at", chip.socket], 11, saying: ["Use the security chip"])
        let wrong = try network.write("wrong", "not the one")
        let stranger = try alice.satchel(
            ["device", "chip", "on", "--at", chip.socket, "--yes"], passphraseFile: wrong)
        #expect(stranger.status == 3)
        try turnOn()
        let state = try alice.succeed("device", "chip", "--json").json()
        #expect(state["state"]?.text == "on" && state["place"]?.text == chip.socket)
        let register = try #require(state["register"]?.text)
        #expect(try chip.tool("tpm2_getcap handles-nv-index").lowercased().contains(register.dropFirst(4)))

        chip.stop()
        #expect(try alice.succeed("device", "chip", "--json").json()["state"]?.text == "unavailable")
        let refused = try pay("1.00")
        #expect(refused.status == 10 && refused.complaint.contains("chip"), "\(refused.all)")
        try alice.succeed("balance")
        let forgotten = try alice.succeed("device", "chip", "forget", "--yes", "--json").json()
        #expect(forgotten["frozen"] == .bool(true))
        #expect(try alice.balance()["frozen"]?.text == "other-chip")
        #expect(try alice.succeed("device", "chip").output.contains("uses no security chip"))
    }

    @Test func aDiskInAnotherMachineIsFrozenAndSaysWhy() throws {
        try turnOn()
        chip.stop()
        let other = try SoftChip(at: chip.socket, state: network.file("other state"))
        let refused = try pay("1.00")
        #expect(refused.status == 7 && refused.complaint.contains("separated from its security chip"), "\(refused.all)")
        try alice.succeed("sync")
        try requireNobodyAccused()
        withExtendedLifetime(other) {}
    }

    /// Most commands need no chip and do not wait for its library. ld.so(8)
    @Test func theLibraryIsLoadedOnlyForAWalletWithAChip() throws {
        func libraries(_ words: [String]) throws -> String {
            let line = alice.commandLine(words)
            return try run(
                line[0], Array(line.dropFirst()), environment: alice.environment().merging(["LD_DEBUG": "files"]) { $1 }
            )
            .complaint
        }
        #expect(try !libraries(["--version"]).contains("tss2"))
        #expect(try !libraries(["balance"]).contains("tss2"))
        try turnOn()
        #expect(try !libraries(["--version"]).contains("tss2"))
        #expect(try libraries(["balance"]).contains("tss2"))
    }
}
