// SPDX-License-Identifier: MIT
import Synchronization
import Terminal
import Testing

/// One rule for every command that moves money or destroys something. Decision 0098
struct ConfirmationTests {
    private struct Result {
        let exitCode: ExitCode
        let complaints: String
        let isDone: Bool
    }

    private func send(_ words: String..., terminal: String = "/nowhere/tty") -> Result {
        let isDone = Mutex(false)
        let program = Program(
            "satchel", version: "1", summary: "Pay.",
            commands: [
                Command("send", "Send.", confirms: true) { invocation in
                    try invocation.confirm("Send 5.00 USD to bob?")
                    isDone.withLock { $0 = true }
                }
            ], explain: { Failure(.failed, "\($0)") })
        let complaints = Recording()
        let console = Console(
            output: Recording().descriptor, errorOutput: complaints.descriptor, terminal: terminal)
        let exitCode = program.run(["send"] + words, console: console) { _ in nil }
        return Result(exitCode: exitCode, complaints: complaints.text, isDone: isDone.withLock { $0 })
    }

    @Test(arguments: ["--yes", "-y"]) func theOptionConfirms(option: String) {
        #expect(send(option).exitCode == .ok)
        #expect(send(option, "--json").isDone)
    }

    @Test func withoutATerminalNothingIsDone() {
        let refused = send()
        #expect(refused.exitCode == .notConfirmed && !refused.isDone)
        #expect(
            refused.complaints
                == "Error: Not confirmed: Send 5.00 USD to bob? Nothing was done. To confirm, add --yes.\n")
    }

    @Test func aScriptIsNeverAsked() throws {
        let person = try Person { _ in }
        let refused = send("--json", terminal: person.terminal)
        #expect(refused.exitCode == .notConfirmed && !refused.isDone && person.screen.isEmpty)
        #expect(refused.complaints.hasPrefix(#"{"error":{"code":"notConfirmed","exitCode":11,"#))
    }

    @Test(arguments: [("y\n", true), ("yes\n", true), ("n\n", false), ("\n", false)])
    func thePersonAtTheTerminalDecides(keys: String, isDone: Bool) throws {
        let person = try Person { $0.answer("Send 5.00 USD to bob? [y/N] ", keys) }
        let result = send(terminal: person.terminal)
        #expect(result.isDone == isDone)
        #expect(result.exitCode == (isDone ? .ok : .notConfirmed))
        #expect(result.complaints == (isDone ? "" : "Cancelled.\n"))
    }
}
