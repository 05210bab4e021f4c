// SPDX-License-Identifier: MIT

/// Decides when to sync automatically; performs nothing.
///
///     due ──done──▶ waits its time ──▶ due
///      ▲               ├─ failed: twice as long each time, up to eightfold
///      │               └─ unused for a while: four times as long
///      └── the network changed, an event at the hub, or the user came back
package struct SyncRhythm: Equatable, Sendable {
    /// Seconds between two syncs while the app is used.
    package static let usual: UInt64 = 30
    /// The largest factor after failures.
    private static let longest: UInt64 = 8
    /// Seconds without use after which the app counts as unattended.
    package static let attention: UInt64 = 120
    /// The factor while the app is unattended.
    private static let unattended: UInt64 = 4

    private var factor: UInt64 = 1
    private var last: UInt64?
    /// Whether a sync is due whatever the time; set during a sync, it counts for the next one.
    private var isAtOnce = false

    package init() {}

    /// Whether a sync is due.
    ///
    /// - Parameters:
    ///   - now: seconds of a clock; if it was set back, a sync is due.
    ///   - unused: seconds since the last user action.
    package func isDue(at now: UInt64, unused: UInt64) -> Bool {
        guard !isAtOnce, let last, now >= last else { return true }
        return now - last >= Self.usual * factor * (unused >= Self.attention ? Self.unattended : 1)
    }

    /// A sync begins.
    ///
    /// - Returns: whether it was due whatever the time.
    @discardableResult package mutating func begin() -> Bool {
        defer { isAtOnce = false }
        return isAtOnce
    }

    /// A sync has ended.
    package mutating func synced(at now: UInt64, isReached: Bool) {
        last = now
        factor = isReached ? 1 : min(Self.longest, factor * 2)
    }

    /// The network has changed, so a failed request may work now.
    package mutating func networkChanged() { (factor, isAtOnce) = (1, true) }

    /// There are news at the hub.
    package mutating func hurry() { isAtOnce = true }
}
