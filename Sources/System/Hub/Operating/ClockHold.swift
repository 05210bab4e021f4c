// SPDX-License-Identifier: MIT
import HubAPI
import Synchronization
import Tokens

/// Holds back receipts and final refusals while the clock is ahead of its former course.
///
/// A wallet never accepts a time before one that the hub has signed, so a receipt dated next month would make all its
/// offline tokens seem expired. And a redemption that is refused as too late is refused for ever. Both wait until the
/// clock is correct.
final class ClockHold: Sendable {
    private let state = Mutex((isAhead: false, offset: Int64?.none))

    /// Notes what a ``ClockWatch`` has found, and the clock's offset from ``BootClock`` then; nil if no watch runs.
    func note(isAhead: Bool, offset: Int64?) { state.withLock { $0 = (isAhead, offset) } }

    var isAhead: Bool { state.withLock { $0.isAhead } }

    /// Also detects a change since the watch's last check.
    ///
    /// - Throws: `HubProblem` with `.busy`.
    func check(at now: Timestamp) throws {
        let (isAhead, offset) = state.withLock { $0 }
        let isNews = offset.map { known in
            ClockWatch.offset(now: now, counter: BootClock.seconds()) - known > ClockWatch.tolerance
        }
        guard isAhead || isNews == true else { return }
        throw HubProblem(
            .busy,
            "The hub's clock was set forward, and the operator has not confirmed it yet. Nothing was done. Sync later.",
            details: ["retryAfter": "300"])
    }
}
