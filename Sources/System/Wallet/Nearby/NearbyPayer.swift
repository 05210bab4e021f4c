// SPDX-License-Identifier: MIT
package import Crypto
package import NearbyProtocol
package import Tokens

/// Pays a request to a device nearby; runs a `PayerMachine` over one pipe at a time.
///
/// `PaySaga` commits, signs and stores the payment before a byte of it leaves. After a crash, or when no answer comes,
/// the same payment is sent again or shown as a code. Nothing here makes a second one.
package final class NearbyPayer {
    package enum Event {
        /// A payee from the list asks for this. The person compares the digits with those on the payee's screen, then
        /// ``NearbyPayer/agree()`` or ``NearbyPayer/stop()``.
        case review(RequestSummary, SessionDigits)
        /// The payment is stored and may be shown as a code.
        case paid(OutgoingPayment)
        /// The outcome, with the payment if there is one. If `delivered` or `declined`, the wallet has stored that.
        case finished(PayerMachine.Outcome)
    }

    private var machine: PayerMachine
    private let ways: [any Way]
    private let access: WalletAccess
    private let overrides: Set<RequestCheck.Override>
    private let note: String?
    private let elapsed: () -> Duration
    private var pipe: (any MessagePipe)?
    private var events: [Event] = []
    /// What the wallet could not do because another program had it open, and when to try again.
    private var postponed: (action: PayerMachine.Action, until: Duration)?
    private var isStarted = false
    /// The payment, once the wallet has made it.
    package private(set) var payment: OutgoingPayment?

    /// - Parameters:
    ///   - ways: the ways to a payee, tried in order at each attempt.
    ///   - overrides: see `Wallet.pay`.
    ///   - elapsed: the time since any fixed moment, from a clock that never goes back.
    package init(
        _ target: PayerMachine.Target, hub: HubID, over ways: [any Way], access: WalletAccess,
        allowing overrides: Set<RequestCheck.Override> = [], note: String? = nil, random: RandomSource,
        elapsed: @escaping () -> Duration
    ) {
        machine = PayerMachine(target, hub: hub, random: random, at: elapsed())
        self.ways = ways
        self.access = access
        self.overrides = overrides
        self.note = note
        self.elapsed = elapsed
    }

    package var outcome: PayerMachine.Outcome? { machine.outcome }

    /// Waits until something happens, at most for a time, and does what is due.
    ///
    /// - Throws: ``WalletError`` when the wallet refuses to pay: nothing was paid then, and the meeting is over.
    package func step(atMost time: Duration) throws -> [Event] {
        if !isStarted {
            isStarted = true
            try perform(machine.start())
        }
        let now = elapsed()
        let due = [machine.nextTick, postponed?.until].compactMap { $0 }.min().map { max(.zero, $0 - now) }
        Readiness.wait(for: pipe.map { [$0.descriptor] } ?? [], atMost: outcome == nil ? min(time, due ?? time) : .zero)
        try read()
        try resume()
        try perform(machine.tick(at: elapsed()))
        defer { events = [] }
        return events
    }

    /// The person has compared the digits and pays.
    package func agree() throws { try perform(machine.agreed(at: elapsed())) }

    /// The person goes no further.
    package func stop() { performQuietly(machine.stopped()) }

    private func read() throws {
        while let pipe, outcome == nil {
            do {
                guard let message = try pipe.next(limit: machine.limit) else { return }
                try perform(machine.received(message, at: elapsed()))
            } catch is NearbyError {
                try perform(machine.lost(at: elapsed()))
            }
        }
    }

    private func resume() throws {
        guard let (action, until) = postponed, until <= elapsed() else { return }
        postponed = nil
        try perform([action])
    }

    private func perform(_ actions: [PayerMachine.Action]) throws {
        for action in actions {
            do { try perform(action) } catch let error as WalletError where error.code == .inUse {
                postponed = (action, elapsed() + NearbyBound.retry)
            }
        }
    }

    /// For actions that need no wallet.
    private func performQuietly(_ actions: [PayerMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let bytes):
                // Safe: a link that does not take it has ended, and the next read says so.
                try? pipe?.send(bytes)
            case .close: closePipe()
            case .finish(let outcome):
                postponed = nil
                events.append(.finished(outcome))
            case .look, .review, .pay, .takeReceipt, .takeDecline: break
            }
        }
    }

    private func perform(_ action: PayerMachine.Action) throws {
        switch action {
        case .look(let name): try look(name)
        case .send, .close, .finish: performQuietly([action])
        case .review(let request, let digits):
            let text = Envelope.text(.request, request)
            do {
                events.append(.review(try access.use { try $0.inspect(requestText: text) }, digits))
            } catch let error as WalletError where error.code != .inUse {
                stop()
                throw error
            }
        case .pay(let request): try pay(Envelope.text(.request, request))
        case .takeReceipt(let bytes):
            try store(.delivered) { _ = try $0.acknowledge(Envelope.text(.receipt, bytes)) }
        case .takeDecline(let bytes):
            try store(.declined) { _ = try $0.cancel(Envelope.text(.decline, bytes)) }
        }
    }

    private func look(_ name: String) throws {
        for way in ways {
            guard let found = try way.reach(name) else { continue }
            pipe = found
            return try perform(machine.linked(at: elapsed()))
        }
        try perform(machine.missed(at: elapsed()))
    }

    private func pay(_ request: String) throws {
        do {
            let made = try access.use { try $0.pay(request, allowing: overrides, note: note) }
            payment = made
            events.append(.paid(made))
            let encoded = try Wallet.translated { try Envelope.payment(in: made.text).encoded }
            try perform(machine.paid(encoded, at: elapsed()))
        } catch let error as WalletError where error.code != .inUse {
            stop()
            throw error
        }
    }

    /// Lets the wallet store an answer. One that is not genuine counts as none.
    private func store(_ outcome: PayerMachine.Outcome, by body: (Wallet) throws -> Void) throws {
        do {
            try access.use { try body($0) }
            try perform(machine.stored(true, as: outcome, at: elapsed()))
        } catch let error as WalletError where error.code != .inUse {
            try perform(machine.stored(false, as: outcome, at: elapsed()))
        }
    }

    private func closePipe() {
        pipe?.close()
        pipe = nil
    }
}
