// SPDX-License-Identifier: MIT

/// The source of time, passed in so that the domain never reads the machine's clock.
package struct Clock: Sendable {
    private let read: @Sendable () -> Timestamp
    private let readMilliseconds: @Sendable () -> UInt64

    /// Makes a clock that calls the closures each time.
    ///
    /// - Parameter milliseconds: the elapsed milliseconds of the current second, for values that only need to be in
    ///   order.
    package init(
        _ now: @escaping @Sendable () -> Timestamp, milliseconds: @escaping @Sendable () -> UInt64 = { 0 }
    ) {
        read = now
        readMilliseconds = milliseconds
    }

    /// The time now.
    package func now() -> Timestamp { read() }

    /// The elapsed milliseconds of the current second, below 1,000; zero if the clock does not know.
    package func milliseconds() -> UInt64 { min(999, readMilliseconds()) }

    /// The later of this clock and a floor, the latest time that the hub has signed. Device clocks are wrong more often
    /// than the hub's.
    package func now(notBefore floor: Timestamp) -> Timestamp { max(read(), floor) }
}
