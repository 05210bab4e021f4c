// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization

/// Remembers that a result could not be printed, so that the program does not end as if it had been.
final class OutputLoss: Sendable {
    private let first = Mutex<Int32?>(nil)

    /// Notes the reason of a write that failed; the first one counts.
    ///
    /// - Parameter reason: errno. EPIPE is no loss: the reader that closed the pipe has read enough.
    func note(_ reason: Int32) {
        guard reason != EPIPE else { return }
        first.withLock { $0 = $0 ?? reason }
    }

    /// What to tell the person, or nil when everything was printed.
    var failure: Failure? {
        first.withLock { $0 }.map { reason in
            let why = String(cString: strerror(reason))
            return Failure(.storage, "The result could not be printed, or not all of it: \(why).")
        }
    }
}
