// SPDX-License-Identifier: MIT

/// Where the time comes from; passed in, so that nothing in the domain asks the machine.
package struct Clock: Sendable {
    private let read: @Sendable () -> Timestamp
    private let readMilliseconds: @Sendable () -> UInt64

    /// A clock that asks the closures each time.
    ///
    /// - Parameter milliseconds: how much of the present second has passed, for what only has to be in order.
    package init(
        _ now: @escaping @Sendable () -> Timestamp, milliseconds: @escaping @Sendable () -> UInt64 = { 0 }
    ) {
        read = now
        readMilliseconds = milliseconds
    }

    /// The time now.
    package func now() -> Timestamp { read() }

    /// How much of the present second has passed, where the clock knows; never a whole one.
    package func milliseconds() -> UInt64 { min(999, readMilliseconds()) }

    /// The later of this clock and a floor, the largest hub-signed time ever seen: device clocks lie, hubs' less so.
    package func now(notBefore floor: Timestamp) -> Timestamp { max(read(), floor) }
}
