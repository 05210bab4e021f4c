// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization

/// Counts the steps of this process, writes down each one's name, and kills the process at the chosen one.
package final class Fate: Sendable {
    private let passed = Mutex(0)
    private let killAt: Int
    private let trace: Int32

    /// - Parameters:
    ///   - killAt: the step, counted from one; zero for never.
    ///   - trace: the file of the names; empty for none.
    package init(killAt: Int, trace: String) {
        self.killAt = killAt
        self.trace = trace.isEmpty ? -1 : open(trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
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
            guard passed == killAt else { return }
            kill(getpid(), SIGKILL)
            // The signal is on its way; nothing more may happen in this process.
            while true { pause() }
        }
    }
}
