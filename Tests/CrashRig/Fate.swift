// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization

/// Counts the steps of this process, writes down each one's name, and kills or halts the process at the chosen one.
package final class Fate: Sendable {
    private let passed = Mutex(0)
    private let killAt: Int
    private let waitAt: Int
    private let trace: Int32

    /// - Parameters:
    ///   - killAt: the step, counted from one; zero for never.
    ///   - waitAt: the step at which it waits for the end of its input; zero for never.
    ///   - trace: the file of the names; empty for none.
    package init(killAt: Int, waitAt: Int = 0, trace: String) {
        self.killAt = killAt
        self.waitAt = waitAt
        self.trace = trace.isEmpty ? -1 : open(trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    }

    /// Says that the process waits, and returns when its input ends.
    package static func wait() {
        Report.shown("waiting")
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) > 0 {}
    }

    /// Returns, or does not.
    package func step(_ name: String) {
        passed.withLock { passed in
            passed += 1
            if trace >= 0 {
                let line = Array("\(name)\n".utf8)
                // Safe: a missing line shows as a step that no kill was seen at, which fails the test.
                _ = write(trace, line, line.count)
            }
            if passed == waitAt { Self.wait() }
            guard passed == killAt else { return }
            kill(getpid(), SIGKILL)
            // The signal is on its way; nothing more may happen in this process.
            while true { pause() }
        }
    }
}
