// SPDX-License-Identifier: MIT

/// Passes one value to a thread that waits for it.
package final class ReplySlot<Value: Sendable>: @unchecked Sendable {  // every access to the value is inside the monitor
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
