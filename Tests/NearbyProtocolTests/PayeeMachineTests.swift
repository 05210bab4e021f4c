// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import NearbyProtocol
import Testing
import Tokens

struct PayeeMachineTests {
    let vectors: NearbyVectors

    init() throws { vectors = try NearbyVectors.load() }

    private func machine(isListed: Bool = false) throws -> PayeeMachine {
        PayeeMachine(request: try vectors.request, hub: try vectors.hub, isListed: isListed, random: .system)
    }

    /// A payer that follows the protocol as far as a test wants.
    private struct Caller {
        let id: Int
        var greeting: PayerGreeting
        var channel: SecureChannel?

        init(_ id: Int, secret: SecretBytes?) {
            self.id = id
            greeting = PayerGreeting(secret: secret, random: .system)
        }

        /// Calls and sends Hello.
        mutating func greet(
            _ machine: inout PayeeMachine, from peer: String? = nil, at now: Duration = .zero
        ) -> [PayeeMachine.Action] {
            machine.called(id, from: peer ?? "peer \(id)", at: now)
                + machine.received(id, greeting.hello.encoded, at: now)
        }

        /// Calls and completes the handshake.
        mutating func connect(
            _ machine: inout PayeeMachine, from peer: String? = nil, at now: Duration = .zero
        ) throws -> [PayeeMachine.Action] {
            guard case .send(id, let first)? = greet(&machine, from: peer, at: now).first else { return [] }
            let (second, made) = try greeting.answer(first)
            channel = made
            return machine.received(id, second, at: now)
        }

        mutating func send(
            _ message: SessionMessage, _ machine: inout PayeeMachine, at now: Duration = .zero
        ) throws -> [PayeeMachine.Action] {
            guard let sealed = try channel?.seal(message) else { return [] }
            return machine.received(id, sealed, at: now)
        }

        /// The messages among some actions.
        mutating func read(_ actions: [PayeeMachine.Action]) throws -> [SessionMessage] {
            try actions.compactMap { action in
                guard case .send(id, let bytes) = action else { return nil }
                return try channel?.open(bytes)
            }
        }
    }

    private func caller(_ id: Int, isListed: Bool = false) throws -> Caller {
        Caller(id, secret: isListed ? nil : try vectors.keys.secret)
    }

    @Test func aPaymentIsGivenToTheWalletAndItsReceiptSent() throws {
        var machine = try machine()
        var payer = try caller(1)
        #expect(try payer.connect(&machine) == [])
        #expect(machine.limit(1) == NearbyBound.message)
        let payment = try vectors.payment
        #expect(try payer.send(.payment(payment), &machine) == [.take(1, payment)])
        let receipt = try vectors.receipt
        #expect(try payer.read(machine.answered(1, .receipt(receipt), at: .zero)) == [.receipt(receipt)])
        #expect(machine.isPaid)
        // The same bytes again in the same session get the same answer.
        #expect(try payer.send(.payment(payment), &machine) == [.take(1, payment)])
        #expect(try payer.read(machine.answered(1, .receipt(receipt), at: .zero)) == [.receipt(receipt)])
        #expect(try payer.send(.bye, &machine) == [.close(1)])
        #expect(machine.nextTick == nil)
    }

    @Test func aPayerWhoHasReadAnotherRequestDoesNotGetIn() throws {
        var machine = try machine()
        let other = MeetingKeys(request: vectors.derivations[1].request.bytes, hub: try vectors.hub)
        var payer = Caller(1, secret: other.secret)
        guard case .send(1, let first)? = payer.greet(&machine).first else { return #expect(Bool(false)) }
        #expect(throws: NearbyError.self) { try payer.greeting.answer(first) }
        // A device that has no secret and answers all the same.
        #expect(machine.received(1, [UInt8](repeating: 9, count: 48), at: .zero) == [.close(1)])
    }

    @Test func aReplayedHelloLeadsNowhere() throws {
        for isListed in [false, true] {
            var machine = try machine(isListed: true)
            var honest = try caller(1, isListed: isListed)
            var owner = honest.greeting
            _ = try honest.connect(&machine)
            #expect(machine.called(2, from: "replayer", at: .zero) == [])
            guard case .send(2, let first)? = machine.received(2, owner.hello.encoded, at: .zero).first else {
                return #expect(Bool(false))
            }
            #expect(first.count == (isListed ? 32 : 48))
            // The replayer has seen the key on the connection, and nothing that agrees with it.
            var (second, _) = try owner.answer(first)
            second[40] ^= 1
            #expect(machine.received(2, second, at: .zero).contains(.close(2)))
            // Its address is ignored from now on.
            #expect(machine.called(3, from: "replayer", at: .seconds(29)) == [.close(3)])
            #expect(machine.called(4, from: "replayer", at: .seconds(31)) == [])
        }
    }

    @Test func earlyAndForeignMessagesEndTheSession() throws {
        for bytes in [[], [1], [0, 1], [UInt8](repeating: 0, count: 48), [UInt8](repeating: 1, count: 64)] as [[UInt8]]
        {
            var machine = try machine()
            #expect(machine.called(1, from: "a", at: .zero) == [])
            #expect(machine.received(1, bytes, at: .zero) == [.close(1)])
            #expect(machine.called(2, from: "a", at: .zero) == [.close(2)])
        }
        // Kinds that a payer does not send.
        for message in [.request([1]), .receipt([1]), .decline([1])] as [SessionMessage] {
            var machine = try machine()
            var payer = try caller(1)
            _ = try payer.connect(&machine)
            #expect(try payer.send(message, &machine) == [.close(1)])
        }
    }

    @Test func anotherVersionIsToldOursAndNothingElse() throws {
        var machine = try machine()
        _ = machine.called(1, from: "a", at: .zero)
        #expect(
            machine.received(1, [2] + [UInt8](repeating: 0, count: 50), at: .zero) == [.send(1, [0, 1]), .close(1)])
        #expect(machine.called(2, from: "a", at: .zero) == [])
    }

    @Test func paymentsOfOtherRequestsAndGarbageAreRefusedBeforeTheWalletSeesThem() throws {
        let other = try PaymentRequest(decoding: vectors.derivations[1].request.bytes)
        var machine = PayeeMachine(request: other, hub: try vectors.hub, isListed: false, random: .system)
        var payer = Caller(1, secret: MeetingKeys(request: other.encoded, hub: try vectors.hub).secret)
        _ = try payer.connect(&machine)
        #expect(
            try payer.read(payer.send(.payment(vectors.payment), &machine)) == [.refused(.otherRequest)])
        #expect(try payer.read(payer.send(.payment([1, 2, 3]), &machine)) == [.refused(.invalidPayment)])
        #expect(!machine.isPaid)
    }

    @Test func fourCallersAreServedAtOnceAndTheFirstPaymentWins() throws {
        var machine = try machine()
        var callers = try (1...4).map { try caller($0) }
        for index in callers.indices { #expect(try callers[index].connect(&machine) == []) }
        #expect(machine.called(5, from: "fifth", at: .zero) == [.close(5)])
        let payment = try vectors.payment
        _ = try callers[2].send(.payment(payment), &machine)
        let actions = machine.answered(3, .receipt(try vectors.receipt), at: .zero)
        #expect(try callers[2].read(actions) == [.receipt(try vectors.receipt)])
        for index in [0, 1, 3] { #expect(try callers[index].read(actions) == [.refused(.alreadyPaid)]) }
        // The farewell is short.
        #expect(Set(machine.tick(at: .seconds(5)).map { "\($0)" }) == Set((1...4).map { "close(\($0))" }))
    }

    @Test func callersWhoDoNothingAreClosedAfterFiveSeconds() throws {
        var machine = try machine()
        _ = machine.called(1, from: "a", at: .zero)
        var slow = try caller(2)
        _ = slow.greet(&machine)
        #expect(machine.nextTick == .seconds(5))
        #expect(machine.tick(at: .milliseconds(4_999)) == [])
        #expect(machine.tick(at: .seconds(5)) == [.close(1), .close(2)])
        #expect(machine.called(3, from: "a", at: .seconds(6)) == [.close(3)])
    }

    @Test func aPersonMayDecideForTwoMinutesWhileNobodyElseIsThere() throws {
        var machine = try machine()
        var payer = try caller(1)
        _ = try payer.connect(&machine)
        for second in stride(from: 5, through: 115, by: 5) {
            #expect(machine.tick(at: .seconds(second)) == [])
            #expect(try payer.send(.wait, &machine, at: .seconds(second)) == [])
        }
        #expect(machine.tick(at: .seconds(120)) == [.close(1)])
    }

    @Test func aPhotographerOfTheCodeCannotIdleWhileAnotherCalls() throws {
        var machine = try machine()
        var idler = try caller(1)
        var payer = try caller(2)
        _ = try idler.connect(&machine)
        #expect(try idler.send(.wait, &machine, at: .seconds(5)) == [])
        _ = try payer.connect(&machine, at: .seconds(6))
        #expect(try idler.send(.wait, &machine, at: .seconds(10)) == [])
        #expect(try idler.send(.wait, &machine, at: .seconds(12)) == [.close(1)])
        #expect(try payer.send(.payment(vectors.payment), &machine, at: .seconds(13)) == [.take(2, vectors.payment)])
    }

    @Test func aBusyWalletIsAskedAgainWhileThePayerWaits() throws {
        var machine = try machine()
        var payer = try caller(1)
        _ = try payer.connect(&machine)
        let payment = try vectors.payment
        _ = try payer.send(.payment(payment), &machine)
        #expect(machine.answered(1, .busy, at: .zero) == [])
        #expect(machine.tick(at: .seconds(1)) == [.take(1, payment)])
        #expect(machine.answered(1, .busy, at: .seconds(4)) == [])
        let actions = machine.tick(at: .seconds(5))
        #expect(try payer.read(actions) == [.wait] && actions.contains(.take(1, payment)))
        #expect(machine.answered(1, .busy, at: .seconds(119)) == [])
        #expect(try payer.read(machine.tick(at: .seconds(120))) == [.refused(.notNow)])
    }

    @Test func aReceiptForALinkThatIsGoneStillClosesTheRequest() throws {
        var machine = try machine()
        var payer = try caller(1)
        var other = try caller(2)
        _ = try payer.connect(&machine)
        _ = try other.connect(&machine)
        _ = try payer.send(.payment(vectors.payment), &machine)
        _ = machine.lost(1)
        let actions = machine.answered(1, .receipt(try vectors.receipt), at: .zero)
        #expect(try other.read(actions) == [.refused(.alreadyPaid)])
        #expect(machine.isPaid)
    }

    // MARK: - Listed

    @Test func thePayeeOfTheListSendsItsRequestAndShowsTheDigits() throws {
        var machine = try machine(isListed: true)
        var payer = try caller(1, isListed: true)
        let actions = try payer.connect(&machine)
        #expect(try payer.read(actions) == [.request(vectors.request.encoded)])
        let digits = try #require(payer.channel?.digits)
        #expect(actions.last == .show(1, digits))
        _ = try payer.send(.payment(vectors.payment), &machine)
        #expect(machine.answered(1, .receipt(try vectors.receipt), at: .zero).contains(.hide(1)))
    }

    @Test func thePayeeWhoIsNotListedRefusesTheListedMode() throws {
        var machine = try machine()
        var payer = try caller(1, isListed: true)
        #expect(payer.greet(&machine) == [.close(1)])
    }

    @Test func waitIsNotAllowedBeforeThePaymentInListedMode() throws {
        var machine = try machine(isListed: true)
        var payer = try caller(1, isListed: true)
        _ = try payer.connect(&machine)
        #expect(try payer.send(.wait, &machine) == [.hide(1), .close(1)])
    }

    @Test func threeGreetingsWithoutAPaymentEndTheListing() throws {
        var machine = try machine(isListed: true)
        for id in 1...3 {
            var guesser = try caller(id, isListed: true)
            _ = try guesser.connect(&machine)
            let actions = machine.lost(id)
            #expect(actions.contains(.stopListing) == (id == 3))
            #expect(machine.isListed == (id != 3))
        }
        var late = try caller(4, isListed: true)
        #expect(late.greet(&machine) == [.close(4)])
        // Whoever has read the code still gets in.
        var seen = try caller(5)
        _ = try seen.connect(&machine)
        #expect(try seen.send(.payment(vectors.payment), &machine) == [.take(5, vectors.payment)])
    }

    @Test func guessersAtTheSameTimeHaveNoMoreGuesses() throws {
        var machine = try machine(isListed: true)
        var guessers = try (1...4).map { try caller($0, isListed: true) }
        for index in 0..<3 { #expect(try guessers[index].connect(&machine).count == 2) }
        #expect(guessers[3].greet(&machine) == [.close(4)])
        #expect(machine.lost(1) == [.hide(1)])
        #expect(machine.lost(2) == [.hide(2)])
        #expect(machine.lost(3) == [.hide(3), .stopListing])
    }

    @Test func aPaymentTakesItsGreetingBackFromTheCount() throws {
        var machine = try machine(isListed: true)
        for id in 1...6 {
            var payer = try caller(id, isListed: true)
            _ = try payer.connect(&machine)
            _ = try payer.send(.payment(vectors.payment), &machine)
            _ = machine.answered(id, .receipt(try vectors.receipt), at: .zero)
            #expect(try payer.send(.bye, &machine) == [.close(id)])
        }
        #expect(machine.isListed)
    }
}
