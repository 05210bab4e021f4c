// SPDX-License-Identifier: MIT

/// The script by which a shell completes a program's command lines, made from its declarations.
///
/// All three shells do the same: follow the words typed so far to the command they name, its place, then offer what
/// the word before the cursor asks for, or else what can follow at that place.
struct CompletionScript {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    /// One command and what can follow it.
    struct Place {
        /// The words that lead to it, as in `satchel pay`.
        let words: String
        let commands: [Command]
        let options: [Option]
        let operands: Completion
    }

    let program: Program

    init(_ program: Program) { self.program = program }

    func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash()
        case .zsh: zsh()
        case .fish: fish()
        }
    }

    /// The program itself, then every command below it.
    var places: [Place] {
        func below(_ words: String, _ commands: [Command]) -> [Place] {
            commands.flatMap { command in
                ([command.name] + command.aliases).flatMap { place(of: command, at: "\(words) \($0)") }
            }
        }
        func place(of command: Command, at words: String) -> [Place] {
            let isHelp = words == "\(program.name) \(Command.help.name)"
            let operands = command.operands.first?.completion ?? .nothing
            let place = Place(
                words: words, commands: command.commands, options: command.ownOptions + program.options + [.help],
                operands: isHelp ? .choices(program.commands.map(\.name)) : operands)
            return [place] + below(words, command.commands)
        }
        let top = Place(
            words: program.name, commands: program.commands, options: program.options + [.version, .help],
            operands: .nothing)
        return [top] + below(program.name, program.commands)
    }

    /// The name with which the script's functions begin; a shell's functions may hold no dashes everywhere.
    var function: String { "_" + program.name.map { $0 == "-" ? "_" : String($0) }.joined() }

    /// In single quotes, as all three shells read them; fish too, which knows `'\''`.
    func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The places' words as the alternatives of a `case`.
    var alternatives: String { places.dropFirst().map { quoted($0.words) }.joined(separator: " | ") }
}
