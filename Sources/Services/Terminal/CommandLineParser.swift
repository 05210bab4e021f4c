// SPDX-License-Identifier: MIT

/// Turns the words of a command line into what to do. Pure: it runs nothing and prints nothing.
///
/// `--name value`, `--name=value`, `-n value` and flags joined as in `-ny` are understood, options anywhere, and
/// everything behind `--` is an operand. POSIX Utility Syntax Guidelines, 12.2, with GNU's long names.
struct CommandLineParser {
    enum Request {
        case action(Command.Action, Words)
        case completions(CompletionScript.Shell)
        case help([Command])
        case manual
        case schema
        case version
    }

    /// The values of a command line by the names of their options and operands.
    struct Words: Equatable {
        var options: [String: [String]] = [:]
        var operands: [String: [String]] = [:]
    }

    private let program: Program
    private let environment: (String) -> String?
    /// The commands named so far, outermost first; kept up to date for messages even when parsing fails.
    private(set) var path: [Command] = []
    private var words = Words()
    private var places: [String] = []

    init(_ program: Program, environment: @escaping (String) -> String?) {
        self.program = program
        self.environment = environment
    }

    /// - Throws: ``TerminalError`` `.usage` with a sentence for the person.
    mutating func parse(_ arguments: [String]) throws -> Request {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--":
                for word in rest { try place(word) }
                rest = []
            case "--help", "-h":
                return .help(path)
            case "--version" where path.isEmpty:
                return .version
            case _ where word.hasPrefix("--"):
                try long(word.dropFirst(2), &rest)
            case _ where word.hasPrefix("-") && word.count > 1:
                try short(word.dropFirst(), &rest)
            default:
                try place(word)
            }
        }
        return try request()
    }

    // MARK: - Words

    private mutating func long(_ word: Substring, _ rest: inout ArraySlice<String>) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = known.first(where: { $0.name == name }) else {
            throw unknown("option", "--\(name)", among: known.map { "--\($0.name)" })
        }
        if option.valueName == nil {
            guard parts.count == 1 else { throw usage("'--\(name)' takes no value.") }
            try add("", to: option)
        } else {
            try add(parts.count == 2 ? String(parts[1]) : value(of: option, &rest), to: option)
        }
    }

    private mutating func short(_ letters: Substring, _ rest: inout ArraySlice<String>) throws {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = known.first(where: { $0.short == letter }) else {
                throw unknown("option", "-\(letter)", among: [])
            }
            if option.valueName == nil {
                try add("", to: option)
            } else {
                let joined = letters.first == "=" ? letters.dropFirst() : letters
                try add(letters.isEmpty ? value(of: option, &rest) : String(joined), to: option)
                return
            }
        }
    }

    private func value(of option: Option, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.first, !(value.hasPrefix("-") && value.count > 1) else {
            throw usage("Missing value for '\(option.spelling)'.")
        }
        rest.removeFirst()
        return value
    }

    private mutating func add(_ value: String, to option: Option) throws {
        guard option.isRepeated || option.valueName == nil || words.options[option.name] == nil else {
            throw usage("'--\(option.name)' was given more than once.")
        }
        words.options[option.name, default: []].append(value)
    }

    /// Takes a word without dashes: a command while one is expected, then an operand.
    private mutating func place(_ word: String) throws {
        guard let choices = expected else {
            places.append(word)
            return
        }
        guard let command = choices.first(where: { $0.isCalled(word) }) else {
            throw unknown("command", word, among: choices.flatMap { [$0.name] + $0.aliases })
        }
        path.append(command)
    }

    /// The commands of which one has to come next, or nil where none does.
    private var expected: [Command]? {
        guard let last = path.last else { return program.commands }
        return last.topics.isEmpty ? nil : last.commands
    }

    private var known: [Option] { (path.last?.ownOptions ?? []) + program.options }

    // MARK: - The whole

    private mutating func request() throws -> Request {
        if let usual = path.last?.usual { path.append(usual) }
        guard let command = path.last, case .action(let action) = command.content else {
            // A script that forgot the command must not take the help for an answer.
            guard words.options[Option.json.name] != nil else { return .help(path) }
            throw usage(path.last.map { "Name a command of '\($0.name)'." } ?? "Name a command.")
        }
        if path.count == 1, command.name == Command.help.name { return .help(try topic()) }
        try fill(command.operands)
        for option in known where words.options[option.name] == nil {
            if let value = option.environment.flatMap(environment) ?? option.fallback {
                words.options[option.name] = [value]
            } else if option.isRequired {
                throw usage("Missing expected option '\(option.spelling)'.")
            }
        }
        if path.count == 1, command.name == Command.manual.name { return .manual }
        if path.count == 1, command.name == Command.schema.name { return .schema }
        if path.count == 1, command.name == Command.completions.name {
            let word = words.operands[Operand.shell.name]?.first ?? ""
            guard let shell = CompletionScript.Shell(rawValue: word) else {
                throw usage("The value '\(word)' is invalid for '<shell>': choose bash, zsh or fish.")
            }
            return .completions(shell)
        }
        return .action(action, words)
    }

    private mutating func fill(_ operands: [Operand]) throws {
        var rest = places[...]
        for operand in operands {
            let count = operand.count == .many || operand.count == .any ? rest.count : 1
            if rest.isEmpty, operand.count == .one || operand.count == .many {
                throw usage("Missing expected argument '<\(operand.name)>'.")
            }
            words.operands[operand.name] = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        guard rest.isEmpty else {
            let list = rest.map { "'\($0)'" }.joined(separator: ", ")
            throw usage(
                rest.count == 1 ? "Unexpected argument \(list)." : "\(rest.count) unexpected arguments: \(list).")
        }
    }

    /// The commands that `help` was asked about.
    private mutating func topic() throws -> [Command] {
        path = []
        for word in places {
            guard expected != nil else { throw usage("Unexpected argument '\(word)'.") }
            try place(word)
        }
        return path
    }

    // MARK: - Messages

    private func unknown(_ kind: String, _ word: String, among names: [String]) -> TerminalError {
        let hint = Suggestion.closest(to: word, among: names).map { " Did you mean '\($0)'?" } ?? ""
        return usage("Unknown \(kind) '\(word)'.\(hint)")
    }

    private func usage(_ message: String) -> TerminalError { TerminalError(.usage, message) }
}
