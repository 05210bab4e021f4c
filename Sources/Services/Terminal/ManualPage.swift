// SPDX-License-Identifier: MIT

/// The manual page of a program, made of the same declarations as its help. man(7), groff_man(7)
struct ManualPage {
    private let program: Program

    init(_ program: Program) { self.program = program }

    /// The page as roff for section 1.
    var text: String {
        var lines = [
            ".\\\" Made of the program's own declarations: `\(program.name) manual`.",
            ".TH \(program.name.uppercased()) 1 \"\" \"Satchel \(program.version)\" \"Satchel\"", ".SH NAME",
            "\(Self.word(program.name)) \\- \(Self.words(program.summary))", ".SH SYNOPSIS",
            ".B \(Self.word(program.name))", ".I command", "[\\fIoptions\\fR]",
        ]
        if !program.discussion.isEmpty { lines += [".SH DESCRIPTION"] + Self.paragraphs(program.discussion) }
        lines.append(".SH OPTIONS")
        lines += (program.options + [.version, .help]).flatMap(Self.entry)
        for topic in program.topics {
            lines.append(".SH \"\(Self.words(topic.title.uppercased()))\"")
            for command in topic.commands { lines += entries(command, under: "") }
        }
        lines += [
            ".SH ENVIRONMENT", ".TP", ".B \(Self.word(LogOutput.variable))",
            Self.words(
                "What the program logs: error, warning, notice, info or debug, each with all before it. Without it: notice."
            ),
        ]
        lines.append(".SH \"EXIT STATUS\"")
        for code in ExitCode.allCases { lines += [".TP", "\(code.rawValue)", Self.words(code.meaning)] }
        return lines.joined(separator: "\n") + "\n"
    }

    private func entries(_ command: Command, under path: String) -> [String] {
        let words = path.isEmpty ? command.name : "\(path) \(command.name)"
        guard command.commands.isEmpty else { return command.commands.flatMap { entries($0, under: words) } }
        let operands = command.operands.map { " \\fI" + Self.words($0.spelling) + "\\fR" }.joined()
        var lines = [".SS \"\(Self.words(words))\(operands)\"", Self.words(command.summary)]
        if !command.aliases.isEmpty { lines.append("Also: \(Self.words(command.aliases.joined(separator: ", "))).") }
        if !command.discussion.isEmpty { lines += [".PP"] + Self.paragraphs(command.discussion) }
        for operand in command.operands {
            lines += [".TP", ".I \(Self.word(operand.name))", Self.words(operand.summary)]
        }
        lines += command.options.flatMap(Self.entry)
        for example in command.examples {
            lines += [".PP", Self.words(example.purpose), ".PP", ".nf", ".RS", Self.words(example.line), ".RE", ".fi"]
        }
        return lines
    }

    private static func entry(_ option: Option) -> [String] {
        let short = option.short.map { "\\-\($0), " } ?? ""
        var notes: [String] = []
        if let fallback = option.fallback { notes.append("default: \(fallback)") }
        if let environment = option.environment { notes.append("or set \(environment)") }
        let note = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
        return [".TP", ".B \"\(short)\(words(option.spelling))\"", words(option.summary + note)]
    }

    private static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? ".PP" : words(String($0)) }
    }

    /// A text that roff takes for nothing but text: no request at the start of a line, no escape, plain hyphens and quotes.
    private static func words(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "\"": escaped += "\\(dq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default: escaped += "\\[u\(hexadecimal(scalar.value))]"
            }
        }
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }

    private static func word(_ text: String) -> String { words(text) }

    /// At least four digits, as groff wants them.
    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
