// SPDX-License-Identifier: MIT
package import Crypto
internal import Glibc
internal import HTTP
package import HubAPI

/// Listens to the events of an account until the caller stops it.
///
///     stream ──ends──→ pause ──→ stream
///       └──breaks three times before any message──→ poll ──each half hour──→ stream
///
/// Each pause is random, from a range that grows with each failure, so that the wallets of a hub that was down do not
/// all reconnect at once. Each attempt sends the id of the last event seen, so the hub delivers missed events first.
package struct EventWatch: Sendable {
    /// A pause after a failure is random between zero and this, doubled with each failure, in milliseconds.
    private static let firstPause = 1_000
    private static let longestPause = 60_000
    /// The number of failures without any message after which the network is assumed to block streams.
    private static let maximumFailures = 3
    /// The number of polls before the stream is tried again.
    private static let pollsInARow = 72
    private static let pollWait = 25

    /// How to listen. `run` detects a network that blocks streams and polls instead.
    package enum Way: Sendable { case stream, poll }

    private let random: RandomSource
    private let silenceSeconds: Int
    private let promptSeconds: Int
    private var last: String?
    private var failures = 0
    private var way: Way
    private var polls = 0
    /// Whether the last poll returned no event although it waited.
    private var isQuiet = false
    /// Whether the next attempt must check the session first, because the hub refused the last one.
    package private(set) var needsCheck = false
    private var isDone = false
    private var hasListened = false

    /// - Parameters:
    ///   - silenceSeconds: the silence after which a stream counts as broken; longer than the hub's heartbeat interval.
    ///   - promptSeconds: the longest wait for the first message. The hub sends the position of its log at once, so a
    ///     longer silence means that an intermediary buffers the stream.
    ///   - position: the id of the last event that is known; nil to begin now.
    package init(
        way: Way = .stream, silenceSeconds: Int = 300, promptSeconds: Int = 30, after position: String? = nil,
        random: RandomSource
    ) {
        last = position
        self.way = way
        self.silenceSeconds = silenceSeconds
        self.promptSeconds = promptSeconds
        self.random = random
    }

    /// Listens until `told` returns false.
    ///
    /// - Parameters:
    ///   - access: provides the access again before each attempt; asked to check after a refusal.
    ///   - listening: called once, when the hub has sent the position of the account's log, with it. No later event is
    ///     missed.
    ///   - told: takes each event, and returns whether to go on.
    /// - Throws: ``WalletError`` when the wallet itself cannot go on, for example because its session has ended. An
    ///   unreachable hub is not an error; the method waits for it.
    package mutating func run(
        access: (_ checking: Bool) throws -> EventAccess, listening: @escaping (_ position: String?) -> Void = { _ in },
        told: @escaping (HubEvent) -> Bool
    ) throws {
        while !isDone {
            let pause = try listen(through: Result { try access(needsCheck) }, listening: listening, told: told)
            if !isDone { usleep(UInt32(pause) * 1_000) }
        }
    }

    /// Listens once, until the connection breaks or the caller stops it.
    ///
    /// - Parameters:
    ///   - access: the access, checked if ``needsCheck`` asked for it, or the reason why there is none.
    ///   - isWanted: called about once a second; returning false cancels the attempt.
    /// - Returns: milliseconds to wait before the next attempt.
    /// - Throws: as ``run(access:listening:told:)``; the caller may still make another attempt.
    package mutating func listen(
        through access: Result<EventAccess, any Error>, isWanted: @escaping () -> Bool = { true },
        listening: @escaping (_ position: String?) -> Void, told: @escaping (HubEvent) -> Bool
    ) throws -> Int {
        do {
            let access = try access.get()
            needsCheck = false
            let tried = way
            let status =
                try tried == .stream
                ? stream(access, isWanted, listening, told) : poll(access, isWanted, listening, told)
            needsCheck = status == 401 || status == 403
            if status == 200, tried == .poll {
                failures = 0
                // A hub with no capacity for waiting polls answers at once.
                if !isQuiet { return 0 }
            } else {
                // A stream that ends normally counts as a failure too. Only a message proves that streams pass.
                failures += 1
            }
        } catch let error as HTTPError {
            // A cancelled attempt says nothing about the network.
            guard isWanted() else { return 0 }
            failures += 1
            needsCheck = error.code == .insecure
        } catch let error as WalletError where error.code == .hubUnreachable || error.code == .inUse {
            failures += 1
        }
        if isDone { return 0 }
        if failures >= Self.maximumFailures, way == .stream { way = .poll }
        return pause()
    }

    /// A random pause in milliseconds, from a range that grows with each failure.
    private func pause() -> Int {
        let most = min(Self.longestPause, Self.firstPause << min(failures, 10))
        let chance = random.bytes(2)
        return (Int(chance[0]) << 8 | Int(chance[1])) * most / 65_535
    }

    private func request(_ access: EventAccess, _ path: String) -> ClientRequest {
        var headers: Headers = ["Authorization": "Bearer \(access.accessToken)"]
        headers["Last-Event-ID"] = last
        return ClientRequest(url: access.hub.url + path, headers: headers)
    }

    private mutating func stream(
        _ access: EventAccess, _ isWanted: @escaping () -> Bool, _ listening: @escaping (String?) -> Void,
        _ told: @escaping (HubEvent) -> Bool
    ) throws -> Int {
        let client = try Client(timeoutSeconds: 30, trust: try Trust(access.trust), isWanted: isWanted)
        var reader = EventStreamReader()
        var hasSpoken = false
        var (position, isOver) = (last, false)
        var begin: ((String?) -> Void)? = hasListened ? nil : listening
        defer {
            hasListened = begin == nil
            last = position
            isDone = isOver
            // A message arrived, so streams pass, whatever broke this one later.
            if hasSpoken { failures = 0 }
        }
        let response = try client.stream(
            request(access, Routes.events.path), firstSeconds: promptSeconds, silenceSeconds: silenceSeconds
        ) { bytes in
            for message in reader.take(bytes) {
                hasSpoken = true
                position = message.id ?? position
                begin?(position)
                begin = nil
                guard message.name != "ready", let event = Self.event(message.data) else { continue }
                isOver = !told(event)
                if isOver { return false }
            }
            return !reader.isOverlong
        }
        return response.status
    }

    private mutating func poll(
        _ access: EventAccess, _ isWanted: @escaping () -> Bool, _ listening: (String?) -> Void,
        _ told: (HubEvent) -> Bool
    ) throws -> Int {
        let client = try Client(
            timeoutSeconds: Self.pollWait + 30, trust: try Trust(access.trust), isWanted: isWanted)
        let wait = last == nil ? 0 : Self.pollWait
        let response = try client.send(request(access, Routes.eventPoll.path + "?wait=\(wait)"))
        let answer: HubAnswer<EventPage> = Wire.answer(in: response)
        let page: EventPage
        switch answer {
        case .answered(let told): page = told
        case .refused: return response.status
        // Not an answer of the hub, whatever its status: no reason to check the session.
        case .none: return 0
        }
        if !hasListened { listening(page.items.isEmpty ? page.next : last) }
        hasListened = true
        for event in page.items where !isDone { isDone = !told(event) }
        last = page.next
        isQuiet = page.items.isEmpty && wait > 0
        polls += 1
        if polls >= Self.pollsInARow { (polls, way) = (0, .stream) }
        return 200
    }

    /// Skips an event that it cannot read: a newer hub sent it.
    private static func event(_ data: [UInt8]) -> HubEvent? {
        do { return try Wire.read(HubEvent.self, from: data) } catch { return nil }
    }
}
