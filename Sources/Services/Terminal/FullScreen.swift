// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// The whole terminal for a while: pictures follow each other on it until a key is pressed.
///
/// Whatever ends it, a key, a signal or an error, the terminal then shows again what it showed before.
package struct FullScreen: Sendable {
    /// What the terminal has room for, in characters.
    package struct Size: Hashable, Sendable {
        package let columns: Int
        package let rows: Int

        package init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    /// A block of lines to stand in the middle of the screen, black on white.
    package struct Picture: Sendable {
        let lines: [String]
        let columns: Int
        /// Stands below it where there is room.
        let caption: String

        /// - Parameter lines: each as wide as `columns`, without control characters.
        package init(lines: [String], columns: Int, caption: String = "") {
            self.lines = lines
            self.columns = columns
            self.caption = caption
        }
    }

    private let console: Console

    init(console: Console) { self.console = console }

    /// What the terminal has room for now; 80 by 24 where it does not say.
    package var size: Size { console.size }

    /// Shows what `picture` makes: once and again when the window changes its size, or again after each period.
    ///
    /// A signal that would have ended the process does so after the screen is as it was; Ctrl-C counts as a key.
    ///
    /// - Parameter milliseconds: the period; nil for a picture that stands still.
    /// - Throws: ``TerminalError`` `.noTerminal`, and what `picture` throws.
    package func show(every milliseconds: Int? = nil, _ picture: (Size) throws -> Picture) throws {
        let descriptor = console.openTerminal()
        var before = termios()
        guard descriptor >= 0, tcgetattr(descriptor, &before) == 0 else {
            if descriptor >= 0 { close(descriptor) }
            throw TerminalError(.noTerminal, "There is no terminal to show it on. Write it to a file instead.")
        }
        defer { close(descriptor) }
        let signal: Int32? = try SignalWatch.turn.withLock { _ in
            let watch = try SignalWatch(SignalWatch.ending + [SIGTSTP, SIGWINCH])
            defer { watch.end() }
            var keys = before
            // A key counts at once, is not shown, and Ctrl-C is a key.
            keys.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
            tcsetattr(descriptor, TCSAFLUSH, &keys)
            // xterm's second screen, without the cursor. ECMA-48; xterm, "Functions using CSI"
            Console.write("\u{1B}[?1049h\u{1B}[?25l", to: descriptor)
            defer {
                Console.write("\u{1B}[0m\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l", to: descriptor)
                tcsetattr(descriptor, TCSAFLUSH, &before)
            }
            return try run(on: descriptor, watch, every: milliseconds, picture)
        }
        if let signal { kill(getpid(), signal) }
    }

    /// Returns the signal that ended it, or nil for a key.
    private func run(
        on descriptor: Int32, _ watch: SignalWatch, every milliseconds: Int?, _ picture: (Size) throws -> Picture
    ) throws -> Int32? {
        var shown: Size?
        var due = Self.now()
        while true {
            let size = console.size
            Console.write(Self.text(try picture(size), in: size, erasing: shown != size), to: descriptor)
            shown = size
            due += milliseconds ?? 0
            // A terminal that draws slowly is shown fewer pictures, not all of them late.
            due = max(due, Self.now())
            waiting: while true {
                var sources = [
                    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
                ]
                let wait = milliseconds == nil ? -1 : Int32(max(0, due - Self.now()))
                let count = poll(&sources, 2, wait)
                if let number = watch.received() {
                    guard number == SIGWINCH else { return number == SIGTSTP ? nil : number }
                    shown = nil
                    break waiting
                }
                if count < 0, errno == EINTR { continue }
                if count != 0 { return nil }
                break waiting
            }
        }
    }

    /// Monotonic, in milliseconds. clock_gettime(2)
    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// The picture in the middle. 16 and 231 are black and white in the fixed part of the 256 colours, which themes
    /// leave alone. ECMA-48 SGR, CUP, ED.
    static func text(_ picture: Picture, in size: Size, erasing: Bool) -> String {
        let caption = DisplayWidth.truncated(picture.caption.printable(), to: size.columns)
        let height = picture.lines.count + (caption.isEmpty ? 0 : 2)
        let top = max(0, (size.rows - height) / 2)
        let left = max(0, (size.columns - picture.columns) / 2)
        var text = "\u{1B}[38;5;16;48;5;231m" + (erasing ? "\u{1B}[2J" : "")
        for (number, line) in picture.lines.prefix(size.rows).enumerated() {
            text += "\u{1B}[\(top + number + 1);\(left + 1)H\(line)"
        }
        let row = top + picture.lines.count + 2
        guard !caption.isEmpty, row <= size.rows else { return text }
        let start = max(0, (size.columns - DisplayWidth.of(caption)) / 2)
        return text + "\u{1B}[\(row);1H\u{1B}[2K\u{1B}[\(row);\(start + 1)H\(caption)"
    }
}

extension Console {
    /// The terminal as a whole, where standard output is one.
    package var fullScreen: FullScreen? { isTerminal ? FullScreen(console: self) : nil }
}
