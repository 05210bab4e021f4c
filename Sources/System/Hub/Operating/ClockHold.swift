// SPDX-License-Identifier: MIT
import HubAPI
import Synchronization
import Tokens

/// Keeps what is dated for good back while the clock is ahead of where it was.
///
/// A wallet never again believes a time before one that the hub has signed, so a receipt of next month would let all its
/// tokens seem past; and a redemption that is refused as too late is refused for ever. Both wait until the clock is right.
final class ClockHold: Sendable {
    private let state = Mutex((isAhead: false, offset: Int64?.none))

    /// What a ``ClockWatch`` has found, and where the clock was then, beside ``BootClock``; nil when nobody watches it.
    func note(isAhead: Bool, offset: Int64?) { state.withLock { $0 = (isAhead, offset) } }

    var isAhead: Bool { state.withLock { $0.isAhead } }

    /// Also finds what has happened since the watch looked last.
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
            "The hub's clock was set forward, and nobody has said yet that it is right. Nothing was done; sync later.",
            details: ["retryAfter": "300"])
    }
}
