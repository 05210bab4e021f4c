// SPDX-License-Identifier: MIT
import HTTP
import HubAPI

/// Somebody who waits for what happens to an account.
struct EventListener: Sendable {
    enum Kind: Sendable {
        case stream(ResponseStream)
        /// One answer, at the latest at the deadline.
        case poll(@Sendable (EventPage) -> Void)
    }

    let account: Int64
    let session: Int64
    let kind: Kind
    /// What was told last.
    var position: EventPosition
    /// When it is spoken to, whether anything has happened or not.
    var due: ContinuousClock.Instant
    /// When a stream ends, so that its owner proves itself again.
    let end: ContinuousClock.Instant
    /// Whether there is more to tell than the client has taken.
    var hasMore = false

    var isPoll: Bool { if case .poll = kind { true } else { false } }
    var stream: ResponseStream? { if case .stream(let stream) = kind { stream } else { nil } }
}
