// SPDX-License-Identifier: MIT

/// When a task that could not be done is tried again.
package enum BackOff {
    private static let firstSeconds: UInt64 = 5
    package static let maximumSeconds: UInt64 = 3_600

    /// Seconds to wait: twice as long after each attempt up to an hour, minus a random part of up to a half, so that
    /// many devices do not come back in the same second.
    ///
    /// - Parameters:
    ///   - attempts: how often it was tried, at least once.
    ///   - random: one random byte.
    package static func seconds(afterAttempts attempts: UInt64, random: UInt8) -> UInt64 {
        let doubled = firstSeconds << min(max(attempts, 1) - 1, 10)
        let most = min(doubled, maximumSeconds)
        return most - most * UInt64(random) / 510
    }
}
