// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import NearbyProtocol
import Testing
import Tokens

struct PayerMachineTests {
    let vectors: NearbyVectors

    init() throws { vectors = try NearbyVectors.load() }

    private func machine(isListed: Bool = false) throws -> PayerMachine {
        let target: PayerMachine.Target =
            isListed
            ? .listed(ListedName(announced: try vectors.keys.listedName)) : .seen(try vectors.request.encoded)
        return PayerMachine(target, hub: try vectors.hub, random: .system, at: .zero)
    }

    /// Greets the machine as a payee does and returns the payee's end of the session.
    private func connect(
        _ machine: inout PayerMachine, at now: Duration = .zero
    ) throws -> (channel: SecureChannel, actions: [PayerMachine.Action]) {
        guard case .send(let hello)? = machine.linked(at: now).first else { throw Unexpected() }
        let mode: Hello.Mode = hello[1] == 0 ? .seen : .listed
        #expect(hello.count == 34 && machine.limit == NearbyBound.greeting)
        let honest = try Greeter(hello, mode, secret: vectors.keys.secret)
        let actions = machine.received(honest.message, at: now)
        guard case .send(let second)? = actions.first else { throw Unexpected() }
        return (try honest.finish(second), Array(actions.dropFirst()))
    }

    private struct Unexpected: Error {}

    /// The payee's greeting, for a Hello that came as bytes.
    private struct Greeter {
        var handshake: NoiseHandshake
        let message: [UInt8]

        init(_ hello: [UInt8], _ mode: Hello.Mode, secret: SecretBytes) throws {
            handshake = NoiseHandshake(
                .initiator, secret: mode == .seen ? secret : nil, prologue: Array("satchel/near/1".utf8) + hello,
                key: X25519.PrivateKey(random: .system))
            message = try handshake.write()
        }

        func finish(_ second: [UInt8]) throws -> SecureChannel {
            var handshake = handshake
            _ = try handshake.read(second)
            return SecureChannel(handshake)
        }
    }

    @Test func thePaymentIsMadeOnceThePayeeIsThereAndTheReceiptEndsIt() throws {
        var machine = try machine()
        #expect(machine.start() == [.look(try vectors.keys.networkName)])
        var (payee, actions) = try connect(&machine)
        #expect(actions == [.pay(try vectors.request.encoded)])
        let sent = machine.paid(try vectors.payment, at: .zero)
        guard case .send(let sealed)? = sent.first else { throw Unexpected() }
        #expect(try payee.open(sealed) == .payment(vectors.payment))
        let receipt = try vectors.receipt
        #expect(try machine.received(payee.seal(.receipt(receipt)), at: .zero) == [.takeReceipt(receipt)])
        let end = machine.stored(true, as: .delivered, at: .zero)
        guard case .send(let farewell)? = end.first else { throw Unexpected() }
        #expect(try payee.open(farewell) == .bye)
        #expect(Array(end.dropFirst()) == [.close, .finish(.delivered)])
        #expect(machine.outcome == .delivered && machine.nextTick == nil)
    }

    @Test func aPayeeThatIsNotThereIsLookedForAMinute() throws {
        var machine = try machine()
        var now = Duration.zero
        var looks = 1
        while machine.outcome == nil {
            _ = machine.missed(at: now)
            guard let next = machine.nextTick else { break }
            now = next
            looks += machine.tick(at: now).filter { if case .look = $0 { true } else { false } }.count
        }
        #expect(machine.outcome == .notFound && !machine.hasPaid)
        #expect(looks == 6 && now <= .seconds(60))
    }

    /// Whatever the payee's end does, the payment that exists is the one that is sent again.
    @Test func aLinkThatIsCutAfterEachMessageBringsTheSamePaymentAgain() throws {
        for cut in ["hello", "first", "deciding", "sent", "refused"] {
            var machine = try machine()
            let payment = try vectors.payment
            var now = Duration.zero
            if cut == "hello" {
                _ = machine.linked(at: now)
            } else {
                var (payee, _) = try connect(&machine)
                if cut == "sent" || cut == "refused" { _ = machine.paid(payment, at: now) }
                if cut == "refused" {
                    let actions = machine.received(try payee.seal(.refused(.notNow)), at: now)
                    #expect(actions.first == .close)
                }
            }
            if cut != "refused" { #expect(machine.lost(at: now).first == .close) }
            // The wallet may finish while there is no link.
            if cut == "deciding" { #expect(machine.paid(payment, at: now) == []) }
            now = try #require(machine.nextTick)
            #expect(now == .seconds(1))
            #expect(machine.tick(at: now) == [.look(try vectors.keys.networkName)])
            var (payee, actions) = try connect(&machine, at: now)
            if !machine.hasPaid {
                #expect(actions == [.pay(try vectors.request.encoded)])
                actions = machine.paid(payment, at: now)
            }
            guard case .send(let sealed)? = actions.first else { throw Unexpected() }
            #expect(try payee.open(sealed) == .payment(payment), "\(cut)")
        }
    }

    @Test func withoutAnAnswerTheCodeIsLeft() throws {
        var machine = try machine()
        _ = try connect(&machine)
        _ = machine.paid(try vectors.payment, at: .zero)
        #expect(machine.tick(at: .seconds(29)) == [])
        #expect(machine.tick(at: .seconds(30)) == [.close, .finish(.unanswered)])
    }

    @Test func aPayeeThatWaitsGetsTwoMinutesInAll() throws {
        var machine = try machine()
        var (payee, _) = try connect(&machine)
        _ = machine.paid(try vectors.payment, at: .zero)
        for second in stride(from: 20, through: 110, by: 5) {
            #expect(try machine.received(payee.seal(.wait), at: .seconds(second)) == [])
            #expect(machine.tick(at: .seconds(second)) == [])
        }
        #expect(machine.nextTick == .seconds(120))
        #expect(machine.tick(at: .seconds(120)) == [.close, .finish(.unanswered)])
    }

    @Test func aPersonWhoDecidesKeepsTheSessionForTwoMinutes() throws {
        var machine = try machine()
        var (payee, _) = try connect(&machine)
        for second in stride(from: 5, through: 115, by: 5) {
            guard case .send(let sealed)? = machine.tick(at: .seconds(second)).first else { throw Unexpected() }
            #expect(try payee.open(sealed) == .wait)
        }
        let end = machine.tick(at: .seconds(120))
        guard case .send(let sealed)? = end.first else { throw Unexpected() }
        #expect(try payee.open(sealed) == .refused(.stopped))
        #expect(machine.outcome == .stopped)
    }

    @Test func aReceiptThatTheWalletRefusesCountsAsNone() throws {
        var machine = try machine()
        var (payee, _) = try connect(&machine)
        _ = machine.paid(try vectors.payment, at: .zero)
        _ = machine.received(try payee.seal(.receipt([1])), at: .zero)
        #expect(machine.stored(false, as: .delivered, at: .zero) == [.close])
        #expect(machine.outcome == nil && machine.hasPaid)
    }

    @Test func messagesThatMayNotComeNowCutTheLinkAndPayNothing() throws {
        for message in [.request([1]), .payment([1]), .receipt([1]), .decline([1]), .bye, .wait] as [SessionMessage] {
            var machine = try machine()
            var (payee, _) = try connect(&machine)
            #expect(try machine.received(payee.seal(message), at: .zero) == [.close], "\(message)")
            #expect(!machine.hasPaid && machine.outcome == nil)
        }
    }

    @Test func aPayeeOfAnotherVersionLeavesTheCode() throws {
        var machine = try machine()
        _ = machine.linked(at: .zero)
        #expect(machine.received([0, 9], at: .zero) == [.close, .finish(.otherVersion(highest: 9))])
    }

    @Test func aPaidRequestIsNotPaidAgain() throws {
        var machine = try machine()
        var (payee, _) = try connect(&machine)
        #expect(
            try machine.received(payee.seal(.refused(.alreadyPaid)), at: .zero)
                == [.close, .finish(.refused(.alreadyPaid))])
        #expect(!machine.hasPaid)
    }

    // MARK: - Listed

    @Test func nothingIsPaidFromTheListBeforeTheDigitsAreAgreed() throws {
        var machine = try machine(isListed: true)
        #expect(machine.start() == [.look(try vectors.keys.listedName)])
        var (payee, actions) = try connect(&machine)
        #expect(actions == [])
        let request = try vectors.request.encoded
        #expect(
            try machine.received(payee.seal(.request(request)), at: .zero) == [.review(request, payee.digits)])
        // The person takes a minute, and no message leaves.
        #expect(machine.tick(at: .seconds(60)) == [])
        #expect(machine.agreed(at: .seconds(60)) == [.pay(request)])
        guard case .send(let sealed)? = machine.paid(try vectors.payment, at: .seconds(60)).first else {
            throw Unexpected()
        }
        #expect(try payee.open(sealed) == .payment(vectors.payment))
    }

    @Test func theRequestMustComeWithinTwoSeconds() throws {
        var machine = try machine(isListed: true)
        _ = try connect(&machine)
        #expect(machine.tick(at: .milliseconds(1_999)) == [])
        #expect(machine.tick(at: .seconds(2)) == [.close, .finish(.lost)])
    }

    @Test func waitBeforeTheDigitsAreAgreedEndsTheSession() throws {
        for hasRequest in [false, true] {
            var machine = try machine(isListed: true)
            var (payee, _) = try connect(&machine)
            if hasRequest { _ = machine.received(try payee.seal(.request(vectors.request.encoded)), at: .zero) }
            #expect(try machine.received(payee.seal(.wait), at: .zero) == [.close, .finish(.lost)])
        }
    }

    @Test func fromTheListNothingIsTriedAgainWithoutThePerson() throws {
        for step in ["hello", "asking", "reviewing"] {
            var machine = try machine(isListed: true)
            if step == "hello" {
                _ = machine.linked(at: .zero)
            } else {
                var (payee, _) = try connect(&machine)
                if step == "reviewing" {
                    _ = machine.received(try payee.seal(.request(vectors.request.encoded)), at: .zero)
                }
            }
            #expect(machine.lost(at: .zero) == [.close, .finish(.lost)], "\(step)")
        }
        var missing = try machine(isListed: true)
        #expect(missing.missed(at: .zero) == [.finish(.notFound)])
    }

    @Test func aSecondRequestInOneSessionIsRefused() throws {
        var machine = try machine(isListed: true)
        var (payee, _) = try connect(&machine)
        _ = machine.received(try payee.seal(.request(vectors.request.encoded)), at: .zero)
        #expect(
            try machine.received(payee.seal(.request(vectors.derivations[1].request.bytes)), at: .zero).last
                == .finish(.lost))
    }

    @Test func digitsThatDifferPayNothing() throws {
        var machine = try machine(isListed: true)
        var (payee, _) = try connect(&machine)
        _ = machine.received(try payee.seal(.request(vectors.request.encoded)), at: .zero)
        let end = machine.stopped()
        guard case .send(let sealed)? = end.first else { throw Unexpected() }
        #expect(try payee.open(sealed) == .refused(.stopped))
        #expect(machine.agreed(at: .zero) == [] && !machine.hasPaid)
    }

    /// The request is known now, so the second session needs no digits.
    @Test func aPaymentFromTheListIsSentAgainByTheRequestItself() throws {
        var machine = try machine(isListed: true)
        var (payee, _) = try connect(&machine)
        _ = machine.received(try payee.seal(.request(vectors.request.encoded)), at: .zero)
        _ = machine.agreed(at: .zero)
        _ = machine.paid(try vectors.payment, at: .zero)
        #expect(machine.lost(at: .zero) == [.close])
        #expect(machine.tick(at: .seconds(1)) == [.look(try vectors.keys.networkName)])
        var (again, actions) = try connect(&machine, at: .seconds(1))
        guard case .send(let sealed)? = actions.first else { throw Unexpected() }
        #expect(try again.open(sealed) == .payment(vectors.payment))
    }

    /// A device in between has a session with each side. Its digits differ, up to one case in a million.
    @Test func aDeviceInBetweenShowsOtherDigits() throws {
        var same = 0
        for _ in 0..<50 {
            var machine = try machine(isListed: true)
            let (toPayer, _) = try connect(&machine)
            var greeting = PayerGreeting(secret: nil, random: .system)
            var payee = try PayeeGreeting(answering: greeting.hello, secret: try vectors.keys.secret, random: .system)
            let (second, _) = try greeting.answer(payee.message)
            if try payee.finish(second).digits == toPayer.digits { same += 1 }
        }
        #expect(same == 0)
    }
}
