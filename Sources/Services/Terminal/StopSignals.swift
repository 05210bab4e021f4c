// SPDX-License-Identifier: MIT
internal import Glibc

/// Blocks the signals that end a program, SIGINT and SIGTERM, and others that it is to notice, and waits for them.
package struct StopSignals: Sendable {
    package let numbers: [Int32]

    /// Called before any thread starts, because threads inherit the signal mask.
    package init(and others: [Int32] = []) {
        numbers = [SIGINT, SIGTERM] + others
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    private var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    /// Waits for the next of the signals.
    package func wait() -> Int32 {
        var (set, signal): (sigset_t, Int32) = (set, 0)
        while sigwait(&set, &signal) != 0 {}
        return signal
    }

    /// As ``wait()``; nil after so many seconds without one.
    package func wait(seconds: Int) -> Int32? {
        var set = set
        var limit = timespec(tv_sec: seconds, tv_nsec: 0)
        while true {
            let signal = sigtimedwait(&set, nil, &limit)
            if signal > 0 { return signal }
            if errno != EINTR { return nil }
        }
    }
}
