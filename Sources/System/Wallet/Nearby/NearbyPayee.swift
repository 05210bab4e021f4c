// SPDX-License-Identifier: MIT
package import Crypto
package import NearbyProtocol
package import Tokens

/// Receives the payment of one open request from devices nearby; runs a `PayeeMachine` over their pipes.
///
/// The request's code stays valid all the time: whichever way a payment comes, `ReceiveSaga` verifies and stores it before
/// any receipt leaves. A crash loses the links and nothing else.
package final class NearbyPayee {
    package enum Event {
        /// A payer from the list has connected: the person compares these digits with those on the payer's screen.
        case digits(SessionDigits)
        /// The session of these digits has ended or has paid.
        case ended(SessionDigits)
        /// The list is left because somebody nearby interfered. The code still works.
        case listingEnded
        /// The payment is stored, and its receipt is on its way.
        case received(IncomingPayment)
        /// A payment came that the wallet refused.
        case refused(WalletError)
    }

    private var machine: PayeeMachine
    private let doorways: [any Doorway]
    private let access: WalletAccess
    private let elapsed: () -> Duration
    private var pipes: [PayeeMachine.SessionID: any MessagePipe] = [:]
    private var digits: [PayeeMachine.SessionID: SessionDigits] = [:]
    private var next = 0
    private var events: [Event] = []

    /// - Parameters:
    ///   - requestText: a request that the wallet has stored.
    ///   - isListed: whether payers who have not read the request may call.
    ///   - elapsed: the time since any fixed moment, from a clock that never goes back.
    /// - Throws: ``WalletError`` for a text that is no request.
    package init(
        _ requestText: String, hub: HubID, isListed: Bool, at doorways: [any Doorway], access: WalletAccess,
        random: RandomSource, elapsed: @escaping () -> Duration
    ) throws {
        let request = try Wallet.translated { try Envelope.request(in: requestText) }
        machine = PayeeMachine(request: request, hub: hub, isListed: isListed, random: random)
        self.doorways = doorways
        self.access = access
        self.elapsed = elapsed
    }

    /// Whether the payment is stored.
    package var isPaid: Bool { machine.isPaid }
    /// Whether a caller is connected.
    package var hasCallers: Bool { !pipes.isEmpty }

    /// Waits until something happens, at most for a time, and does what is due.
    ///
    /// - Throws: ``NearbyError`` when a doorway is gone; what `onStep` of the wallet throws.
    package func step(atMost time: Duration) throws -> [Event] {
        let now = elapsed()
        let due = machine.nextTick.map { max(.zero, $0 - now) } ?? time
        Readiness.wait(
            for: doorways.map(\.descriptor) + pipes.values.map(\.descriptor), atMost: min(time, due))
        try acceptCallers()
        for id in pipes.keys.sorted() { try read(id) }
        try perform(machine.tick(at: elapsed()))
        defer { events = [] }
        return events
    }

    /// Ends all links. The request stays open in the wallet, unless it is paid.
    package func close() {
        for pipe in pipes.values { pipe.close() }
        pipes = [:]
        for doorway in doorways { doorway.close() }
    }

    private func acceptCallers() throws {
        for doorway in doorways {
            while let pipe = try doorway.accept() {
                next += 1
                pipes[next] = pipe
                try perform(machine.called(next, from: pipe.peer, at: elapsed()))
            }
        }
    }

    private func read(_ id: PayeeMachine.SessionID) throws {
        while let pipe = pipes[id] {
            do {
                guard let message = try pipe.next(limit: machine.limit(id)) else { return }
                try perform(machine.received(id, message, at: elapsed()))
            } catch let error as NearbyError {
                let isGone = error.code == .closed
                try perform((isGone ? machine.lost(id) : machine.broken(id, at: elapsed())) + [.close(id)])
            }
        }
    }

    private func perform(_ actions: [PayeeMachine.Action]) throws {
        for action in actions {
            switch action {
            case .send(let id, let bytes):
                // Safe: a link that does not take it has ended, and the next read says so.
                try? pipes[id]?.send(bytes)
            case .close(let id): pipes.removeValue(forKey: id)?.close()
            case .take(let id, let payment): try take(id, payment)
            case .show(let id, let shown):
                digits[id] = shown
                events.append(.digits(shown))
            case .hide(let id): digits.removeValue(forKey: id).map { events.append(.ended($0)) }
            case .stopListing: events.append(.listingEnded)
            }
        }
    }

    private func take(_ id: PayeeMachine.SessionID, _ payment: [UInt8]) throws {
        try perform(machine.answered(id, answer(payment), at: elapsed()))
    }

    private func answer(_ payment: [UInt8]) throws -> PayeeMachine.Answer {
        do {
            let received = try access.use { try $0.receive(Envelope.text(.payment, payment)) }
            events.append(.received(received))
            return .receipt(try Wallet.translated { try Envelope.receipt(in: received.receipt).encoded })
        } catch let error as WalletError {
            if error.code == .inUse { return .busy }
            events.append(.refused(error))
            return .refused(Self.refusal(error))
        }
    }

    private static func refusal(_ error: WalletError) -> NearbyRefusal {
        switch error.code {
        case .paymentRefused, .badDocument, .doubleSpend, .overLimit, .badAmount, .tooLate: .invalidPayment
        case .notOurs: .otherRequest
        // The same payment may be taken later, by the code.
        default: .notNow
        }
    }
}
