// SPDX-License-Identifier: MIT
import TestSupport

/// A story with the answers it got: command lines, stage directions, and the JSON that stands below them.
///
/// The README in `Tests/Golden` says how a file is written.
struct GoldenFile {
    struct Step {
        enum Kind: Equatable {
            /// `$ alice balance`: runs to its end; the first word is who, or `hub`.
            case run
            /// `& hub serve`: goes on; its first line is the answer.
            case start
            /// `@ stop hub`: what no command of ours does.
            case stage
            /// `> link = join.link`: keeps a value of the answer above under a name.
            case keep
        }

        let kind: Kind
        let line: String
        /// Comments and empty lines above it.
        let before: [String]
        var answer: [String] = []
    }

    let name: String
    private(set) var steps: [Step] = []
    private let end: [String]

    static let folder = String(#filePath.dropLast("ProgramTests/Golden/GoldenFile.swift".count)) + "Golden"

    /// - Parameter name: below ``folder``.
    init(_ name: String) throws {
        self.name = name
        let marks: [Character: Step.Kind] = ["$": .run, "&": .start, "@": .stage, ">": .keep]
        var before: [String] = []
        for line in try Self.text(of: name).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
        {
            if let mark = line.first, let kind = marks[mark], line.dropFirst().first == " " {
                steps.append(Step(kind: kind, line: String(line.dropFirst(2)), before: before))
                before = []
            } else if line.isEmpty || line.first == "#" {
                before.append(line)
            } else {
                steps[steps.count - 1].answer.append(line)
            }
        }
        end = before
    }

    /// The file as it is.
    func recorded() throws -> String { try Self.text(of: name) }

    func write(_ text: String) throws { try File.write(Array(text.utf8), to: "\(Self.folder)/\(name)", mode: 0o644) }

    private static func text(of name: String) throws -> String {
        String(decoding: try File.read("\(folder)/\(name)"), as: UTF8.self)
    }

    /// The same story with other answers.
    func text(_ answers: [[String]]) -> String {
        let marks: [Step.Kind: String] = [.run: "$", .start: "&", .stage: "@", .keep: ">"]
        var lines: [String] = []
        for (step, answer) in zip(steps, answers) {
            lines += step.before + ["\(marks[step.kind] ?? "") \(step.line)"] + answer
        }
        return (lines + end).map { $0 + "\n" }.joined()
    }
}

/// The words of a command line: blanks part them, single quotes hold them together.
func words(of line: String) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
        if index % 2 == 1 { words.append(String(part)) } else { words += part.split(separator: " ").map(String.init) }
    }
    return words
}

extension JSONValue {
    /// Indented, with sorted names; what fits on a line stands on one.
    func lines(indent: Int = 0) -> [String] {
        let space = String(repeating: " ", count: indent)
        let short = brief
        guard indent + short.count > 110 else { return [space + short] }
        switch self {
        case .array(let items):
            return [space + "["] + Self.joined(items.map { $0.lines(indent: indent + 2) }) + [space + "]"]
        case .object(let fields):
            let members = fields.sorted { $0.key < $1.key }.map { name, value in
                var lines = value.lines(indent: indent + 2)
                lines[0] = "\(space)  \(JSONValue.text(name).brief): " + lines[0].drop { $0 == " " }
                return lines
            }
            return [space + "{"] + Self.joined(members) + [space + "}"]
        default: return [space + short]
        }
    }

    private static func joined(_ parts: [[String]]) -> [String] {
        parts.enumerated().flatMap { index, lines in
            index == parts.count - 1 ? lines : lines.dropLast() + [(lines.last ?? "") + ","]
        }
    }

    private var brief: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .number(let number): "\(number)"
        case .text(let text): "\"\(Self.escaped(text))\""
        case .array(let items): "[\(items.map(\.brief).joined(separator: ", "))]"
        case .object(let fields):
            "{"
                + fields.sorted { $0.key < $1.key }.map { "\(JSONValue.text($0.key).brief): \($0.value.brief)" }
                .joined(separator: ", ") + "}"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
