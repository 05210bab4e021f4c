// SPDX-License-Identifier: MIT
import Glibc
import Terminal
import Testing

@Suite struct CompletionTests {
    @Test(arguments: [
        (["satchel", ""], ["balance", "completions", "examine", "help", "hub", "manual", "pay"]),
        (["satchel", "ba"], ["balance"]),
        (["satchel", "hub", ""], ["join", "leave"]),
        (["satchel", "help", "p"], ["pay"]),
        (["satchel", "--json", "hub", "l"], ["leave"]),
        (["satchel", "pay", "--fo"], ["--format"]),
        (["satchel", "pay", "--format", ""], ["png", "svg"]),
        (["satchel", "pay", "--amount", ""], []),
        (["satchel", "pay", "pay", "--pas"], ["--passphrase-fd", "--passphrase-file"]),
        (["satchel", "completions", ""], ["bash", "fish", "zsh"]),
        (["satchel", "examine", "/etc/host"], ["/etc/host.conf", "/etc/hostname", "/etc/hosts"]),
    ])
    func bashOffersWhatCanFollow(words: [String], offers: [String]) throws {
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            compopt() { :; }
            \(Outcome("completions", "bash").output)
            COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)
            _satchel; printf '%s\\n' "${COMPREPLY[@]}" | sort
            """
        #expect(try shell("/bin/bash", script).split(separator: "\n").map(String.init) == offers)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func everyShellCanReadItsScript(name: String) throws {
        let script = Outcome("completions", name).output
        #expect(script.contains("\(name) completion for satchel"))
        #expect(script.contains("passphrase-file"))
        for directory in ["/bin", "/usr/bin"] where access("\(directory)/\(name)", X_OK) == 0 {
            // -n reads a script without running it; silence means it is well formed.
            #expect(try shell("\(directory)/\(name)", script, option: "-n") == "")
        }
    }

    /// Runs a script and returns what it printed, complaints included.
    private func shell(_ path: String, _ script: String, option: String? = nil) throws -> String {
        var template = Array("/tmp/terminal-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        let name = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        write(file, script, script.utf8.count)
        close(file)
        defer { unlink(name) }
        let command = ([path] + (option.map { [$0] } ?? []) + [name, "2>&1"]).joined(separator: " ")
        let output = try #require(popen(command, "r"))
        defer { pclose(output) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, output)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
