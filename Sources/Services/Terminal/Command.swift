// SPDX-License-Identifier: MIT

/// One word of a program's command line: something it does, or a group of such.
package struct Command: Sendable {
    package typealias Action = @Sendable (Invocation) throws -> Void

    enum Content: Sendable {
        case action(Action)
        case group([Topic])
    }

    /// A command line and what it is for.
    package struct Example: Sendable {
        let line: String
        let purpose: String

        package init(_ line: String, _ purpose: String) {
            self.line = line
            self.purpose = purpose
        }
    }

    package let name: String
    /// Other names that the command line accepts and the help mentions.
    package let aliases: [String]
    /// One sentence.
    package let summary: String
    let discussion: String
    let options: [Option]
    let operands: [Operand]
    /// Whether it moves money or destroys something, and therefore asks before it acts.
    let confirms: Bool
    let examples: [Example]
    let content: Content
    /// Of a group, the name of the command that is meant when none is named.
    private let usualName: String?

    /// A command that does something.
    ///
    /// - Parameters:
    ///   - aliases: other names, only where users of other programs expect them.
    ///   - confirms: whether it moves money or destroys something. It then has `--yes`, and its action calls
    ///     ``Invocation/confirm(_:)`` before it acts.
    ///   - discussion: what the help says besides the summary.
    ///   - run: throws a ``Failure``, a ``TerminalError`` or an error that the program's `explain` translates.
    package init(
        _ name: String, _ summary: String, aliases: [String] = [], confirms: Bool = false, discussion: String = "",
        options: [Option] = [], operands: [Operand] = [], examples: [Example] = [], run: @escaping Action
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.discussion = discussion
        self.options = options + (confirms ? [.yes] : [])
        self.confirms = confirms
        self.operands = operands
        self.examples = examples
        content = .action(run)
        usualName = nil
    }

    /// A group of commands.
    ///
    /// - Parameter usual: the name of the one that is meant when none is named.
    package init(
        _ name: String, _ summary: String, discussion: String = "", usual: String? = nil, commands: [Command]
    ) {
        self.init(name, summary, discussion: discussion, usual: usual, topics: [Topic("Commands", commands)])
    }

    /// A group of commands whose help lists them by topic.
    package init(
        _ name: String, _ summary: String, discussion: String = "", usual: String? = nil, topics: [Topic]
    ) {
        self.name = name
        aliases = []
        self.summary = summary
        self.discussion = discussion
        options = []
        operands = []
        confirms = false
        examples = []
        content = .group(topics)
        usualName = usual
        precondition(usual == nil || self.usual != nil, "The group \(name) has no command \(usual ?? "").")
    }

    var topics: [Topic] {
        if case .group(let topics) = content { topics } else { [] }
    }

    var commands: [Command] { topics.flatMap(\.commands) }

    /// Whether a word of the command line names it.
    func isCalled(_ word: String) -> Bool { name == word || aliases.contains(word) }

    /// What a group does when no command of it is named.
    var usual: Command? { commands.first { $0.name == usualName } }

    /// The options that may stand behind its name.
    var ownOptions: [Option] { usual?.options ?? options }
}
