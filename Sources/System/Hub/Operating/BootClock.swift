// SPDX-License-Identifier: MIT
import Glibc

/// A clock that counts monotonically, whatever is done to the system's clock, also while the machine sleeps.
/// clock_gettime(2)
package enum BootClock {
    package static func seconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec)
    }
}
