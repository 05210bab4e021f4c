// SPDX-License-Identifier: MIT

/// Passes one value to a thread that waits for it.
///
/// Sendable: every access to the value is inside the monitor.
package final class ReplySlot<Value: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private var value: Value?

    package init() {}

    package func fill(_ newValue: Value) {
        monitor.synchronized {
            value = newValue
            monitor.signal()
        }
    }

    package func wait() -> Value {
        monitor.synchronized {
            while true {
                if let value { return value }
                monitor.wait()
            }
        }
    }
}
