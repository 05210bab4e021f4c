// SPDX-License-Identifier: MIT
import HTTP
import HubAPI
import HubLedger
import HubStorage
import Synchronization

/// The routes by which clients receive the events of an account: a stream and long polls.
struct EventRoutes: Sendable {
    let context: HubContext

    private static let usualWait = 25
    private static let wait = QueryField<Int>.number(
        "wait", 0...50, usual: usualWait, "Seconds after which it answers although nothing has happened.")

    func add(to router: inout Router) {
        router.account(Routes.events, query: [EventPosition.field]) { try listen($0, $1) }
        router.account(Routes.eventPoll, query: [EventPosition.field, Self.wait]) { try poll($0, $1) }
    }

    /// A reconnecting client repeats its query unchanged, so its `Last-Event-ID` takes precedence.
    private func position<Input, Output>(_ call: Call<Input, Output>, _ caller: Caller) throws -> EventPosition {
        if let text = try call.headers["Last-Event-ID"] ?? EventPosition.field.value(in: call.query) {
            return try EventPosition(text: text)
        }
        return try context.store.presentSnapshot { try context.events.log.end(of: caller.id, from: $0) }
    }

    private func listen(_ call: Call<Nothing, Nothing>, _ caller: Caller) throws {
        let position = try position(call, caller)
        guard context.events.canWait else { throw HubProblem(.busy, "This hub has no thread for streams.") }
        // The stream reports to the event dispatcher by a number that exists only after the stream was created.
        let shared = Number()
        let dispatcher = context.events
        let stream = ResponseStream {
            if let id = shared.value { dispatcher.hasRoom(id) }
        } onOver: {
            if let id = shared.value { dispatcher.remove(id) }
        }
        let now = ContinuousClock.now
        shared.value = try dispatcher.add(
            EventSubscriber(
                account: caller.id, session: caller.session, kind: .stream(stream), position: position,
                due: now + .seconds(context.configuration.heartbeat),
                end: now + .seconds(context.configuration.streamLife)))
        call.send(
            Response(
                status: 200,
                headers: [
                    "Content-Type": "text/event-stream", "Cache-Control": "no-store",
                    // nginx would otherwise hold events back until its buffer is full.
                    "X-Accel-Buffering": "no",
                ], body: EventText.beginning(at: position), stream: stream))
    }

    private func poll(_ call: Call<Nothing, EventPage>, _ caller: Caller) throws {
        let wait = try Self.wait.value(in: call.query) ?? Self.usualWait
        let position = try position(call, caller)
        let page = try context.store.presentSnapshot {
            try context.events.log.page(of: caller.id, after: position, limit: EventDispatcher.pageLimit, from: $0)
        }
        guard page.events.isEmpty, wait > 0, context.events.canWait else {
            return call.answer(EventPage(items: page.events, next: page.end.text))
        }
        let due = ContinuousClock.now + .seconds(wait)
        let dispatcher = context.events
        let added = try dispatcher.add(
            EventSubscriber(
                account: caller.id, session: caller.session, kind: .poll { call.answer($0) }, position: position,
                due: due, end: due))
        guard let id = added else { return call.answer(EventPage(items: [], next: page.end.text)) }
        // A waiting poll takes no slot from other requests, and leaves the account's count once its client is gone.
        call.turn?.park { dispatcher.end(id) }
    }

    /// Gives a stream access to its listener's number.
    private final class Number: Sendable {
        private let number = Mutex<Int?>(nil)
        var value: Int? {
            get { number.withLock { $0 } }
            set { number.withLock { $0 = newValue } }
        }
    }
}
