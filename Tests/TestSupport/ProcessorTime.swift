// SPDX-License-Identifier: MIT
import Glibc

/// The time that the processor worked for this thread in a body. What else runs on the machine does not count.
/// clock_gettime(2)
package func processorTime(_ body: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    try body()
    return now() - start
}
