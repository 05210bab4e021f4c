// SPDX-License-Identifier: MIT
import Synchronization
import Terminal
import Testing

@Suite struct CommandLineTests {
    @Test func everyWayToWriteAValueIsUnderstood() {
        for words in [["--amount", "5"], ["--amount=5"], ["-a", "5"], ["-a5"], ["-a=5"], ["-la", "5"]] {
            #expect(amount(words) == "5")
        }
        #expect(amount(["--amount="]) == "")
        #expect(amount(["--amount=-5"]) == "-5")
        #expect(amount(["--amount", "-"]) == "-")
    }

    @Test func optionsStandAnywhere() {
        let result = Outcome("--json", "-p", "here", "pay", "text", "--amount", "5", "lunch") { invocation in
            #expect(invocation.wantsJSON)
            #expect(invocation.value(.profile) == "here")
            let request = try invocation.operand(.request)
            #expect(request == "text")
            #expect(invocation.optional(.note) == "lunch")
        }
        #expect(result.exitCode == .ok)
    }

    @Test func behindTwoDashesEverythingIsAnOperand() {
        let result = Outcome("pay", "-a", "5", "--", "--amount", "-x") { invocation in
            let request = try invocation.operand(.request)
            #expect(request == "--amount")
            #expect(invocation.optional(.note) == "-x")
        }
        #expect(result.exitCode == .ok)
    }

    @Test func aValueComesFromTheLineThenTheEnvironmentThenTheFallback() {
        func profile(_ words: [String], _ environment: [String: String]) -> String? {
            let seen = Mutex<String?>(nil)
            let console = Console(output: Recording().descriptor)
            let pay: Command.Action = { invocation in seen.withLock { $0 = invocation.value(.profile) } }
            _ = sampleProgram(pay).run(["pay", "r", "-a", "1"] + words, console: console) { environment[$0] }
            return seen.withLock { $0 }
        }
        #expect(profile(["-p", "line"], ["SATCHEL_PROFILE": "env"]) == "line")
        #expect(profile([], ["SATCHEL_PROFILE": "env"]) == "env")
        #expect(profile([], [:]) == "~/.satchel")
    }

    @Test func valuesAreCheckedAndTheReasonIsGiven() {
        let number = Outcome("pay", "r", "--amount", "many") { _ = try $0.integer(.amount, in: 1...9) }
        #expect(number.exitCode == .usage)
        #expect(
            number.complaints.hasPrefix(
                "Error: The value 'many' is invalid for '--amount <amount>': give a whole number from 1 to 9.\n"))
        let choice = Outcome("pay", "r", "-a1", "--format", "gif") { _ = try $0.choice(.format, of: SampleFormat.self) }
        #expect(
            choice.complaints.hasPrefix("Error: The value 'gif' is invalid for '--format <format>': choose png or svg.")
        )
        let foreign = Outcome("pay", "r", "-a1") { invocation in
            _ = try invocation.operand(.request) { _ in throw SampleError(text: "It is torn.") }
        }
        #expect(foreign.complaints.hasPrefix("Error: The value 'r' is invalid for '<request>': It is torn.\n"))
    }

    @Test func aRepeatedOptionKeepsItsOrder() {
        _ = Outcome("pay", "r", "-a1", "--tag", "x", "--tag=y") { #expect($0.values(.tag) == ["x", "y"]) }
    }

    @Test(arguments: [
        (["pya"], "Unknown command 'pya'. Did you mean 'pay'?"),
        (["bal"], "Unknown command 'bal'. Did you mean 'balance'?"),
        (["xyz"], "Unknown command 'xyz'."),
        (["--json"], "Name a command."),
        (["hub", "--json"], "Name a command of 'hub'."),
        (["hub", "jion"], "Unknown command 'jion'. Did you mean 'join'?"),
        (["pay", "--amuont", "5"], "Unknown option '--amuont'. Did you mean '--amount'?"),
        (["pay", "-z"], "Unknown option '-z'."),
        (["--amount", "5", "pay"], "Unknown option '--amount'."),
        (["pay", "r"], "Missing expected option '--amount <amount>'."),
        (["pay", "-a", "5"], "Missing expected argument '<request>'."),
        (["pay", "r", "--amount"], "Missing value for '--amount <amount>'."),
        (["pay", "r", "--amount", "--yes"], "Missing value for '--amount <amount>'."),
        (["pay", "r", "--yes=no"], "'--yes' takes no value."),
        (["pay", "r", "-a1", "-a2"], "'--amount' was given more than once."),
        (["pay", "-a1", "r", "n", "x"], "Unexpected argument 'x'."),
        (["pay", "-a1", "r", "n", "x", "y"], "2 unexpected arguments: 'x', 'y'."),
        (["examine"], "Missing expected argument '<file>'."),
        (["help", "pay", "now"], "Unexpected argument 'now'."),
        (["completions", "tcsh"], "The value 'tcsh' is invalid for '<shell>': choose bash, zsh or fish."),
    ])
    func aWrongCommandLineSaysWhatIsWrong(words: [String], message: String) {
        let complaints = Recording()
        let exitCode = sampleProgram().run(words, console: Console(errorOutput: complaints.descriptor)) { _ in nil }
        #expect(exitCode == .usage)
        guard !words.contains("--json") else { return #expect(complaints.text.contains("\"message\":\"\(message)\"")) }
        #expect(complaints.text.hasPrefix("Error: \(message)\nUsage: satchel"))
        #expect(complaints.text.hasSuffix("--help' for more information.\n"))
    }

    @Test func theReminderNamesTheCommand() {
        #expect(
            Outcome("pay", "r").complaints.hasSuffix(
                """
                Usage: satchel pay --amount <amount> [<options>] <request> [<note>]
                  See 'satchel pay --help' for more information.

                """))
    }

    @Test func anErrorOfTheProgramIsExplained() {
        let result = Outcome("hub", "leave")
        #expect(result.exitCode == .conflict)
        #expect(result.output == "")
        #expect(result.complaints == "Error: You have not joined.\n")
    }

    @Test func scriptsGetFailuresAsJSON() {
        #expect(
            Outcome("hub", "leave", "--json").complaints
                == #"{"error":{"code":"conflict","exitCode":7,"message":"You have not joined."}}"# + "\n")
    }

    @Test func theVersionIsShown() {
        #expect(Outcome("--version").output == "satchel 0.1.0\n")
    }

    @Test func theDeclarationsOfASoundProgramHaveNoMistakes() {
        #expect(sampleProgram().mistakes() == [])
    }

    @Test func aSecretOnTheCommandLineIsAMistake() {
        let program = Program(
            "bad", version: "1", summary: "Bad.",
            commands: [
                Command("open", "Open.", options: [Option("password", value: "word", "No."), .json]) { _ in },
                Command("open", "Open again.") { _ in },
            ], explain: { _ in Failure(.failed, "") })
        #expect(
            program.mistakes() == [
                "bad: the command open is declared twice", "bad open: --json is declared twice",
                "bad open: --password would put a secret on the command line",
            ])
    }

    private func amount(_ words: [String]) -> String? {
        let seen = Mutex<String?>(nil)
        let pay: Command.Action = { invocation in seen.withLock { $0 = invocation.value(.amount) } }
        let console = Console(errorOutput: Recording().descriptor)
        #expect(sampleProgram(pay).run(["pay", "r"] + words, console: console) { _ in nil } == .ok)
        return seen.withLock { $0 }
    }
}
