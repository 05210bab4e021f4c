// SPDX-License-Identifier: MIT

extension CompletionScript {
    // MARK: - bash: Programmable Completion, <https://www.gnu.org/software/bash/manual>

    func bash() -> String {
        """
        # bash completion for \(program.name). To load it in every shell, put into ~/.bashrc:
        #   source <(\(program.name) completions bash)
        \(function)() {
            local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" place=\(program.name) word
            for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                case "$place $word" in
                \(alternatives)) place="$place $word" ;;
                esac
            done
            COMPREPLY=()
            case "$place $previous" in
        \(values { bashOffer($0) })
            esac
            case "$place" in
        \(bashPlaces())
            esac
        }
        complete -F \(function) \(program.name)

        """
    }

    private func bashPlaces() -> String {
        places.map { place in
            let options = place.options.map { "--\($0.name)" }.joined(separator: " ")
            let words = Completion.choices(place.commands.map(\.name))
            let rest = bashOffer(place.commands.isEmpty ? place.operands : words)
            return """
                    \(quoted(place.words)))
                        if [[ $current == -* ]]; then
                            \(bashOffer(.choices([options])))
                        else
                            \(rest)
                        fi ;;
                """
        }.joined(separator: "\n")
    }

    private func bashOffer(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ":"
        case .files: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")"#
        case .directories: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")"#
        case .choices(let words):
            "mapfile -t COMPREPLY < <(compgen -W \(quoted(words.joined(separator: " "))) -- \"$current\")"
        }
    }

    /// A branch for each option that takes a value, at each place.
    private func values(_ offer: (Completion) -> String) -> String {
        places.flatMap { place in
            place.options.filter { $0.valueName != nil }.map { option in
                let spellings = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
                let patterns = spellings.map { quoted("\(place.words) \($0)") }.joined(separator: " | ")
                return "    \(patterns)) \(offer(option.completion)); return ;;"
            }
        }.joined(separator: "\n")
    }

    // MARK: - zsh: Completion System, <https://zsh.sourceforge.io/Doc/>

    func zsh() -> String {
        """
        #compdef \(program.name)
        # zsh completion for \(program.name). To load it in every shell, put into ~/.zshrc, behind compinit:
        #   source <(\(program.name) completions zsh)
        \(function)() {
            local current="${words[CURRENT]}" previous="${words[CURRENT-1]}" place=\(program.name) word
            local -a entries
            for word in "${(@)words[2,CURRENT-1]}"; do
                case "$place $word" in
                \(alternatives)) place="$place $word" ;;
                esac
            done
            case "$place $previous" in
        \(values { zshOffer($0) })
            esac
            case "$place" in
        \(zshPlaces())
            esac
        }
        if [ "$funcstack[1]" = \(quoted(function)) ]; then \(function) "$@"; else compdef \(function) \(program.name); fi

        """
    }

    private func zshPlaces() -> String {
        places.map { place in
            let options = place.options.map { ("--\($0.name)", $0.summary) }
            let commands = place.commands.map { ($0.name, $0.summary) }
            let rest = commands.isEmpty ? zshOffer(place.operands) : zshDescribe(commands, "command")
            return """
                    \(quoted(place.words)))
                        if [[ $current == -* ]]; then
                            \(zshDescribe(options, "option"))
                        else
                            \(rest)
                        fi ;;
                """
        }.joined(separator: "\n")
    }

    private func zshDescribe(_ entries: [(name: String, summary: String)], _ kind: String) -> String {
        let list = entries.map { quoted("\($0.name):\($0.summary)") }.joined(separator: " ")
        return "entries=(\(list)); _describe \(kind == "option" ? "-o " : "")\(kind) entries"
    }

    private func zshOffer(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ":"
        case .files: "_files"
        case .directories: "_files -/"
        case .choices(let words): "compadd -- " + words.map(quoted).joined(separator: " ")
        }
    }

    // MARK: - fish: complete, <https://fishshell.com/docs/current/cmds/complete.html>

    func fish() -> String {
        """
        # fish completion for \(program.name). To load it in every shell:
        #   \(program.name) completions fish > ~/.config/fish/completions/\(program.name).fish
        function _\(function)_at
            set -l place \(program.name)
            for word in (commandline -opc)[2..-1]
                switch "$place $word"
                    case \(places.dropFirst().map { quoted($0.words) }.joined(separator: " "))
                        set place "$place $word"
                end
            end
            test "$place" = "$argv"
        end
        complete -c \(program.name) -f
        \(places.map(fishPlace).joined(separator: "\n"))

        """
    }

    private func fishPlace(_ place: Place) -> String {
        let start = "complete -c \(program.name) -n " + quoted("_\(function)_at \(place.words)")
        let commands = place.commands.map { "\(start) -a \($0.name) -d \(quoted($0.summary))" }
        let operands = place.commands.isEmpty ? fishOffer(place.operands).map { ["\(start) \($0)"] } ?? [] : []
        let options = place.options.map { option in
            let short = option.short.map { " -s \($0)" } ?? ""
            let value = option.valueName == nil ? "" : " -r \(fishOffer(option.completion) ?? "-f")"
            return "\(start) -l \(option.name)\(short)\(value) -d \(quoted(option.summary))"
        }
        return (commands + operands + options).joined(separator: "\n")
    }

    private func fishOffer(_ completion: Completion) -> String? {
        switch completion {
        case .nothing: nil
        case .files: "-F"
        case .directories: "-f -a '(__fish_complete_directories)'"
        case .choices(let words): "-f -a \(quoted(words.joined(separator: " ")))"
        }
    }
}
