// SPDX-License-Identifier: MIT

/// When wallet and hub are brought together by themselves; decides, and does nothing.
///
///     due ──done──▶ waits its time ──▶ due
///      ▲               ├─ failed: twice as long each time, up to eightfold
///      │               └─ nobody there for a while: four times as long
///      └── the network changed, something happened at the hub, or somebody came back
package struct SyncRhythm: Equatable, Sendable {
    /// Seconds between two syncs while somebody uses the app.
    package static let usual: UInt64 = 30
    /// How many times longer after failures, at most.
    private static let longest: UInt64 = 8
    /// Seconds without use after which nobody is taken to look on.
    package static let attention: UInt64 = 120
    /// How many times longer while nobody looks on.
    private static let unattended: UInt64 = 4

    private var factor: UInt64 = 1
    private var last: UInt64?
    /// Whether it is time whatever the clock says; what makes it so during a sync counts for the next one.
    private var isAtOnce = false

    package init() {}

    /// Whether it is time.
    ///
    /// - Parameters:
    ///   - now: seconds of a clock; one that was set back makes it time.
    ///   - unused: seconds since somebody used the app.
    package func isDue(at now: UInt64, unused: UInt64) -> Bool {
        guard !isAtOnce, let last, now >= last else { return true }
        return now - last >= Self.usual * factor * (unused >= Self.attention ? Self.unattended : 1)
    }

    /// A sync begins.
    ///
    /// - Returns: whether it was time whatever the clock said.
    @discardableResult package mutating func begin() -> Bool {
        defer { isAtOnce = false }
        return isAtOnce
    }

    /// A sync has ended.
    package mutating func synced(at now: UInt64, isReached: Bool) {
        last = now
        factor = isReached ? 1 : min(Self.longest, factor * 2)
    }

    /// The network is another one: what failed may work now.
    package mutating func networkChanged() { (factor, isAtOnce) = (1, true) }

    /// There is something to be seen at the hub.
    package mutating func hurry() { isAtOnce = true }
}
