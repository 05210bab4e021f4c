// SPDX-License-Identifier: MIT

/// Where the time comes from; passed in, so that nothing in the domain asks the machine.
package struct Clock: Sendable {
    private let read: @Sendable () -> Timestamp

    /// A clock that asks the closure each time.
    package init(_ now: @escaping @Sendable () -> Timestamp) { read = now }

    /// The time now.
    package func now() -> Timestamp { read() }

    /// The later of this clock and a floor, the largest hub-signed time ever seen: device clocks lie, hubs' less so.
    package func now(notBefore floor: Timestamp) -> Timestamp { max(read(), floor) }
}
