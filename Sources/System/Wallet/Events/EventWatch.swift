// SPDX-License-Identifier: MIT
package import Crypto
internal import Glibc
internal import HTTP
package import HubAPI

/// Listens to what happens to an account for as long as its owner likes.
///
///     stream ──ends──→ pause ──→ stream
///       └──breaks three times before a word──→ poll ──each half hour──→ stream
///
/// Each pause is drawn by chance from a range that grows with each failure, so that the wallets of a hub that was away do not
/// come back in one moment. What happened meanwhile is told first: the last event seen travels with each new attempt.
package struct EventWatch: Sendable {
    /// Pauses after failures are drawn from zero to this, doubled each time, in milliseconds.
    private static let firstPause = 1_000
    private static let longestPause = 60_000
    /// Failures before a word until the stream is thought not to pass.
    private static let patience = 3
    /// Polls in a row before the stream is tried again.
    private static let pollsInARow = 72
    private static let pollWait = 25

    /// How it listens; a network that lets no stream through is found out.
    package enum Way: Sendable { case stream, poll }

    private let random: RandomSource
    private let silenceSeconds: Int
    private let promptSeconds: Int
    private var last: String?
    private var failures = 0
    private var way: Way
    private var polls = 0
    /// Whether the last poll has told nothing.
    private var isQuiet = false
    /// Whether the hub must be asked something before the next attempt: it has refused the last one.
    package private(set) var needsCheck = false
    private var isDone = false
    private var hasListened = false

    /// - Parameters:
    ///   - silenceSeconds: after which a stream is thought broken; more than the hub's heartbeat.
    ///   - promptSeconds: in which a stream begins to speak, for the hub says at once where the log stands: a longer silence
    ///     is that of somebody between who holds words back.
    package init(
        way: Way = .stream, silenceSeconds: Int = 300, promptSeconds: Int = 30, random: RandomSource
    ) {
        self.way = way
        self.silenceSeconds = silenceSeconds
        self.promptSeconds = promptSeconds
        self.random = random
    }

    /// Listens until `told` says no.
    ///
    /// - Parameters:
    ///   - access: opens the way anew before each attempt; asked to check after a refusal.
    ///   - listening: called once, when the hub has said where the account's log stands: from then on nothing is missed.
    ///   - told: takes each event, and says whether to go on.
    /// - Throws: ``WalletError`` when the wallet itself cannot go on, for example because its session has ended. A hub that
    ///   is away is no error: it is waited for.
    package mutating func run(
        access: (_ checking: Bool) throws -> EventAccess, listening: @escaping () -> Void = {},
        told: @escaping (HubEvent) -> Bool
    ) throws {
        while !isDone {
            let pause = try listen(through: Result { try access(needsCheck) }, listening: listening, told: told)
            if !isDone { usleep(UInt32(pause) * 1_000) }
        }
    }

    /// Listens once, until the way breaks or nobody wants to hear any more.
    ///
    /// - Parameters:
    ///   - access: the way, opened with a check if ``needsCheck`` asked for it, or why there is none.
    ///   - isWanted: asked about once a second; what was begun is given up when it says no.
    /// - Returns: milliseconds to wait before the next attempt.
    /// - Throws: as ``run(access:listening:told:)``; afterwards another attempt may be made all the same.
    package mutating func listen(
        through access: Result<EventAccess, any Error>, isWanted: @escaping () -> Bool = { true },
        listening: @escaping () -> Void, told: @escaping (HubEvent) -> Bool
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
                // A hub that has no room for polls that wait answers at once.
                if !isQuiet { return 0 }
            } else {
                // Also a stream that ends as it should: only its words say whether it passes.
                failures += 1
            }
        } catch let error as HTTPError {
            // What was given up says nothing about the network.
            guard isWanted() else { return 0 }
            failures += 1
            needsCheck = error.code == .insecure
        } catch let error as WalletError where error.code == .hubUnreachable || error.code == .inUse {
            failures += 1
        }
        if isDone { return 0 }
        if failures >= Self.patience, way == .stream { way = .poll }
        return pause()
    }

    /// Milliseconds; by chance, from a range that grows.
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
        _ access: EventAccess, _ isWanted: @escaping () -> Bool, _ listening: @escaping () -> Void,
        _ told: @escaping (HubEvent) -> Bool
    ) throws -> Int {
        let client = try Client(timeoutSeconds: 30, trust: try Trust(access.trust), isWanted: isWanted)
        var reader = EventStreamReader()
        var hasSpoken = false
        var (position, isOver) = (last, false)
        var begin: (() -> Void)? = hasListened ? nil : listening
        defer {
            hasListened = begin == nil
            last = position
            isDone = isOver
            // Whatever broke it later, this stream did pass.
            if hasSpoken { failures = 0 }
        }
        let response = try client.stream(
            request(access, Routes.events.path), firstSeconds: promptSeconds, silenceSeconds: silenceSeconds
        ) { bytes in
            for message in reader.take(bytes) {
                hasSpoken = true
                begin?()
                begin = nil
                position = message.id ?? position
                guard message.name != "ready", let event = Self.event(message.data) else { continue }
                isOver = !told(event)
                if isOver { return false }
            }
            return !reader.isOverlong
        }
        return response.status
    }

    private mutating func poll(
        _ access: EventAccess, _ isWanted: @escaping () -> Bool, _ listening: () -> Void, _ told: (HubEvent) -> Bool
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
        // No word of the hub's, whatever its status: there is nothing to ask the session about.
        case .none: return 0
        }
        if !hasListened { listening() }
        hasListened = true
        for event in page.items where !isDone { isDone = !told(event) }
        last = page.next
        isQuiet = page.items.isEmpty && wait > 0
        polls += 1
        if polls >= Self.pollsInARow { (polls, way) = (0, .stream) }
        return 200
    }

    /// An event that cannot be read is of a newer hub, and is passed over.
    private static func event(_ data: [UInt8]) -> HubEvent? {
        do { return try Wire.read(HubEvent.self, from: data) } catch { return nil }
    }
}
