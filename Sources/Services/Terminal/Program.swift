// SPDX-License-Identifier: MIT
import Bytes
import Glibc

/// A whole command line program: its commands, and the one place where its errors become sentences.
package struct Program: Sendable {
    let name: String
    let version: String
    let summary: String
    let discussion: String
    let options: [Option]
    let topics: [Topic]
    /// The shape of the answer to `--json` of each command, by the words that name it.
    let answers: [String: AnswerShape]
    let explain: @Sendable (any Error) -> Failure

    /// - Parameters:
    ///   - options: understood by every command, before or behind its name; `--json`, `--help` and `--version`
    ///     are added.
    ///   - topics: `help`, `completions`, `manual` and, with answers, `schema` are added under
    ///     a topic of their own.
    ///   - answers: what each command answers to `--json`, by its words such as `coins send`.
    ///   - explain: translates what the commands throw, other than ``Failure`` and ``TerminalError``.
    package init(
        _ name: String, version: String, summary: String, discussion: String = "", options: [Option] = [],
        topics: [Topic], answers: [String: AnswerShape] = [:], explain: @escaping @Sendable (any Error) -> Failure
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.discussion = discussion
        self.options = options + [.json]
        self.topics =
            topics + [Topic("Help and scripts", [.help, .completions, .manual] + (answers.isEmpty ? [] : [.schema]))]
        self.answers = answers
        self.explain = explain
    }

    /// A program with too few commands for topics.
    package init(
        _ name: String, version: String, summary: String, discussion: String = "", options: [Option] = [],
        commands: [Command], explain: @escaping @Sendable (any Error) -> Failure
    ) {
        self.init(
            name, version: version, summary: summary, discussion: discussion, options: options,
            topics: [Topic("Commands", commands)], explain: explain)
    }

    var commands: [Command] { topics.flatMap(\.commands) }

    /// Runs the command line of this process and ends it.
    package func main() -> Never {
        exit(run(ProgramWords.all).rawValue)
    }

    /// Runs one command line: does it, or says on standard error why not.
    ///
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - environment: the value of an environment variable that an option names.
    package func run(
        _ arguments: [String], console: Console = .standard,
        environment: @escaping @Sendable (String) -> String? = Program.processEnvironment
    ) -> ExitCode {
        var parser = CommandLineParser(self, environment: environment)
        do {
            switch try parser.parse(arguments) {
            case .help(let path):
                console.print(HelpPage(self, path: path).text(columns: console.columns))
            case .version:
                console.print("\(name) \(version)")
            case .manual: console.write(ManualPage(self).text)
            case .schema: console.print(AnswerSchemas(self).json.withoutNulls.indentedText)
            case .completions(let shell):
                console.write(CompletionScript(self).text(for: shell))
            case .action(let action, let words):
                try action(
                    Invocation(words, of: self, path: parser.path, console: console, environment: environment))
            }
            if let failure = console.loss.failure { throw failure }
            return .ok
        } catch {
            let isJSON = arguments.contains("--json")
            let failure = failure(for: error)
            console.note(isJSON ? Program.json(failure).withoutNulls.text : Program.line(failure))
            if failure.exitCode == .usage, failure.showsUsage, !isJSON {
                console.note(HelpPage(self, path: parser.path).reminder)
            }
            return failure.exitCode
        }
    }

    /// What is wrong with the declarations themselves: names used twice, secrets taken from the command line.
    ///
    /// For a test of each program, which expects nothing.
    package func mistakes() -> [String] {
        var found: [String] = []
        func check(_ commands: [Command], under path: String) {
            found += repeated(commands.flatMap { [$0.name] + $0.aliases }).map {
                "\(path): the command \($0) is declared twice"
            }
            for command in commands {
                let path = "\(path) \(command.name)"
                let options = options + command.options + [.help]
                found += repeated(options.map(\.name)).map { "\(path): --\($0) is declared twice" }
                found += repeated(options.compactMap { $0.short.map(String.init) }).map {
                    "\(path): -\($0) is declared twice"
                }
                let secrets = ["passphrase", "password", "secret", "token", "pin", "phrase", "key"]
                found += options.filter { $0.valueName != nil && secrets.contains($0.name) }.map {
                    "\(path): --\($0.name) would put a secret on the command line"
                }
                if let place = command.operands.firstIndex(where: { $0.count != .one }),
                    place < command.operands.count - 1
                {
                    found.append("\(path): only the last operand may vary in number")
                }
                check(command.commands, under: path)
            }
        }
        check(commands, under: name)
        return found
    }

    /// The variable of this process, or nil. getenv(3)
    package static let processEnvironment: @Sendable (String) -> String? = { name in
        getenv(name).map { String(cString: $0) }
    }

    /// What a command that ends with the error says, also for those that go on after it and only tell of it.
    package func failure(for error: any Error) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let error as TerminalError: Failure(Self.exitCode(error.code), error.message)
        default: explain(error)
        }
    }

    private static func exitCode(_ code: TerminalError.Code) -> ExitCode {
        switch code {
        case .usage: .usage
        case .noPassphrase: .locked
        default: .failed
        }
    }

    /// A person who said no made no error.
    private static func line(_ failure: Failure) -> String {
        (failure == .cancelled ? "" : "Error: ") + failure.message.printable(keeping: ["\n"])
    }

    private static func json(_ failure: Failure) -> JSONValue {
        [
            "error": [
                "code": .string(failure.exitCode.name), "exitCode": .number(Int64(failure.exitCode.rawValue)),
                "message": .string(failure.message),
            ]
        ]
    }

    private func repeated(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { !seen.insert($0).inserted }
    }
}

extension Command {
    /// Both are answered by the parser and never run.
    static let help = Command(
        "help", "Show help for a command.",
        operands: [Operand("command", "The command; without it, all of them.", count: .optional)]
    ) { _ in }

    static let completions = Command(
        "completions", "Print a script that completes this program's commands in your shell.",
        discussion: "Load it when the shell starts, for example from ~/.bashrc.",
        operands: [.shell]
    ) { _ in }
}

extension Command {
    static let manual = Command(
        "manual", "Print the manual page of this program, for man.",
        examples: [.init("man -l <(satchel manual)", "Read it.")]
    ) { _ in }
}

extension Command {
    static let schema = Command(
        "schema", "Print the JSON Schemas of the answers to --json.",
        discussion: "The member answers has one schema for each command, and $defs has what they share."
    ) { _ in }
}

extension Operand {
    static let shell = Operand(
        "shell", "bash, zsh or fish.", completion: .choices(CompletionScript.Shell.allCases.map(\.rawValue)))
}
