// SPDX-License-Identifier: MIT
internal import HTTP

extension Routes {
    /// The account's events as Server-Sent Events, each a ``HubEvent`` with the same `id`.
    ///
    /// Query: `after`, or the header `Last-Event-ID`: the last event seen. Without either, the stream begins now. The
    /// hub sends a comment when nothing else was sent for some minutes.
    /// <https://html.spec.whatwg.org/multipage/server-sent-events.html>
    package static let events = Route(
        .get, "/v1/events", .account, isForListening: true, in: Nothing.self, out: Nothing.self,
        produces: "text/event-stream")
    /// The same for networks that block streams. Answers at once if there are events, otherwise when one occurs, at
    /// the latest after `wait` seconds (0 to 50, 25 by default). Query: `after` as above.
    package static let eventPoll = Route(
        .get, "/v1/events/poll", .account, isForListening: true, in: Nothing.self, out: EventPage.self)
}
