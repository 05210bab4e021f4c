// SPDX-License-Identifier: MIT
import Crypto
import HTTP
import HubAPI
import Synchronization
import TestSupport
import Testing
import Wallet

/// What happens between a call and its answer on networks that are slow, busy or broken.
struct ConnectionTests {
    /// A hub that breaks off its first answers, or says that it is busy, and counts what it was asked.
    private final class FlakyHub: Sendable {
        private struct State {
            var asked = 0
            var moods: [String]
        }

        private let state: Mutex<State>

        init(_ moods: String...) { state = Mutex(State(moods: moods)) }

        var asked: Int { state.withLock { $0.asked } }

        func listen() throws -> LocalListener {
            try LocalListener { [self] caller in
                guard !caller.read().isEmpty else { return }
                let mood = state.withLock { state in
                    state.asked += 1
                    return state.moods.isEmpty ? nil : state.moods.removeFirst()
                }
                caller.send(mood ?? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
            }
        }
    }

    private static let busy = refusal(retryAfter: 0)
    private static let retryLater = refusal(retryAfter: 60)

    private static func refusal(retryAfter seconds: Int) -> String {
        "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\nRetry-After: \(seconds)\r\n\r\n"
    }

    private func ask(
        _ flakyHub: FlakyHub, _ method: Method = .get, path: String = "/", headers: Headers = [:],
        meter: ConnectionMeter = ConnectionMeter()
    ) throws -> Response {
        let listener = try flakyHub.listen()
        return try withExtendedLifetime(listener) {
            let hub = HubDescription(
                url: "http://127.0.0.1:\(listener.port)", rootKey: P256.PrivateKey(random: .system).publicKey)
            let pipe = try HubConnection.open(hub, trusting: .authorities, meter: meter)
            return try pipe(
                Request(method: method, path: path, query: [], headers: headers, body: [], remoteAddress: ""))
        }
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{", busy])
    func aQuestionWhoseAnswerBreaksOffIsAskedAgain(_ mood: String) throws {
        let flakyHub = FlakyHub(mood, mood)
        #expect(try ask(flakyHub).body == Array("{}".utf8))
        #expect(flakyHub.asked == 3)
    }

    @Test func itIsNotAskedForEver() throws {
        let flakyHub = FlakyHub("", "", "", "")
        #expect(throws: HTTPError.self) { try ask(flakyHub) }
        #expect(flakyHub.asked == 3)
    }

    @Test func whatMayNotHappenTwiceIsSaidOnce() throws {
        let flakyHub = FlakyHub("")
        #expect(throws: HTTPError.self) { try ask(flakyHub, .post) }
        #expect(flakyHub.asked == 1)
    }

    @Test func anOrderThatNamesItsIDIsRepeated() throws {
        let flakyHub = FlakyHub("")
        #expect(try ask(flakyHub, .post, headers: [CallerProof.header: "1.x"]).status == 200)
        #expect(flakyHub.asked == 2)
    }

    /// Its second answer would be a refusal, while what was asked for has happened.
    @Test(arguments: Routes.askedOnce) func whatIsGoodOnceIsSignedAndStillSaidOnce(_ path: String) throws {
        let flakyHub = FlakyHub("")
        #expect(throws: HTTPError.self) { try ask(flakyHub, .post, path: path, headers: [CallerProof.header: "1.x"]) }
        #expect(flakyHub.asked == 1)
    }

    @Test func aHubThatAsksToRetryLaterIsLeftAlone() throws {
        let flakyHub = FlakyHub(Self.retryLater)
        #expect(try ask(flakyHub).status == 503)
        #expect(flakyHub.asked == 1)
    }

    @Test func qualityFollowsWhatTheLastCallsTook() throws {
        let time = Mutex(Duration.zero)
        let meter = ConnectionMeter { time.withLock { $0 } }
        func call(_ milliseconds: Int, fails: Bool = false) {
            _ = try? meter.measure {
                time.withLock { $0 += .milliseconds(milliseconds) }
                if fails { throw HTTPError(.timedOut, "") }
            }  // Safe: the failure is what is measured.
        }
        #expect(meter.quality == .unknown)
        call(50)
        #expect(meter.quality == .excellent && meter.latency == 50)
        for _ in 0..<3 { call(400) }
        #expect(meter.quality == .good)
        call(30_000, fails: true)
        #expect(meter.quality == .good)
        call(30_000, fails: true)
        #expect(meter.quality == .poor)
        call(400)
        #expect(meter.quality == .good)
        for _ in 0..<8 { call(2_500) }
        #expect(meter.quality == .poor)
        time.withLock { $0 += .seconds(600) }
        #expect(meter.quality == .unknown && meter.latency == nil)
    }

    @Test func lessIsAskedForOverAPoorConnection() {
        let ordered: [ConnectionQuality] = [.poor, .good, .excellent]
        for (worse, better) in zip(ordered, ordered.dropFirst()) {
            #expect(worse.pageSize < better.pageSize)
            #expect(worse.pictureSide < better.pictureSide)
        }
    }

    @Test func aRealCallIsMeasured() throws {
        let meter = ConnectionMeter()
        _ = try ask(FlakyHub(), meter: meter)
        #expect(meter.latency != nil)
    }
}
