// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// Risks of the device, as the programs find and tell them.
struct DeviceTests {
    private let network: TestNetwork
    private let alice: Person

    init() throws {
        network = try TestNetwork()
        alice = try network.stranger("alice")
        try alice.succeed("init")
    }

    private func codes() throws -> [String] {
        let findings = try #require(try alice.succeed("device", "--json").json()["items"])
        return (0..<(findings.count ?? 0)).compactMap { findings[$0]?["code"]?.text }
    }

    private func setMode(_ mode: mode_t, of name: String) { chmod(network.file("\(alice.device)/\(name)"), mode) }

    @Test func aRiskIsShownWithItsWeightAndCureAndGoesWhenItIsCured() throws {
        #expect(try Set(codes()).isDisjoint(with: ["openFolder", "openWay", "dumps", "debugged"]))
        setMode(0o755, of: "wallet")
        let shown = try alice.succeed("device").output
        #expect(shown.contains("weak: Other users can access the wallet's folder") && shown.contains("chmod 700"))
        #expect(try codes().contains("openFolder"))
        try alice.refused(["unlock"], 10, saying: ["Keeping the key is not available", "chmod 700"])
        setMode(0o700, of: "wallet")
        #expect(try !codes().contains("openFolder"))
    }

    @Test func whileOthersMayReplaceTheWalletItSendsNothingAndShowsItself() throws {
        setMode(0o777, of: "")
        try alice.refused(
            ["send", "bob", "5EUR", "--yes"], 10, saying: ["Sending is not available", "satchel device"])
        try alice.succeed("activity")
        #expect(try alice.satchel("device", "--json").output.contains("\"taken\""))
        setMode(0o700, of: "")
        let run = try alice.satchel("send", "bob", "5EUR", "--yes")
        #expect(run.status == 9, "\(run.all)")
    }

    @Test func theModeIsChosenWithThePassphraseAndKept() throws {
        #expect(try alice.succeed("device", "mode").output == "The mode is restrict.\n")
        try alice.refused(["device", "mode", "soft"], 2, saying: ["log, warn, restrict or block"])
        let wrong = try network.write("wrong", "not the one")
        #expect(try alice.satchel(["device", "mode", "log"], passphraseFile: wrong).status == 3)
        #expect(try alice.succeed("device", "mode", "block", "--json").json()["mode"]?.text == "block")
        setMode(0o777, of: "")
        try alice.refused(["activity"], 10, saying: ["does not open", "satchel device"])
        try alice.succeed("device")
        try alice.succeed("device", "mode", "warn")
        let warned = try alice.satchel("send", "bob", "5EUR", "--yes")
        #expect(warned.status == 9 && warned.complaint.contains("Warning: Other users can replace"), "\(warned.all)")
    }

    @Test func aWeakFindingWarnsBeforeMoneyIsSentAndKeepsNoKey() throws {
        let line = alice.commandLine(["send", "bob", "5EUR", "--yes"])
        let environment = alice.environment().merging(["SSLKEYLOGFILE": "/dev/null"]) { $1 }
        let warned = try run(line[0], Array(line.dropFirst()), environment: environment)
        #expect(warned.status == 9 && warned.complaint.contains("Warning: The environment variable SSLKEYLOGFILE"))
        let kept = alice.commandLine(["unlock"])
        let refused = try run(kept[0], Array(kept.dropFirst()), environment: environment)
        #expect(refused.status == 10 && refused.complaint.contains("Keeping the key is not available"))
    }

    /// A real tracer, which starts the program and lets it run. ptrace(2)
    @Test func aTracedProgramSendsNothing() throws {
        let script = """
            import ctypes, os, sys
            libc = ctypes.CDLL(None)
            child = os.fork()
            if child == 0:
                libc.ptrace(0, 0, 0, 0)
                os.execv(sys.argv[1], sys.argv[1:])
            signal = 0
            while True:
                _, status = os.waitpid(child, 0)
                if os.WIFEXITED(status): sys.exit(os.WEXITSTATUS(status))
                if os.WIFSIGNALED(status): sys.exit(99)
                signal = os.WSTOPSIG(status)
                libc.ptrace(7, child, 0, 0 if signal == 5 else signal)
            """
        let line = alice.commandLine(["send", "bob", "5EUR", "--yes"])
        let traced = try run("/usr/bin/python3", ["-c", script] + line, environment: alice.environment())
        #expect(traced.status == 10 && traced.complaint.contains("Another program is tracing"), "\(traced.all)")
    }
}
