// SPDX-License-Identifier: MIT
package import Bytes

/// A command line that was understood: the values a command asks for, and the console it talks to.
///
/// Asking for an option or operand that the command does not declare is a mistake in the program and stops it.
package struct Invocation: Sendable {
    package let console: Console
    private let words: CommandLineParser.Words
    private let declared: (options: [String: Option], operands: [String: Operand])
    private let explain: @Sendable (any Error) -> Failure
    let programName: String
    let environment: @Sendable (String) -> String?

    init(
        _ words: CommandLineParser.Words, of program: Program, path: [Command], console: Console,
        environment: @escaping @Sendable (String) -> String?
    ) {
        self.words = words
        self.environment = environment
        programName = program.name
        self.console = console
        explain = program.explain
        let options = (path.last?.options ?? []) + program.options
        let operands = path.last?.operands ?? []
        declared = (
            Dictionary(options.map { ($0.name, $0) }) { first, _ in first },
            Dictionary(operands.map { ($0.name, $0) }) { first, _ in first }
        )
    }

    /// Whether results are to be printed as JSON.
    package var wantsJSON: Bool { has(.json) }

    /// Prints what was done: for scripts or for a person.
    package func answer(_ json: JSONValue, _ sentence: String) {
        if wantsJSON { console.print(json) } else { console.print(sentence.printable()) }
    }

    /// As ``answer(_:_:)``, with several lines for a person.
    package func answer(_ json: JSONValue, lines: [String]) {
        guard !wantsJSON else { return console.print(json) }
        for line in lines { console.print(line.printable()) }
    }

    // MARK: - Options

    /// Whether this command takes an option at all.
    package func declares(_ option: Option) -> Bool { declared.options[option.name] != nil }

    /// Whether an option was given.
    package func has(_ option: Option) -> Bool { !values(option).isEmpty }

    /// The value of an option, from the command line, its environment variable or its fallback; or nil.
    package func value(_ option: Option) -> String? { values(option).last }

    /// All values of an option that may be repeated, in their order.
    package func values(_ option: Option) -> [String] {
        precondition(declared.options[option.name] != nil, "This command does not declare --\(option.name).")
        return words.options[option.name] ?? []
    }

    /// The value of an option that is required or has a fallback.
    ///
    /// - Throws: ``TerminalError`` `.usage` when it is missing after all.
    package func required(_ option: Option) throws -> String {
        guard let value = value(option) else {
            throw TerminalError(.usage, "Missing expected option '\(option.spelling)'.")
        }
        return value
    }

    /// The value of an option made into something better, or nil when it was not given.
    ///
    /// - Throws: ``TerminalError`` `.usage` that names the option and repeats the reason `make` threw.
    package func value<Value>(_ option: Option, as make: (String) throws -> Value) throws -> Value? {
        try value(option).map { try convert($0, for: option.spelling, make) }
    }

    /// The value of a required option made into something better.
    package func required<Value>(_ option: Option, as make: (String) throws -> Value) throws -> Value {
        try convert(required(option), for: option.spelling, make)
    }

    /// A whole number within bounds, or nil when the option was not given.
    package func integer(_ option: Option, in range: ClosedRange<Int>) throws -> Int? {
        try value(option) { text in
            guard let number = Int(text), range.contains(number) else {
                throw Failure(.usage, "give a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
    }

    /// One of the named values of an enumeration, or nil when the option was not given.
    package func choice<Value>(_ option: Option, of type: Value.Type) throws -> Value?
    where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
        try value(option) { text in
            guard let value = Value(rawValue: text) else {
                throw Failure(.usage, "choose " + Value.allCases.map(\.rawValue).joined(separator: " or "))
            }
            return value
        }
    }

    // MARK: - Operands

    /// The value of an operand that has to be there.
    package func operand(_ operand: Operand) throws -> String {
        guard let value = operands(operand).first else {
            throw TerminalError(.usage, "Missing expected argument '<\(operand.name)>'.")
        }
        return value
    }

    /// The value of an operand that may be left out.
    package func optional(_ operand: Operand) -> String? { operands(operand).first }

    /// All values of an operand.
    package func operands(_ operand: Operand) -> [String] {
        precondition(declared.operands[operand.name] != nil, "This command does not declare <\(operand.name)>.")
        return words.operands[operand.name] ?? []
    }

    /// The value of an operand made into something better.
    ///
    /// - Throws: ``TerminalError`` `.usage` that names the operand and repeats the reason `make` threw.
    package func operand<Value>(_ operand: Operand, as make: (String) throws -> Value) throws -> Value {
        try convert(self.operand(operand), for: "<\(operand.name)>", make)
    }

    private func convert<Value>(
        _ text: String, for place: String, _ make: (String) throws -> Value
    ) throws -> Value {
        do {
            return try make(text)
        } catch {
            let reason = (error as? Failure ?? explain(error)).message
            let stop = reason.hasSuffix(".") ? "" : "."
            throw TerminalError(.usage, "The value '\(text)' is invalid for '\(place)': \(reason)\(stop)", cause: error)
        }
    }
}
