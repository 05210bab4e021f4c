// SPDX-License-Identifier: MIT
import Terminal
import Testing

@Suite struct HelpTests {
    @Test func theHelpOfACommandIsComplete() {
        #expect(
            Outcome("pay", "--help").output == """
                OVERVIEW: Pay a request.

                The coins are reserved first.

                USAGE: satchel pay --amount <amount> [<options>] <request> [<note>]

                ARGUMENTS:
                  <request>                 The request's text or file.
                  <note>                    What it is for.

                OPTIONS:
                  -a, --amount <amount>     How much, such as 12.50. (required)
                  --format <format>         The image's format.
                  --tag <word>              A word to find it by.
                  -l, --loud                Say more.
                  -y, --yes                 Do it without asking.
                  --passphrase-file <file>  Read the passphrase from the first line of a file
                                            only you can read.
                  --passphrase-fd <number>  Read the passphrase from the first line of an open
                                            file descriptor.
                  -p, --profile <directory>
                                            Where the wallet lives. (default: ~/.satchel; or set
                                            SATCHEL_PROFILE)
                  --json                    Print JSON for scripts.
                  -h, --help                Show help.

                EXAMPLES:
                  satchel pay request.png --amount 12.50
                                            Pay what a picture asks for.

                """)
    }

    @Test func everyWayToAskForHelpGivesTheSamePage() {
        #expect(Outcome("help", "pay").output == Outcome("pay", "-h").output)
        #expect(Outcome("help", "hub", "join").output == Outcome("hub", "join", "--help").output)
        #expect(Outcome("help").output == Outcome("--help").output)
        #expect(Outcome("pay", "--amount", "5", "--help").exitCode == .ok)
    }

    @Test func theTopPageListsCommandsAndExitCodes() {
        let page = Outcome("--help").output
        for command in ["pay", "balance", "hub", "help", "completions"] {
            #expect(page.contains("\n  \(command) "))
        }
        for code in ExitCode.allCases {
            #expect(page.contains("\n  \(code.rawValue)  \(code)"))
        }
        #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func aPageListsCommandsByTopicWithTheirOtherNames() {
        let page = Outcome("--help").output
        #expect(page.contains("\n\nPAYMENTS:\n  pay "))
        #expect(page.contains("\n\nACCOUNT:\n  examine "))
        #expect(page.contains("Look at files. (also: inspect)"))
        #expect(Outcome("hub", "--help").output.contains("\n\nENTER:\n  join "))
        #expect(Outcome("inspect", "x").exitCode == .ok)
    }

    @Test(arguments: [[], ["hub"]])
    func aGroupWithoutACommandPrintsItsHelpAsAResult(words: [String]) {
        let (output, complaints) = (Recording(), Recording())
        let console = Console(output: output.descriptor, errorOutput: complaints.descriptor)
        #expect(sampleProgram().run(words, console: console) { _ in nil } == .ok)
        #expect(output.text == (words.isEmpty ? Outcome("--help") : Outcome("hub", "--help")).output)
        #expect(complaints.text == "")
    }

    @Test func aGroupListsItsCommands() {
        let page = Outcome("hub", "--help").output
        #expect(page.contains("USAGE: satchel hub <command> [<options>]"))
        #expect(page.contains("\n  join "))
    }
}
