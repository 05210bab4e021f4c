// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// Turns the signals that would end or stop the process into something to wait for, until `end()`.
struct SignalWatch {
    /// Handlers belong to the whole process, so the watcher keeps this.
    static let turn = Mutex(())
    /// The signals that would end the process.
    static let ending = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    private let ends: (reading: Int32, writing: Int32)
    private let before: [(number: Int32, action: sigaction)]

    init(_ signals: [Int32]) throws {
        var ends: [Int32] = [-1, -1]
        guard
            socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
                == 0
        else {
            throw TerminalError(
                .noTerminal, "This process cannot open more files: \(String(cString: strerror(errno))).")
        }
        self.ends = (ends[0], ends[1])
        signalSink = ends[1]
        before = signals.map { number in
            var (action, old) = (sigaction(), sigaction())
            // Only what signal-safety(7) allows: no allocation, and errno as it was.
            action.__sigaction_handler.sa_handler = { number in
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                send(signalSink, &byte, 1, Int32(MSG_NOSIGNAL))
                errno = saved
            }
            sigaction(number, &action, &old)
            return (number, old)
        }
    }

    /// Readable once a signal came.
    var descriptor: Int32 { ends.reading }

    func received() -> Int32? {
        var byte: UInt8 = 0
        return read(ends.reading, &byte, 1) == 1 ? Int32(byte) : nil
    }

    func end() {
        for (number, action) in before {
            var action = action
            sigaction(number, &action, nil)
        }
        signalSink = -1
        close(ends.reading)
        close(ends.writing)
    }
}

// A signal handler can capture nothing. Written only by the holder of `SignalWatch.turn`, before its handlers are
// installed and after they are gone; an Int32 store is a single instruction.
private nonisolated(unsafe) var signalSink: Int32 = -1
