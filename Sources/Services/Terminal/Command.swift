// SPDX-License-Identifier: MIT

/// One word of a program's command line: something it does, or a group of such.
package struct Command: Sendable {
    package typealias Action = @Sendable (Invocation) throws -> Void

    enum Content: Sendable {
        case action(Action)
        case group([Command])
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
    /// One sentence.
    package let summary: String
    let discussion: String
    let options: [Option]
    let operands: [Operand]
    let examples: [Example]
    let content: Content
    /// Of a group, the name of the command that is meant when none is named.
    private let usualName: String?

    /// A command that does something.
    ///
    /// - Parameters:
    ///   - discussion: what the help says besides the summary.
    ///   - run: throws a ``Failure``, a ``TerminalError`` or an error that the program's `explain` translates.
    package init(
        _ name: String, _ summary: String, discussion: String = "", options: [Option] = [], operands: [Operand] = [],
        examples: [Example] = [], run: @escaping Action
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options
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
        self.name = name
        self.summary = summary
        self.discussion = discussion
        options = []
        operands = []
        examples = []
        content = .group(commands)
        usualName = usual
        precondition(usual == nil || self.usual != nil, "The group \(name) has no command \(usual ?? "").")
    }

    var commands: [Command] {
        if case .group(let commands) = content { commands } else { [] }
    }

    /// What a group does when no command of it is named.
    var usual: Command? { commands.first { $0.name == usualName } }

    /// The options that may stand behind its name.
    var ownOptions: [Option] { usual?.options ?? options }
}
