// SPDX-License-Identifier: MIT
import Bytes

/// The JSON Schemas of all answers of a program, made of the shapes that it declares.
struct AnswerSchemas {
    private let program: Program

    init(_ program: Program) { self.program = program }

    /// One schema for each command, by its words, and the schema of an error.
    ///
    /// A command without a shape, and a shape without a command, has the schema `false`, which nothing fulfils.
    var json: JSONValue {
        var definitions = ["error": Self.error]
        let commands = Self.commands(program.topics.dropLast().flatMap(\.commands), under: "")
        let names = commands + program.answers.keys.filter { !commands.contains($0) }
        let answers = names.sorted().map { name -> JSONValue.Member in
            let shape = commands.contains(name) ? program.answers[name] : nil
            return JSONValue.Member(name, shape?.schema(&definitions) ?? false)
        }
        let shared = definitions.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": .string("Answers of \(program.name) to --json"),
            "answers": .object(answers), "$defs": .object(shared),
        ]
    }

    private static func commands(_ commands: [Command], under path: String) -> [String] {
        commands.flatMap { command in
            let words = path.isEmpty ? command.name : "\(path) \(command.name)"
            return command.topics.isEmpty ? [words] : Self.commands(command.commands, under: words)
        }
    }

    private static var error: JSONValue {
        let shape: AnswerShape = [
            "error": ["code": .word(ExitCode.allCases.map(\.name)), "exitCode": .integer, "message": .text]
        ]
        var none: [String: JSONValue] = [:]
        return shape.schema(&none)
    }
}
