// SPDX-License-Identifier: MIT
package import Bytes
import Glibc

/// Where a program prints and whom it asks.
///
/// Results go to standard output; questions, progress and complaints go elsewhere, so that a script can use the results.
package struct Console: Sendable {
    private let output: Int32
    let errorOutput: Int32
    /// Whether all results arrived where they were printed to.
    let loss = OutputLoss()
    /// The path of the terminal where the person sits, whatever the standard streams are. tty(4)
    private let terminal: String
    /// What is asked at where that path leads nowhere, if it is a terminal.
    private let standIn: Int32?

    /// - Parameter standIn: an open descriptor; see ``openTerminal()``.
    package init(
        output: Int32 = STDOUT_FILENO, errorOutput: Int32 = STDERR_FILENO, terminal: String = "/dev/tty",
        standIn: Int32? = nil
    ) {
        self.output = output
        self.errorOutput = errorOutput
        self.terminal = terminal
        self.standIn = standIn
    }

    /// The console of this process.
    package static let standard = Console(standIn: STDIN_FILENO)

    /// Opens the terminal where the person sits, for reading and writing; negative when there is none.
    ///
    /// Who came by `su -c` has left the session of the terminal, so that it is no longer /dev/tty, and may not open it by its
    /// name, which is another user's; but standard input still is that terminal. su(1)
    func openTerminal() -> Int32 {
        let descriptor = open(terminal, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor < 0, let standIn, isatty(standIn) == 1 else { return descriptor }
        return fcntl(standIn, F_DUPFD_CLOEXEC, 0)
    }

    /// Prints one result and a line feed; what strangers wrote into it does nothing to the terminal.
    package func print(_ text: String) { write(text.printable(keeping: ["\n", "\t"]) + "\n") }

    /// Prints JSON on one line.
    package func print(_ json: JSONValue) { print(json.withoutNulls.text) }

    /// Prints a result exactly as it is: codes drawn in blocks, and files, whose writers leave out what is harmful.
    package func write(_ text: String) {
        if !Console.write(text, to: output) { loss.note(errno) }
    }

    /// Tells the person something that is no result, and a line feed.
    package func note(_ text: String) {
        Console.write(text.printable(keeping: ["\n", "\t"]) + "\n", to: errorOutput)
    }

    /// Whether standard output is a terminal, so that a code drawn in blocks can be seen.
    package var isTerminal: Bool { isatty(output) == 1 }

    /// The width of the terminal, or 80.
    package var columns: Int { size.columns }

    /// The width and height of the terminal, or 80 by 24.
    var size: FullScreen.Size {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return FullScreen.Size(columns: 80, rows: 24)
        }
        return FullScreen.Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Asks a question that is answered by yes or no; anything but yes is no.
    ///
    /// - Throws: ``TerminalError`` `.noTerminal` or `.noAnswer`.
    package func confirm(_ question: String) throws -> Bool {
        // Safe: the only failure is that there is no terminal, and that is what the next line says.
        guard let line = try? LinePrompt(at: self) else {
            throw TerminalError(.noTerminal, "\(question) There is no terminal to ask at; pass --yes to answer yes.")
        }
        let answer = try line.ask("\(question.printable()) [y/N] ", isEchoed: true)
        return answer.withUnsafeBytes { ["y", "yes"].contains(String(decoding: $0, as: UTF8.self).lowercased()) }
    }

    /// A line on standard error for something slow; silent where that is not a terminal.
    package func progress() -> ProgressLine {
        ProgressLine(descriptor: isatty(errorOutput) == 1 ? errorOutput : nil, columns: columns)
    }

    /// Writes all of a text; false, with the reason in errno, when that cannot be done.
    ///
    /// For a stream nobody cares: the reader has gone, and nothing is left to tell.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension Console {
    /// Asks a question that is answered by one of some words, or by as many first letters as tell it from the others.
    ///
    /// - Returns: nil for any other answer.
    /// - Throws: ``TerminalError`` `.noTerminal` or `.noAnswer`.
    package func choose(_ question: String, among words: [String]) throws -> String? {
        let answer = try ask("\(question) [\(words.joined(separator: ", "))]").lowercased()
        let found = words.filter { !answer.isEmpty && $0.hasPrefix(answer) }
        return found.count == 1 ? found[0] : nil
    }

    /// Asks for a line of text, which may be empty.
    ///
    /// - Throws: ``TerminalError`` `.noTerminal` or `.noAnswer`.
    package func ask(_ question: String) throws -> String {
        // Safe: the only failure is that there is no terminal, and that is what the next line says.
        guard let line = try? LinePrompt(at: self) else {
            throw TerminalError(
                .noTerminal, "\(question) There is no terminal to ask on. Give the answer with an option.")
        }
        let answer = try line.ask("\(question.printable()) ", isEchoed: true)
        return answer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
