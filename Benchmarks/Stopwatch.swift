// SPDX-License-Identifier: MIT
import Glibc

/// The machine's monotonic clock. clock_gettime(2)
enum Stopwatch {
    /// Nanoseconds since some instant in the past.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Seconds since 1970, for the date of a run and for what the hub and the wallets are told.
    static var civilSeconds: UInt64 { civil.seconds }

    /// The same, and how much of the present second has passed.
    static var civil: (seconds: UInt64, milliseconds: UInt64) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (UInt64(time.tv_sec), UInt64(time.tv_nsec) / 1_000_000)
    }

    /// Nanoseconds that processors have worked for this process.
    static var processorTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// What a body returns and the nanoseconds that it took.
    static func measure<R>(_ body: () throws -> R) rethrows -> (result: R, nanoseconds: UInt64) {
        let start = now
        let result = try body()
        return (result, now - start)
    }
}
