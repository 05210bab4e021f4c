// SPDX-License-Identifier: MIT

/// A named part of a command line, `--name` or `--name <value>`: declared once, given to commands, asked for by value.
///
///     extension Option {
///         static let amount = Option("amount", value: "amount", "How much, such as 12.50.")
///     }
package struct Option: Sendable {
    /// Without its dashes.
    package let name: String
    package let short: Character?
    /// What the help calls its value; nil for a flag, which has none.
    package let valueName: String?
    package let summary: String
    package let isRequired: Bool
    /// Whether it may be given more than once.
    package let isRepeated: Bool
    /// The value when it is not given.
    package let fallback: String?
    /// The environment variable that is looked at before the fallback. Never for secrets: others can read it.
    package let environment: String?
    package let completion: Completion

    /// A flag.
    package init(_ name: String, short: Character? = nil, _ summary: String) {
        self.init(name, short, nil, summary, false, false, nil, nil, .nothing)
    }

    /// An option with a value.
    package init(
        _ name: String, short: Character? = nil, value valueName: String, _ summary: String,
        isRequired: Bool = false, isRepeated: Bool = false, fallback: String? = nil, environment: String? = nil,
        completion: Completion = .nothing
    ) {
        self.init(name, short, valueName, summary, isRequired, isRepeated, fallback, environment, completion)
    }

    /// The same option where a command cannot do without it.
    package func required() -> Option {
        Option(name, short, valueName, summary, true, isRepeated, fallback, environment, completion)
    }

    /// How messages write it: `--amount <amount>`.
    var spelling: String { valueName.map { "--\(name) <\($0)>" } ?? "--\(name)" }

    private init(
        _ name: String, _ short: Character?, _ valueName: String?, _ summary: String, _ isRequired: Bool,
        _ isRepeated: Bool, _ fallback: String?, _ environment: String?, _ completion: Completion
    ) {
        self.name = name
        self.short = short
        self.valueName = valueName
        self.summary = summary
        self.isRequired = isRequired
        self.isRepeated = isRepeated
        self.fallback = fallback
        self.environment = environment
        self.completion = completion
    }
}

extension Option {
    /// Understood by every program: results as JSON on standard output, failures as JSON on standard error.
    package static let json = Option("json", "Print JSON for scripts.")
    /// Confirms in advance what a command asks before it acts.
    package static let yes = Option("yes", short: "y", "Do it without asking.")
    /// For commands that can show what they would do.
    package static let dryRun = Option("dry-run", "Only show what the command would do.")
    static let help = Option("help", short: "h", "Show help.")
    static let version = Option("version", "Show the version.")
}

/// What a shell offers where a value is expected.
package enum Completion: Equatable, Sendable {
    case nothing
    case files
    case directories
    case choices([String])
}
