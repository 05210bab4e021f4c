// SPDX-License-Identifier: MIT

/// The help for a program or for one of its commands.
struct HelpPage {
    private static let indent = 2
    /// Where summaries begin; longer names push theirs to the next line.
    private static let summaryColumn = 28

    private let program: Program
    private let path: [Command]

    init(_ program: Program, path: [Command]) {
        self.program = program
        self.path = path
    }

    /// The whole page, wrapped to a width.
    func text(columns: Int) -> String {
        let columns = min(max(columns, 40), 100)
        var sections: [String] = []
        func section(_ title: String, _ rows: [(String, String)]) {
            guard !rows.isEmpty else { return }
            let lines = rows.map { row($0, $1, columns: columns) }
            sections.append(([title] + lines).joined(separator: "\n"))
        }
        let command = path.last
        let overview = "OVERVIEW: " + (command?.summary ?? program.summary)
        let discussion = command?.discussion ?? program.discussion
        sections.append(wrap(overview, to: columns).joined(separator: "\n"))
        if !discussion.isEmpty { sections.append(wrap(discussion, to: columns).joined(separator: "\n")) }
        sections.append("USAGE: " + usage)
        section("ARGUMENTS:", (command?.operands ?? []).map { ("<\($0.name)>", $0.summary) })
        for topic in command?.topics ?? program.topics {
            section(topic.title.uppercased() + ":", topic.commands.map { ($0.name, line($0, in: command)) })
        }
        section("OPTIONS:", options.map { (spelling($0), summary($0)) })
        section("EXAMPLES:", (command?.examples ?? []).map { ($0.line, $0.purpose) })
        if path.isEmpty {
            section("EXIT STATUS:", ExitCode.allCases.map { ("\($0.rawValue)  \($0.name)", $0.meaning) })
            sections.append("See '\(program.name) help <command>' for one command.")
        }
        return sections.joined(separator: "\n\n")
    }

    /// The summary of a command in the list of its group.
    private func line(_ listed: Command, in group: Command?) -> String {
        var notes = listed.aliases.map { "also: \($0)" }
        if listed.name == group?.usual?.name { notes.append("when none is named") }
        return listed.summary + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }

    /// Two lines that follow a message about a wrong command line.
    var reminder: String {
        """
        Usage: \(usage)
          See '\(words) --help' for more information.
        """
    }

    private var words: String { ([program.name] + path.map(\.name)).joined(separator: " ") }

    private var usage: String {
        if path.last?.usual != nil { return "\(words) [<command>] [<options>]" }
        guard let command = path.last, command.commands.isEmpty else { return "\(words) <command> [<options>]" }
        let required = command.options.filter(\.isRequired).map(\.spelling)
        let others = command.options.count > required.count || !program.options.isEmpty ? ["[<options>]"] : []
        return ([words] + required + others + command.operands.map(\.spelling)).joined(separator: " ")
    }

    private var options: [Option] {
        (path.last?.ownOptions ?? []) + program.options + (path.isEmpty ? [.version, .help] : [.help])
    }

    private func spelling(_ option: Option) -> String {
        (option.short.map { "-\($0), " } ?? "") + option.spelling
    }

    private func summary(_ option: Option) -> String {
        var notes: [String] = []
        if option.isRequired { notes.append("required") }
        if let fallback = option.fallback { notes.append("default: \(fallback)") }
        if let environment = option.environment { notes.append("or set \(environment)") }
        return option.summary + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }

    private func row(_ name: String, _ summary: String, columns: Int) -> String {
        let margin = String(repeating: " ", count: HelpPage.summaryColumn)
        let lines = wrap(summary, to: columns - HelpPage.summaryColumn)
        let head = String(repeating: " ", count: HelpPage.indent) + name
        let first =
            DisplayWidth.of(head) < HelpPage.summaryColumn - 1
            ? DisplayWidth.padded(head, to: HelpPage.summaryColumn) + (lines.first ?? "")
            : head + "\n" + margin + (lines.first ?? "")
        return ([first] + lines.dropFirst().map { margin + $0 }).joined(separator: "\n")
    }

    /// Breaks at spaces; line feeds of the text stay.
    private func wrap(_ text: String, to columns: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            paragraph.split(separator: " ").reduce(into: [""]) { lines, word in
                let last = lines[lines.count - 1]
                if last.isEmpty {
                    lines[lines.count - 1] = String(word)
                } else if DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= columns {
                    lines[lines.count - 1] += " " + word
                } else {
                    lines.append(String(word))
                }
            }
        }
    }
}
