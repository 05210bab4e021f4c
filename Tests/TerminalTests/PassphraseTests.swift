// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import Synchronization
import Terminal
import Testing

/// Serialized: signals belong to the whole process.
@Suite(.serialized) struct PassphraseTests {
    private let pay = ["pay", "r", "-a1"]

    // MARK: - Files

    @Test(arguments: ["correct horse\n", "correct horse", "correct horse\r\n", "correct horse\nsecond line\n"])
    func theFirstLineOfAPrivateFileIsThePassphrase(content: String) throws {
        let file = SecretFile(content, mode: 0o600)
        #expect(try passphrase(["--passphrase-file", file.path]) == "correct horse")
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o777] as [mode_t])
    func aFileThatOthersCanReadIsRefused(mode: mode_t) {
        let file = SecretFile("correct horse\n", mode: mode)
        let result = Outcome("pay", "r", "-a1", "--passphrase-file", file.path) { _ = try $0.passphrase("Passphrase") }
        #expect(result.exitCode == .failed)
        #expect(result.complaints.contains("Run `chmod 600 \(file.path)`"))
        #expect(!result.complaints.contains("horse"))
    }

    @Test func aMissingFileIsNamed() {
        let result = Outcome("pay", "r", "-a1", "--passphrase-file", "/nowhere/secret") { _ = try $0.passphrase("P") }
        #expect(result.complaints.contains("/nowhere/secret: No such file"))
    }

    @Test func anEmptyOrEndlessPassphraseIsRefused() throws {
        for content in ["", "\n", String(repeating: "x", count: 1025)] {
            let file = SecretFile(content, mode: 0o600)
            #expect(throws: TerminalError.self) { try passphrase(["--passphrase-file", file.path]) }
        }
        let longest = String(repeating: "x", count: 1024)
        let file = SecretFile(longest + "\n", mode: 0o600)
        #expect(try passphrase(["--passphrase-file", file.path]) == longest)
    }

    @Test func anOpenDescriptorGivesThePassphrase() throws {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        write(ends[1], "correct horse\n", 14)
        #expect(try passphrase(["--passphrase-fd", "\(ends[0])"]) == "correct horse")
        close(ends[0])
        close(ends[1])
    }

    @Test func withoutATerminalTheMessageNamesTheOption() {
        let result = Outcome("pay", "r", "-a1") { _ = try $0.passphrase("Passphrase") }
        #expect(result.complaints.contains("pass '--passphrase-file <file>'"))
    }

    // MARK: - At a terminal

    @Test func typingIsNotShown() throws {
        let person = try Person { $0.answer("Passphrase: ", "correct horse\n") }
        #expect(try passphrase([], terminal: person.terminal) == "correct horse")
        #expect(person.isEchoing)
        #expect(!person.screen.contains("horse"))
        #expect(person.screen.contains("Passphrase: "))
    }

    /// As after `su -c`: there is no controlling terminal, and the one at standard input belongs to somebody else.
    @Test func whoHasNoTerminalOfTheirOwnIsAskedAtStandardInput() throws {
        let person = try Person { $0.answer("Pay Anna? [y/N] ", "y\n") }
        let descriptor = open(person.terminal, O_RDWR | O_NOCTTY)
        defer { close(descriptor) }
        #expect(try Console(terminal: "/nowhere/tty", standIn: descriptor).confirm("Pay Anna?"))
        let null = open("/dev/null", O_RDWR)
        defer { close(null) }
        #expect(throws: TerminalError.self) { try Console(terminal: "/nowhere/tty", standIn: null).confirm("Pay?") }
    }

    @Test func aNewPassphraseIsTypedTwice() throws {
        let person = try Person {
            $0.answer("Passphrase: ", "correct horse\n")
            $0.answer("again: ", "correct horde\n")
            $0.answer("once more.\r\nPassphrase: ", "battery staple\n")
            $0.answer("again: ", "battery staple\n")
        }
        #expect(try passphrase([], isNew: true, terminal: person.terminal) == "battery staple")
    }

    @Test func anEndOfInputIsNoAnswer() throws {
        let person = try Person { $0.answer("Passphrase: ", "\u{4}") }
        let error = #expect(throws: TerminalError.self) { try passphrase([], terminal: person.terminal) }
        #expect(error?.code == .noAnswer)
        #expect(person.isEchoing)
    }

    @Test func aSignalRestoresTheTerminalAndThenTakesItsCourse() throws {
        // A handler of the caller's own, which would not run if the prompt kept its handlers.
        signal(SIGHUP) { _ in hangUps.add(1, ordering: .relaxed) }
        defer { signal(SIGHUP, SIG_DFL) }
        let person = try Person {
            $0.wait(for: "Passphrase: ")
            kill(getpid(), SIGHUP)
        }
        let error = #expect(throws: TerminalError.self) { try passphrase([], terminal: person.terminal) }
        #expect(error?.code == .noAnswer)
        #expect(person.isEchoing)
        #expect(error?.message == "The question was interrupted.")
        // Another thread may take the signal, in its own time.
        for _ in 0..<1000 where hangUps.load(ordering: .relaxed) == 0 { usleep(1000) }
        #expect(hangUps.load(ordering: .relaxed) == 1)
    }

    @Test(arguments: [("y\n", true), ("YES\n", true), ("n\n", false), ("\n", false), ("yeah\n", false)])
    func onlyYesConfirms(answer: String, isConfirmed: Bool) throws {
        let person = try Person { $0.answer("Pay Anna? [y/N] ", answer) }
        #expect(try Console(terminal: person.terminal).confirm("Pay Anna?") == isConfirmed)
    }

    @Test func withoutATerminalNothingIsConfirmed() {
        let error = #expect(throws: TerminalError.self) { try Console(terminal: "/nowhere/tty").confirm("Pay Anna?") }
        #expect(error?.message == "Pay Anna? There is no terminal to ask at; pass --yes to answer yes.")
    }

    private func passphrase(
        _ words: [String], isNew: Bool = false, terminal: String = "/nowhere/tty"
    ) throws -> String {
        let result = Mutex<Result<String, any Error>?>(nil)
        let action: Command.Action = { invocation in
            let typed = Result {
                try invocation.passphrase("Passphrase", isNew: isNew).withUnsafeBytes {
                    String(decoding: $0, as: UTF8.self)
                }
            }
            result.withLock { $0 = typed }
        }
        let console = Console(errorOutput: Recording().descriptor, terminal: terminal)
        _ = sampleProgram(action).run(pay + words, console: console) { _ in nil }
        return try #require(result.withLock { $0 }).get()
    }
}

private let hangUps = Atomic<Int>(0)

/// A file with a passphrase, gone with the value.
private final class SecretFile {
    let path: String

    init(_ content: String, mode: mode_t) {
        var template = Array("/tmp/terminal-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        write(descriptor, content, content.utf8.count)
        fchmod(descriptor, mode)
        close(descriptor)
    }

    deinit { unlink(path) }
}
