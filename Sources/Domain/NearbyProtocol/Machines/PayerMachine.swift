// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto
package import Tokens

/// Decides each step of a payer who pays by a link, without I/O.
///
///     looking ─link▶ greeting ─handshake▶ deciding ─payment▶ sent ─receipt, decline, refusal▶ done
///        ▲              │         └─listed▶ asking ─request▶ reviewing ─digits agreed▶ deciding
///        └── lost, refused: again after 1, 2, 4 … s, 60 s in all ──────┴────────────────┘
///
/// | state | meaning | if the link or the program ends |
/// |---|---|---|
/// | looking | no link | nothing was paid, or the payment is in the wallet and its code can be shown |
/// | greeting | Hello is sent | nothing was paid by this link; seen mode looks again, listed mode ends |
/// | asking | listed: the request has not come | as before |
/// | reviewing | listed: the person compares the digits and reads the amount | as before |
/// | deciding | the wallet makes the payment: `PaySaga` commits, signs and stores it | the wallet signs the same bodies again: the same ids |
/// | sent | the payee may hold the payment | the same bytes are sent again, or shown as a code; never a second payment |
/// | done | an answer is stored, or only the code is left | none |
///
/// Once the payment exists, even a payer from the list has the request, and looks again in seen mode.
package struct PayerMachine {
    package enum Action: Equatable {
        /// Look for the payee by this name, then call ``PayerMachine/linked(at:)`` or ``PayerMachine/missed(at:)``.
        case look(String)
        case send([UInt8])
        case close
        /// Show request and digits to the person, then call ``PayerMachine/agreed(at:)`` or ``PayerMachine/stopped()``.
        case review([UInt8], SessionDigits)
        /// Let the wallet pay the encoded request, then call ``PayerMachine/paid(_:at:)``.
        case pay([UInt8])
        /// Give the receipt to the wallet, then call ``PayerMachine/stored(_:at:)``.
        case takeReceipt([UInt8])
        /// Give the decline to the wallet, then call ``PayerMachine/stored(_:at:)``.
        case takeDecline([UInt8])
        case finish(Outcome)
    }

    /// How it ended. In every case but `delivered` and `declined` the payment, if there is one, is shown as a code.
    package enum Outcome: Hashable, Sendable {
        /// The payee's receipt is stored.
        case delivered
        /// The payee's decline is stored.
        case declined
        case refused(NearbyRefusal)
        /// The payee was not there, or no handshake succeeded.
        case notFound
        /// The payee may have the payment and has not answered.
        case unanswered
        /// Listed mode: the session ended before the payment. Another one begins only when the person asks for it.
        case lost
        /// The payee speaks another version of the protocol.
        case otherVersion(highest: UInt8)
        /// The person or the wallet stopped.
        case stopped
    }

    package enum Target: Sendable {
        /// The encoded request that the payer has read and checked.
        case seen([UInt8])
        /// A name from the list; nil where the way leads to one payee only.
        case listed(ListedName?)
    }

    private enum State {
        case looking(next: Duration?)
        case greeting(PayerGreeting)
        case asking(SecureChannel)
        case reviewing(SecureChannel, request: [UInt8])
        case deciding(SecureChannel, nextWait: Duration)
        case sent(SecureChannel, end: Duration)
        case done(Outcome)
    }

    private let hub: HubID
    private let random: RandomSource
    private var state: State
    private var mode: Hello.Mode
    private var name: String
    private var secret: SecretBytes?
    private var request: [UInt8]?
    private var payment: [UInt8]?
    private var pause = NearbyBound.firstPause
    /// When the search ends.
    private var searchEnd: Duration
    /// When the present state ends.
    private var deadline: Duration

    package init(_ target: Target, hub: HubID, random: RandomSource, at now: Duration) {
        self.hub = hub
        self.random = random
        state = .looking(next: nil)
        searchEnd = now + NearbyBound.search
        deadline = searchEnd
        switch target {
        case .seen(let request):
            let keys = MeetingKeys(request: request, hub: hub)
            (mode, name, secret, self.request) = (.seen, keys.networkName, keys.secret, request)
        case .listed(let listed):
            (mode, name, secret, request) = (.listed, listed?.text ?? "", nil, nil)
        }
    }

    package var outcome: Outcome? { if case .done(let outcome) = state { outcome } else { nil } }

    /// Whether the wallet has made the payment.
    package var hasPaid: Bool { payment != nil }

    /// The bytes of a message that is accepted now.
    package var limit: Int {
        switch state {
        case .looking, .greeting, .done: NearbyBound.greeting
        case .asking, .reviewing, .deciding, .sent: NearbyBound.message
        }
    }

    /// When ``tick(at:)`` is due; nil when it is done.
    package var nextTick: Duration? {
        switch state {
        case .looking(let next): min(next ?? deadline, deadline)
        case .deciding(_, let nextWait): mode == .seen ? min(nextWait, deadline) : deadline
        case .greeting, .asking, .reviewing, .sent: deadline
        case .done: nil
        }
    }

    // MARK: - Events

    package func start() -> [Action] { [.look(name)] }

    /// A link to the payee is there.
    package mutating func linked(at now: Duration) -> [Action] {
        guard case .looking = state else { return [.close] }
        let greeting = PayerGreeting(secret: mode == .seen ? secret : nil, random: random)
        state = .greeting(greeting)
        deadline = now + NearbyBound.handshake
        return [.send(greeting.hello.encoded)]
    }

    /// The payee was not found this time.
    package mutating func missed(at now: Duration) -> [Action] {
        guard case .looking = state else { return [] }
        return lookLater(at: now)
    }

    /// The link has ended, or carried bytes that are no message.
    package mutating func lost(at now: Duration) -> [Action] {
        if case .looking = state { return [] }
        return outcome == nil ? [.close] + again(at: now) : []
    }

    /// A whole message has come.
    package mutating func received(_ bytes: [UInt8], at now: Duration) -> [Action] {
        do {
            switch state {
            case .looking, .done: return []
            case .greeting(var greeting):
                if let highest = Hello.highestVersion(in: bytes) {
                    return [.close] + finish(.otherVersion(highest: highest))
                }
                let (answer, channel) = try greeting.answer(bytes)
                return [.send(answer)] + secured(channel, at: now)
            case .asking(var channel), .reviewing(var channel, _), .deciding(var channel, _), .sent(var channel, _):
                let message = try channel.open(bytes)
                keep(channel)
                return try message.map { try handle($0, at: now) } ?? []
            }
        } catch {
            return lost(at: now)
        }
    }

    /// The person has compared the digits and wants to pay.
    package mutating func agreed(at now: Duration) -> [Action] {
        guard case .reviewing(let channel, let request) = state else { return [] }
        guard now < deadline else { return stopped() }
        self.request = request
        return decide(channel, at: now)
    }

    /// The wallet has made the payment, which is durable. Call it again with the same payment after a new start.
    package mutating func paid(_ payment: [UInt8], at now: Duration) -> [Action] {
        guard self.payment == nil else { return [] }
        self.payment = payment
        // From here on a second search is allowed, because the payee may have to answer for this payment.
        searchEnd = now + NearbyBound.search
        guard case .deciding(let channel, _) = state else {
            if case .looking = state { deadline = searchEnd }
            return []
        }
        return send(payment, channel, at: now)
    }

    /// The wallet has stored the payee's answer, or refused it as not genuine.
    package mutating func stored(_ isGenuine: Bool, as outcome: Outcome, at now: Duration) -> [Action] {
        guard case .sent(var channel, _) = state else { return [] }
        guard isGenuine else { return lost(at: now) }
        // Safe: the answer is stored; a farewell that cannot be sealed is left out.
        let farewell = (try? channel.seal(.bye)).map { [Action.send($0)] } ?? []
        return farewell + [.close] + finish(outcome)
    }

    /// The person or the wallet goes no further.
    package mutating func stopped() -> [Action] {
        switch state {
        case .asking(var channel), .reviewing(var channel, _), .deciding(var channel, _):
            // Safe: nothing was sent; the other side also understands the end of the link.
            let refusal = (try? channel.seal(.refused(.stopped))).map { [Action.send($0)] } ?? []
            return refusal + [.close] + finish(.stopped)
        case .looking, .greeting, .sent: return [.close] + finish(payment == nil ? .stopped : .unanswered)
        case .done: return []
        }
    }

    /// Time has passed.
    package mutating func tick(at now: Duration) -> [Action] {
        guard let due = nextTick, due <= now else { return [] }
        switch state {
        case .looking(let next):
            if deadline <= now { return finish(payment == nil ? .notFound : .unanswered) }
            state = .looking(next: nil)
            return next == nil ? [] : [.look(name)]
        case .deciding(var channel, _):
            guard now < deadline else { return stopped() }
            do {
                let wait = try channel.seal(.wait)
                state = .deciding(channel, nextWait: now + NearbyBound.wait)
                return [.send(wait)]
            } catch { return stopped() }
        case .reviewing: return stopped()
        case .sent: return [.close] + finish(.unanswered)
        case .greeting, .asking: return lost(at: now)
        case .done: return []
        }
    }

    // MARK: - Steps

    private mutating func keep(_ channel: SecureChannel) {
        switch state {
        case .asking: state = .asking(channel)
        case .reviewing(_, let request): state = .reviewing(channel, request: request)
        case .deciding(_, let nextWait): state = .deciding(channel, nextWait: nextWait)
        case .sent(_, let end): state = .sent(channel, end: end)
        case .looking, .greeting, .done: break
        }
    }

    private mutating func secured(_ channel: SecureChannel, at now: Duration) -> [Action] {
        if let payment { return send(payment, channel, at: now) }
        guard mode == .listed else { return decide(channel, at: now) }
        state = .asking(channel)
        deadline = now + NearbyBound.request
        return []
    }

    private mutating func decide(_ channel: SecureChannel, at now: Duration) -> [Action] {
        guard let request else { return lost(at: now) }
        state = .deciding(channel, nextWait: now + NearbyBound.wait)
        deadline = now + NearbyBound.decision
        return [.pay(request)]
    }

    private mutating func send(_ payment: [UInt8], _ channel: SecureChannel, at now: Duration) -> [Action] {
        var channel = channel
        do {
            let sealed = try channel.seal(.payment(payment))
            state = .sent(channel, end: now + NearbyBound.decision)
            deadline = now + NearbyBound.answer
            return [.send(sealed)]
        } catch { return lost(at: now) }
    }

    private mutating func handle(_ message: SessionMessage, at now: Duration) throws -> [Action] {
        switch (message, state) {
        case (.request(let request), .asking(let channel)):
            state = .reviewing(channel, request: request)
            deadline = now + NearbyBound.decision
            return [.review(request, channel.digits)]
        case (.receipt(let bytes), .sent): return [.takeReceipt(bytes)]
        case (.decline(let bytes), .sent): return [.takeDecline(bytes)]
        case (.refused(let refusal), _): return refused(refusal, at: now)
        case (.wait, .sent(_, let end)):
            deadline = min(end, now + NearbyBound.answer)
            return []
        default: throw NearbyError(.unexpected, "A message came that may not come now.")
        }
    }

    private mutating func refused(_ refusal: NearbyRefusal, at now: Duration) -> [Action] {
        switch (refusal, state) {
        // The payee could not store it now; the same bytes may be sent again.
        case (.notNow, .sent): return [.close] + again(at: now)
        default: return [.close] + finish(.refused(refusal))
        }
    }

    // MARK: - Again

    private mutating func again(at now: Duration) -> [Action] {
        if payment != nil, mode == .listed, let request {
            let keys = MeetingKeys(request: request, hub: hub)
            (mode, name, secret) = (.seen, keys.networkName, keys.secret)
        }
        guard mode == .seen else { return finish(.lost) }
        state = .looking(next: nil)
        deadline = searchEnd
        return lookLater(at: now)
    }

    private mutating func lookLater(at now: Duration) -> [Action] {
        guard mode == .seen || payment != nil else { return finish(.notFound) }
        guard now + pause < searchEnd else { return finish(payment == nil ? .notFound : .unanswered) }
        state = .looking(next: now + pause)
        pause *= 2
        return []
    }

    private mutating func finish(_ outcome: Outcome) -> [Action] {
        state = .done(outcome)
        return [.finish(outcome)]
    }
}
