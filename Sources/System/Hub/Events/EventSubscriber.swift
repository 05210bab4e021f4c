// SPDX-License-Identifier: MIT
import HTTP
import HubAPI

/// A stream or poll that waits for the events of an account.
struct EventSubscriber: Sendable {
    enum Kind: Sendable {
        case stream(ResponseStream)
        /// Gets one answer, at the deadline at the latest.
        case poll(@Sendable (EventPage) -> Void)
    }

    let account: Int64
    let session: Int64
    let kind: Kind
    /// The position of the last delivered event.
    var position: EventPosition
    /// When the listener gets a heartbeat or an answer even without an event.
    var due: ContinuousClock.Instant
    /// When a stream ends, so that its client authenticates again.
    let end: ContinuousClock.Instant
    /// Whether events remain that were not sent because the client has not read the earlier ones.
    var hasMore = false

    var isPoll: Bool { if case .poll = kind { true } else { false } }
    var stream: ResponseStream? { if case .stream(let stream) = kind { stream } else { nil } }
}
