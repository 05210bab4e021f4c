// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import Synchronization

/// Asks a person for one line at their terminal, with or without showing what they type.
///
/// Whatever ends the question, a line, a signal or an error, the terminal shows typing again afterwards.
final class LinePrompt {
    /// Longest line taken, in bytes.
    static let maximumBytes = 1024
    private enum Outcome {
        case line(SecretBytes)
        case signal(Int32)
        case failed(TerminalError)
    }

    let descriptor: Int32

    /// - Throws: ``TerminalError`` `.noTerminal`.
    init(at console: Console) throws {
        descriptor = console.openTerminal()
        guard descriptor >= 0 else { throw TerminalError(.noTerminal, "There is no terminal to ask at.") }
    }

    deinit { close(descriptor) }

    /// Shows a question and returns the line typed, without its line feed; it may be empty.
    ///
    /// A signal ends the question and then does what it would have done; after a stop (Ctrl-Z) it is asked again.
    ///
    /// - Throws: ``TerminalError`` `.noAnswer`, `.noTerminal` or `.tooLong`.
    func ask(_ question: String, isEchoed: Bool) throws -> SecretBytes {
        try SignalWatch.turn.withLock { _ in
            while true {
                switch try askOnce(question, isEchoed: isEchoed) {
                case .line(let line): return line
                case .failed(let error): throw error
                case .signal(let number):
                    // To the process, as this thread may block the signal.
                    kill(getpid(), number)
                    if number != SIGTSTP { throw TerminalError(.noAnswer, "The question was interrupted.") }
                }
            }
        }
    }

    private func askOnce(_ question: String, isEchoed: Bool) throws -> Outcome {
        var original = termios()
        guard tcgetattr(descriptor, &original) == 0 else {
            throw TerminalError(.noTerminal, "There is no terminal to ask at.")
        }
        let watch = try SignalWatch(SignalWatch.ending + [SIGTSTP])
        defer { watch.end() }
        var quiet = original
        if !isEchoed {
            quiet.c_lflag &= ~tcflag_t(ECHO)
            // The line feed alone is still shown, so the next output begins on its own line.
            quiet.c_lflag |= tcflag_t(ECHONL)
        }
        // What was typed before the question is thrown away. termios(3)
        tcsetattr(descriptor, TCSAFLUSH, &quiet)
        defer { tcsetattr(descriptor, TCSAFLUSH, &original) }
        Console.write(question, to: descriptor)
        return readLine(watching: watch)
    }

    private func readLine(watching watch: SignalWatch) -> Outcome {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: LinePrompt.maximumBytes + 1, alignment: 1)
        defer {
            // Safe: the buffer was just allocated with at least one byte.
            explicit_bzero(room.baseAddress!, room.count)
            room.deallocate()
        }
        var count = 0
        while count < room.count {
            var sources = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            // A signal on this thread ends the wait early; the watch then has it.
            if poll(&sources, 2, -1) < 0, errno != EINTR { break }
            if let number = watch.received() { return .signal(number) }
            guard sources[0].revents != 0 else { continue }
            let read = read(descriptor, room.baseAddress?.advanced(by: count), room.count - count)
            if read < 0, errno == EINTR || errno == EAGAIN { continue }
            guard read > 0 else { break }
            count += read
            guard room[count - 1] == UInt8(ascii: "\n") else { continue }
            return .line(
                SecretBytes(count: count - 1) {
                    $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<(count - 1)]))
                })
        }
        return .failed(
            count < room.count
                ? TerminalError(.noAnswer, "No answer was given.")
                : TerminalError(.tooLong, "The answer is longer than \(LinePrompt.maximumBytes) bytes."))
    }
}
