// SPDX-License-Identifier: MIT
package import Crypto
package import Tokens

/// Decides each step of a payee while its request is open nearby, without I/O. `PayeeSession` has the states of a caller.
///
/// The machine keeps no money. A payment is handed to the wallet, whose `ReceiveSaga` stores it before any answer
/// leaves. Whatever ends a session, the request stays open or paid in the wallet, and its code still works.
///
/// | Rule | Reason |
/// |---|---|
/// | four sessions at once; a further caller is closed | a stranger must not fill the memory |
/// | a fault of the protocol closes the link and ignores the address for 30 s | a stranger must not keep the payee busy |
/// | `wait` counts once in a session while another caller is there | a photographer of the code must not idle for two minutes |
/// | the first payment that verifies wins; callers that have not paid are told so | nobody pays a request that is paid |
/// | listed mode only while the payee is in the list, and without `wait` before the payment | see the next rule |
/// | a greeting in listed mode that does not end in a payment counts; after three the listing ends | a device in between has one guess in a million for each |
package struct PayeeMachine {
    /// The number of a session, which the caller of this machine chooses.
    package typealias SessionID = Int

    package enum Action: Equatable {
        case send(SessionID, [UInt8])
        case close(SessionID)
        /// Give the payment to the wallet, then call ``PayeeMachine/answered(_:_:at:)``.
        case take(SessionID, [UInt8])
        /// Show these digits while the session lasts.
        case show(SessionID, SessionDigits)
        case hide(SessionID)
        /// Take the payee off the list: somebody nearby interfered. The code still works.
        case stopListing
    }

    /// The wallet's answer to a payment.
    package enum Answer: Equatable {
        /// Encoded. The payment is durable.
        case receipt([UInt8])
        /// Encoded. The refusal is durable.
        case decline([UInt8])
        case refused(NearbyRefusal)
        /// Another program has the wallet open; ask again.
        case busy
    }

    private let request: [UInt8]
    private let requestHash: RequestHash
    private let keys: MeetingKeys
    private let random: RandomSource
    private(set) var sessions: [SessionID: PayeeSession] = [:]
    private var ignored: [String: Duration] = [:]
    /// Greetings in listed mode without a payment so far, open ones too.
    private var unpaidGreetings = 0
    /// Whether callers from the list are answered.
    package private(set) var isListed: Bool
    /// Whether a payment was answered with a receipt.
    package private(set) var isPaid = false

    package init(request: PaymentRequest, hub: HubID, isListed: Bool, random: RandomSource) {
        self.request = request.encoded
        requestHash = request.hash(hub: hub)
        keys = MeetingKeys(request: request.encoded, hub: hub)
        self.isListed = isListed
        self.random = random
    }

    /// The bytes of a message that a session accepts now.
    package func limit(_ id: SessionID) -> Int { sessions[id]?.limit ?? 0 }

    /// When ``tick(at:)`` is due; nil while there is no session.
    package var nextTick: Duration? { sessions.values.map(\.nextTick).min() }

    // MARK: - Events

    /// A caller's link is there.
    package mutating func called(_ id: SessionID, from peer: String, at now: Duration) -> [Action] {
        ignored = ignored.filter { $0.value > now }
        guard ignored[peer] == nil, sessions.count < NearbyBound.sessions else { return [.close(id)] }
        sessions[id] = PayeeSession(peer: peer, at: now)
        return []
    }

    /// A caller's link has ended.
    package mutating func lost(_ id: SessionID) -> [Action] { end(id) }

    /// A link carried bytes that are no message.
    package mutating func broken(_ id: SessionID, at now: Duration) -> [Action] { fault(id, at: now) }

    /// A whole message has come.
    package mutating func received(_ id: SessionID, _ bytes: [UInt8], at now: Duration) -> [Action] {
        guard let session = sessions[id] else { return [] }
        do {
            switch session.state {
            case .calling: return try greet(id, Hello.read(bytes))
            case .greeting(var greeting): return try open(id, greeting.finish(bytes), at: now)
            case .open, .taking, .answered: return try handle(id, opening: bytes, at: now)
            }
        } catch {
            return fault(id, at: now)
        }
    }

    /// The wallet has decided about the payment of a session.
    package mutating func answered(_ id: SessionID, _ answer: Answer, at now: Duration) -> [Action] {
        guard let session = sessions[id], case .taking(let payment, _) = session.state else {
            // The link has ended meanwhile. The payment is in the wallet all the same.
            if case .receipt = answer { return closeRequest(except: nil, at: now) }
            return []
        }
        switch answer {
        case .receipt(let bytes):
            if session.mode == .listed, !session.hasPaid { unpaidGreetings -= 1 }
            sessions[id]?.hasPaid = true
            return reply(id, .receipt(bytes), at: now) + hide(id) + closeRequest(except: id, at: now)
        case .decline(let bytes): return reply(id, .decline(bytes), at: now)
        case .refused(let refusal): return reply(id, .refused(refusal), at: now)
        case .busy:
            sessions[id]?.state = .taking(payment, retry: now + NearbyBound.retry)
            return []
        }
    }

    /// Time has passed.
    package mutating func tick(at now: Duration) -> [Action] {
        sessions.keys.sorted().flatMap { tick($0, at: now) }
    }

    // MARK: - Steps

    private mutating func greet(_ id: SessionID, _ opening: Hello.Opening) throws -> [Action] {
        switch opening {
        case .otherVersion: return [.send(id, Hello.otherVersion)] + end(id) + [.close(id)]
        case .hello(let hello):
            if hello.mode == .listed {
                guard isListed, unpaidGreetings < NearbyBound.failedGreetings else { return end(id) + [.close(id)] }
                unpaidGreetings += 1
            }
            let greeting = try PayeeGreeting(answering: hello, secret: keys.secret, random: random)
            sessions[id]?.mode = hello.mode
            sessions[id]?.state = .greeting(greeting)
            return [.send(id, greeting.message)]
        }
    }

    private mutating func open(_ id: SessionID, _ channel: SecureChannel, at now: Duration) throws -> [Action] {
        sessions[id]?.channel = channel
        sessions[id]?.state = .open
        sessions[id]?.end = now + NearbyBound.decision
        guard sessions[id]?.mode == .listed else {
            sessions[id]?.deadline = now + NearbyBound.silence
            return []
        }
        // The payer's person compares the digits, and only the payment ends that.
        sessions[id]?.deadline = now + NearbyBound.decision
        return send(id, .request(request)) + [.show(id, channel.digits)]
    }

    private mutating func handle(_ id: SessionID, opening bytes: [UInt8], at now: Duration) throws -> [Action] {
        guard let message = try sessions[id]?.channel?.open(bytes) else { return [] }
        guard let session = sessions[id] else { return [] }
        switch (message, session.state) {
        case (.bye, _): return end(id) + [.close(id)]
        case (.wait, .open): return waited(id, at: now)
        case (.payment(let payment), .open), (.payment(let payment), .answered):
            return take(id, payment, at: now)
        default: throw NearbyError(.unexpected, "A message came that may not come now.")
        }
    }

    private mutating func waited(_ id: SessionID, at now: Duration) -> [Action] {
        guard let session = sessions[id], session.mode == .seen else { return fault(id, at: now) }
        if sessions.count > 1 {
            guard session.waitsBesideOthers == 0 else { return end(id) + [.close(id)] }
            sessions[id]?.waitsBesideOthers = 1
        }
        sessions[id]?.deadline = now + NearbyBound.silence
        return []
    }

    private mutating func take(_ id: SessionID, _ payment: [UInt8], at now: Duration) -> [Action] {
        guard let read = Self.read(payment) else { return reply(id, .refused(.invalidPayment), at: now) }
        guard read.tokens.allSatisfy({ $0.transfers.last?.requestHash == requestHash }) else {
            return reply(id, .refused(.otherRequest), at: now)
        }
        sessions[id]?.state = .taking(payment, retry: nil)
        sessions[id]?.end = now + NearbyBound.decision
        sessions[id]?.nextWait = now + NearbyBound.wait
        return [.take(id, payment)]
    }

    private static func read(_ payment: [UInt8]) -> UnverifiedPayment? {
        // Safe: bytes that are no payment are refused by the caller; the wallet reads the others again.
        try? UnverifiedPayment(decoding: payment)
    }

    private mutating func tick(_ id: SessionID, at now: Duration) -> [Action] {
        guard let session = sessions[id], session.nextTick <= now else { return [] }
        switch session.state {
        case .calling, .greeting: return fault(id, at: now)
        case .open: return end(id) + [.close(id)]
        case .answered: return end(id) + [.close(id)]
        case .taking(let payment, let retry):
            if session.end <= now { return reply(id, .refused(.notNow), at: now) }
            var actions: [Action] = []
            if session.nextWait <= now {
                sessions[id]?.nextWait = now + NearbyBound.wait
                actions += send(id, .wait)
            }
            if let retry, retry <= now {
                sessions[id]?.state = .taking(payment, retry: nil)
                actions.append(.take(id, payment))
            }
            return actions
        }
    }

    // MARK: - Ends

    private mutating func reply(_ id: SessionID, _ message: SessionMessage, at now: Duration) -> [Action] {
        sessions[id]?.state = .answered
        sessions[id]?.deadline = now + NearbyBound.farewell
        sessions[id]?.end = now + NearbyBound.farewell
        return send(id, message)
    }

    /// Tells the callers that have not paid that the request is paid.
    private mutating func closeRequest(except winner: SessionID?, at now: Duration) -> [Action] {
        guard !isPaid else { return [] }
        isPaid = true
        return sessions.keys.sorted().flatMap { id -> [Action] in
            guard id != winner, case .open = sessions[id]?.state else { return [] }
            return reply(id, .refused(.alreadyPaid), at: now) + hide(id)
        }
    }

    private mutating func send(_ id: SessionID, _ message: SessionMessage) -> [Action] {
        do {
            guard let sealed = try sessions[id]?.channel?.seal(message) else { return [] }
            return [.send(id, sealed)]
        } catch {
            return end(id) + [.close(id)]
        }
    }

    private mutating func fault(_ id: SessionID, at now: Duration) -> [Action] {
        if let peer = sessions[id]?.peer {
            if ignored.count >= NearbyBound.ignoredAddresses, let oldest = ignored.min(by: { $0.value < $1.value }) {
                ignored[oldest.key] = nil
            }
            ignored[peer] = now + NearbyBound.ignored
        }
        return end(id) + [.close(id)]
    }

    /// Digits are shown in listed mode only, from the end of the greeting to the payment.
    private func hide(_ id: SessionID) -> [Action] { sessions[id]?.mode == .listed ? [.hide(id)] : [] }

    private mutating func end(_ id: SessionID) -> [Action] {
        guard let session = sessions.removeValue(forKey: id), session.mode == .listed else { return [] }
        var actions: [Action] = session.channel == nil || session.hasPaid ? [] : [.hide(id)]
        if isListed, unpaidGreetings >= NearbyBound.failedGreetings,
            !sessions.values.contains(where: { $0.mode == .listed && !$0.hasPaid })
        {
            isListed = false
            actions.append(.stopListing)
        }
        return actions
    }
}
