// SPDX-License-Identifier: MIT
import FoundationEssentials
import TestSupport
import Testing

/// The committed schemas of a program's answers, by which every test judges what it reads. Documentation/Scripting.md
struct AnswerSchema: Sendable {
    static let wallet = AnswerSchema("satchel")
    static let hub = AnswerSchema("satchel-hub")

    static let folder =
        String(#filePath.dropLast("Tests/ProgramTests/AnswerSchema.swift".count)) + "Documentation/Protocols/Answers"

    /// The schema of each command, by its words.
    let answers: [String: JSONValue]
    private let shared: [String: JSONValue]

    private init(_ program: String) {
        // Safe: a file that cannot be read leaves no schema, and then every answer is an issue.
        let text = (try? File.read("\(Self.folder)/\(program).json")) ?? []
        let whole = try? JSONDecoder().decode(JSONValue.self, from: Data(text))
        answers = whole?["answers"]?.members ?? [:]
        shared = whole?["$defs"]?.members ?? [:]
    }

    /// Records an issue for each line of an answer that is not as the schema of its command says.
    func judge(_ run: Run, of words: [String], _ location: SourceLocation) {
        guard words.contains("--json") else { return }
        if run.status != 0 { judgeError(run, of: words, location) }
        guard !run.output.isEmpty, let (command, schema) = schema(of: words), schema["description"] == nil else {
            return
        }
        // The content of a file in place of an answer.
        if command == "activity export", words.contains("-") { return }
        for line in run.output.split(separator: "\n") {
            let mistakes = mistakes(in: Self.value(of: String(line)), against: schema, at: command)
            if !mistakes.isEmpty {
                Issue.record("\(mistakes.joined(separator: "\n"))\n\(line)", sourceLocation: location)
            }
        }
    }

    private func judgeError(_ run: Run, of words: [String], _ location: SourceLocation) {
        guard let line = run.complaint.split(separator: "\n").last, line.hasPrefix("{"), let schema = shared["error"]
        else { return }
        let mistakes = mistakes(in: Self.value(of: String(line)), against: schema, at: "error")
        #expect(mistakes.isEmpty, "\(words): \(mistakes) \(line)", sourceLocation: location)
    }

    private static func value(of line: String) -> JSONValue? {
        try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
    }

    /// The command that the words name, the usual one of a group too; nil for none.
    func command(of words: [String]) -> String? { schema(of: words)?.0 }

    private func schema(of words: [String]) -> (String, JSONValue)? {
        var path = ""
        for word in words {
            let longer = path.isEmpty ? word : "\(path) \(word)"
            let known = Self.aliases[longer] ?? longer
            if answers.keys.contains(where: { $0 == known || $0.hasPrefix(known + " ") }) { path = known }
        }
        for name in [path, "\(path) list"] {
            if let schema = answers[name] { return (name, schema) }
        }
        return nil
    }

    private static let aliases = ["cards delete": "cards remove", "cards handover": "cards share"]

    /// What of a value is not as a schema says. JSON Schema 2020-12, as far as ours use it
    func mistakes(in value: JSONValue?, against schema: JSONValue, at place: String) -> [String] {
        guard let value else { return ["\(place): this is not JSON"] }
        if schema == .bool(false) { return ["\(place): this command has no shape; add it to its program's answers"] }
        if let name = schema["$ref"]?.text?.split(separator: "/").last {
            return mistakes(in: value, against: shared[String(name)] ?? .bool(false), at: place)
        }
        if case .array(let choices)? = schema["anyOf"] {
            let tried = choices.map { mistakes(in: value, against: $0, at: place) }
            return tried.contains([]) ? [] : tried.min { $0.count < $1.count } ?? []
        }
        if case .array(let words)? = schema["enum"] {
            return words.contains(value) ? [] : ["\(place): \(value) is none of its words"]
        }
        switch (schema["type"]?.text, value) {
        case ("boolean", .bool), ("integer", .number): return []
        case ("string", .text(let text)):
            guard let pattern = schema["pattern"]?.text else { return [] }
            let isFit = (try? Regex(pattern).wholeMatch(in: text)) ?? nil
            return isFit == nil ? ["\(place): '\(text)' does not match \(pattern)"] : []
        case ("array", .array(let items)):
            return items.enumerated().flatMap { index, item in
                mistakes(in: item, against: schema["items"] ?? .bool(false), at: "\(place)[\(index)]")
            }
        case ("object", .object(let members)): return mistakes(in: members, against: schema, at: place)
        default: return ["\(place): \(value) is no \(schema["type"]?.text ?? "value of a known type")"]
        }
    }

    private func mistakes(in members: [String: JSONValue], against schema: JSONValue, at place: String) -> [String] {
        let properties = schema["properties"]?.members ?? [:]
        var found: [String] = []
        if case .array(let required)? = schema["required"] {
            found += required.compactMap(\.text).filter { members[$0] == nil }.map { "\(place): \($0) is missing" }
        }
        let rest = schema["additionalProperties"] ?? .bool(false)
        for (name, value) in members {
            if properties[name] == nil, rest == .bool(false) {
                found.append("\(place): \(name) is not in the schema")
            } else {
                found += mistakes(in: value, against: properties[name] ?? rest, at: "\(place).\(name)")
            }
        }
        return found
    }
}

extension JSONValue {
    var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
}
