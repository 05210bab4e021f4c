// SPDX-License-Identifier: MIT
import Terminal
import Testing

struct UsualCommandTests {
    private static let limit = Option("limit", value: "number", "How many.")
    private static let operand = Operand("place", "Where.")

    private func run(_ words: String...) -> (printed: String, exitCode: ExitCode) {
        let program = Program(
            "satchel", version: "1", summary: "Pay.",
            commands: [
                Command(
                    "activity", "Look back.", usual: "list",
                    commands: [
                        Command("list", "List.", options: [Self.limit]) {
                            $0.console.print("list \($0.value(Self.limit) ?? "")")
                        },
                        Command("export", "Write.", operands: [Self.operand]) {
                            $0.console.print("export \(try $0.operand(Self.operand))")
                        },
                    ])
            ], explain: { Failure(.failed, "\($0)") })
        let (output, complaints) = (Recording(), Recording())
        let console = Console(
            output: output.descriptor, errorOutput: complaints.descriptor, terminal: "/nowhere/tty")
        let exitCode = program.run(words, console: console) { _ in nil }
        return (output.text + complaints.text, exitCode)
    }

    @Test func aGroupAloneDoesItsUsualCommand() {
        #expect(run("activity").printed == "list \n")
        #expect(run("activity", "--limit", "5").printed == "list 5\n")
        #expect(run("activity", "list", "--limit", "5").printed == "list 5\n")
        #expect(run("activity", "--limit", "5", "list").printed == "list 5\n")
        #expect(run("activity", "export", "x").printed == "export x\n")
    }

    @Test func otherWordsAreStillUnknownCommandsOfTheGroup() {
        let outcome = run("activity", "lst")
        #expect(outcome.exitCode == .usage && outcome.printed.contains("Did you mean 'list'?"))
        #expect(run("activity", "export", "x", "--limit", "5").exitCode == .usage)
    }

    @Test func theHelpSaysWhichCommandIsUsual() {
        let help = run("activity", "--help").printed
        #expect(help.contains("satchel activity [<command>] [<options>]"))
        #expect(help.contains("List. (when none is named)") && help.contains("--limit"))
    }
}
