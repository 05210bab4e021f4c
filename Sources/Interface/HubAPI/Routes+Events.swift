// SPDX-License-Identifier: MIT
internal import HTTP

extension Routes {
    /// What happens to the account, as it happens: Server-Sent Events, each a ``HubEvent`` whose `id` is also the event's.
    ///
    /// Query: `after`, or the header `Last-Event-ID`: the last event seen; without either it begins now. A comment comes when
    /// nothing else has come for some minutes. <https://html.spec.whatwg.org/multipage/server-sent-events.html>
    package static let events = Route(
        .get, "/v1/events", .account, in: Nothing.self, out: Nothing.self, produces: "text/event-stream")
    /// The same for networks that do not let streams through: answers at once if there is something, otherwise when
    /// something happens, at the latest after `wait` seconds (0 to 50, 25 by default). Query: `after` as above.
    package static let eventPoll = Route(
        .get, "/v1/events/poll", .account, in: Nothing.self, out: EventPage.self)
}
